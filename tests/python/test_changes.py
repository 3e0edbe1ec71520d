"""Changed robots against the functions of Pinocchio that change models, on the robots of example-robot-data."""

import numpy as np
import pinocchio as pin
import pytest
import treefix as tf
from compare import compare
from engine_files import LIMITS_OF_FILES, Loaded, LoadedPinocchio
from robot_files import URDF_REFUSED, example_robot_data

ROBOTS = example_robot_data()
ACCEPTED = [name for name in ROBOTS if name not in URDF_REFUSED]
STATES = 2


def random_state(g, robot):
    return robot.random_configuration(g), *g.uniform(-1, 1, (2, robot.nv))


def require_different_names(model):
    names = [frame.name for frame in model.frames]
    if len(set(names)) < len(names):
        pytest.skip("this function of Pinocchio does not accept joints and links of the same name")


def expect_same_dynamics(model, other, g):
    ours = Loaded(model)
    theirs = LoadedPinocchio(ours, other)
    for _ in range(STATES if ours.nv else 0):
        compare("Pinocchio, changed", LIMITS_OF_FILES, ours, ours, theirs, *random_state(g, ours), None, "body")
    return ours, theirs


@pytest.mark.parametrize("root", ["fixed", "free"])
@pytest.mark.parametrize("name", ACCEPTED)
def test_locked_joints_are_those_of_a_reduced_model(name, root):
    joint = [pin.JointModelFreeFlyer()] if root == "free" else []
    ours = Loaded(tf.load(ROBOTS[name], root=root))
    theirs = LoadedPinocchio(ours, pin.buildModelFromUrdf(str(ROBOTS[name]), *joint))
    require_different_names(theirs.model)
    g = np.random.default_rng(len(name))
    q = ours.random_configuration(g)
    chosen = [(j, i) for j, i in zip(ours.joints, theirs.ids) if g.uniform() < 0.5]
    locked = ours.model.locked({joint.name: q[joint.q] for joint, _ in chosen})
    reduced = pin.buildReducedModel(theirs.model, [i for _, i in chosen], theirs.configuration(q))
    ours, theirs = expect_same_dynamics(locked, reduced, g)
    if ours.nv:
        q = ours.random_configuration(g)
        for link in locked.frame_names:
            difference = locked.frame_pose(link, q) - theirs.pose(link, q)
            assert np.max(np.abs(difference)) < 1e-13 * (1 + ours.reach(q)), link


@pytest.mark.parametrize("name", ACCEPTED)
def test_attached_robots_are_those_of_an_appended_model(name):
    arm = tf.ModelBuilder().build().attached(tf.zoo.make("random_tree:n=4,seed=5,joints=R"), prefix="tool_")
    robot = tf.load(ROBOTS[name])
    tool = pin.buildModelFromXML(arm.to_urdf())
    base = pin.buildModelFromUrdf(str(ROBOTS[name]))
    require_different_names(base)
    g = np.random.default_rng(len(name))
    link = robot.frame_names[g.integers(len(robot.frame_names))]
    frame = base.getFrameId(link, pin.FrameType.BODY)
    expect_same_dynamics(robot.attached(arm, link), pin.appendModel(base, tool, frame, pin.SE3.Identity()), g)


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_payload_is_an_inertia_appended_to_a_joint(name):
    robot = tf.load(ROBOTS[name])
    other = pin.buildModelFromUrdf(str(ROBOTS[name]))
    g = np.random.default_rng(len(name))
    link = robot.frame_names[g.integers(len(robot.frame_names))]
    mass, com, inertia = 2.0, g.uniform(-1, 1, 3), np.diag([0.3, 0.4, 0.5])
    frame = other.frames[other.getFrameId(link, pin.FrameType.BODY)]
    other.appendBodyToJoint(frame.parentJoint, pin.Inertia(mass, com, inertia), frame.placement)
    expect_same_dynamics(robot.with_payload(link, mass, com, inertia), other, g)


def test_another_root_is_that_of_the_loader():
    for name in ACCEPTED:
        fixed, free = (tf.load(ROBOTS[name], root=root) for root in ("fixed", "free"))
        assert fixed.with_root("free") == free
        assert free.with_root("fixed") == fixed
        assert fixed.with_root("fixed") == fixed


def test_a_builder_changes_what_a_model_was():
    arm = tf.zoo.arm()
    assert arm.to_builder().build() == arm
    heavy = arm.to_builder().change("link7", mass=3).build()
    assert heavy.total_mass == pytest.approx(arm.total_mass + 3 - arm.body_inertia("link7")[0])
    longer = arm.to_builder().change("link4", position=(0.2, 0, 0)).build()
    q = np.zeros(7)
    before, after = (np.linalg.inv(m.frame_pose("link3", q)) @ m.frame_pose("link4", q) for m in (arm, longer))
    assert np.allclose(after[:3, 3], [0.2, 0, 0]) and np.allclose(after[:3, :3], before[:3, :3])
    shorter = arm.to_builder().remove("link7")
    assert "link7" not in shorter.body_names


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (lambda m: m.locked({"jont2": 0}), ValueError, r"no joint named 'jont2' \(did you mean 'joint2'\?\)"),
        (lambda m: m.locked({"joint2": [0, 1]}), ValueError, "position of joint 'joint2' has 2 numbers, expected 1"),
        (lambda m: m.locked({"joint2": np.nan}), ValueError, r"positions\['joint2'\]|position of joint 'joint2' is nan"),
        (lambda m: m.locked({"joint2": "a"}), TypeError, r"positions\['joint2'\]"),
        (lambda m: m.locked({2: 0.0}), TypeError, "names of joints"),
        (lambda m: m.with_payload("link77", 1), ValueError, "no body named 'link77'"),
        (lambda m: m.with_payload("link7", -1), tf.ModelError, "mass is -1, expected zero or more"),
        (lambda m: m.with_payload("link7", 1, [0, 0]), ValueError, "com"),
        (lambda m: m.with_gravity([0, 0, np.inf]), (ValueError, tf.ModelError), "gravity"),
        (lambda m: m.attached(m, "link7"), tf.ModelError, "the name is used twice"),
        (lambda m: m.attached(m, "lnk7", "b"), ValueError, "did you mean 'link7'"),
        (lambda m: m.without_subtree("link8"), ValueError, "no body named 'link8'"),
        (lambda m: m.with_root("free"), ValueError, "revolute joint, expected a fixed or a free one"),
        (lambda m: m.with_root("loose"), ValueError, "root is 'loose', expected 'fixed' or 'free'"),
        (lambda m: m.to_builder().change("lnk1", mass=1), ValueError, "did you mean 'link1'"),
        (lambda m: m.to_builder().remove("link0"), ValueError, "no body named 'link0'"),
        (lambda m: m.to_builder().remove("link1").build(), tf.ModelError, "parent 'link1' is not a body"),
    ],
)
def test_what_cannot_be_changed_is_named(change, error, message):
    with pytest.raises(error, match=message):
        change(tf.zoo.arm())
