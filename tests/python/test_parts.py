"""What a model says about its joints and bodies, and its text."""

import numpy as np
import pytest
import treefix as tf
from robot_files import URDF_REFUSED, example_robot_data

FILES = [path for name, path in example_robot_data().items() if name not in URDF_REFUSED]


@pytest.fixture(params=FILES, ids=lambda path: path.name)
def robot(request):
    return tf.load(request.param)


def bodies_of(robot):
    names, found = [""], []
    while names:
        parent = names.pop(0)
        children = robot.body(parent).children if parent else [n for n in robot.frame_names if is_on_root(robot, n)]
        found += children
        names += children
    return found


def is_on_root(robot, name):
    return robot.body(name).parent == ""


def test_bodies_make_a_tree(robot):
    found = bodies_of(robot)
    assert sorted(found) == sorted(robot.frame_names)
    for name in found:
        body = robot.body(name)
        assert body.name == name and all(robot.body(child).parent == name for child in body.children)
        assert (body.joint is None) == (name not in robot.body_names)


def test_masses_add_up_to_those_of_moving_bodies(robot):
    """With everything that is fixed to it, a body has the mass, centre of mass and inertia that body_inertia gives."""
    q = np.zeros(robot.nq)
    for moving in robot.body_names:
        mass, com, inertia = robot.body_inertia(moving)
        fixed = [moving]
        for name in fixed:
            fixed += [child for child in robot.body(name).children if robot.body(child).joint is None]
        base = np.linalg.inv(robot.frame_pose(moving, q))
        bodies = [(robot.body(name), base @ robot.frame_pose(name, q)) for name in fixed]
        assert sum(body.mass for body, _ in bodies) == pytest.approx(mass)
        centres = [(pose @ [*body.com, 1])[:3] for body, pose in bodies]
        if mass == 0:
            continue
        assert np.allclose(sum(body.mass * c for (body, _), c in zip(bodies, centres)) / mass, com)
        total = np.zeros((3, 3))
        for (body, pose), c in zip(bodies, centres):
            R, d = pose[:3, :3], c - com
            total += R @ body.inertia @ R.T + body.mass * (d @ d * np.eye(3) - np.outer(d, d))
        assert np.allclose(total, inertia, atol=1e-12 * (1 + np.abs(inertia).max()))


def test_joints_move_bodies_about_their_axes(robot):
    """A body in a small rotation or translation along q moves as its axis and placement say."""
    step = 1e-3
    for name in robot.joint_names:
        joint = robot.joint(name)
        body = robot.body(joint.body)
        assert np.array_equal(joint.placement, body.placement) and body.joint == name
        assert joint.armature.shape == (joint.v.stop - joint.v.start,)
        if joint.kind not in ("revolute", "prismatic"):
            assert joint.axis is None
            continue
        assert np.linalg.norm(joint.axis) == pytest.approx(1) and joint.pitch == 0
        q = np.zeros(robot.nq)
        before = robot.frame_pose(joint.body, q)
        q[joint.q] = step
        moved = np.linalg.inv(before) @ robot.frame_pose(joint.body, q)
        if joint.kind == "revolute":
            turn = np.array([moved[2, 1] - moved[1, 2], moved[0, 2] - moved[2, 0], moved[1, 0] - moved[0, 1]]) / 2
            assert np.allclose(turn, np.sin(step) * joint.axis, atol=1e-12)
        else:
            assert np.allclose(moved[:3, 3], step * joint.axis, atol=1e-12)
        for here, everywhere in [
            (joint.lower, robot.lower[joint.q]),
            (joint.upper, robot.upper[joint.q]),
            (joint.velocity_limit, robot.velocity_limit[joint.v]),
            (joint.effort_limit, robot.effort_limit[joint.v]),
            (joint.damping, robot.damping[joint.v]),
            (joint.friction, robot.friction[joint.v]),
        ]:
            assert np.array_equal(here, everywhere)


def test_a_helical_joint_has_a_pitch():
    robot = tf.ModelBuilder().body("screw", joint=tf.Joint.helical((0, 0, 2), 0.25), mass=1, inertia=(1, 1, 1)).build()
    joint = robot.joint("screw")
    assert joint.pitch == 0.25 and np.array_equal(joint.axis, [0, 0, 1])


def test_names_that_do_not_exist_come_with_the_nearest_one():
    arm = tf.zoo.arm()
    for call, message in [
        (lambda: arm.body("lnk3"), r"model 'arm' has no body named 'lnk3' \(did you mean 'link3'\?\)"),
        (lambda: arm.joint("join3"), r"model 'arm' has no joint named 'join3' \(did you mean 'joint3'\?\)"),
        (lambda: arm.frame_pose("flage", np.zeros(7)), r"has no frame named 'flage' \(did you mean 'flange'\?\)"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()
    assert np.array_equal(arm.frame_pose("joint3", np.zeros(7)), arm.frame_pose("link3", np.zeros(7)))


def test_the_text_of_a_model_is_its_tree(robot):
    lines = str(robot).splitlines()
    assert lines[0].startswith(robot.name + ": ") and len(lines) == 1 + min(len(robot.frame_names), 40) + (
        len(robot.frame_names) > 40
    )
    warnings = len(robot.warnings)
    text = {0: "", 1: ", 1 warning"}.get(warnings, f", {warnings} warnings")
    assert repr(robot).endswith(f" kg{text}>") and len(repr(robot)) < 200
