"""Batches: shapes, arguments that apply to all states, and the independence of states."""

import numpy as np
import pytest
import treefix as tf
from batches import FUNCTIONS, arguments_of, random_states, run, take

ROBOTS = {
    "arm": tf.zoo.arm(),
    "tree": tf.zoo.random_tree(8, seed=1, joints="RPHSLF", armature=0.1),
    "quadruped": tf.zoo.quadruped(),
}
DTYPES = ("float64", "float32")
every_function = pytest.mark.parametrize("function", FUNCTIONS)
every_robot = pytest.mark.parametrize("model", ROBOTS.values(), ids=ROBOTS.keys())


def states_of(model, count, dtype="float64"):
    return {name: x.astype(dtype) for name, x in random_states(model, count).items()}


# ---- shapes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("count", [0, 1, 3])
@every_robot
def test_results_have_a_row_for_each_state_and_the_type_of_the_arguments(model, count, dtype):
    nv, frames = model.nv, model.frame_names[:2]
    s = states_of(model, count, dtype)
    q, v, x = s["q"], s["v"], s["x"]
    results = {
        (nv,): (
            model.inverse_dynamics(q, v, s["a"], s["external_forces"]),
            model.forward_dynamics(q, v, s["tau"], s["external_forces"]),
            model.forward_dynamics(q, v, s["tau"], method="mass_matrix"),
            model.mass_matrix_apply(q, x),
            model.mass_matrix_solve(q, x),
            model.bias_torques(q, v),
            model.gravity_torques(q),
        ),
        (nv, nv): (model.mass_matrix(q),),
        (): (model.kinetic_energy(q, v), model.potential_energy(q)),
        (4, 4): (model.frame_pose(frames[1], q),),
        (6,): (model.frame_velocity(frames[1], q, v),),
        (2, 4, 4): (model.kinematics(frames, q)[0],),
        (2, 6): (model.kinematics(frames, q, v)[1],),
    }
    for shape, arrays in results.items():
        for array in arrays:
            assert array.shape == (count, *shape) and array.dtype == dtype
            assert array.flags.owndata and array.flags.writeable and array.flags.c_contiguous
            assert np.all(np.isfinite(array))


@every_function
def test_one_state_of_float32_is_a_batch_of_one(function):
    model = ROBOTS["tree"]
    s = states_of(model, 3, "float32")
    one, many = run(model, function, take(s, 1)), run(model, function, s)
    assert np.array_equal(one, many[1]) and one.dtype == np.float32 and np.shape(one) == many.shape[1:]


@every_function
def test_one_state_that_is_not_checked_is_a_batch_of_one(function):
    model = ROBOTS["tree"]
    s = states_of(model, 3)
    assert np.array_equal(run(model, function, take(s, 1), check=False), run(model, function, s)[1])
    s["q"][1] = np.nan
    assert not np.all(np.isfinite(run(model, function, take(s, 1), check=False)))


def test_a_robot_without_joints_has_states_without_numbers():
    model = tf.ModelBuilder("rock").body("rock", mass=1, inertia=(1, 1, 1)).build()
    nothing = np.zeros((5, 0))
    assert model.inverse_dynamics(nothing, nothing, nothing, np.zeros((5, 0, 6))).shape == (5, 0)
    assert model.mass_matrix(nothing).shape == (5, 0, 0)
    assert np.array_equal(model.kinetic_energy(nothing, nothing), np.zeros(5))
    assert np.array_equal(model.frame_pose("rock", nothing), np.tile(np.eye(4), (5, 1, 1)))
    poses, velocities = ROBOTS["arm"].kinematics([], np.zeros((5, 7)), np.zeros((5, 7)))
    assert poses.shape == (5, 0, 4, 4) and velocities.shape == (5, 0, 6)


# ---- what is the same for all states -----------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES)
@every_function
def test_what_is_the_same_for_all_states_may_be_given_once(function, dtype):
    model = ROBOTS["tree"]
    s = states_of(model, 7, dtype)
    names = arguments_of(function)
    for once in names:
        repeated = {**s, once: np.repeat(s[once][2:3], 7, axis=0)}
        expected = run(model, function, repeated)
        for given in (s[once][2], s[once][2:3], np.broadcast_to(s[once][2], s[once].shape)):
            if len(names) == 1 and given.shape != s[once].shape:
                continue  # then no argument determines the number of states
            assert np.array_equal(run(model, function, {**s, once: given}), expected), once


def test_one_row_makes_a_batch_of_one():
    model = ROBOTS["arm"]
    s = states_of(model, 1)
    tau = model.inverse_dynamics(s["q"], s["v"][0], s["a"][0])
    alone = model.inverse_dynamics(s["q"][0], s["v"][0], s["a"][0])
    assert tau.shape == (1, 7) and np.allclose(tau[0], alone, rtol=1e-12)


# ---- independence of states --------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES)
@every_robot
@every_function
def test_a_result_does_not_depend_on_the_other_states(function, model, dtype):
    s = states_of(model, 37, dtype)
    expected = run(model, function, s, threads=1)
    for rows in (slice(0, 1), slice(5, 6), slice(3, 6), slice(1, 20), slice(None, None, -1), np.r_[7, 7, 7, 0, 36]):
        assert np.array_equal(run(model, function, take(s, rows)), expected[rows])
    # a NaN affects only its own state
    for name in FUNCTIONS[function]:
        spoiled = {**s, name: s[name].copy()}
        spoiled[name][[2, 17]] = np.nan
        others = np.setdiff1d(np.arange(37), [2, 17])
        found = run(model, function, spoiled, check=False)
        assert np.array_equal(found[others], expected[others]), name
        assert np.all(np.any(np.isnan(found[[2, 17]].reshape(2, -1)), axis=1)), name


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if f != "kinematics"])
def test_a_result_does_not_depend_on_the_number_of_threads(function):
    model = ROBOTS["quadruped"]
    few = random_states(model, 20)
    s = {name: np.tile(x, (200, *[1] * (x.ndim - 1))) for name, x in few.items()}
    expected = run(model, function, few)
    for threads in (1, 2, 3, 0):
        found = run(model, function, s, threads=threads)
        assert np.array_equal(found, np.tile(expected, (200, *[1] * (expected.ndim - 1)))), threads


@pytest.mark.parametrize("dtype", DTYPES)
@every_function
def test_a_million_states(function, dtype):
    model, count = tf.zoo.chain(2), 10**6
    g = np.random.default_rng(1)
    shapes = {name: x.shape[1:] for name, x in random_states(model, 1).items()}
    s = {name: g.uniform(-3, 3, (count, *shapes[name])).astype(dtype) for name in arguments_of(function)}
    rows = np.r_[0:9, g.integers(0, count, 30), count - 9 : count]
    alone = np.array([run(model, function, take(s, row)) for row in rows])
    for how in ({}, {"method": "mass_matrix"}) if function == "forward_dynamics" else ({},):
        found = run(model, function, s, **how)
        assert len(found) == count and found.dtype == dtype and np.all(np.isfinite(found))
        assert np.array_equal(found[rows], run(model, function, take(s, rows), **how))
        few = 1e4 * np.finfo(dtype).eps
        assert np.allclose(found[rows], alone, rtol=0, atol=few * np.max(np.abs(alone)))
