"""treefix against Pinocchio on every robot of example-robot-data."""

import functools
import pathlib
import xml.etree.ElementTree as ElementTree

import numpy as np
import pinocchio as pin
import pytest
import treefix as tf
from compare import compare
from engine_files import LIMITS_OF_FILES, Coupled, Loaded, LoadedPinocchio, mimics_of
from robot_files import URDF_REFUSED, document, example_robot_data

ROBOTS = example_robot_data()
ACCEPTED = [name for name in ROBOTS if name not in URDF_REFUSED]
MIMICS = {name: mimics_of(ElementTree.parse(ROBOTS[name])) for name in ACCEPTED}
FOLLOWING = [name for name in ACCEPTED if MIMICS[name]]
# Pinocchio requires a leader before its mimic joints.
NOT_IN_PINOCCHIO = {"talos_data/robots/talos_full_v2.urdf", "talos_data/robots/talos_full_v2_box.urdf"}
STATES = 5


@functools.cache
def read(path, root, mimic=False):
    """The robot in treefix and in Pinocchio, loaded once for all tests."""
    joint = [pin.JointModelFreeFlyer()] if root == "free" else []
    ours = Loaded(tf.load(path, root=root, mimic=mimic))
    return ours, LoadedPinocchio(ours, pin.buildModelFromUrdf(str(path), *joint, mimic=mimic))


def test_the_package_has_all_its_robots():
    assert len(ROBOTS) == 69 and len(FOLLOWING) == 7
    assert set(URDF_REFUSED) < set(ROBOTS)


def test_the_list_of_robots_is_up_to_date():
    path = pathlib.Path(__file__).parents[2] / "docs" / "robots.md"
    assert path.read_text() == document(), "run: build/venv/bin/python tests/python/robot_files.py > docs/robots.md"


@pytest.mark.parametrize("root", ["fixed", "free"])
@pytest.mark.parametrize("name", ACCEPTED)
def test_has_the_dynamics_that_pinocchio_computes(name, root):
    ours, other = read(ROBOTS[name], root)
    g = np.random.default_rng(len(name))
    for _ in range(STATES if ours.nv else 0):
        compare("Pinocchio, robots", LIMITS_OF_FILES, ours, ours, other, *random_state(g, ours), None, "body")


def random_state(g, robot):
    return robot.random_configuration(g), *g.uniform(-1, 1, (2, robot.nv))


@pytest.mark.parametrize("name", ACCEPTED)
def test_has_links_where_pinocchio_has_them(name):
    ours, other = read(ROBOTS[name], "free")
    q = ours.random_configuration(np.random.default_rng(0))
    reach = 1 + ours.reach(q)
    links = {frame.name for frame in other.model.frames if frame.type == pin.FrameType.BODY}
    assert links == set(ours.model.frame_names)
    for link in links:
        difference = ours.model.frame_pose(link, q) - other.pose(link, q)
        assert np.max(np.abs(difference)) < 1e-14 * ours.depth * reach, link


@pytest.mark.parametrize("name", ACCEPTED)
def test_has_the_limits_that_pinocchio_reads(name):
    ours, other = read(ROBOTS[name], "fixed")
    model = other.model
    for joint, i in zip(ours.joints, other.ids):
        to = model.joints[i]
        if to.nq == 1:
            limits = model.lowerPositionLimit[to.idx_q], model.upperPositionLimit[to.idx_q]
            assert (ours.model.lower[joint.q][0], ours.model.upper[joint.q][0]) == limits, joint.name
        assert ours.model.velocity_limit[joint.v][0] == model.upperVelocityLimit[to.idx_v]
        assert ours.model.effort_limit[joint.v][0] == model.upperEffortLimit[to.idx_v]
        assert ours.model.damping[joint.v][0] == model.damping[to.idx_v]
        assert ours.model.friction[joint.v][0] == model.upperDryFrictionLimit[to.idx_v]


@pytest.mark.parametrize("root", ["fixed", "free"])
@pytest.mark.parametrize("name", FOLLOWING)
def test_joints_that_mimic_follow(name, root):
    """Compares with Pinocchio's mimic joints, and with its independent joints moved as the file couples them."""
    full, pinocchio = read(ROBOTS[name], root)
    ours = Loaded(tf.load(ROBOTS[name], root=root, mimic=True))
    assert full.nv - ours.nv == len(MIMICS[name])
    others = [Coupled(pinocchio, ours, MIMICS[name])]
    if name not in NOT_IN_PINOCCHIO:
        others.append(read(ROBOTS[name], root, mimic=True)[1])
    g = np.random.default_rng(len(name))
    for _ in range(STATES):
        state = random_state(g, ours)
        for other in others:
            compare("Pinocchio, robots", LIMITS_OF_FILES, ours, ours, other, *state, None, "body")


@pytest.mark.parametrize("root", ["fixed", "free"])
@pytest.mark.parametrize("name", URDF_REFUSED)
def test_refuses_what_cannot_be_computed(name, root):
    with pytest.raises(tf.ParseError, match=URDF_REFUSED[name].message):
        tf.load(ROBOTS[name], root=root)
    assert URDF_REFUSED[name].is_right(ROBOTS[name])
