"""ModelBuilder: models match their descriptions, and errors are reported."""

import numpy as np
import pytest
import robots
import treefix as tf

BODY = dict(mass=2.0, com=(0.1, -0.2, 0.3), inertia=(0.3, 0.4, 0.5))


def pendulum(**options):
    return tf.ModelBuilder().body("b", joint=tf.Joint.revolute((0, 1, 0)), **{**BODY, **options}).build()


def rotation(axis, angle):
    return robots.matrix(np.r_[np.sin(angle / 2) * np.eye(3)[axis], np.cos(angle / 2)])


def test_the_rotation_is_the_orientation_of_the_joint_frame_in_its_parent():
    R = robots.matrix(np.array([0.1, 0.5, -0.3, 0.8]))
    model = pendulum(position=(1, 2, 3), rotation=R)
    pose = model.frame_pose("b", [0.0])
    assert np.allclose(pose[:3, :3], R, atol=1e-15)
    assert np.array_equal(pose[:3, 3], [1, 2, 3]) and np.array_equal(pose[3], [0, 0, 0, 1])
    # the joint then turns about its own axis, so on the right side
    assert np.allclose(model.frame_pose("b", [0.7])[:3, :3], R @ rotation(1, 0.7), atol=1e-15)


def test_rotation_quaternion_and_rpy_say_the_same():
    roll, pitch, yaw = 0.3, -1.1, 2.5
    R = rotation(2, yaw) @ rotation(1, pitch) @ rotation(0, roll)
    poses = [pendulum(rpy=(roll, pitch, yaw)), pendulum(rotation=R)]
    a = np.array([0.1, 0.5, -0.3, 0.8]) / np.linalg.norm([0.1, 0.5, -0.3, 0.8])
    turned = [pendulum(quaternion=a), pendulum(quaternion=-a), pendulum(rotation=robots.matrix(a))]
    for first, *others in (poses, turned):
        for other in others:
            assert np.allclose(first.frame_pose("b", [0.4]), other.frame_pose("b", [0.4]), atol=1e-15)


def test_only_one_orientation_may_be_given():
    with pytest.raises(ValueError, match="body 'b': expected at most one of rotation, quaternion and rpy"):
        pendulum(rotation=np.eye(3), rpy=(0, 0, 0))


def test_a_diagonal_inertia_is_the_same_as_its_matrix():
    q, v = [0.3], [1.0]
    assert pendulum().kinetic_energy(q, v) == pendulum(inertia=np.diag(BODY["inertia"])).kinetic_energy(q, v)


def test_an_inertia_that_is_not_symmetric_is_refused_but_rounding_is_not():
    R = robots.matrix(np.array([0.1, 0.5, -0.3, 0.8]))
    inertia = R @ np.diag(BODY["inertia"]) @ R.T
    pendulum(inertia=inertia)
    inertia[0, 1] += 1e-6
    with pytest.raises(ValueError, match="body 'b': inertia: expected a symmetric matrix, got xy "):
        pendulum(inertia=inertia)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("position", (1, 2), r"body 'b': position: expected shape \(3,\), got \(2,\)"),
        ("com", np.zeros(3, np.float32), r"body 'b': com: expected float64 of shape \(3,\), got float32; use "),
        ("rotation", np.zeros(4), r"body 'b': rotation: expected shape \(3, 3\), got \(4,\)"),
        ("quaternion", (0, 0, 0), r"body 'b': quaternion: expected shape \(4,\), got \(3,\)"),
        ("quaternion", (0, 0, 0, 2), "body 'b': quaternion has length 2, expected 1"),
        ("rpy", "abc", r"body 'b': rpy: expected float64 of shape \(3,\)"),
        ("inertia", np.zeros((3, 2)), r"body 'b': inertia: expected shape \(3, 3\), or \(3,\) .*, got \(3, 2\)"),
    ],
)
def test_a_wrong_argument_is_named_with_its_body(option, value, message):
    with pytest.raises((ValueError, TypeError), match=message):
        pendulum(**{option: value})


def test_build_lists_every_problem_by_name():
    builder = tf.ModelBuilder("broken").gravity((0, 0, np.nan))
    builder.body("heavy", joint=tf.Joint.revolute((0, 0, 0), name="hinge"), mass=-1)
    builder.body("lost", parent="nowhere", joint=tf.Joint.prismatic((1, 0, 0)), **BODY)
    builder.body("lost", joint=tf.Joint.spherical(armature=(1, 2)), **BODY)
    builder.body("bent", rotation=2 * np.eye(3), **BODY)
    builder.frame("tip", "nobody")
    with pytest.raises(tf.ModelError) as error:
        builder.build()
    assert isinstance(error.value, ValueError)
    problems = error.value.problems
    for words in (
        ("gravity",),
        ("heavy", "mass"),
        ("hinge", "axis"),
        ("lost", "nowhere"),
        ("lost", "twice"),
        ("armature", "expected 3"),
        ("bent", "rotation"),
        ("tip", "nobody"),
    ):
        assert any(all(word in problem for word in words) for problem in problems), (words, problems)
    assert all(problem in str(error.value) for problem in problems)
    assert "broken" in str(error.value)


def test_a_builder_can_be_used_again():
    builder = tf.ModelBuilder("r").body("a", joint=tf.Joint.revolute((1, 0, 0)), **BODY)
    first = builder.build()
    second = builder.body("b", "a", joint=tf.Joint.revolute((1, 0, 0)), **BODY).build()
    assert (first.body_names, second.body_names) == (["a"], ["a", "b"])


def test_limits_and_armature_come_out_as_they_went_in():
    builder = tf.ModelBuilder()
    builder.body(
        "a",
        joint=tf.Joint.revolute((0, 0, 1), lower=-1, upper=2, velocity_limit=3, effort_limit=4, armature=5),
        **BODY,
    )
    builder.body("b", "a", joint=tf.Joint.planar(armature=6, lower=(-1, -2, -3), velocity_limit=(7, 8, 9)), **BODY)
    builder.body("c", "b", joint=tf.Joint.free(), **BODY)
    model, inf = builder.build(), np.inf
    assert np.array_equal(model.lower, [-1, -1, -2, -3] + [-inf] * 7)
    assert np.array_equal(model.upper, [2] + [inf] * 10)
    assert np.array_equal(model.velocity_limit, [3, 7, 8, 9] + [inf] * 6)
    assert np.array_equal(model.effort_limit, [4] + [inf] * 9)
    bare = tf.ModelBuilder().body("a", joint=tf.Joint.revolute((0, 0, 1)), **BODY)
    bare.body("b", "a", joint=tf.Joint.planar(), **BODY).body("c", "b", joint=tf.Joint.free(), **BODY)
    q = model.random_configuration(1)
    rotors = model.mass_matrix(q) - bare.build().mass_matrix(q)
    assert np.allclose(rotors, np.diag([5.0, 6, 6, 6] + [0] * 6), atol=1e-13)
    assert np.all(q[:4] >= model.lower[:4]) and q[0] <= 2


def test_a_composite_is_a_chain_of_joints_with_massless_bodies_between():
    R, p = rotation(0, 0.4), (0.1, 0.2, 0.3)
    joints = [tf.Joint.revolute((0, 0, 1), name="yaw"), tf.Joint.prismatic((1, 0, 0)), tf.Joint.spherical("ball")]
    composite = tf.ModelBuilder().body("b", position=p, rotation=R, joint=joints, **BODY).build()
    chain = tf.ModelBuilder().body("b/1", position=p, rotation=R, joint=joints[0])
    chain = chain.body("b/2", "b/1", joint=joints[1]).body("b", "b/2", joint=joints[2], **BODY).build()
    assert composite.joint_names == ["yaw", "b/2", "ball"] == chain.joint_names
    assert composite.body_names == ["b/1", "b/2", "b"] == chain.body_names
    q, v, a = composite.random_configuration(1), composite.random_velocity(2), composite.random_velocity(3)
    assert np.array_equal(composite.inverse_dynamics(q, v, a), chain.inverse_dynamics(q, v, a))


def test_fixed_bodies_are_merged_but_their_frames_remain():
    builder = tf.ModelBuilder().body("a", joint=tf.Joint.revolute((0, 0, 1)), **BODY)
    builder.body("tool", "a", position=(0, 0.5, 0), rotation=rotation(0, 0.3), **BODY)
    builder.frame("tip", "tool", position=(0, 0, 1)).frame("world_mark", "", position=(4, 5, 6))
    model = builder.build()
    assert model.body_names == ["a"] and model.frame_names == ["a", "tool", "tip", "world_mark"]
    assert model.total_mass == 2 * BODY["mass"]
    q = [0.8]
    tool = np.eye(4)
    tool[:3, :3], tool[:3, 3] = rotation(0, 0.3), (0, 0.5, 0)
    tip = np.eye(4)
    tip[2, 3] = 1
    assert np.allclose(model.frame_pose("tool", q), model.frame_pose("a", q) @ tool, atol=1e-15)
    assert np.allclose(model.frame_pose("tip", q), model.frame_pose("a", q) @ tool @ tip, atol=1e-15)
    assert np.array_equal(model.frame_pose("world_mark", q)[:3, 3], [4, 5, 6])


def test_joints_show_what_they_are():
    assert repr(tf.Joint.revolute((0, 0, 1), name="hip")) == "Joint.revolute((0, 0, 1), name='hip')"
    assert repr(tf.Joint.helical((1, 0, 0), 0.5)) == "Joint.helical((1, 0, 0), pitch=0.5)"
    assert (tf.Joint.fixed().kind, tf.Joint.free("base").name) == ("fixed", "base")
