"""MuJoCo as an engine; engine_treefix.py defines engines."""

from __future__ import annotations

import mujoco
import numpy as np
import robots


class Mujoco:
    """Composites become several joints of one body, so no forces can act on the massless bodies between joints.

    A free joint's linear velocity is in world axes there, in body axes here: v_mujoco = T v, tau = T' tau_mujoco.
    """

    def __init__(self, robot):
        self.robot = robot
        self.model = mujoco.MjModel.from_xml_string(self.xml())
        self.data = mujoco.MjData(self.model)
        joints = [self.model.joint(j.name) for j in robot.joints]
        self.v = np.concatenate(
            [np.arange(k.dofadr[0], k.dofadr[0] + (j.v.stop - j.v.start)) for j, k in zip(robot.joints, joints)]
        )
        self.q = [k.qposadr[0] for k in joints]

    def xml(self):
        def text(numbers):
            return " ".join(repr(float(x)) for x in numbers)

        def quat(x):
            return text(x[[3, 0, 1, 2]])

        types = dict(revolute="hinge", prismatic="slide", spherical="ball", free="free")

        def element(body):
            lines = [f'<body name="{body.name}" pos="{text(body.position)}" quat="{quat(body.quaternion)}">']
            for j in body.joints:
                lines.append(
                    f'<joint name="{j.name}" type="{types[j.kind]}" axis="{text(j.axis)}"'
                    f' armature="{float(j.armature[0])!r}"/>'
                )
            if body.mass:
                # MuJoCo gets the principal axes from which the inertia was made. From the full matrix it would compute
                # them only to 1e-12.
                lines.append(
                    f'<inertial pos="{text(body.com)}" quat="{quat(body.principal_axes)}" mass="{body.mass!r}"'
                    f' diaginertia="{text(body.principal)}"/>'
                )
            lines += [element(child) for child in self.robot.bodies if child.parent == body.name]
            return "\n".join(lines + ["</body>"])

        roots = "\n".join(element(body) for body in self.robot.bodies if not body.parent)
        return (
            f'<mujoco><compiler angle="radian"/><option gravity="{text(self.robot.gravity)}">'
            '<flag contact="disable" constraint="disable" energy="enable"/></option>'
            f"<worldbody>{roots}</worldbody></mujoco>"
        )

    def set_state(self, q, v):
        """Returns T, and what the acceleration in MuJoCo's coordinates has besides T a."""
        T, extra = np.eye(self.robot.nv), np.zeros(self.robot.nv)
        for joint, begin in zip(self.robot.joints, self.q):
            x = q[joint.q]
            if joint.kind == "spherical":
                x = x[[3, 0, 1, 2]]
            if joint.kind == "free":
                x = x[[0, 1, 2, 6, 3, 4, 5]]
                linear = slice(joint.v.start, joint.v.start + 3)
                angular = slice(joint.v.start + 3, joint.v.start + 6)
                R = robots.matrix(q[joint.q][3:])
                T[linear, linear] = R
                extra[linear] = R @ np.cross(v[angular], v[linear])
            self.data.qpos[begin : begin + len(x)] = x
        self.data.qvel[self.v] = T @ v
        self.data.xfrc_applied[:] = 0
        return T, extra

    def push(self, forces, frame):
        """Sets xfrc_applied: at each body's centre of mass, in world axes, force first."""
        d = self.data
        mujoco.mj_kinematics(self.model, d)
        body_of = {joint.name: body.name for body in self.robot.bodies for joint in body.joints[-1:]}
        for joint, f in zip(self.robot.joints, forces):
            if joint.name not in body_of:
                assert not f.any(), "MuJoCo has no body between two joints"
                continue
            i = self.model.body(body_of[joint.name]).id
            moment, force, about = f[:3], f[3:], np.zeros(3)
            if frame == "body":
                R = d.xmat[i].reshape(3, 3)
                moment, force, about = R @ moment, R @ force, d.xpos[i]
            d.xfrc_applied[i] = np.r_[force, moment - np.cross(d.xipos[i] - about, force)]

    def pushed(self):
        """The joint torques that the applied forces cause."""
        out = np.zeros(self.model.nv)
        for i in range(1, self.model.nbody):
            f = self.data.xfrc_applied[i]
            mujoco.mj_applyFT(self.model, self.data, f[:3], f[3:], self.data.xipos[i], i, out)
        return out

    def inverse_dynamics(self, q, v, a, forces=None, frame="body"):
        T, extra = self.set_state(q, v)
        self.data.qacc[self.v] = T @ a + extra
        if forces is not None:
            self.push(forces, frame)
        mujoco.mj_inverse(self.model, self.data)
        return T.T @ (self.data.qfrc_inverse - self.pushed())[self.v]

    def forward_dynamics(self, q, v, tau, forces=None, frame="body"):
        T, extra = self.set_state(q, v)
        self.data.qfrc_applied[self.v] = T @ tau
        if forces is not None:
            self.push(forces, frame)
        mujoco.mj_forward(self.model, self.data)
        return T.T @ (self.data.qacc[self.v] - extra)

    def mass_matrix(self, q):
        T, _ = self.set_state(q, np.zeros(self.robot.nv))
        mujoco.mj_forward(self.model, self.data)
        H = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, H)
        return T.T @ H[np.ix_(self.v, self.v)] @ T

    def kinetic_energy(self, q, v):
        self.set_state(q, v)
        mujoco.mj_forward(self.model, self.data)
        return self.data.energy[1]

    def potential_energy(self, q):
        self.set_state(q, np.zeros(self.robot.nv))
        mujoco.mj_forward(self.model, self.data)
        return self.data.energy[0]
