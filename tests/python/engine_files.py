"""Robots from files in the engines: the same file, read by treefix and by another engine, must be the same robot.
MuJoCo's part is in engine_files_mujoco.py.

Here the description that engine_treefix.py speaks of is treefix's own model: all coordinates are in its order, and the
other engines find their joints by name.
"""

from __future__ import annotations

import dataclasses

import numpy as np
import pinocchio as pin
import robots
from engine_pinocchio import Pinocchio
from engine_treefix import Treefix


# About ten times the worst seen in units of depth * eps * scale; compare.py says what the scales are.
LIMITS_OF_FILES = {
    "mass matrix": 100,
    "inverse dynamics": 13,
    "forward dynamics": 4,
    "ID(FD(tau))": 8,
    "kinetic energy": 12,
    "potential energy": 6,
}


@dataclasses.dataclass
class Joint:
    name: str
    kind: str
    q: slice
    v: slice


class Loaded(Treefix):
    """A model of treefix, both as description and as engine. Its joints are those with coordinates of their own."""

    def __init__(self, model):
        self.model, self.nq, self.nv, self.gravity = model, model.nq, model.nv, model.gravity
        self.q, self.v = np.arange(model.nq), np.arange(model.nv)
        self.body = np.arange(model.nbody)
        infos = [model.joint(i) for i in range(model.nbody)]
        self.joints = [Joint(j.name, j.kind, j.q, j.v) for j in infos if j.mimic is None]
        depth = {"": 0}
        for joint in infos:
            depth[joint.body] = depth[joint.parent] + 1
        self.depth = max(depth.values())

    def random_configuration(self, g):
        """Within the limits, or within half a turn or half a metre of zero if there are none."""
        q = np.empty(self.nq)
        for joint in self.joints:
            size = 0.5 if joint.kind == "prismatic" else np.pi
            lower, upper = self.model.lower[joint.q], self.model.upper[joint.q]
            lower = np.where(np.isfinite(lower), lower, np.where(np.isfinite(upper), upper - size, -size))
            upper = np.where(np.isfinite(upper), upper, lower + 2 * size)
            q[joint.q] = g.uniform(np.minimum(lower, upper), np.maximum(lower, upper))
            if joint.kind in robots.QUATERNION:
                begin = joint.q.start + robots.QUATERNION[joint.kind]
                q[begin : begin + 4] = robots.random_quaternion(g)
        return q


class LoadedPinocchio(Pinocchio):
    """A model of Pinocchio beside one of treefix."""

    def __init__(self, robot, model):
        self.robot, self.model, self.data = robot, model, model.createData()
        moving = {name for name, joint in zip(model.names[1:], list(model.joints)[1:]) if joint.nv > 0}
        assert {j.name for j in robot.joints} == moving
        assert (robot.nv, *robot.gravity) == (model.nv, *model.gravity.linear)
        self.ids = [model.getJointId(j.name) for j in robot.joints]
        self.v = np.concatenate([np.zeros(0, int), *map(self.coordinates, self.ids)])
        self.mimics = len(moving) < model.njoints - 1
        self.bare, self.armature = self.model, model.armature

    def configuration(self, q):
        out = np.zeros(self.model.nq)
        for joint, i in zip(self.robot.joints, self.ids):
            x, to = q[joint.q], self.model.joints[i]
            if len(x) < to.nq:  # planar or without end: the angle as cosine and sine
                x = [*x[:-1], np.cos(x[-1]), np.sin(x[-1])]
            out[to.idx_q : to.idx_q + to.nq] = x
        return out

    def forward_dynamics(self, q, v, tau, forces=None, frame="body"):
        if not self.mimics:
            return super().forward_dynamics(q, v, tau, forces, frame)
        # Its aba and its energies do not support mimic joints.
        bias = self.inverse_dynamics(q, v, np.zeros(self.robot.nv), forces, frame)
        return np.linalg.solve(self.mass_matrix(q), tau - bias)

    def kinetic_energy(self, q, v):
        return v @ self.mass_matrix(q) @ v / 2 if self.mimics else super().kinetic_energy(q, v)

    def potential_energy(self, q):
        if not self.mimics:
            return super().potential_energy(q)
        pin.forwardKinematics(self.model, self.data, self.configuration(q))
        bodies = list(zip(self.model.inertias, self.data.oMi))[1:]
        return -self.robot.gravity @ sum(I.mass * X.act(I.lever) for I, X in bodies)

    def pose(self, name, q):
        """The pose of a link in the world, as a 4x4 matrix."""
        pin.forwardKinematics(self.model, self.data, self.configuration(q))
        i = self.model.getFrameId(name, pin.FrameType.BODY)
        return pin.updateFramePlacement(self.model, self.data, i).homogeneous


class Coupled:
    """Adds mimic joints to an engine without them: q_full = G_q q + offset, v_full = G v."""

    def __init__(self, full, ours, mimics):
        """mimics: for each mimic joint, its leader, the ratio and the offset."""
        self.full, self.robot = full, full.robot
        self.G, self.G_q = np.zeros((self.robot.nv, ours.nv)), np.zeros((self.robot.nq, ours.nq))
        self.offset = np.zeros(self.robot.nq)
        leads = {joint.name: joint for joint in ours.joints}
        for joint in self.robot.joints:
            name, ratio, offset = joint.name, 1.0, 0.0
            while name in mimics:
                name, further, more = mimics[name]
                ratio, offset = ratio * further, offset + ratio * more
            self.G[joint.v, leads[name].v] = ratio * np.eye(joint.v.stop - joint.v.start)
            self.G_q[joint.q, leads[name].q] = ratio * np.eye(joint.q.stop - joint.q.start)
            self.offset[joint.q] = offset

    def configuration(self, q):
        return self.G_q @ q + self.offset

    def inverse_dynamics(self, q, v, a, forces=None, frame="body"):
        G = self.G
        return G.T @ self.full.inverse_dynamics(self.configuration(q), G @ v, G @ a, forces, frame)

    def forward_dynamics(self, q, v, tau, forces=None, frame="body"):
        return np.linalg.solve(self.mass_matrix(q), tau - self.inverse_dynamics(q, v, 0 * v, forces, frame))

    def mass_matrix(self, q):
        return self.G.T @ self.full.mass_matrix(self.configuration(q)) @ self.G

    def kinetic_energy(self, q, v):
        return self.full.kinetic_energy(self.configuration(q), self.G @ v)

    def potential_energy(self, q):
        return self.full.potential_energy(self.configuration(q))


def mimics_of(urdf):
    """The arguments of Coupled, from the root element of a URDF."""
    found = {}
    for joint in urdf.findall("joint[mimic]"):
        if joint.get("type") != "fixed":
            mimic = joint.find("mimic")
            numbers = float(mimic.get("multiplier", 1)), float(mimic.get("offset", 0))
            found[joint.get("name")] = mimic.get("joint"), *numbers
    return found
