"""Python threads share a model and do not wait for each other."""

import threading
import time

import numpy as np
import treefix as tf


def test_threads_that_share_a_model_get_the_bits_of_one_thread():
    model = tf.zoo.humanoid()
    states = [
        (model.random_configuration(seed), model.random_velocity(seed + 1), model.random_velocity(seed + 2))
        for seed in range(64)
    ]

    def compute(s):
        a, info = model.forward_dynamics(*s, return_info=True)
        return [model.inverse_dynamics(*s), a, info.residual, model.mass_matrix(s[0]), model.kinetic_energy(*s[:2])]

    expected = [compute(s) for s in states]
    failures = []
    start = threading.Barrier(8)

    def work(offset):
        start.wait()
        for k in range(5 * len(states)):
            i = (k * 7 + offset) % len(states)
            if not all(np.array_equal(x, y) for x, y in zip(compute(states[i]), expected[i])):
                failures.append(i)

    threads = [threading.Thread(target=work, args=(8 * i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_other_threads_go_on_while_a_model_computes():
    model = tf.zoo.chain(4000)
    q = model.neutral()
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.perf_counter()
    model.mass_matrix(q)
    end = time.perf_counter()
    done.set()
    thread.join()
    # A call that kept the interpreter's lock would leave no tick inside.
    margin = (end - begin) / 10
    assert any(begin + margin < t < end - margin for t in ticks), f"{len(ticks)} ticks, call took {end - begin:.3f} s"
