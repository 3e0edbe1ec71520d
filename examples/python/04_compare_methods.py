# Forward dynamics by several methods, and their residuals: how well the result satisfies the equations of motion.
import treefix as tf

robot = tf.zoo.chain(100)  # long chains are ill-conditioned, so the methods differ
q, v, tau = robot.random_configuration(seed=1), robot.random_velocity(seed=2), robot.random_velocity(seed=3)


def is_good(method, refine, **options):
    a, info = robot.forward_dynamics(q, v, tau, method=method, refine=refine, return_info=True, **options)
    return "yes" if info.residual < 1e-13 else "no"


print("residual below 1e-13:  before   after two steps of iterative refinement")
for method in ("aba", "mass_matrix", "hybrid_aba", "jsiia_sparse", "cfa", "scan_aba", "dca"):
    print(f"{method:22} {is_good(method, refine=0):8} {is_good(method, refine=2)}")
print(f"{'aba in float':22} {is_good('aba', 0, precision='single'):8} {is_good('aba', 2, precision='single')}")
