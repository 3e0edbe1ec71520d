# A custom quantity along the tree, for many states at once: a rootfix combines values from the root to each body.
import numpy as np
import treefix as tf


def rootfix(robot, combine, start, values):
    """result[i] = combine(result[parent of i], values[i]), with start at the root. Parents come before children."""
    number = {name: i for i, name in enumerate(robot.body_names)}
    result = []
    for i, value in enumerate(values):
        parent = robot.joint(i).parent  # empty for the root
        result.append(combine(result[number[parent]] if parent else start, value))
    return result


robot = tf.zoo.quadruped()
depth = rootfix(robot, lambda above, own: above + own, 0, [1] * robot.nbody)
print("depth of every body:", depth)

# The highest point between the root and each body, in 100 states: values are arrays with a number for each state.
q = np.stack([robot.random_configuration(seed=s) for s in range(100)])
poses, _ = robot.kinematics(robot.body_names, q)  # (states, bodies, 4, 4)
heights = poses[:, :, 2, 3].T                     # (bodies, states)
highest = np.array(rootfix(robot, np.maximum, np.full(100, -np.inf), heights))
print("shape:", highest.shape, " at least the body's own height:", (highest >= heights).all())
print("highest points of the last body, states 0 to 3:", highest[-1, :4].round(3))
