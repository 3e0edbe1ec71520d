"""The project's plain NumPy reference as an engine; engine_treefix.py defines engines."""

from __future__ import annotations

import importlib.util
import os
import pathlib

import numpy as np


ORACLE = pathlib.Path(
    os.environ.get("TREEFIX_ORACLE", pathlib.Path(__file__).parents[3] / "shared" / "oracle" / "oracle.py")
)


def load_oracle():
    spec = importlib.util.spec_from_file_location("oracle", ORACLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Oracle:
    """The project's plain NumPy reference. Its rotations are rotation vectors, its free joints angular part first."""

    def __init__(self, robot, oracle):
        self.oracle, self.robot = oracle, robot
        letters = dict(revolute="R", prismatic="P", helical="H", spherical="S", free="F")
        parents, kinds, X, inertias, number = [], [], [], [], {"": -1}
        for body in robot.bodies:
            parent, Xtree = number[body.parent], oracle.xform(body.rotation.T, body.position)
            for joint in body.joints:
                parents.append(parent)
                kinds.append(letters[joint.kind])
                X.append(Xtree)
                inertias.append(np.zeros((6, 6)))
                parent, Xtree = len(parents) - 1, np.eye(6)
            inertias[-1] = oracle.inertia(body.mass, body.com, body.inertia)
            number[body.name] = parent
        self.v = np.arange(robot.nv)
        for joint in robot.joints:
            if joint.kind == "free":
                self.v[joint.v] = joint.v.start + np.array([3, 4, 5, 0, 1, 2])
        armature = np.concatenate([j.armature for j in robot.joints])
        self.model = oracle.Model(
            parents,
            kinds,
            [j.axis for j in robot.joints],
            [j.pitch for j in robot.joints],
            X,
            inertias,
            armature[self.v],
            robot.gravity,
        )

    def configuration(self, q):
        out = []
        for joint in self.robot.joints:
            x = q[joint.q]
            if joint.kind == "spherical":
                x = rotation_vector(x)
            if joint.kind == "free":
                x = np.r_[rotation_vector(x[3:]), x[:3]]
            out.append(x)
        return np.concatenate(out)

    def poses(self, q):
        """X of every body, from root to body coordinates."""
        X, _ = self.model.kinematics(self.configuration(q))
        X0 = []
        for i, parent in enumerate(self.model.parent):
            X0.append(X[i] @ (X0[parent] if parent >= 0 else np.eye(6)))
        return X0

    def forces(self, q, forces, frame):
        if forces is None or frame == "root":
            return forces
        return [X.T @ f for X, f in zip(self.poses(q), forces)]

    def inverse_dynamics(self, q, v, a, forces=None, frame="body"):
        f = self.forces(q, forces, frame)
        return self.oracle.rnea(self.model, self.configuration(q), v[self.v], a[self.v], f)[self.v]

    def forward_dynamics(self, q, v, tau, forces=None, frame="body"):
        # Its aba does not support external forces, so they are converted to the torques that they cause.
        zero = np.zeros(self.robot.nv)
        pushed = self.inverse_dynamics(q, zero, zero) - self.inverse_dynamics(q, zero, zero, forces, frame)
        return self.oracle.aba(self.model, self.configuration(q), v[self.v], (tau + pushed)[self.v])[self.v]

    def mass_matrix(self, q):
        return self.oracle.crba(self.model, self.configuration(q))[np.ix_(self.v, self.v)]

    def kinetic_energy(self, q, v):
        return v @ self.mass_matrix(q) @ v / 2

    def potential_energy(self, q):
        # of a unit acceleration of the root in each direction, the inertia in root coordinates gives the force
        total = sum(X.T @ I @ X for X, I in zip(self.poses(q), self.model.I))
        first_moment = np.array([total[2, 4], total[0, 5], total[1, 3]])  # of total = [[., h x], [., .]]
        return -self.robot.gravity @ first_moment


def rotation_vector(quaternion):
    vector, scalar = quaternion[:3], quaternion[3]
    sine = np.linalg.norm(vector)
    return vector * (2 * np.arctan2(sine, scalar) / sine)
