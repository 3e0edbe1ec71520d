#!/usr/bin/env python3
"""Writes the generated parts of README.md, docs/ and bench/notes/: tables of figures, and code of examples.

    figures.py            writes them between their marks
    figures.py --check    writes nothing; names the files whose generated parts are out of date

A table is between the marks <!-- figures: NAME --> and <!-- end of figures -->. Its figures come from
bench/results/*.json, or, for accuracy, from bench/notes/accuracy.md. tools/includes.py describes the marks of examples.
"""

import re
import sys

import accuracy
import includes
import papers
import summaries
from tables import ROOT, machine, ms, results, table, three_digits

PAGES = ["README.md", "docs/**/*.md", "bench/notes/*.md"]


def peers():
    r = results("peers")
    rows = []
    for row in r["ns_per_state"]:
        ours, native, theirs = (summaries.of_large_batch(row, key) for key in ("rows", "native", "pinocchio"))
        target = row.get("target", 0)
        verdict = "" if not target else f"{target:g} {'yes' if theirs / ours >= target else 'NO'}"
        rows.append([row["work"], row["robot"], *map(three_digits, (ours, native, theirs)), f"{theirs / ours:.1f}",
                     f"{theirs / native:.1f}", verdict])
    head = ["algorithm", "robot", "rows, ns", "interleaved, ns", "Pinocchio, ns", "ratio, rows", "ratio, interleaved",
            "target, rows"]
    return f"{table(head, rows)}\n\n{machine(r, ['level', 'peer'])}"


def one_state():
    r = results("peers")
    rows = []
    for row in r["ns_per_state"]:
        if "dynamics" not in row:
            continue
        ours, batch, theirs = row["dynamics"], row["rows"][0], row["pinocchio"][0]
        rows.append([row["work"], row["robot"], *map(three_digits, (ours, batch, theirs)), f"{theirs / ours:.1f}"])
    return table(["algorithm", "robot", "Dynamics, ns", "BatchDynamics, ns", "Pinocchio, ns", "ratio"], rows)


def batch():
    r = results("batch")
    ratios = ["rows_over_native", "checked_over_unchecked", "float_speedup", "two_threads_speedup"]
    rows = [[w["work"], w["robot"], three_digits(w["ns"]), three_digits(w["flops"]),
             f"{100 * w['share_of_peak']:.0f} %", *(f"{w[ratio]:.2f}" for ratio in ratios)] for w in r["works"]]
    head = ["algorithm", "robot", "ns", "flops", "share of peak", "rows / interleaved", "checked / unchecked",
            "float speedup", "two-thread speedup"]
    peak = f"Peak: {r['peak_gflops']:.1f} GFLOP/s at {r['clock_ghz']:.2f} GHz. "
    return f"{table(head, rows)}\n\n{peak}{machine(r, ['level'])}"


def cycles():
    r = results("batch")
    names = [key for key in r["cycles_per_joint"][0] if key != "robot"]
    rows = [[c["robot"], *(f"{c[name]:.0f}" for name in names)] for c in r["cycles_per_joint"]]
    return table(["robot", *names], rows)


def python():
    r = results("python-peers")
    many = [[c["robot"], c["work"], c["call"], three_digits(c["ns"]), f"{c['ratio']:.1f}"] for c in r["ns_per_state"]]
    one = [[c["robot"], c["work"], c["call"], f"{c['us']:.2f}"] for c in r["us_per_call"]]
    return "\n\n".join([
        table(["robot", "quantity", "call", "ns per state", "time / treefix"], many),
        table(["robot", "quantity", "call, one state", "µs"], one),
        machine(r, ["python", "peers"]),
    ])


def tree_lines(r, key):
    return [line for line in r["trees"] if key in line]


def over_loop(line):
    """The speedup of the default over the plain loop; and its target, with yes or NO for whether it is reached."""
    ns, target = line["ns_per_body"], line.get("target", 0)
    loop, ours = ns.get("plain loop"), ns["automatic, 2"]
    verdict = "" if not target else f"{target:g} {'yes' if loop / ours >= target else 'NO'}"
    return f"{loop / ours:.1f}" if loop else "", verdict


def size_row(line, methods, beside=()):
    """A row for one shape and size: ns per body of the plain loop, of `beside`, of the default on one thread and on
    two, and of every method on one or two threads, whichever is faster."""
    ns = line["ns_per_body"]
    best = [min((ns[f"{method}, {threads}"] for threads in (1, 2) if f"{method}, {threads}" in ns), default=None)
            for method in methods]
    times = (ns.get("plain loop"), *beside, ns["automatic, 1"], ns["automatic, 2"], *best)
    return [line["shape"], line["n"], *("" if x is None else three_digits(x) for x in times), *over_loop(line)]


def trees():
    """Inverse dynamics of every shape and size: ns per body by every method."""
    r = results("trees")
    methods = ["recursive", "pair_scan heavy", "two_scan heavy", "simulated heavy", "pair_scan euler", "two_scan euler",
               "simulated euler"]
    rows = []
    for line in tree_lines(r, "ns_per_body"):
        memset = line["ns_per_body"].get("memset")
        rows.append([*size_row(line, methods, [memset]), three_digits(line["bytes_per_body"]["automatic, 2"])])
    head = ["tree", "n", "plain loop", "memset", "default, 1 thread", "default, 2 threads", *methods, "loop / default",
            "target", "bytes per body"]
    return f"{table(head, rows)}\n\n{machine(r, ['level'])}"


def mass():
    """The mass matrix of one large tree, compared with memset of its bytes."""
    r = results("trees")
    rows = []
    for line in tree_lines(r, "mass"):
        for name, took in line["ms"].items():
            if name != "memset":
                rows.append([line["mass"], f"{line['bytes'] * 1e-6:.1f}", name, ms(took),
                             f"{took / line['ms']['memset']:.1f}"])
    return table(["quantity", "MB", "step, threads", "time", "time / memset of its bytes"], rows)


def on_threads(ns, method):
    """ns per body on one thread and on two; "" if it was not timed."""
    return ["" if x is None else three_digits(x) for x in (ns.get(f"{method}, {threads}") for threads in (1, 2))]


def forward():
    """Forward dynamics of every shape and size: ns per body by every method, on one thread / on two."""
    r = results("forward")
    names = ["aba", "pieces", "mass_matrix", "jsiia_columns", "jsiia_crba", "jsiia_sparse", "hybrid_aba", "cfa", "ccg",
             "pcg_ds", "scan_aba", "dca"]
    rows = []
    for line in r["forward"]:
        ns = line["ns_per_body"]
        cells = [" / ".join(filter(None, on_threads(ns, name))) for name in ["automatic", *names]]
        loop = three_digits(ns["plain loop"]) if "plain loop" in ns else ""
        rows.append([line["shape"], line["n"], loop, *cells, *over_loop(line)])
    head = ["tree", "n", "plain loop", "default", *names, "loop / default", "target"]
    return f"{table(head, rows)}\n\n{machine(r, ['level'])}"


def span_row(line, ns, name):
    """A row with the times of a method, and with its work, span and rounds if they are counted."""
    counted = [""] * 4
    if name in line["work"]:
        work, through = line["work"][name], line["span"][name]
        counted = [*map(three_digits, (work, through, work / through)), line.get("rounds", {}).get(name, "")]
    times = on_threads(ns, name.removesuffix(", odd_even_elimination"))  # cfa is timed with this solver
    return [line["shape"], line["n"], name, *times, *counted]


def span():
    """Every method at the sizes for which work and span are counted. Their unit is one body of the recursion."""
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


TABLES = {"forward": forward, "span": span, "claims": claims, "trees": trees, "mass": mass, "peers": peers,
          "one state": one_state, "batch": batch, "cycles": cycles, "python": python,
          **summaries.TABLES, **accuracy.TABLES}
MARKED = re.compile(r"(<!-- figures: ([a-z ]+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


def written(text):
    """The page with up-to-date generated parts."""
    return includes.written(MARKED.sub(lambda m: f"{m[1]}{TABLES[m[2]]()}\n{m[3]}", text), ROOT)


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = []
    for path in sorted(path for pattern in PAGES for path in ROOT.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        new = written(text)
        if new == text:
            continue
        stale.append(str(path.relative_to(ROOT)))
        if not arguments:
            path.write_text(new, encoding="utf-8")
    if arguments and stale:
        sys.exit(f"{', '.join(stale)}: generated parts are out of date; run tools/figures.py")


if __name__ == "__main__":
    main(sys.argv[1:])
