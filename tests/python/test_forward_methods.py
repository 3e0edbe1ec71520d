"""Forward dynamics of one state by every method, against Pinocchio and MuJoCo and against each other."""

import warnings

import numpy as np
import pytest
import treefix as tf
from engine_mujoco import Mujoco
from engine_pinocchio import Pinocchio
from engine_treefix import Treefix
from robots import SHAPES, random_configuration, random_robot

METHODS = ["automatic", "aba", "pieces", "mass_matrix", "jsiia_columns", "jsiia_crba", "jsiia_sparse", "hybrid_aba",
           "cfa", "ccg", "pcg_ds", "scan_aba", "dca"]
SOLVERS = ["thomas", "odd_even_elimination", "cyclic_reduction"]


def state(robot, seed=1):
    q = robot.random_configuration(seed=seed)
    return q, robot.random_velocity(seed=seed + 1), robot.random_velocity(seed=seed + 2)


def fits(robot, q, v, tau, a, expected):
    """By the residual, since the mass matrix may be ill-conditioned: as torques, both must be the same."""
    H = robot.mass_matrix(q)
    scale = np.abs(H) @ np.abs(expected) + np.abs(tau) + np.abs(robot.bias_torques(q, v))
    return (np.abs(H @ (a - expected)) / scale).max()


def assert_agrees(g, robot, other, method):
    """Treefix with another engine, at a random state."""
    ours = Treefix(robot, g)
    q = random_configuration(g, robot)
    v, tau = g.uniform(-1, 1, (2, robot.nv))
    expected = other.forward_dynamics(q, v, tau)
    got = ours.forward_dynamics(q, v, tau, method=method)
    H = other.mass_matrix(q)
    scale = np.abs(H) @ np.abs(expected) + np.abs(tau)
    assert (np.abs(H @ (got - expected)) / scale).max() <= 1e-9


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(12))
def test_agrees_with_pinocchio(seed, method):
    g = np.random.default_rng(seed)
    joints = ("revolute",) if seed % 2 else ("revolute", "revolute", "prismatic", "spherical", "helical", "free")
    robot = random_robot(g, n=int(g.integers(1, 30)), shape=SHAPES[seed % 4], kinds=joints)
    assert_agrees(g, robot, Pinocchio(robot), method)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(8))
def test_agrees_with_mujoco(seed, method):
    g = np.random.default_rng(100 + seed)
    kinds = ("revolute", "prismatic", "spherical")
    robot = random_robot(g, n=int(g.integers(2, 25)), shape=SHAPES[seed % 4], kinds=kinds)
    assert_agrees(g, robot, Mujoco(robot), method)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "make", [tf.zoo.humanoid, tf.zoo.quadruped, tf.zoo.puma560, lambda: tf.zoo.auto_tree(300, 2, 0.1)]
)
def test_says_how_good_the_result_is(make, method):
    robot = make()
    q, v, tau = state(robot)
    if method == "cfa" and robot.name == "humanoid":
        with pytest.raises(ValueError, match="because the inertia of body '.*' is singular; expected scan_aba"):
            robot.forward_dynamics(q, v, tau, method=method)
        return
    a, info = robot.forward_dynamics(q, v, tau, return_info=True, method=method)
    assert info.converged and info.reason == ""
    assert info.residual < {"cfa": 1e-8, "dca": 1e-9}.get(method, 1e-11)
    assert (info.method == method) or method == "automatic"
    assert (info.iterations > 0) == (method in ("ccg", "pcg_ds"))
    assert len(info.history) == (info.iterations + 1 if info.iterations else 0)
    assert fits(robot, q, v, tau, a, robot.forward_dynamics(q, v, tau, method="aba")) < 1e-9


@pytest.mark.parametrize("solver", SOLVERS)
def test_constraint_forces_by_every_solver(solver):
    robot = tf.zoo.auto_tree(200, 1.5, 0.2)
    q, v, tau = state(robot)
    _, info = robot.forward_dynamics(q, v, tau, return_info=True, method="cfa", solver=solver)
    assert info.residual < 1e-8


def test_large_trees_use_pieces_by_default():
    robot = tf.zoo.auto_tree(5000, 2, 0.1)
    q, v, tau = state(robot)
    a, info = robot.forward_dynamics(q, v, tau, return_info=True)
    assert info.method == "pieces" and info.residual < 1e-13
    assert np.array_equal(a, robot.forward_dynamics(q, v, tau, threads=1))
    assert tf.zoo.arm().forward_dynamics(*state(tf.zoo.arm()), return_info=True)[1].method == "aba"


def test_refinement_restores_single_precision():
    robot = tf.zoo.arm()
    q, v, tau = state(robot)
    _, rough = robot.forward_dynamics(q, v, tau, return_info=True, method="scan_aba", precision="single")
    _, fine = robot.forward_dynamics(q, v, tau, return_info=True, method="scan_aba", precision="single", refine=5)
    assert rough.residual > 1e-9 and fine.residual < 1e-12


def test_iterations_end_at_the_given_limit_and_begin_at_the_given_start():
    robot = tf.zoo.chain(50)
    q, v, tau = state(robot)
    a, info = robot.forward_dynamics(q, v, tau, return_info=True, method="pcg_ds", iterations=5)
    assert not info.converged and info.iterations == 5 and "did not converge" in info.reason
    assert "not converged" in repr(info)
    good = robot.forward_dynamics(q, v, tau, method="pcg_ds")
    _, cold = robot.forward_dynamics(q, v, tau, return_info=True, method="pcg_ds")
    _, again = robot.forward_dynamics(q, v, tau, return_info=True, method="pcg_ds", start=good)
    assert again.iterations < cold.iterations / 4
    assert np.array_equal(good, robot.forward_dynamics(q, v, tau, method="pcg_ds")), "start is not written to"
    _, loose = robot.forward_dynamics(q, v, tau, return_info=True, method="pcg_ds", tolerance=1e-3)
    _, tight = robot.forward_dynamics(q, v, tau, return_info=True, method="pcg_ds", tolerance=1e-10)
    assert loose.iterations < tight.iterations


@pytest.mark.parametrize("keywords, message", [
    ({"method": "pcg_ds", "iterations": 5}, "did not converge: after 5 iterations"),
    ({"method": "jsiia_sparse", "precision": "single", "refine": 1}, "did not converge: after 1 step of refinement"),
    ({"method": "aba", "precision": "single"}, "float"),
])
def test_a_result_that_is_not_good_comes_with_a_warning(keywords, message):
    robot = tf.zoo.chain(300)
    arguments = state(robot)
    with pytest.warns(RuntimeWarning, match=message):
        robot.forward_dynamics(*arguments, **keywords)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _, info = robot.forward_dynamics(*arguments, return_info=True, **keywords)
        assert message in info.reason, "who asks is told there"
        robot.forward_dynamics(*arguments)


@pytest.mark.parametrize("keywords, message", [
    ({"method": "abba"}, "method: expected one of 'automatic', 'aba', .*, got 'abba'"),
    ({"precision": "half"}, "precision: expected 'double' or 'single', got 'half'"),
    ({"method": "cfa", "solver": "gauss"}, "solver: expected one of 'thomas', .*, got 'gauss'"),
    ({"refine": -1}, "refine is -1, expected a number of steps up to 1000"),
    ({"method": "ccg", "tolerance": float("nan")}, "tolerance is nan, expected a positive number"),
    ({"method": "ccg", "iterations": -1}, "iterations is -1, expected a positive number"),
    ({"method": "aba", "start": np.zeros(7)}, "needs an iterative method: ccg or pcg_ds"),
    ({"method": "ccg", "start": np.full(7, np.nan)}, r"a\[0\] is nan, expected a finite number"),
    ({"method": "ccg", "start": np.zeros(6)}, r"start: expected shape \(7,\)"),
    ({"method": "scan_aba", "threads": -1}, "threads is -1"),
])
def test_bad_keywords_are_named(keywords, message):
    robot = tf.zoo.arm()
    with pytest.raises(ValueError, match=message):
        robot.forward_dynamics(*state(robot), **keywords)


def test_methods_of_papers_are_refused_for_many_states():
    robot = tf.zoo.arm()
    q, v, tau = (np.stack([x, x]) for x in state(robot))
    for keywords in ({"method": "cfa"}, {"refine": 1}, {"precision": "single"}):
        with pytest.raises(ValueError, match="for a batch"):
            robot.forward_dynamics(q, v, tau, **keywords)
