"""Models of MuJoCo from files as an engine; see engine_files.py."""

from __future__ import annotations

import pathlib
import sys

import mujoco
import numpy as np
from engine_mujoco import Mujoco

sys.path.append(str(pathlib.Path(__file__).parents[2] / "bench"))
from mujoco_urdf import from_urdf  # noqa: E402, F401

mujoco.set_mju_user_warning(lambda message: None)  # it would write them to a file in the working directory


class LoadedMujoco(Mujoco):
    """A model of MuJoCo beside one of treefix, with everything but rigid bodies switched off."""

    def __init__(self, robot, model):
        self.robot, self.model = robot, model
        rigid_bodies_only(model)
        self.data = mujoco.MjData(model)
        names = [model.joint(i).name for i in range(model.njnt)]
        ids = [names.index(j.name) if j.name in names else i for i, j in enumerate(robot.joints)]  # some have no name
        assert sorted(ids) == list(range(model.njnt)) and {j.name for j in robot.joints} >= set(names) - {""}
        pulls = not model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_GRAVITY
        assert (robot.nv, *robot.gravity) == (model.nv, *(pulls * model.opt.gravity))
        self.q = model.jnt_qposadr[ids]
        self.v = np.concatenate([np.zeros(0, int), *(np.flatnonzero(model.dof_jntid == i) for i in ids)])

    def potential_energy(self, q):
        # MuJoCo's total includes bodies that never move.
        self.set_state(q, np.zeros(self.robot.nv))
        mujoco.mj_kinematics(self.model, self.data)
        return -self.model.body_mass[self.moving] @ self.data.xipos[self.moving] @ self.robot.gravity

    @property
    def moving(self):
        """The numbers of the bodies that a joint moves."""
        moves = np.zeros(self.model.nbody, bool)
        for i in range(1, self.model.nbody):
            moves[i] = self.model.body_jntnum[i] > 0 or moves[self.model.body_parentid[i]]
        return np.flatnonzero(moves)

    def limits(self, joint):
        """The limits of a joint with one coordinate."""
        i = self.model.dof_jntid[self.v[joint.v.start]]
        return tuple(self.model.jnt_range[i]) if self.model.jnt_limited[i] else (-np.inf, np.inf)

    def number_of(self, body):
        """The number of the body of that name; None if there is none."""
        number = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_BODY, body)
        return number if number > 0 else None

    def inertia(self, number):
        """Mass, centre of mass and inertia about it of a body with everything fixed to it, in its coordinates."""
        m, d = self.model, self.data
        mujoco.mj_kinematics(m, d)
        parts = np.flatnonzero(m.body_weldid == number)
        R = d.xmat[number].reshape(3, 3)
        mass = m.body_mass[parts]
        centres = (d.xipos[parts] - d.xpos[number]) @ R
        com = mass @ centres / mass.sum()
        total = np.zeros((3, 3))
        for i, c in zip(parts, centres - com):
            axes = R.T @ d.ximat[i].reshape(3, 3)
            total += axes @ np.diag(m.body_inertia[i]) @ axes.T + m.body_mass[i] * (c @ c * np.eye(3) - np.outer(c, c))
        return mass.sum(), com, total

    @property
    def moving_mass(self):
        return self.model.body_mass[self.moving].sum()


def rigid_bodies_only(model):
    off = mujoco.mjtDisableBit
    for flag in ("CONSTRAINT", "CONTACT", "SPRING", "DAMPER", "ACTUATION"):
        model.opt.disableflags |= getattr(off, "mjDSBL_" + flag)
    model.opt.enableflags = mujoco.mjtEnableBit.mjENBL_ENERGY
    model.opt.density = model.opt.viscosity = 0
    model.body_gravcomp[:] = 0
    model.tendon_armature[:] = 0


# About ten times the worst seen in units of depth * eps * scale; compare.py defines the scales. MuJoCo finds
# principal axes of inertia only to 1e-12, and those of a mesh to 1e-8, but mass, centre and moments to the last digits.
MUJOCO_LIMITS = {
    "mass matrix": 14e3,
    "inverse dynamics": 270,
    "forward dynamics": 75,
    "ID(FD(tau))": 1300,
    "kinetic energy": 1200,
    "potential energy": 6,
}
MESH_LIMITS = {
    "mass matrix": 1e8,
    "inverse dynamics": 3e6,
    "forward dynamics": 2e6,
    "ID(FD(tau))": 2e7,
    "kinetic energy": 1e7,
    "potential energy": 6,
}


def mujoco_limits(model):
    """The name and the limits for compare()."""
    meshes = np.any(model.geom_type == mujoco.mjtGeom.mjGEOM_MESH)
    return ("MuJoCo, meshes", MESH_LIMITS) if meshes else ("MuJoCo, MJCF", MUJOCO_LIMITS)
