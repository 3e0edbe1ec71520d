"""Invalid arguments of batches: the message names the argument, and nothing is written."""

import pathlib
import re
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest
import treefix as tf
from batches import FUNCTIONS, arguments_of, random_states, run

ROBOT = tf.zoo.random_tree(6, seed=3, joints="RSF", armature=0.1)
B, NQ, NV = 11, ROBOT.nq, ROBOT.nv
STATES = random_states(ROBOT, B)
Q, V, A, TAU = (STATES[name] for name in ("q", "v", "a", "tau"))
every_function = pytest.mark.parametrize("function", FUNCTIONS)


def refused(error, message, function, **arguments):
    """Calls the function, and expects this message and an unchanged out=."""
    out = arguments.get("out")
    arrays = [x for x in (out if isinstance(out, tuple) else (out,)) if isinstance(x, np.ndarray)]
    before = [x.copy() for x in arrays]
    with pytest.raises(error, match="^" + re.escape(message) + "$"):
        function(**arguments)
    assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(arrays, before))


# ---- out ---------------------------------------------------------------------------------------------


def frozen(x):
    x.flags.writeable = False
    return x


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        ([0.0] * NV, TypeError, "out: expected a NumPy array, got list"),
        (7, TypeError, "out: expected a NumPy array, got int"),
        (np.zeros((B, NV), "float32"), TypeError, "out: expected float64 as the arguments are, got float32"),
        (np.zeros((B, NV), int), TypeError, "out: expected float64 as the arguments are, got int64"),
        (
            np.zeros((B, NV), np.dtype(float).newbyteorder()),
            TypeError,
            "out: expected float64 that is aligned and in native byte order",
        ),
        (np.zeros((B, NV + 1)), ValueError, f"out: expected shape ({B}, {NV}), got ({B}, {NV + 1})"),
        (np.zeros((B + 1, NV)), ValueError, f"out: expected shape ({B}, {NV}), got ({B + 1}, {NV})"),
        (np.zeros(NV), ValueError, f"out: expected shape ({B}, {NV}), got ({NV},)"),
        (np.zeros((B, NV, 1, 1, 1)), ValueError, f"out: expected shape ({B}, {NV}), got ({B}, {NV}, 1, 1, 1)"),
        (frozen(np.zeros((B, NV))), ValueError, "out: expected a writable array, got a read-only one"),
        (
            np.lib.stride_tricks.as_strided(np.zeros(NV), (B, NV), (0, 8)),
            ValueError,
            "out: tau overlaps itself, expected separate memory for every number",
        ),
        (
            np.lib.stride_tricks.as_strided(np.zeros(B), (B, NV), (8, 0)),
            ValueError,
            "out: tau overlaps itself, expected separate memory for every number",
        ),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_memory_that_is_not_for_the_result_is_refused(out, error, message):
    refused(error, message, ROBOT.inverse_dynamics, q=Q, v=V, a=A, out=out)


@every_function
def test_memory_of_another_type_or_that_is_read_only_is_refused(function):
    frames = {"frames": ROBOT.frame_names[:2]} if function == "kinematics" else {}
    frames |= {"name": ROBOT.frame_names[0]} if function.startswith("frame_") else {}
    arguments = {**frames, **{name: STATES[name] for name in FUNCTIONS[function]}}
    result = getattr(ROBOT, function)(**arguments)
    results = result if isinstance(result, tuple) else (result,)
    for i, right in enumerate(results):
        name = f"out[{i}]" if len(results) > 1 else "out"
        for wrong, error, message in (
            (right.astype("float32"), TypeError, "expected float64 as the arguments are, got float32"),
            (frozen(right.copy()), ValueError, "expected a writable array, got a read-only one"),
        ):
            wrong_here = [np.full_like(x, 7) for x in results]
            wrong_here[i] = wrong
            out = tuple(wrong_here) if len(results) > 1 else wrong
            refused(error, f"{name}: {message}", getattr(ROBOT, function), **arguments, out=out)


def test_memory_of_an_argument_is_refused():
    memory = np.zeros((2 * B, NV))
    v, a = memory[:B], A.copy()
    v[:] = V
    overlaps = "out: tau overlaps v, expected memory of its own"
    refused(ValueError, overlaps, ROBOT.inverse_dynamics, q=Q, v=v, a=a, out=v)
    refused(ValueError, overlaps, ROBOT.inverse_dynamics, q=Q, v=v, a=a, out=memory[1 : B + 1])
    refused(ValueError, overlaps, ROBOT.inverse_dynamics, q=Q, v=v, a=a, out=v[::-1])
    refused(ValueError, "out: tau overlaps a, expected memory of its own", ROBOT.inverse_dynamics, q=Q, v=v, a=a, out=a)
    one = dict(q=Q[0], v=v[0], a=a[0])
    message = "out: tau overlaps an input, expected memory of its own"
    refused(ValueError, message, ROBOT.inverse_dynamics, **one, out=v[0])
    refused(ValueError, overlaps, ROBOT.inverse_dynamics, **one, out=v[0, ::-1])
    poses = np.zeros((B, 2, 4, 4))
    frames = dict(frames=ROBOT.frame_names[:2], q=Q, v=V)
    inside = poses.reshape(B, -1)[:, :12].reshape(B, 2, 6)
    with pytest.raises(ValueError, match="^out: poses overlaps velocities, expected memory of its own$"):
        ROBOT.kinematics(**frames, out=(poses, inside))
    for wrong, message in (
        (poses, "out: expected a pair of arrays, (poses, velocities)"),
        ((poses,), "out: expected a pair of arrays, (poses, velocities)"),
        ((poses, None), "out[1]: expected an array if v is given, None if not"),
        ((poses, np.zeros((B, 2, 5))), f"out[1]: expected shape ({B}, 2, 6), got ({B}, 2, 5)"),
        ((poses[:, :1], np.zeros((B, 2, 6))), f"out[0]: expected shape ({B}, 2, 4, 4), got ({B}, 1, 4, 4)"),
        ((poses.tolist(), np.zeros((B, 2, 6))), "out[0]: expected a NumPy array, got list"),
    ):
        refused((TypeError, ValueError), message, ROBOT.kinematics, **frames, out=wrong)
    assert not poses.any()


def test_matrices_whose_numbers_are_at_unequal_distances_are_refused():
    out = np.zeros((B, NV, NV + 1))[:, :, :NV]
    message = f"out: expected a constant stride between the numbers of a state, got strides {out.strides}"
    refused(ValueError, message, ROBOT.mass_matrix, q=Q, out=out)


# ---- arguments ---------------------------------------------------------------------------------------


@every_function
def test_float32_and_float64_are_not_mixed(function):
    names = arguments_of(function)
    for wrong in names[1:]:
        message = (
            f"{wrong} is float32, but q is float64; expected one type: "
            f"use np.asarray({wrong}, np.float64) or np.asarray(q, np.float32)"
        )
        with pytest.raises(TypeError, match="^" + re.escape(message) + "$"):
            run(ROBOT, function, {**STATES, wrong: STATES[wrong].astype("float32")})
        with pytest.raises(TypeError, match=f"^{names[1]} is float64, but q is float32"):
            run(ROBOT, function, {**STATES, "q": Q.astype("float32")})


@every_function
def test_wrong_shapes_are_named_together_with_the_right_one(function):
    for argument in arguments_of(function):
        right = STATES[argument]
        sizes = ", ".join(map(str, right.shape[1:]))
        either = f"shape {right.shape[1:]} or (B, {sizes})"
        for wrong in (right[..., :-1], right[None], right[0, ..., 0], np.float64(1)):
            message = f"{argument}: expected {either}, got {wrong.shape}"
            with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
                run(ROBOT, function, {**STATES, argument: wrong})
        if argument != "q":
            message = f"{argument}: expected {B} states as q has, shape ({B}, {sizes}), got {right[:-1].shape}"
            with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
                run(ROBOT, function, {**STATES, argument: right[:-1]})


@every_function
def test_numbers_that_are_not_finite_are_refused_with_their_place(function):
    for argument in arguments_of(function):
        wrong = STATES[argument].copy()
        wrong[4].flat[1] = np.inf
        with pytest.raises(ValueError, match=re.escape(f"{argument}[4, 1] is inf, expected a finite number")):
            run(ROBOT, function, {**STATES, argument: wrong})
    out = np.full((B, NV), 7.0)
    with pytest.raises(ValueError, match="^q"):
        ROBOT.gravity_torques(np.where(np.arange(NQ) == 3, np.nan, Q), out=out)
    assert np.all(out == 7)


def test_quaternions_that_are_not_of_length_one_are_refused_with_their_state():
    joint = next(ROBOT.joint(name) for name in ROBOT.joint_names if ROBOT.joint(name).kind == "spherical")
    q = Q.copy()
    q[6, joint.q] *= 1.01
    with pytest.raises(ValueError, match=rf"^q\[6, \d+\] to q\[6, \d+\], the quaternion of joint '{joint.name}'"):
        ROBOT.mass_matrix(q)


def test_other_words_and_numbers_are_refused():
    message = "threads is -1, expected 0 for all cores, or a number up to 1024"
    refused(ValueError, message, ROBOT.mass_matrix, q=Q, threads=-1)
    refused(ValueError, message, ROBOT.mass_matrix, q=Q[0], threads=-1)
    message = "external_frame: expected 'body' or 'root', got 'world'"
    refused(ValueError, message, ROBOT.inverse_dynamics, q=Q, v=V, a=A, external_frame="world")
    message = (
        "method: expected one of 'automatic', 'aba', 'pieces', 'mass_matrix', 'jsiia_columns', 'jsiia_crba', "
        "'jsiia_sparse', 'hybrid_aba', 'cfa', 'ccg', 'pcg_ds', 'scan_aba', 'dca', got 'magic'"
    )
    refused(ValueError, message, ROBOT.forward_dynamics, q=Q, v=V, tau=TAU, method="magic")
    message = "return_info: expected one state of float64, check=True and no progress"
    refused(ValueError, message, ROBOT.forward_dynamics, q=Q, v=V, tau=TAU, return_info=True)
    with pytest.raises(ValueError, match="has no frame named 'tail'"):
        ROBOT.kinematics(["tail"], Q)
    for wrong in (dict(progress=7), dict(threads="two"), dict(check=None)):
        with pytest.raises(TypeError):
            ROBOT.mass_matrix(Q, **wrong)


def test_aba_is_refused_for_mimic_joints():
    build = tf.ModelBuilder("m")
    for name, parent, mimic in (("a", "", None), ("b", "a", ("a", 2.0, 0.1))):
        joint = tf.Joint.revolute([0, 1, 0], name=name, mimic=mimic)
        build.body(name, parent, position=[1, 0, 0], joint=joint, mass=1, com=[0.3, 0, 0], inertia=np.eye(3))
    model = build.build()
    x = np.zeros((5, 1))
    message = "method aba does not support mimic joints, which model 'm' has"
    refused(ValueError, message, model.forward_dynamics, q=x, v=x, tau=x, method="aba")
    refused(ValueError, message, model.forward_dynamics, q=x[0], v=x[0], tau=x[0], method="aba")
    expected = model.forward_dynamics(x[0], x[0], x[0])
    for method in ("automatic", "mass_matrix"):
        assert np.allclose(model.forward_dynamics(x, x, x, method=method), expected, rtol=1e-13)


HALF = "format='packed' needs half as much"


def test_a_batch_that_does_not_fit_says_how_many_bytes_it_needs():
    for count, bytes_text in ((10**12, str(8 * 10**12 * NV**2)), (10**16, "")):
        shape = rf"\({count}, {NV}, {NV}\)"
        message = rf"^H of shape {shape} needs {bytes_text}.* bytes \(.* GiB\); .* GiB are available; {HALF}$"
        with pytest.raises(MemoryError, match=message):
            ROBOT.mass_matrix(np.broadcast_to(Q[0], (count, NQ)))
    # not a result, but an argument in column order
    forces = np.broadcast_to(np.zeros((6, ROBOT.nbody)).T, (10**12, ROBOT.nbody, 6))
    copied = "it must be copied because of its strides"
    message = rf"^external_forces of shape .* needs {8 * forces.size} bytes .*; {copied}$"
    with pytest.raises(MemoryError, match=message):
        ROBOT.inverse_dynamics(Q[0], V[0], A[0], forces)


def test_memory_that_the_system_denies_is_refused_with_its_bytes():
    script = """
import resource, numpy as np, treefix as tf
model = tf.zoo.chain(2)
q = np.broadcast_to(model.neutral(), (2**25, 2))
used = 1024 * next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmSize:"))
resource.setrlimit(resource.RLIMIT_AS, (used + 2**29, -1))
try:
    model.mass_matrix(q)
except MemoryError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    message = f"a result of shape ({2**25}, 2, 2) of float64 needs {2**30} bytes, more than are available\n"
    assert (done.stdout, done.stderr) == (message, "")


def test_nothing_is_allocated_beyond_the_available_memory():
    """Beyond the available memory the system still grants memory, but kills a process that uses it."""
    lines = [line.split() for line in pathlib.Path("/proc/meminfo").read_text().splitlines()]
    available, total = (1024 * next(int(x[1]) for x in lines if x[0] == key) for key in ("MemAvailable:", "MemTotal:"))
    model = tf.zoo.chain(2)

    def many(size, of_state):
        return np.broadcast_to(model.neutral(), (int(size) // of_state, model.nq))

    def stop(done, states):  # in case another process frees that much memory now
        return False

    tracemalloc.start()
    try:
        q = many((available + total) / 2, 32)
        message = rf"^H of shape \({len(q)}, 2, 2\) needs {32 * len(q)} bytes \(.* GiB\); .* GiB are available; {HALF}$"
        with pytest.raises(MemoryError, match=message):
            model.mass_matrix(q, progress=stop)
        # each of two results would fit
        q = many((available + total) / 2, 176)
        message = (
            rf"^velocities of shape \({len(q)}, 1, 6\) with the other results needs {176 * len(q)} bytes "
            r"\(.* GiB\); .* GiB are available$"
        )
        with pytest.raises(MemoryError, match=message):
            model.kinematics(model.frame_names[:1], q, q, progress=stop)
        assert tracemalloc.get_traced_memory()[0] < 10**6
    finally:
        tracemalloc.stop()
