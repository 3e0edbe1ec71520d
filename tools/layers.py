#!/usr/bin/env python3
"""Checks that includes point down the layers, and draws the include graph.

Folders are layers. A file may include files of its own layer and of layers below it. The exit status is 1
if any include points up; each such include is printed as file:line.
"""

import argparse
import collections
import pathlib
import re
import sys

# From low to high. Layers in one tuple are on the same level: none may include another.
ORDER = [
    ("table",),  # treefix/planner/table.hpp: plain numbers that every layer may read
    ("base",),
    ("simd",),
    ("spatial", "tree"),
    ("model",),
    ("primitives",),
    ("exec",),
    ("reference",),
    ("papers",),
    ("prepared",),
    ("kernels",),
    ("engine",),
    ("large_tree",),
    ("levels",),
    ("planner",),
    ("io",),
    ("treefix",),  # the public headers treefix/*.hpp
    ("facade",),  # the implementation of the public headers
    ("cli", "python", "tests", "examples"),
    ("bench",),  # which also uses tests/support
]
RANK = {layer: rank for rank, layers in enumerate(ORDER) for layer in layers}
OUTER = ORDER[-2] + ORDER[-1]
TABLE = "treefix/planner/table.hpp"

SUFFIXES = {".hpp", ".cpp", ".h", ".cc", ".inl", ".ipp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def layer_of(path):
    """The layer of a path relative to the repository root, or None for a file outside all layers."""
    if path == TABLE:
        return "table"
    parts = pathlib.PurePosixPath(path).parts
    if parts[0] == "treefix":
        return "treefix" if len(parts) == 2 else parts[1]
    return parts[0] if parts[0] in OUTER else None


def source_files(root):
    for top in ("treefix",) + OUTER:
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                yield path.relative_to(root)


def included_files(root, file):
    """Pairs (line number, included path relative to root) of the includes that name a file of a layer."""
    text = (root / file).read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        bracket, name = match.groups()
        # A quoted include is looked up beside the file first, as the compiler does.
        beside = (root / file).parent / name
        if bracket == '"' and beside.is_file() and beside.resolve().is_relative_to(root):
            name = beside.resolve().relative_to(root).as_posix()
        if layer_of(name) is not None:
            yield number, name


def problem(file, target):
    """The reason why this include is not allowed, or None if it is."""
    here, there = layer_of(file), layer_of(target)
    for layer in (here, there):
        if layer not in RANK:
            return f"unknown layer {layer}; add it to ORDER in tools/layers.py"
    if here == there:
        return None
    if RANK[there] > RANK[here]:
        return f"{here} is below {there}"
    if RANK[there] == RANK[here]:
        return f"{here} and {there} are on the same level"
    return None


def read_graph(root):
    """Counts of includes per pair of layers, and the forbidden includes as readable lines."""
    counts = collections.defaultdict(collections.Counter)
    problems = []
    for file in source_files(root):
        here = layer_of(file.as_posix())
        counts[here]  # a layer without includes is still shown
        for number, target in included_files(root, file):
            counts[here][layer_of(target)] += 1
            why = problem(file.as_posix(), target)
            if why:
                problems.append(f"{file.as_posix()}:{number}: includes {target}: {why}")
    return counts, problems


def rank_of(layer):
    return RANK.get(layer, len(ORDER)), layer


def print_table(counts):
    for layer in sorted(counts, key=rank_of):
        below = [f"{other} {counts[layer][other]}" for other in sorted(counts[layer], key=rank_of) if other != layer]
        print(f"{layer:<12} -> {', '.join(below) or '-'}")


def print_dot(counts):
    print("digraph layers {\n  rankdir=BT;\n  node [shape=box];")
    for layer in sorted(counts, key=rank_of):
        print(f'  "{layer}";')
        for other in sorted(counts[layer], key=rank_of):
            if other != layer:
                print(f'  "{layer}" -> "{other}" [label="{counts[layer][other]}"];')
    print("}")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).parents[1])
    parser.add_argument("--dot", action="store_true", help="print the graph for Graphviz")
    parser.add_argument("--quiet", action="store_true", help="print problems only")
    options = parser.parse_args(arguments)

    counts, problems = read_graph(options.root.resolve())
    if options.dot:
        print_dot(counts)
    elif not options.quiet:
        print_table(counts)
    for line in problems:
        print(line, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
