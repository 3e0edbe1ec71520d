"""Python threads share a model and do not wait for each other."""

import threading

import numpy as np
import treefix as tf
from meanwhile import require_that_others_run_during


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
    require_that_others_run_during(lambda: model.mass_matrix(q))
