"""The built-in robots, small enough for all tests."""

import numpy as np
import treefix as tf
from robots import Body, Joint, Robot
from scipy.spatial.transform import Rotation

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


def description(model):
    """A model as a plain description for the other engines, with the same coordinates. Joint axes and pitches come from
    the neutral configuration, where the frame of a body coincides with the frame of its joint. Massless bodies lie
    between the joints of a composite."""
    q, bodies, between = model.neutral(), [], {}
    infos = [model.joint(i) for i in range(model.nbody)]
    rotors = armature(model, q)
    for info in infos:
        parent, placement, joints = info.parent, model.frame_pose(info.body, q), []
        if parent:
            placement = np.linalg.solve(model.frame_pose(parent, q), placement)
        if parent in between:
            assert np.array_equal(placement, np.eye(4))
            parent, placement, joints = between[parent]
        first = np.zeros(model.nv)
        first[info.v.start] = 1
        twist = model.frame_velocity(info.body, q, first)
        axis = twist[3:] if info.kind == "prismatic" else twist[:3]
        joints.append(Joint(info.name, info.kind, axis, axis @ twist[3:], rotors[info.v]))
        mass, com, inertia = model.body_inertia(info.body)
        if mass == 0:
            between[info.body] = parent, placement, joints
            continue
        principal, axes = np.linalg.eigh(inertia)
        axes[:, 0] *= np.linalg.det(axes)  # no mirror
        bodies.append(
            Body(
                name=info.body,
                parent=parent,
                position=placement[:3, 3],
                quaternion=Rotation.from_matrix(placement[:3, :3]).as_quat(),
                joints=joints,
                mass=mass,
                com=com,
                principal=principal,
                principal_axes=Rotation.from_matrix(axes).as_quat(),
            )
        )
    robot = Robot(bodies, model.gravity)
    assert [(j.q, j.v) for j in robot.joints] == [(info.q, info.v) for info in infos]
    return robot


def armature(model, q):
    """The armature of each coordinate: the diagonal of H minus the inertia of the bodies that it moves."""
    diagonal = np.diag(model.mass_matrix(q))
    bodies = np.zeros(model.nv)
    for name in model.body_names:
        mass, com, inertia = model.body_inertia(name)
        w, v = np.transpose([np.split(model.frame_velocity(name, q, unit), 2) for unit in np.eye(model.nv)], (1, 0, 2))
        bodies += np.einsum("ij,jk,ik->i", w, inertia, w) + mass * np.sum((v + np.cross(w, com)) ** 2, axis=1)
    rotors = diagonal - bodies
    return np.where(np.abs(rotors) < 1e-13 * diagonal, 0, rotors)
