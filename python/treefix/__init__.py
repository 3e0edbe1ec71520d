"""Rigid-body dynamics of robots with any number of joints.

    import treefix as tf

    robot = tf.zoo.humanoid()                  # or tf.load("robot.urdf"), or tf.ModelBuilder("mine").body(...).build()
    q = robot.random_configuration(seed=1)
    v = robot.random_velocity(seed=2)
    tau = robot.inverse_dynamics(q, v, a=robot.random_velocity(seed=3))
    a = robot.forward_dynamics(q, v, tau)
    H = robot.mass_matrix(q)

SI units. See Model for coordinates. Spatial vectors have the angular part first.
"""

from . import zoo
from ._errors import ModelError, ParseError, Stopped
from ._treefix import BodyInfo, ForwardInfo, Joint, JointInfo, Model, ModelBuilder, Problem
from ._treefix import load, load_string, save_urdf
from ._treefix import version as __version__

__all__ = [
    "BodyInfo",
    "ForwardInfo",
    "Joint",
    "JointInfo",
    "Model",
    "ModelBuilder",
    "ModelError",
    "ParseError",
    "Problem",
    "Stopped",
    "__version__",
    "load",
    "load_string",
    "save_urdf",
    "zoo",
]

# The public module name, which messages and help() show.
for _public in (BodyInfo, ForwardInfo, Joint, JointInfo, Model, ModelBuilder, ModelError, ParseError, Problem, Stopped):
    _public.__module__ = __name__
del _public
