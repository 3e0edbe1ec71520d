#!/usr/bin/env python3
"""Compares the speed of two builds: runs two programs of bench/times.cpp in turn and prints ratios, new over old.

    compare_times.py build-of-another-commit/bench/times build/release/bench/times [rounds [text]]

text: only robots whose names contain it.

The machine may be shared, so the time of a line is the least of all rounds, and the programs alternate.
"""

import collections
import math
import subprocess
import sys

LIMIT = 1.03  # larger ratios are listed


def times_of(program, text):
    """{(robot, quantity): ns} of one run."""
    output = subprocess.run([program, text], capture_output=True, text=True, check=True).stdout
    lines = [line.split("\t") for line in output.splitlines()]
    return {(robot, quantity): float(ns) for robot, quantity, ns in lines}


def least(programs, rounds, text):
    """For each program the least time of each line."""
    best = [collections.defaultdict(lambda: math.inf) for _ in programs]
    for number in range(rounds):
        order = range(len(programs)) if number % 2 == 0 else reversed(range(len(programs)))
        for k in order:
            for key, ns in times_of(programs[k], text).items():
                best[k][key] = min(best[k][key], ns)
    return best


def geometric_mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def main(old, new, rounds=8, text=""):
    before, after = least([old, new], int(rounds), text)
    ratios = {key: after[key] / before[key] for key in before if key in after}
    by_quantity = collections.defaultdict(list)
    for (_, quantity), ratio in ratios.items():
        by_quantity[quantity].append(ratio)
    print(f"{'quantity':32}  least  mean  largest  robots")
    for quantity, numbers in by_quantity.items():
        mean = geometric_mean(numbers)
        print(f"{quantity:32}  {min(numbers):5.3f}  {mean:5.3f}  {max(numbers):5.3f}  {len(numbers):4}")
    print(f"\nabove {LIMIT}:")
    for (robot, quantity), ratio in sorted(ratios.items(), key=lambda item: -item[1]):
        if ratio > LIMIT:
            was, now = before[robot, quantity], after[robot, quantity]
            print(f"  {ratio:5.3f}  {robot}, {quantity}: {was:.4g} -> {now:.4g} ns")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
