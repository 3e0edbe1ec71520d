"""Mimic joints: comparison with Pinocchio's mimic joints, and their properties in Python."""

import numpy as np
import pinocchio as pin
import pytest
import treefix as tf
from engine_pinocchio import Pinocchio
from engine_treefix import Treefix
from robots import SHAPES, random_configuration, random_robot

EPS = np.finfo(float).eps
ONE_DEGREE = ("revolute", "prismatic", "helical")


def choose_followers(g, robot):
    """Joint -> (leader, ratio, offset). A leader may be a mimic joint, too; Pinocchio requires it to come first."""
    followers = {}
    single = [j for j in robot.joints if j.kind in ONE_DEGREE]
    for i, joint in enumerate(single[1:], start=1):
        # a helical mimic joint crashes Pinocchio 4.1; a helical leader works
        if joint.kind != "helical" and g.uniform() < 0.6:
            ratio = 0.0 if g.uniform() < 0.1 else g.uniform(-2, 2)
            followers[joint.name] = (single[g.integers(i)].name, ratio, g.uniform(-1, 1))
            joint.armature[:] = 0  # Pinocchio keeps one armature per independent coordinate
    return followers


def leader(followers, name):
    """The independent leader, with the ratio and offset relative to it."""
    if name not in followers:
        return name, 1.0, 0.0
    master, ratio, offset = followers[name]
    first, r, o = leader(followers, master)
    return first, ratio * r, ratio * o + offset


def coupled_pinocchio(robot, followers):
    engine = Pinocchio(robot)
    model, ids = engine.model, dict(zip((j.name for j in robot.joints), engine.ids))
    rotors = np.concatenate([j.armature for j in robot.joints if j.name not in followers])
    for name in followers:
        first, ratio, offset = leader(followers, name)
        model = pin.transformJointIntoMimic(model, ids[first], ids[name], ratio, offset)
    model.armature = rotors
    return model, [ids[j.name] for j in robot.joints]


def mass_matrix(model, data, q, simple):
    """By inverse dynamics. crba of Pinocchio 4.1 agrees with its own rnea on chains and stars of joints with one degree
    of freedom; on other trees with mimic joints the two may differ by a third of the largest number."""
    zero = np.zeros(model.nv)
    weight = pin.rnea(model, data, q, zero, zero)
    H = np.column_stack([pin.rnea(model, data, q, zero, e) - weight for e in np.eye(model.nv)])
    if simple:
        by_bodies = np.triu(pin.crba(model, data, q))
        by_bodies += np.triu(by_bodies, 1).T
        assert np.allclose(by_bodies, H, rtol=0, atol=1e-11 * np.max(H))
        return by_bodies
    return (H + H.T) / 2


@pytest.mark.parametrize("seed", range(120))
def test_agrees_with_the_mimic_joints_of_pinocchio(seed):
    g = np.random.default_rng(900 + seed)
    kinds = (("revolute", "prismatic"), ONE_DEGREE, ONE_DEGREE + ("spherical", "free"))[seed % 3]
    followers = {}
    while not followers:
        n = int(g.integers(3, 21))
        robot = random_robot(g, n, shape=SHAPES[seed % 4], kinds=kinds, armature=0.5 * (seed % 2))
        followers = choose_followers(g, robot)
    ours, (model, ids) = Treefix(robot, g, followers), coupled_pinocchio(robot, followers)
    assert (ours.model.nq, ours.model.nv) == (model.nq, model.nv)
    data = model.createData()

    full = random_configuration(g, robot)
    q = np.concatenate([full[j.q] for j in robot.joints if j.name not in followers])
    v, a = g.uniform(-1, 1, (2, model.nv))
    forces = g.uniform(-20, 20, (len(robot.joints), 6))
    outside = pin.StdVec_Force()
    outside.extend([pin.Force.Zero() for _ in range(model.njoints)])
    for i, f in zip(ids, forces):
        outside[i] = pin.Force(f[3:], f[:3])
    our_q, our_v, our_a = ours.order(q, ours.q), ours.order(v, ours.v), ours.order(a, ours.v)
    our_forces = ours.order(forces, ours.body)

    simple = seed % 4 < 2 and all(j.kind in ONE_DEGREE for j in robot.joints)
    H = mass_matrix(model, data, q, simple)
    w = np.sqrt(np.diag(H))  # the natural unit of each coordinate
    unit = 100 * (robot.depth + 10) * EPS
    found = ours.model.mass_matrix(our_q)
    assert np.all(found == found.T)
    assert np.max(np.abs(found[np.ix_(ours.v, ours.v)] - H) / np.outer(w, w)) < unit

    tau = pin.rnea(model, data, q, v, a, outside)
    size = np.max(np.abs(tau) / w) + 10 * np.sqrt(ours.model.total_mass) + np.max(np.abs(forces)) / np.min(w)
    found = ours.model.inverse_dynamics(our_q, our_v, our_a, our_forces)[ours.v]
    assert np.max(np.abs(found - tau) / w) < unit * size

    # Pinocchio's aba does not support mimic joints
    bias = pin.rnea(model, data, q, v, np.zeros(model.nv), outside)
    expected = np.linalg.solve(H, tau - bias)
    found, info = ours.model.forward_dynamics(our_q, our_v, ours.order(tau, ours.v), our_forces, return_info=True)
    condition = np.linalg.cond(H / np.outer(w, w))
    assert np.max(np.abs(found[ours.v] - expected) * w) < unit * condition * size
    assert info.method == "mass_matrix"
    assert info.residual < unit

    pin.forwardKinematics(model, data, q)
    for i, joint in zip(ids, robot.joints):
        pose = ours.model.frame_pose(ours.model.joint(joint.name).body, our_q)
        assert np.max(np.abs(pose - data.oMi[i].homogeneous)) < 1e-13 * len(ids)
    assert ours.model.kinetic_energy(our_q, our_v) == pytest.approx(v @ H @ v / 2, rel=1e-11)


def gripper(**changes):
    """A finger that mimics another, on a spherical wrist."""
    options = dict(mass=1, com=(0.1, 0, 0), inertia=(0.1, 0.1, 0.1))
    mimic = {"mimic": ("left", -1, 0.02), **changes}
    return (
        tf.ModelBuilder("gripper")
        .body("hand", joint=tf.Joint.spherical("wrist", damping=0.5), **options)
        .body("left", "hand", joint=tf.Joint.prismatic((0, 1, 0), friction=2, damping=1, lower=0, upper=1), **options)
        .body("right", "hand", joint=tf.Joint.prismatic((0, 1, 0), **mimic), **options)
    )


def test_a_mimic_joint_names_its_leader_and_has_no_coordinates():
    model = gripper().build()
    assert (model.nq, model.nv, model.nbody) == (5, 4, 3)
    right, left = model.joint("right"), model.joint("left")
    assert right.mimic == ("left", -1.0, 0.02)
    assert left.mimic is None and model.joint("wrist").mimic is None
    q = model.random_configuration(seed=1)
    assert q[right.q].size == 0 and q[left.q].size == 1
    assert "mimics 'left'" in repr(right)
    assert model.neutral().tolist() == [0, 0, 0, 1, 0]
    assert model.integrate(q, np.ones(4)).shape == (5,)
    # the fingers are at q and −q + 0.02 in the hand
    q = np.array([0, 0, 0, 1, 0.3])
    assert model.frame_pose("left", q)[1, 3] == pytest.approx(0.3)
    assert model.frame_pose("right", q)[1, 3] == pytest.approx(-0.28)


def test_damping_and_friction_are_kept_for_each_coordinate():
    model = gripper(damping=9, friction=9).build()
    assert model.damping.tolist() == [0.5, 0.5, 0.5, 1]
    assert model.friction.tolist() == [0, 0, 0, 2]
    for numbers in (model.damping, model.friction):
        with pytest.raises(ValueError, match="read-only"):
            numbers[0] = 1
    with pytest.raises(tf.ModelError, match="joint 'right': damping is -1, expected zero or more"):
        gripper(damping=-1).build()


def test_a_model_that_was_not_read_from_a_file_has_no_warnings():
    assert gripper().build().warnings == []


@pytest.mark.parametrize(
    "mimic, message",
    [
        (("middle", 1, 0), "joint 'right': it mimics 'middle', which is not a moving joint of this model"),
        (("right", 1, 0), "joint 'right': it mimics itself"),
        (("wrist", 1, 0), "joint 'right': it mimics 'wrist', which is spherical"),
        (("left", np.inf, 0), "joint 'right': it mimics 'left' with ratio inf"),
    ],
)
def test_an_invalid_mimic_joint_is_named(mimic, message):
    with pytest.raises(tf.ModelError, match=message):
        gripper(mimic=mimic).build()


def test_mimic_is_a_name_and_two_numbers():
    with pytest.raises(TypeError):
        tf.Joint.revolute((0, 0, 1), mimic="left")
    with pytest.raises(ValueError, match="mimic: expected the name of a joint"):
        tf.Joint.revolute((0, 0, 1), mimic=("", 1, 0))
    with pytest.raises(TypeError):
        tf.Joint.spherical(mimic=("left", 1, 0))
