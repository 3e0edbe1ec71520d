"""Checks that other Python threads run while a call computes."""

import threading
import time


def require_that_others_run_during(call):
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.perf_counter()
    call()
    end = time.perf_counter()
    done.set()
    thread.join()
    # If the call kept the interpreter's lock, there would be no tick during it.
    margin = (end - begin) / 10
    assert any(begin + margin < t < end - margin for t in ticks), f"{len(ticks)} ticks, call took {end - begin:.3f} s"
