"""The robots that come with treefix, small enough to try everything on."""

import treefix as tf

ZOO = {
    "chain": tf.zoo.chain(7),
    "star": tf.zoo.star(6),
    "snake": tf.zoo.snake(8),
    "auto_tree": tf.zoo.auto_tree(15, 2, 0.3, 0.95),
    "random_tree": tf.zoo.random_tree(12, seed=1, joints="RPHSLF", armature=0.1),
    "puma560": tf.zoo.puma560(),
    "arm": tf.zoo.arm(),
    "quadruped": tf.zoo.quadruped(),
    "humanoid": tf.zoo.humanoid(),
}
