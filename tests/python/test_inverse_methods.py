"""Inverse dynamics of one state by every method, against Pinocchio and against each other."""

import numpy as np
import pytest
import treefix as tf
from engine_pinocchio import Pinocchio
from engine_treefix import Treefix
from robots import SHAPES, random_configuration, random_robot

METHODS = ["automatic", "recursive", "pieces", "pair_scan", "two_scan", "simulated"]
ROBOTS = {
    "chain": lambda: tf.zoo.chain(400),
    "binary": lambda: tf.zoo.auto_tree(500, 2, 0.1),
    "random": lambda: tf.zoo.random_tree(n=300, seed=3, joints="R"),
    "humanoid": tf.zoo.humanoid,
}


def state(robot, seed=1):
    q = robot.random_configuration(seed=seed)
    return q, robot.random_velocity(seed=seed + 1), robot.random_velocity(seed=seed + 2)


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("tree", ["heavy", "euler"])
@pytest.mark.parametrize("method", METHODS)
def test_agrees_with_the_recursion(name, method, tree):
    robot = ROBOTS[name]()
    q, v, a = state(robot)
    forces = np.random.default_rng(1).normal(size=(robot.nbody, 6))
    for external in (None, forces):
        expected = robot.inverse_dynamics(q, v, a, external, method="recursive")
        scale = np.abs(expected).max()
        for threads in (0, 1, 2):
            tau = robot.inverse_dynamics(q, v, a, external, method=method, tree=tree, threads=threads)
            assert np.abs(tau - expected).max() <= 1e-10 * scale


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(12))
def test_agrees_with_pinocchio(seed, method):
    g = np.random.default_rng(seed)
    joints = ("revolute",) if seed % 2 else ("revolute", "revolute", "revolute", "spherical", "prismatic", "free")
    # Pinocchio's Data has tensors of nv cubed
    n = int(g.integers(60, 120)) if seed % 2 else int(g.integers(20, 40))
    robot = random_robot(g, n=n, shape=SHAPES[seed % 4], kinds=joints)
    ours, other = Treefix(robot, g), Pinocchio(robot)
    q = random_configuration(g, robot)
    v, a = g.uniform(-1, 1, (2, robot.nv))
    expected = other.inverse_dynamics(q, v, a)
    got = ours.inverse_dynamics(q, v, a, method=method, tree=("heavy", "euler")[seed // 4 % 2])
    assert np.abs(got - expected).max() <= 1e-9 * np.abs(expected).max()


def test_threads_do_not_change_a_bit():
    robot = tf.zoo.auto_tree(3000, 1.5, 0.1)
    q, v, a = state(robot)
    for method in METHODS:
        one = robot.inverse_dynamics(q, v, a, method=method, threads=1)
        assert np.array_equal(one, robot.inverse_dynamics(q, v, a, method=method, threads=2))


def test_out_is_written():
    robot = tf.zoo.chain(300)
    q, v, a = state(robot)
    out = np.empty(robot.nv)
    assert robot.inverse_dynamics(q, v, a, method="pair_scan", out=out) is out
    assert np.allclose(out, robot.inverse_dynamics(q, v, a), rtol=1e-9, atol=1e-9 * np.abs(out).max())


def test_invalid_arguments_are_refused():
    robot = tf.zoo.chain(3)
    q, v, a = state(robot)
    with pytest.raises(ValueError, match="method: expected one of 'automatic', 'recursive', .* got 'fast'"):
        robot.inverse_dynamics(q, v, a, method="fast")
    with pytest.raises(ValueError, match="tree: expected 'heavy' or 'euler', got 'oak'"):
        robot.inverse_dynamics(q, v, a, tree="oak")
    with pytest.raises(ValueError, match="method: expected 'automatic' for a batch"):
        robot.inverse_dynamics(np.tile(q, (2, 1)), np.tile(v, (2, 1)), np.tile(a, (2, 1)), method="pieces")
    with pytest.raises(ValueError, match="threads is -1"):
        robot.inverse_dynamics(q, v, a, method="pieces", threads=-1)
