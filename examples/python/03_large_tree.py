# One tree of 20 000 bodies: inverse and forward dynamics on all cores, and a mass matrix stored without its zeros.
import treefix as tf

tree = tf.zoo.auto_tree(20_000, 2, 0.1)  # every body carries two others
q, v, a = tree.random_configuration(seed=1), tree.random_velocity(seed=2), tree.random_velocity(seed=3)

tau = tree.inverse_dynamics(q, v, a, threads=2)  # the same bits for every number of threads
back, info = tree.forward_dynamics(q, v, tau, return_info=True)
print(info.method, info.residual < 1e-13, abs(back - a).max() < 1e-6)

H = tree.mass_matrix(q, format="sparse")  # a scipy.sparse.csr_array: 6 MB instead of 3.2 GB
y = tree.mass_matrix_apply(q, a)          # H a without H; mass_matrix_solve(q, y) is a again
print(H.shape, H.nnz, abs(H @ a - y).max() < 1e-12 * abs(y).max())
