"""Long batches: progress, stopping, Ctrl-C, Python threads, forks, and the instruction levels."""

import os
import re
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import treefix as tf
from batches import FUNCTIONS, random_states, run
from meanwhile import require_that_others_run_during

LONG = tf.zoo.chain(100)


def many(model, count):
    """A batch of this many states that takes no memory; its results have one number each."""
    return np.broadcast_to(model.random_configuration(1), (count, model.nq))


# ---- progress ----------------------------------------------------------------------------------------


def test_progress_says_how_many_states_are_done():
    calls, thread = [], []

    def progress(done, states):
        calls.append((done, states))
        thread.append(threading.current_thread())

    q = many(LONG, 150_000)
    found = LONG.potential_energy(q, progress=progress)
    assert np.array_equal(found, LONG.potential_energy(q))
    done = [d for d, _ in calls]
    assert len(done) > 1 and done == sorted(set(done)) and done[0] > 0 and done[-1] == 150_000
    assert {states for _, states in calls} == {150_000} and set(thread) == {threading.current_thread()}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_function_tells_of_its_progress(function):
    model, calls = tf.zoo.arm(), []
    run(model, function, random_states(model, 5), progress=lambda *call: calls.append(call))
    assert calls == [(5, 5)]
    state = {name: x[0] for name, x in random_states(model, 1).items()}
    run(model, function, state, progress=lambda *call: calls.append(call))
    assert calls[1:] == [(1, 1)]


def test_progress_can_stop_a_batch():
    calls = []

    def progress(done, states):
        calls.append(done)
        return len(calls) < 2

    out = np.full(10**6, np.nan)
    with pytest.raises(tf.Stopped, match="stopped"):
        LONG.potential_energy(many(LONG, 10**6), out=out, progress=progress)
    assert len(calls) == 2 and np.all(np.isfinite(out[: calls[-1]])) and np.isnan(out[-1])
    assert issubclass(tf.Stopped, RuntimeError) and np.all(np.isfinite(LONG.potential_energy(many(LONG, 9))))


def test_what_progress_raises_reaches_the_caller():
    def progress(done, states):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        LONG.potential_energy(many(LONG, 10**6), progress=progress)

    class Undecided:
        def __bool__(self):
            raise ValueError("neither")

    with pytest.raises(ValueError, match="neither"):
        LONG.potential_energy(many(LONG, 9), progress=lambda done, states: Undecided())


def test_progress_may_use_the_same_model():
    inner = []
    q = many(LONG, 1000)
    LONG.potential_energy(q, progress=lambda done, states: inner.append(LONG.potential_energy(q[:3])))
    assert np.array_equal(inner[0], LONG.potential_energy(q)[:3])


# ---- Ctrl-C ------------------------------------------------------------------------------------------

INTERRUPTED = """
import sys, time
import numpy as np, treefix as tf
model = tf.zoo.chain(200)
q = np.broadcast_to(model.random_configuration(1), (10**7, model.nq))
print("ready", flush=True)
try:
    model.potential_energy(q, threads=int(sys.argv[1]))
except KeyboardInterrupt:
    print(time.monotonic(), flush=True)
    assert np.isfinite(model.potential_energy(q[:5])).all()
"""


@pytest.mark.parametrize("threads", [1, 0])
def test_ctrl_c_ends_a_batch(threads):
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED, str(threads)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0
    # 0.2 s on an idle machine
    assert float(text) - sent < 3


# ---- threads and processes ---------------------------------------------------------------------------


def test_python_threads_share_a_model():
    model = tf.zoo.quadruped()
    states = random_states(model, 300)
    expected = {(f, check): run(model, f, states, check=check) for f in FUNCTIONS for check in (True, False)}
    failures, start = [], threading.Barrier(6)

    def work(k):
        start.wait()
        for i, (function, check) in enumerate(expected):
            found = run(model, function, states, check=check, threads=(k + i) % 3)
            if not np.array_equal(found, expected[function, check]):
                failures.append((k, function))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_other_python_threads_go_on_meanwhile():
    require_that_others_run_during(lambda: LONG.potential_energy(many(LONG, 100_000), threads=1))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_process_can_go_on():
    script = """
import os, numpy as np, treefix as tf
model = tf.zoo.humanoid()
q = np.broadcast_to(model.random_configuration(1), (20_000, model.nq))
expected = model.gravity_torques(q)
child = os.fork()
if child == 0:
    os._exit(0 if np.array_equal(model.gravity_torques(q), expected) else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    run_it = subprocess.run([sys.executable, "-c", script], timeout=60, capture_output=True, text=True)
    assert (run_it.returncode, run_it.stderr) == (0, "")


# ---- instruction sets --------------------------------------------------------------------------------

LEVEL = f"""
import sys
sys.path.insert(0, {os.path.dirname(__file__)!r})
import numpy as np, treefix as tf
from batches import FUNCTIONS, random_states, run
from meanwhile import require_that_others_run_during
model = tf.zoo.random_tree(8, seed=1, joints="RPHSLF", armature=0.1)
states = random_states(model, 13)
results = {{f: run(model, f, states) for f in FUNCTIONS}}
for f, x in results.items():
    assert np.array_equal(run(model, f, {{name: y[4:7] for name, y in states.items()}}), x[4:7])
    single = run(model, f, {{name: y.astype("float32") for name, y in states.items()}})
    assert np.allclose(single, x, rtol=0, atol=1e-3 * np.max(np.abs(x))), f
np.savez(sys.argv[1], **results)
"""


def at_level(level, *arguments):
    command = [sys.executable, "-c", LEVEL, *arguments]
    return subprocess.run(command, env={**os.environ, "TREEFIX_LEVEL": level}, capture_output=True, text=True)


def test_every_instruction_set_computes_the_same(tmp_path):
    refused = at_level("nonsense", str(tmp_path / "nothing"))
    found = re.search(
        r"ValueError: TREEFIX_LEVEL is 'nonsense', expected a level that this CPU supports: (.*)\n", refused.stderr
    )
    assert refused.returncode == 1 and found, refused.stderr
    levels = found[1].split(", ")
    assert levels[0] == "portable"
    assert all(level in tf.Model.__doc__ for level in ("TREEFIX_LEVEL", *levels))
    results = {}
    for level in ["", *levels]:
        path = tmp_path / f"level{level}.npz"
        done = at_level(level, str(path))
        assert (done.returncode, done.stderr) == (0, "")
        results[level] = dict(np.load(path))
    for level in levels:
        for function, expected in results["portable"].items():
            size = np.max(np.abs(expected))
            assert np.allclose(results[level][function], expected, rtol=0, atol=1e-11 * size), (level, function)
    best = results[levels[-1]]
    assert all(np.array_equal(best[function], x) for function, x in results[""].items())
