"""Markdown tables, and the results of benchmarks that they show."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def results(name):
    return json.loads((ROOT / "bench" / "results" / f"{name}.json").read_text(encoding="utf-8"))


def machine(r, more=()):
    """Where and when the results were measured, as the line under a table."""
    parts = [r["cpu"], r["compiler"], *(r[key] for key in more), f"load {r['load']:.1f}", r["date"], r["commit"]]
    return f"{', '.join(parts)}."


def three_digits(x):
    return f"{float(f'{x:.3g}'):g}" if x < 1000 else f"{float(f'{x:.3g}'):.0f}"


def ms(x):
    return f"{three_digits(x)} ms" if x >= 0.1 else f"{three_digits(1000 * x)} µs"


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)
