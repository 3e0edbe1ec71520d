"""Arrays of batches: memory layouts, types and out=."""

import tracemalloc

import numpy as np
import pytest
import treefix as tf
from batches import FUNCTIONS, arguments_of, random_states, run

ROBOT = tf.zoo.random_tree(6, seed=3, joints="RSF", armature=0.1)
B, NQ, NV = 11, ROBOT.nq, ROBOT.nv
STATES = random_states(ROBOT, B)
Q, V, A = (STATES[name] for name in "qva")
every_function = pytest.mark.parametrize("function", FUNCTIONS)
single = pytest.mark.parametrize("function", [f for f in FUNCTIONS if f != "kinematics"])


# ---- layouts -----------------------------------------------------------------------------------------


def layouts(x):
    """The same numbers, laid out in other ways."""
    table = np.full((len(x), 2, *x.shape[1:]), np.nan, x.dtype)
    table[:, 1] = x
    wide = np.full((2 * len(x), *x.shape[1:-1], 3 * x.shape[-1] + 1), np.nan, x.dtype)
    wide[::2, ..., 1::3] = x
    axes = np.arange(x.ndim)
    packed = np.frombuffer(b"\0" + x.tobytes(), dtype=x.dtype, offset=1).reshape(x.shape)
    fields = np.zeros(x.shape, dtype=[("pad", "i1"), ("x", x.dtype)])
    fields["x"] = x
    frozen = x.copy()
    frozen.flags.writeable = False
    return {
        "columns of a table": table[:, 1],
        "strided": wide[::2, ..., 1::3],
        "fortran": np.asfortranarray(x),
        "transposed": np.ascontiguousarray(x.transpose(axes[::-1])).transpose(axes[::-1]),
        "rows reversed": x[::-1].copy()[::-1],
        "columns reversed": x[..., ::-1].copy()[..., ::-1],
        "both reversed": np.ascontiguousarray(x[::-1, ..., ::-1])[::-1, ..., ::-1],
        "swapped": x.astype(x.dtype.newbyteorder()),
        "unaligned": packed,
        "fields": fields["x"],
        "read-only": frozen,
    }


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@every_function
def test_every_memory_layout_gives_the_same_bits(function, dtype):
    states = {name: x.astype(dtype) for name, x in STATES.items()}
    expected = run(ROBOT, function, states)
    for argument in arguments_of(function):
        for name, same in layouts(states[argument]).items():
            assert np.array_equal(same, states[argument])
            assert np.array_equal(run(ROBOT, function, {**states, argument: same}), expected), (argument, name)


def test_windows_of_a_series_are_read_where_they_are():
    model, count = tf.zoo.chain(1000), 10**7
    series = np.random.default_rng(1).uniform(-1, 1, count + model.nq - 1)
    windows = np.lib.stride_tricks.as_strided(series, (count, model.nq), (8, 8), writeable=False)  # 80 GB
    few = windows[-50:]
    assert np.array_equal(model.potential_energy(few), model.potential_energy(few.copy()))
    out = np.empty(count)
    tracemalloc.start()
    try:
        # it can be stopped only if it has begun
        with pytest.raises(tf.Stopped):
            model.potential_energy(windows, out=out, check=False, progress=lambda done, states: False)
        assert tracemalloc.get_traced_memory()[1] < 10**6
    finally:
        tracemalloc.stop()


def test_lists_and_integers_become_float64():
    expected = ROBOT.inverse_dynamics(Q, V, np.round(5 * A))
    assert np.array_equal(ROBOT.inverse_dynamics(Q.tolist(), V, np.round(5 * A).astype(int)), expected)
    assert ROBOT.bias_torques(Q.tolist(), V.tolist()).dtype == np.float64


# ---- out ---------------------------------------------------------------------------------------------


def outputs(expected):
    """Memory for a result in the accepted layouts, surrounded by memory that must not change."""
    shape, dtype = expected.shape, expected.dtype
    rows = np.full((2 * len(expected) + 1, *shape[1:]), 7, dtype)
    table = np.full((len(expected), 3, *shape[1:]), 7, dtype)
    yield np.full(shape, 7, dtype), None
    yield rows[1::2], rows[::2]
    yield rows[-2::-2], rows[::2]
    yield table[:, 1], table[:, ::2]
    if len(shape) == 2:
        for step in (2, -2):
            columns = np.full((len(expected), 2 * shape[1]), 7, dtype)
            out = columns[:, ::step]
            yield out, columns[:, int(step > 0) :: 2]
        yield np.full(shape[::-1], 7, dtype).T, None


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@single
def test_results_go_where_out_says(function, dtype):
    states = {name: x.astype(dtype) for name, x in STATES.items()}
    expected = run(ROBOT, function, states)
    for out, around in outputs(expected):
        assert run(ROBOT, function, states, out=out) is out
        assert np.array_equal(out, expected)
        assert around is None or np.all(around == 7)


@single
def test_the_result_of_one_state_goes_where_out_says(function):
    state = {name: x[4] for name, x in STATES.items()}
    expected = np.asarray(run(ROBOT, function, state))
    spread = np.full((2, *expected.shape, 2), 7.0)
    for out in (np.empty(expected.shape), spread[1, ..., 0]):
        assert run(ROBOT, function, state, out=out) is out
        assert np.array_equal(out, expected)
    assert np.all(spread[0] == 7) and np.all(spread[..., 1] == 7)


def test_poses_and_velocities_go_where_out_says():
    names = ROBOT.frame_names
    expected = ROBOT.kinematics(names, Q, V)
    poses, velocities = np.empty((B, len(names), 4, 4)), np.empty((B, 2 * len(names), 6))[:, : len(names)]
    found = ROBOT.kinematics(names, Q, V, out=(poses, velocities))
    assert found[0] is poses and found[1] is velocities
    assert np.array_equal(poses, expected[0]) and np.array_equal(velocities, expected[1])
    found = ROBOT.kinematics(names, Q, out=(poses, None))
    assert found[0] is poses and found[1] is None
    one = np.empty((len(names), 4, 4)), np.empty((len(names), 6))
    assert ROBOT.kinematics(names, Q[2], V[2], out=one)[1] is one[1]
    assert np.array_equal(one[1], ROBOT.kinematics(names, Q[2], V[2])[1])


def test_columns_of_one_table_may_be_argument_and_result():
    table = np.zeros((B, NQ + 3 * NV))
    q, v, a, tau = np.split(table, [NQ, NQ + NV, NQ + 2 * NV], axis=1)
    q[:], v[:], a[:] = Q, V, A
    assert np.array_equal(ROBOT.inverse_dynamics(q, v, a, out=tau), ROBOT.inverse_dynamics(Q, V, A))
    assert np.array_equal(q, Q) and np.array_equal(v, V) and np.array_equal(a, A)
