#!/usr/bin/env python3
"""Figures of speed in README.md and docs/ are those of bench/results/*.json; this writes them there.

    figures.py            writes the tables between their marks
    figures.py --check    writes nothing; tells which tables are not those of the results

A table stands between <!-- figures: NAME --> and <!-- end of figures -->.
"""

import json
import re
import sys
from pathlib import Path

import papers
from tables import table, three_digits

ROOT = Path(__file__).resolve().parent.parent
FILES = ["README.md", "docs/speed.md"]
JUDGED = 4096  # states of a batch


def results(name):
    return json.loads((ROOT / "bench" / "results" / f"{name}.json").read_text(encoding="utf-8"))


def machine(r, more=()):
    parts = [r["cpu"], r["compiler"], *(r[key] for key in more), f"load {r['load']:.1f}", r["date"], r["commit"]]
    return f"{', '.join(parts)}."


def at_judged(row, key):
    """Of a work whose largest batches have fewer states, the largest."""
    states = row["states"]
    return row[key][states.index(JUDGED) if JUDGED in states else -1]


def readme():
    """Of some robots: ns per state, and how often as fast as Pinocchio."""
    r, works = results("peers"), ["RNEA", "ABA", "CRBA"]
    rows = []
    for robot in ["chain 7", "Panda 7", "UR5", "quadruped", "Talos"]:
        found = {row["work"]: row for row in r["ns_per_state"] if row["robot"] == robot}
        cells = [f"{three_digits(ours)} ns, {theirs / ours:.1f}×" for ours, theirs in
                 ((at_judged(found[work], "rows"), at_judged(found[work], "pinocchio")) for work in works)]
        rows.append([f"{robot}, nv {found['RNEA']['nv']}", *cells])
    head = ["one core, 4096 states", "inverse dynamics", "forward dynamics", "mass matrix"]
    return f"{table(head, rows)}\n\nPer state, and how often as fast as Pinocchio 4.1 on the same core: {machine(r)}"


def peers():
    r = results("peers")
    rows = []
    for row in r["ns_per_state"]:
        ours, native, theirs = (at_judged(row, key) for key in ("rows", "native", "pinocchio"))
        target = row.get("target", 0)
        verdict = "" if not target else f"{target:g} {'yes' if theirs / ours >= target else 'NO'}"
        rows.append([row["work"], row["robot"], *map(three_digits, (ours, native, theirs)), f"{theirs / ours:.1f}",
                     f"{theirs / native:.1f}", verdict])
    head = ["work", "robot", "rows, ns", "interleaved, ns", "Pinocchio, ns", "ratio", "interleaved", "to reach, by rows"]
    return f"{table(head, rows)}\n\n{machine(r, ['level', 'peer'])}"


def one_state():
    r = results("peers")
    rows = []
    for row in r["ns_per_state"]:
        if "dynamics" not in row:
            continue
        ours, batch, theirs = row["dynamics"], row["rows"][0], row["pinocchio"][0]
        rows.append([row["work"], row["robot"], *map(three_digits, (ours, batch, theirs)), f"{theirs / ours:.1f}"])
    return table(["work", "robot", "Dynamics, ns", "BatchDynamics, ns", "Pinocchio, ns", "ratio"], rows)


def batch():
    r = results("batch")
    rows = [[w["work"], w["robot"], three_digits(w["ns"]), three_digits(w["flops"]), f"{100 * w['share_of_peak']:.0f} %",
             f"{w['rows_over_native']:.2f}", f"{w['checked_over_unchecked']:.2f}", f"{w['float_speedup']:.2f}",
             f"{w['two_threads_speedup']:.2f}"] for w in r["works"]]
    head = ["work", "robot", "ns", "flops", "of the peak", "rows / interleaved", "checked / not", "float / double",
            "two threads / one"]
    peak = f"Peak: {r['peak_gflops']:.1f} GFLOP/s at {r['clock_ghz']:.2f} GHz. "
    return f"{table(head, rows)}\n\n{peak}{machine(r, ['level'])}"


def cycles():
    r = results("batch")
    names = [key for key in r["cycles_per_joint"][0] if key != "robot"]
    return table(["robot", *names], [[c["robot"], *(f"{c[name]:.0f}" for name in names)] for c in r["cycles_per_joint"]])


def python():
    r = results("python-peers")
    many = [[c["robot"], c["work"], c["call"], three_digits(c["ns"]), f"{c['ratio']:.1f}"] for c in r["ns_per_state"]]
    one = [[c["robot"], c["work"], c["call"], f"{c['us']:.2f}"] for c in r["us_per_call"]]
    return "\n\n".join([
        table(["robot", "work", "call", "ns per state", "over treefix"], many),
        table(["robot", "work", "call, one state", "µs"], one),
        machine(r, ["python", "peers"]),
    ])


def ms(x):
    return f"{three_digits(x)} ms" if x >= 0.1 else f"{three_digits(1000 * x)} µs"


def tree_lines(r, key):
    return [line for line in r["trees"] if key in line]


def readme_trees():
    """Of a million bodies: time on two cores, beside the plain loop where there is one."""
    r = results("trees")
    rows = []
    for line in tree_lines(r, "ns_per_body"):
        if line["n"] != 1_000_000:
            continue
        loop, ours = (line["ns_per_body"][name] * line["n"] * 1e-6 for name in ("plain loop", "automatic, 2"))
        rows.append([line["shape"], ms(loop), ms(ours), f"{loop / ours:.1f}×"])
    head = ["a million bodies, inverse dynamics", "plain loop in C++", "treefix, two cores", "ratio"]
    return f"{table(head, rows)}\n\n{machine(r)}"


def over_loop(line):
    """How often as fast as the plain loop the default is, and whether that was to be reached."""
    loop, ours, target = line["ns_per_body"].get("plain loop"), line["ns_per_body"]["automatic, 2"], line.get("target", 0)
    verdict = "" if not target else f"{target:g} {'yes' if loop / ours >= target else 'NO'}"
    return f"{loop / ours:.1f}" if loop else "", verdict


def size_row(line, ways, beside=()):
    """One shape and size: ns per body of the plain loop, of what is beside it, of the default, and of every way the better of
    one and two threads."""
    ns = line["ns_per_body"]
    best = [min((ns[f"{way}, {threads}"] for threads in (1, 2) if f"{way}, {threads}" in ns), default=None)
            for way in ways]
    times = (ns.get("plain loop"), *beside, ns["automatic, 1"], ns["automatic, 2"], *best)
    return [line["shape"], line["n"], *("" if x is None else three_digits(x) for x in times), *over_loop(line)]


def trees():
    """Inverse dynamics of every shape and size: ns per body by every way, the best of one and two threads."""
    r = results("trees")
    ways = ["recursive", "pair_scan heavy", "two_scan heavy", "simulated heavy", "pair_scan euler", "two_scan euler",
            "simulated euler"]
    rows = []
    for line in tree_lines(r, "ns_per_body"):
        memset = line["ns_per_body"].get("memset")
        rows.append([*size_row(line, ways, [memset]), three_digits(line["bytes_per_body"]["automatic, 2"])])
    head = ["tree", "n", "plain loop", "memset", "default, 1 thread", "default, 2", *ways, "loop / default", "to reach",
            "bytes per body"]
    return f"{table(head, rows)}\n\n{machine(r, ['level'])}"


def mass():
    """The mass matrix of one large tree, beside memset of its bytes."""
    r = results("trees")
    rows = []
    for line in tree_lines(r, "mass"):
        for name, took in line["ms"].items():
            if name != "memset":
                rows.append([line["mass"], f"{line['bytes'] * 1e-6:.1f}", name, ms(took),
                             f"{took / line['ms']['memset']:.1f}"])
    return table(["work", "MB", "step, threads", "time", "in memsets of its bytes"], rows)


def on_threads(ns, method):
    """ns per body on one thread and on two; "" where it was not timed."""
    return ["" if x is None else three_digits(x) for x in (ns.get(f"{method}, {threads}") for threads in (1, 2))]


def forward():
    """Forward dynamics of every shape and size: ns per body by every method, on one thread / on two."""
    r = results("forward")
    names = ["aba", "pieces", "mass_matrix", "jsiia_columns", "jsiia_crba", "jsiia_sparse", "hybrid_aba", "cfa", "ccg", "pcg_ds",
             "scan_aba", "dca"]
    rows = []
    for line in r["forward"]:
        ns = line["ns_per_body"]
        cells = [" / ".join(filter(None, on_threads(ns, name))) for name in ["automatic", *names]]
        loop = three_digits(ns["plain loop"]) if "plain loop" in ns else ""
        rows.append([line["shape"], line["n"], loop, *cells, *over_loop(line)])
    head = ["tree", "n", "plain loop", "default", *names, "loop / default", "to reach"]
    return f"{table(head, rows)}\n\n{machine(r, ['level'])}"


def span_row(line, ns, name):
    """Times of a method, and its work, span and rounds where they are counted."""
    counted = [""] * 4
    if name in line["work"]:
        work, through = line["work"][name], line["span"][name]
        counted = [*map(three_digits, (work, through, work / through)), line.get("rounds", {}).get(name, "")]
    times = on_threads(ns, name.removesuffix(", odd_even_elimination"))  # which is how cfa is timed
    return [line["shape"], line["n"], name, *times, *counted]


def span():
    """Every method at the sizes where families are counted, in bodies of the recursion."""
    r = results("forward")
    timed = {(line["shape"], line["n"]): line["ns_per_body"] for line in r["forward"]}
    rows = []
    for line in r["span"]:
        ns = timed.get((line["shape"], line["n"]), {})
        others = [name for name in ("pieces", "mass_matrix") if f"{name}, 1" in ns]
        rows += [span_row(line, ns, name) for name in [*others, *line["work"]]]
    head = ["tree", "n", "method", "ns per body, 1 thread", "2 threads", "work", "span", "work / span", "rounds"]
    return table(head, rows)


def claims():
    return papers.written(results("forward"))


TABLES = {"readme": readme, "forward": forward, "span": span, "claims": claims, "readme trees": readme_trees,
          "trees": trees, "mass": mass, "peers": peers, "one state": one_state, "batch": batch, "cycles": cycles,
          "python": python}
MARKED = re.compile(r"(<!-- figures: ([a-z ]+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = []
    for name in FILES:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        new = MARKED.sub(lambda m: f"{m[1]}{TABLES[m[2]]()}\n{m[3]}", text)
        if new == text:
            continue
        stale.append(name)
        if not arguments:
            path.write_text(new, encoding="utf-8")
    if arguments and stale:
        sys.exit(f"{', '.join(stale)}: figures are not those of bench/results; run tools/figures.py")


if __name__ == "__main__":
    main(sys.argv[1:])
