# Many states at once: arrays with one row for each state, computed in SIMD lanes on all cores.
import numpy as np
import treefix as tf

robot = tf.zoo.humanoid()
q = np.stack([robot.random_configuration(seed=s) for s in range(1000)])  # (1000, nq)
v = np.stack([robot.random_velocity(seed=s) for s in range(1000)])       # (1000, nv)
tau = robot.inverse_dynamics(q, v, np.zeros(robot.nv))  # an argument that all states share may be given once
a = robot.forward_dynamics(q, v, tau, threads=2)        # also out=, progress=, check=False, and float32 arrays
print(tau.shape, "accelerations vanish:", abs(a).max() < 1e-9)
