"""Random robots as plain descriptions, and their coordinates.

A description is built by several engines (engine_*.py), which then must agree. Coordinates of a description are in
treefix's convention, joint by joint in the order of the description; each engine translates to its own.
"""

from __future__ import annotations

import dataclasses

import numpy as np

NQ = {"revolute": 1, "prismatic": 1, "helical": 1, "spherical": 4, "planar": 3, "free": 7}
NV = {"revolute": 1, "prismatic": 1, "helical": 1, "spherical": 3, "planar": 3, "free": 6}
QUATERNION = {"spherical": 0, "free": 3}  # where it begins among the coordinates of the joint

SHAPES = ("chain", "star", "binary", "random")


@dataclasses.dataclass
class Joint:
    name: str
    kind: str
    axis: np.ndarray
    pitch: float
    armature: np.ndarray  # (nv)
    q: slice | None = None  # set by Robot
    v: slice | None = None


@dataclasses.dataclass
class Body:
    """A body on its parent, with all its joints in sequence; without joints it is fixed."""

    name: str
    parent: str  # empty: the fixed root
    position: np.ndarray
    quaternion: np.ndarray  # x y z w, orientation of the joint frame in the parent
    joints: list[Joint]
    mass: float
    com: np.ndarray
    principal: np.ndarray  # moments of inertia about the centre of mass
    principal_axes: np.ndarray  # quaternion of their frame in the body
    pinocchio: str = ""  # the joint of Pinocchio that is equivalent to all joints, if there is one

    @property
    def rotation(self):
        return matrix(self.quaternion)

    @property
    def inertia(self):
        R = matrix(self.principal_axes)
        I = R @ np.diag(self.principal) @ R.T
        return (I + I.T) / 2


@dataclasses.dataclass
class Robot:
    bodies: list[Body]  # depth-first
    gravity: np.ndarray

    def __post_init__(self):
        self.joints = [joint for body in self.bodies for joint in body.joints]
        self.nq = self.nv = 0
        for joint in self.joints:
            joint.q = slice(self.nq, self.nq + NQ[joint.kind])
            joint.v = slice(self.nv, self.nv + NV[joint.kind])
            self.nq, self.nv = joint.q.stop, joint.v.stop

    @property
    def depth(self):
        """The number of joints on the longest path from the root."""
        depth = {"": 0}
        for body in self.bodies:
            depth[body.name] = depth[body.parent] + len(body.joints)
        return max(depth.values())


def matrix(quaternion):
    """The rotation matrix of x y z w."""
    x, y, z, w = quaternion / np.linalg.norm(quaternion)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * K + 2 * K @ K


def random_quaternion(g):
    a = g.normal(size=4)
    return a / np.linalg.norm(a)


def random_parents(g, n, shape):
    """Parents in depth-first numbering, -1 for the root."""
    if shape == "chain":
        return list(range(-1, n - 1))
    if shape == "star":
        return [-1] * n
    given = [(i - 1) // 2 if shape == "binary" else int(g.integers(-1, i)) for i in range(n)]
    given[0] = -1
    children = {i: [k for k in range(n) if given[k] == i] for i in range(-1, n)}
    parents, waiting = [], [(k, -1) for k in reversed(children[-1])]
    while waiting:
        i, parent = waiting.pop()
        waiting += [(k, len(parents)) for k in reversed(children[i])]
        parents.append(parent)
    return parents


def random_joint(g, name, kind, armature, same_armature):
    axis = g.normal(size=3)
    rotor = g.uniform(0, armature, 1 if same_armature else NV[kind]) * np.ones(NV[kind])
    return Joint(name, kind, axis / np.linalg.norm(axis), g.uniform(-0.3, 0.3), rotor)


def random_robot(g, n, shape, kinds, *, composites=(), fixed=0.0, free_root=False, armature=0.0, same_armature=False):
    """n bodies. kinds: of single joints. composites: lists of kinds, used for a fifth of the bodies. fixed: share of
    bodies on fixed joints. free_root: bodies on the root have free joints, whose frame is that of the root.
    same_armature: one number for all coordinates of a joint."""
    bodies = []
    for i, parent in enumerate(random_parents(g, n, shape)):
        name, on_root = f"b{i}", parent < 0
        flies = free_root and on_root
        chosen = [kinds[g.integers(len(kinds))]]
        if composites and g.uniform() < 0.2:
            chosen = list(composites[g.integers(len(composites))])
        if flies:
            chosen = ["free"]
        elif i > 0 and g.uniform() < fixed:
            chosen = []
        names = [f"{name}.{k}" for k in range(len(chosen))]
        joints = [random_joint(g, j, kind, armature, same_armature) for j, kind in zip(names, chosen)]
        mass, size = g.uniform(0.5, 2), g.uniform(0.05, 0.4, 3)
        principal = mass / 12 * (np.sum(size**2) - size**2)  # of a box
        if on_root and not joints:
            mass, principal = 0.0, np.zeros(3)  # engines define the energy of bodies that never move differently
        bodies.append(
            Body(
                name=name,
                parent="" if on_root else f"b{parent}",
                position=np.zeros(3) if flies else g.uniform(-0.3, 0.3, 3),
                quaternion=np.array([0.0, 0, 0, 1]) if flies else random_quaternion(g),
                joints=joints,
                mass=mass,
                com=g.uniform(-0.3, 0.3, 3) if mass else np.zeros(3),
                principal=principal,
                principal_axes=random_quaternion(g),
            )
        )
    return Robot(bodies, g.uniform(-10, 10, 3))


def random_configuration(g, robot):
    q = g.uniform(-np.pi, np.pi, robot.nq)
    for joint in robot.joints:
        if joint.kind in QUATERNION:
            begin = joint.q.start + QUATERNION[joint.kind]
            q[begin : begin + 4] = random_quaternion(g)
        if joint.kind == "prismatic":
            q[joint.q] /= np.pi
    return q
