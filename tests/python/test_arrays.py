"""What the functions of a model accept and return: types, shapes, memory layouts, messages."""

import re

import numpy as np
import pytest
import treefix as tf

ROBOT = tf.zoo.random_tree(6, seed=3, joints="RSF")
Q, V, A = ROBOT.random_configuration(1), ROBOT.random_velocity(2), ROBOT.random_velocity(3)
F = np.random.default_rng(4).normal(size=(ROBOT.nbody, 6))

# Every function of arrays, with arguments that suit ROBOT.
CALLS = {
    "inverse_dynamics": dict(q=Q, v=V, a=A, external_forces=F),
    "forward_dynamics": dict(q=Q, v=V, tau=A, external_forces=F),
    "mass_matrix": dict(q=Q),
    "bias_torques": dict(q=Q, v=V),
    "gravity_torques": dict(q=Q),
    "kinetic_energy": dict(q=Q, v=V),
    "potential_energy": dict(q=Q),
    "momentum": dict(q=Q, v=V),
    "center_of_mass": dict(q=Q),
    "frame_pose": dict(name=ROBOT.body_names[-1], q=Q),
    "frame_velocity": dict(name=ROBOT.body_names[-1], q=Q, v=V),
    "integrate": dict(q=Q, v=V),
    "difference": dict(q0=Q, q1=ROBOT.random_configuration(5)),
    "normalize": dict(q=Q),
}
ARGUMENTS = [(f, x) for f, arguments in CALLS.items() for x, value in arguments.items() if x != "name"]
each_argument = pytest.mark.parametrize(("function", "argument"), ARGUMENTS)
# These accept one state of float64 only; the others also accept batches and float32 (test_batch*.py).
SINGLE = {"momentum", "center_of_mass", "integrate", "difference", "normalize"}


def call(function, **changed):
    return getattr(ROBOT, function)(**{**CALLS[function], **changed})


def expected_shape(function, argument):
    """As in a message."""
    shape = CALLS[function][argument].shape
    return f"shape {shape}" + ("" if function in SINGLE else f" or (B, {', '.join(map(str, shape))})")


def test_results_have_the_shapes_that_the_docstrings_promise():
    nq, nv = ROBOT.nq, ROBOT.nv
    shapes = {
        "inverse_dynamics": (nv,),
        "forward_dynamics": (nv,),
        "mass_matrix": (nv, nv),
        "bias_torques": (nv,),
        "gravity_torques": (nv,),
        "momentum": (6,),
        "center_of_mass": (3,),
        "frame_pose": (4, 4),
        "frame_velocity": (6,),
        "integrate": (nq,),
        "difference": (nv,),
        "normalize": (nq,),
    }
    for function in CALLS:
        result = call(function)
        if function.endswith("energy"):
            assert type(result) is float
            continue
        assert result.shape == shapes[function], function
        assert result.dtype == np.float64 and result.flags.writeable and result.flags.owndata


@each_argument
@pytest.mark.parametrize("dtype", ["float32", "float16", "longdouble"])
def test_other_precisions_are_refused_and_the_message_says_how_to_convert(function, argument, dtype):
    if dtype == "float32" and function not in SINGLE:
        return  # test_batch_arrays.py
    wrong = CALLS[function][argument].astype(dtype)
    with pytest.raises(TypeError) as error:
        call(function, **{argument: wrong})
    message = str(error.value)
    types = "float64" if function in SINGLE else "float64 or float32"
    assert message.startswith(f"{argument}: expected {types} of {expected_shape(function, argument)}, got ")
    assert f"{wrong.dtype.name}; use {argument}.astype(np.float64)" in message


@each_argument
@pytest.mark.parametrize("dtype", ["complex128", "bool", "object", "str"])
def test_what_is_no_real_number_is_refused(function, argument, dtype):
    wrong = CALLS[function][argument].astype(dtype)
    with pytest.raises(TypeError, match=f"^{argument}: expected float64 .*of shape .*, got {wrong.dtype.name}"):
        call(function, **{argument: wrong})


@each_argument
def test_wrong_shapes_are_named_together_with_the_right_one(function, argument):
    right = CALLS[function][argument]
    one_axis_more = right[None] if function in SINGLE else right[None, None]
    for wrong in (right[:-1], np.concatenate([right, right[:1]]), one_axis_more, np.float64(1.0), np.zeros(0)):
        expected = f"{argument}: expected {expected_shape(function, argument)}, got {np.shape(wrong)}"
        with pytest.raises(ValueError, match="^" + re.escape(expected) + "$"):
            call(function, **{argument: wrong})


@each_argument
@pytest.mark.parametrize("wrong", ["seven", {}, [1, "a"], [[1], [2, 3]], len], ids=repr)
def test_what_is_no_array_is_refused_by_name(function, argument, wrong):
    with pytest.raises((TypeError, ValueError), match=f"^{argument}: expected "):
        call(function, **{argument: wrong})


def test_none_is_refused_where_it_has_no_meaning():
    with pytest.raises(TypeError):
        ROBOT.mass_matrix(None)
    with pytest.raises(TypeError):
        ROBOT.inverse_dynamics(Q, None, A)


def layouts(x):
    """The same numbers, laid out in other ways."""
    wide = np.zeros((*x.shape[:-1], 2 * x.shape[-1]))
    wide[..., ::2] = x
    packed = np.frombuffer(b"\0" + x.tobytes(), dtype=np.float64, offset=1).reshape(x.shape)
    frozen = x.copy()
    frozen.flags.writeable = False
    return {
        "strided": wide[..., ::2],
        "reversed": x[..., ::-1].copy()[..., ::-1],
        "fortran": np.asfortranarray(x),
        "swapped": x.astype(x.dtype.newbyteorder()),
        "unaligned": packed,
        "read-only": frozen,
        "list": x.tolist(),
        "tuple": tuple(x.tolist()),
        "memoryview": memoryview(np.ascontiguousarray(x)),
    }


@each_argument
def test_every_memory_layout_gives_the_same_bits(function, argument):
    expected = call(function)
    for name, same in layouts(CALLS[function][argument]).items():
        result = call(function, **{argument: same})
        assert np.array_equal(result, expected), name


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint64"])
def test_integers_are_accepted_because_they_convert_exactly(dtype):
    v = np.arange(ROBOT.nv)
    expected = ROBOT.bias_torques(Q, v.astype(float))
    assert np.array_equal(ROBOT.bias_torques(Q, v.astype(dtype)), expected)
    assert np.array_equal(ROBOT.bias_torques(Q, v.tolist()), expected)


def test_integers_that_a_double_cannot_hold_are_refused():
    v = np.zeros(ROBOT.nv, dtype=np.int64)
    v[2] = 2**53
    ROBOT.kinetic_energy(Q, v)
    for large in (2**53 + 1, -(2**53) - 1):
        v[2] = large
        with pytest.raises(ValueError, match="^v: expected integers that float64 holds exactly"):
            ROBOT.kinetic_energy(Q, v)


def test_inputs_are_not_changed():
    before = [x.copy() for x in (Q, V, A, F)]
    for function in CALLS:
        call(function)
    assert all(np.array_equal(x, y) for x, y in zip(before, (Q, V, A, F)))


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(
    ("function", "argument"), [(f, x) for f, x in ARGUMENTS if f not in ("integrate", "difference", "normalize")]
)
def test_numbers_that_are_not_finite_are_refused_by_name(function, argument, wrong):
    x = CALLS[function][argument].copy()
    x.flat[1] = wrong
    with pytest.raises(ValueError, match=rf"^{argument}\[\d+\]"):
        call(function, **{argument: x})


def test_a_quaternion_that_is_not_of_length_one_is_refused_with_the_name_of_its_joint():
    joint = next(ROBOT.joint(name) for name in ROBOT.joint_names if ROBOT.joint(name).kind == "spherical")
    q = Q.copy()
    q[joint.q] *= 1.01
    with pytest.raises(ValueError, match=f"quaternion of joint '{joint.name}'.*normalize"):
        ROBOT.mass_matrix(q)
    assert np.allclose(ROBOT.mass_matrix(ROBOT.normalize(q)), ROBOT.mass_matrix(Q), rtol=1e-13)


def test_an_unknown_external_frame_is_refused():
    for function in ("inverse_dynamics", "forward_dynamics"):
        with pytest.raises(ValueError, match="^external_frame: expected 'body' or 'root', got 'world'$"):
            call(function, external_frame="world")


def test_a_robot_without_joints_computes_nothing_without_complaint():
    model = tf.ModelBuilder("rock").body("rock", mass=1, inertia=(1, 1, 1)).build()
    assert (model.nq, model.nv, model.nbody) == (0, 0, 0)
    assert model.inverse_dynamics([], [], []).shape == (0,)
    assert model.forward_dynamics([], [], [], np.zeros((0, 6))).shape == (0,)
    assert model.mass_matrix([]).shape == (0, 0)
    assert model.kinetic_energy([], []) == 0
