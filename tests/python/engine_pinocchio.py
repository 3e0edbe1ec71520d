"""Pinocchio as an engine; engine_treefix.py defines engines."""

from __future__ import annotations

import numpy as np
import pinocchio as pin


class Pinocchio:
    """Composites become chains of massless bodies, or one joint where the body names one."""

    def __init__(self, robot):
        self.robot = robot
        self.model = pin.Model()
        self.model.gravity = pin.Motion(robot.gravity, np.zeros(3))
        carrier = {"": (0, pin.SE3.Identity())}  # joint that carries a body, and where the body is on it
        self.ids = []  # for each joint of the description
        for body in robot.bodies:
            parent, placement = carrier[body.parent]
            placement = placement * pin.SE3(body.rotation, body.position)
            if body.pinocchio:
                joints = [(body.name, self.whole_joint(body), len(body.joints))]
            else:
                joints = [(j.name, self.joint(j), 1) for j in body.joints]
            for name, joint, count in joints:
                parent = self.model.addJoint(parent, joint, placement, name)
                placement = pin.SE3.Identity()
                self.ids += [parent] * count
            inertia = pin.Inertia(body.mass, body.com, body.inertia)
            self.model.appendBodyToJoint(parent, inertia, placement)
            carrier[body.name] = (parent, placement)
        self.v = np.concatenate([self.coordinates(i) for i in dict.fromkeys(self.ids)])
        self.bare = self.model.copy()
        self.armature = self.velocity(np.concatenate([j.armature for j in robot.joints]))
        self.model.armature = self.armature
        self.data = self.model.createData()

    def coordinates(self, i):
        joint = self.model.joints[i]
        return np.arange(joint.idx_v, joint.idx_v + joint.nv)

    def joint(self, j):
        if j.kind == "helical":
            return pin.JointModelHelicalUnaligned(j.axis, j.pitch)
        kinds = dict(spherical="Spherical", planar="Planar", free="FreeFlyer")
        if j.kind in kinds:
            return getattr(pin, "JointModel" + kinds[j.kind])()
        kinds = dict(revolute="RevoluteUnaligned", prismatic="PrismaticUnaligned")
        return getattr(pin, "JointModel" + kinds[j.kind])(j.axis)

    def whole_joint(self, body):
        make, first = getattr(pin, "JointModel" + body.pinocchio), body.joints[0]
        if body.pinocchio == "Composite":
            composite = make()
            for joint in body.joints:
                composite.addJoint(self.joint(joint), pin.SE3.Identity())
            return composite
        if body.pinocchio == "Universal":
            return make(*(joint.axis for joint in body.joints))
        return make(first.pitch) if first.kind == "helical" else make()

    def configuration(self, q):
        out, at = np.zeros(self.model.nq), {}
        unbounded = {j.name for b in self.robot.bodies for j in b.joints if "RUB" in b.pinocchio}
        for joint, i in zip(self.robot.joints, self.ids):
            x = q[joint.q]
            if joint.kind == "planar" or joint.name in unbounded:
                x = [*x[:-1], np.cos(x[-1]), np.sin(x[-1])]
            begin = at.get(i, self.model.joints[i].idx_q)
            at[i] = begin + len(x)
            out[begin : at[i]] = x
        return out

    def velocity(self, v):
        out = np.empty(self.model.nv)
        out[self.v] = v
        return out

    def forces(self, q, forces, frame):
        out = pin.StdVec_Force()
        out.extend([pin.Force.Zero() for _ in range(self.model.njoints)])
        if forces is None:
            return out
        pin.forwardKinematics(self.model, self.data, q)
        for i, f in zip(self.ids, forces):
            force = pin.Force(f[3:], f[:3])
            out[i] = self.data.oMi[i].actInv(force) if frame == "root" else force
        return out

    def inverse_dynamics(self, q, v, a, forces=None, frame="body"):
        q = self.configuration(q)
        f = self.forces(q, forces, frame)
        return pin.rnea(self.model, self.data, q, self.velocity(v), self.velocity(a), f)[self.v]

    def forward_dynamics(self, q, v, tau, forces=None, frame="body"):
        # Below other joints a free joint costs Pinocchio's aba up to 12 digits: its residual in Pinocchio's own rnea is
        # then 1e-2 of the torques, where that of its mass matrix is 1e-9. So the mass matrix is used there.
        if any(j.kind == "free" and self.model.parents[i] > 0 for j, i in zip(self.robot.joints, self.ids)):
            bias = self.inverse_dynamics(q, v, np.zeros(self.robot.nv), forces, frame)
            return np.linalg.solve(self.mass_matrix(q), tau - bias)
        q = self.configuration(q)
        f = self.forces(q, forces, frame)
        return pin.aba(self.model, self.data, q, self.velocity(v), self.velocity(tau), f)[self.v]

    def mass_matrix(self, q):
        H = np.triu(pin.crba(self.model, self.data, self.configuration(q)))
        return (H + np.triu(H, 1).T)[np.ix_(self.v, self.v)]

    def kinetic_energy(self, q, v):
        # Pinocchio 4.1 counts the armature in the kinetic energy of most joints, but not of revolute and helical ones
        # of any axis. So the energy is computed without armature, which is then added.
        v = self.velocity(v)
        bodies = pin.computeKineticEnergy(self.bare, self.bare.createData(), self.configuration(q), v)
        return bodies + np.sum(self.armature * v**2) / 2

    def potential_energy(self, q):
        return pin.computePotentialEnergy(self.model, self.data, self.configuration(q))
