# Inverse dynamics of one state: the torques at which no joint of an arm accelerates.
import treefix as tf
arm = tf.zoo.arm()  # seven joints; also humanoid, quadruped, chain, ..., or tf.load("robot.urdf")
q, v = arm.random_configuration(seed=1), arm.random_velocity(seed=2)
tau = arm.inverse_dynamics(q, v, a=[0] * 7)
print(arm, tau.round(2), sep="\n")
