"""Inverse dynamics of one state, in Python and in the command: no bodies, invalid numbers of threads, NaN."""

import cli_runner
import numpy as np
import pytest
import treefix as tf

METHODS = ["automatic", "recursive", "pieces", "pair_scan", "two_scan", "simulated"]
TREES = ["heavy", "euler"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("tree", TREES)
def test_robots_without_bodies_and_with_one_body_work(method, tree):
    nothing = tf.ModelBuilder("nothing").build()
    empty = np.empty(0)
    assert nothing.inverse_dynamics(empty, empty, empty, method=method, tree=tree).shape == (0,)
    one = tf.zoo.chain(1)
    args = np.array([0.3]), np.array([0.5]), np.array([0.7])
    expected = one.inverse_dynamics(*args)
    assert abs(one.inverse_dynamics(*args, method=method, tree=tree) - expected) <= 1e-12


@pytest.mark.parametrize("method", METHODS)
def test_threads_change_no_bit_and_invalid_numbers_are_refused(method):
    robot = tf.zoo.auto_tree(400, 2, 0.1)
    q, v, a = robot.random_configuration(seed=1), robot.random_velocity(seed=2), robot.random_velocity(seed=3)
    one = robot.inverse_dynamics(q, v, a, method=method, threads=1)
    for threads in (0, 2, 1024):
        assert np.array_equal(one, robot.inverse_dynamics(q, v, a, method=method, threads=threads))
    for threads in (-1, 1025, 10_000):
        with pytest.raises(ValueError, match=f"threads is {threads}, expected 0 for all cores, or a number up to 1024"):
            robot.inverse_dynamics(q, v, a, method=method, threads=threads)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_states_that_are_not_finite_are_refused(method, bad):
    robot = tf.zoo.chain(300)
    good = [robot.random_configuration(seed=1), robot.random_velocity(seed=2), robot.random_velocity(seed=3)]
    for k, name in enumerate(["q", "v", "a"]):
        state = [x.copy() for x in good]
        state[k][7] = bad
        with pytest.raises(ValueError, match=rf"{name}\b.*7"):
            robot.inverse_dynamics(*state, method=method)


def test_the_command_refuses_them_too():
    for threads in ("-1", "1025", "10000"):
        result = cli_runner.run("id", "chain:n=300", "--random", 1, "--method", "pieces", "--threads", threads)
        cli_runner.assert_refused(result, 1, f"--threads: '{threads}' is not an integer from 0 to 1024")
    cli_runner.assert_refused(cli_runner.run("id", "chain:n=0"), 1, "n is 0, expected at least 1")
    for method in METHODS:
        result = cli_runner.run("id", "chain:n=2", "--q", "nan,0", "--v", "0,0", "--method", method)
        assert result.returncode == 1 and "nan" in result.stderr and result.stdout == ""


def test_the_command_takes_one_body_and_all_threads():
    for method in METHODS:
        for threads in (0, 1, 1024):
            arguments = ["id", "chain:n=1", "--q", "0.1", "--v", "0.2", "--a", "0.3", "--method", method]
            got = cli_runner.numbers(cli_runner.text(*arguments, "--threads", threads))
            assert np.allclose(got, cli_runner.numbers(cli_runner.text(*arguments[:-2])), rtol=1e-12)
