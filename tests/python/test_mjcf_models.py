"""treefix against MuJoCo on the models that dm_control's suite and gymnasium ship."""

import mujoco
import numpy as np
import pytest
import treefix as tf
from compare import compare
from engine_files import Loaded
from engine_files_mujoco import LoadedMujoco, mujoco_limits
from robot_files import mjcf_models

MODELS = mjcf_models()
STATES = 5
FLAGS = ("CONSTRAINT", "CONTACT", "SPRING", "DAMPER")


def read(name):
    """By treefix and by MuJoCo."""
    ours = Loaded(tf.load(MODELS[name]))
    return ours, LoadedMujoco(ours, mujoco.MjModel.from_xml_path(str(MODELS[name])))


def test_the_packages_have_all_their_models():
    assert [sum(name.startswith(package) for name in MODELS) for package in ("dm_control/", "gymnasium/")] == [19, 14]


@pytest.mark.parametrize("name", MODELS)
def test_has_the_dynamics_that_mujoco_computes(name):
    ours, other = read(name)
    g = np.random.default_rng(len(name))
    for _ in range(STATES if ours.nv else 0):
        v, a = g.uniform(-1, 1, (2, ours.nv))
        compare(*mujoco_limits(other.model), ours, ours, other, ours.random_configuration(g), v, a, None, "body")


@pytest.mark.parametrize("name", MODELS)
def test_has_the_joints_of_mujoco_in_their_order(name):
    ours, other = read(name)
    model = other.model
    joints = [model.joint(i) for i in range(model.njnt)]
    assert [j.name for j in ours.joints] == [j.name for j in joints]
    assert ours.model.total_mass == pytest.approx(other.moving_mass, rel=1e-12)
    for joint in ours.joints:
        if joint.kind in ("revolute", "prismatic"):
            limits = ours.model.lower[joint.q][0], ours.model.upper[joint.q][0]
            assert limits == pytest.approx(other.limits(joint), rel=1e-14), joint.name


@pytest.mark.parametrize("name", MODELS)
def test_has_the_masses_and_inertias_that_mujoco_compiles(name):
    ours, other = read(name)
    limit = 1e-6 if other.model.nmesh else 1e-10  # MuJoCo converts inertias to principal axes, which are not exact
    for body in ours.model.body_names:
        if other.number_of(body) is None:
            continue  # between two joints of one body of MuJoCo, or without a name there
        mass, com, inertia = ours.model.body_inertia(body)
        their_mass, their_com, their_inertia = other.inertia(other.number_of(body))
        assert mass == pytest.approx(their_mass, rel=1e-12), body
        assert np.max(np.abs(com - their_com)) <= limit * (1 + np.max(np.abs(their_com))), body
        assert np.max(np.abs(inertia - their_inertia)) <= limit * np.max(np.abs(their_inertia)), body


@pytest.mark.parametrize("name", MODELS)
def test_has_bodies_where_mujoco_has_them(name):
    ours, other = read(name)
    q = ours.random_configuration(np.random.default_rng(0))
    other.set_state(q, np.zeros(ours.nv))
    mujoco.mj_kinematics(other.model, other.data)
    reach = 1 + np.max(np.abs(other.data.xpos))
    for i in range(1, other.model.nbody):
        body = other.data.body(i)
        if not body.name:
            continue
        pose = ours.model.frame_pose(body.name, q)
        assert np.max(np.abs(pose[:3, 3] - body.xpos)) < 1e-14 * (1 + ours.depth) * reach, body.name
        assert np.max(np.abs(pose[:3, :3].ravel() - body.xmat)) < 1e-14 * (1 + ours.depth), body.name


@pytest.mark.parametrize("name", MODELS)
def test_reports_the_features_that_are_not_rigid_bodies(name):
    model = mujoco.MjModel.from_xml_path(str(MODELS[name]))
    said = "\n".join(str(warning) for warning in tf.load(MODELS[name]).warnings)
    off = {flag: model.opt.disableflags & getattr(mujoco.mjtDisableBit, "mjDSBL_" + flag) for flag in FLAGS}
    there = {
        "equality": model.neq,
        "tendon": model.ntendon,
        "contacts": not off["CONTACT"] and np.any(model.geom_contype[model.geom_bodyid > 0]),
        "frictionloss": np.any(model.dof_frictionloss),
    }
    if off["CONSTRAINT"]:
        there = {"tendon": model.ntendon}
    there["springs"] = not off["SPRING"] and np.any(model.jnt_stiffness)
    there["damping"] = not off["DAMPER"] and np.any(model.dof_damping)
    there["fluid"] = model.opt.density or model.opt.viscosity
    for word, has in there.items():
        assert not has or word in said, word
