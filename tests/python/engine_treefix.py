"""treefix as an engine for the comparisons.

An engine has these functions in the coordinates of the description (robots.py): inverse_dynamics, forward_dynamics,
mass_matrix, kinetic_energy, potential_energy. External forces are one row per joint of the description, on the body
that the joint moves, angular part first, in coordinates of that body or of the root.
"""

from __future__ import annotations

import numpy as np
import treefix as tf


class Treefix:
    """Bodies are added in random order, so that its order differs from the description's.

    followers: mimic joint -> (leader, ratio, offset). Mimic joints have no coordinates in q and v.
    """

    def __init__(self, robot, g, followers={}):
        builder = tf.ModelBuilder("random").gravity(robot.gravity)
        for i in g.permutation(len(robot.bodies)):
            body = robot.bodies[i]
            joints = [self.joint(j, followers.get(j.name)) for j in body.joints]
            builder.body(
                body.name,
                body.parent,
                position=body.position,
                **(dict(rotation=body.rotation) if i % 2 else dict(quaternion=body.quaternion)),
                joint=joints[0] if len(joints) == 1 else joints,
                mass=body.mass,
                com=body.com,
                inertia=body.inertia,
            )
        self.model = builder.build()
        found = [self.model.joint(j.name) for j in robot.joints]
        self.q = np.concatenate([np.r_[j.q] for j in found]).astype(int)
        self.v = np.concatenate([np.r_[j.v] for j in found]).astype(int)
        self.body = np.array([self.model.body_names.index(j.body) for j in found])

    @staticmethod
    def joint(j, mimic):
        options = dict(name=j.name, armature=j.armature)
        if j.kind in ("revolute", "prismatic", "helical"):
            options.update(axis=j.axis, mimic=mimic)
        if j.kind == "helical":
            options.update(pitch=j.pitch)
        return getattr(tf.Joint, j.kind)(**options)

    def order(self, x, index):
        y = np.empty_like(x)
        y[index] = x
        return y

    def forces(self, forces):
        return None if forces is None else self.order(forces, self.body)

    def inverse_dynamics(self, q, v, a, forces=None, frame="body", **how):
        tau = self.model.inverse_dynamics(
            self.order(q, self.q), self.order(v, self.v), self.order(a, self.v), self.forces(forces), frame, **how
        )
        return tau[self.v]

    def forward_dynamics(self, q, v, tau, forces=None, frame="body", **how):
        a, self.info = self.model.forward_dynamics(
            self.order(q, self.q),
            self.order(v, self.v),
            self.order(tau, self.v),
            self.forces(forces),
            frame,
            return_info=True,
            **how,
        )
        return a[self.v]

    def mass_matrix(self, q):
        return self.model.mass_matrix(self.order(q, self.q))[np.ix_(self.v, self.v)]

    def kinetic_energy(self, q, v):
        return self.model.kinetic_energy(self.order(q, self.q), self.order(v, self.v))

    def potential_energy(self, q):
        return self.model.potential_energy(self.order(q, self.q))

    def reach(self, q):
        """The largest distance of a body from the root."""
        q = self.order(q, self.q)
        return max(np.linalg.norm(self.model.frame_pose(name, q)[:3, 3]) for name in self.model.frame_names)
