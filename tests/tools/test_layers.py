"""The layer check accepts includes that point down and names each one that does not."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools" / "layers.py"


def run(root, *options):
    return subprocess.run(
        [sys.executable, str(SCRIPT), "--root", str(root), *options], capture_output=True, text=True, check=False
    )


def write(root, path, text):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_this_repository_obeys_its_layers():
    result = run(ROOT)
    assert result.returncode == 0, result.stderr


def test_every_layer_exists():
    sys.path.insert(0, str(SCRIPT.parent))
    import layers

    inner = [layer for group in layers.ORDER for layer in group if layer not in layers.OUTER]
    for layer in inner:
        place = {"table": ROOT / layers.TABLE, "treefix": ROOT / "treefix"}.get(layer, ROOT / "treefix" / layer)
        assert place.exists(), f"tools/layers.py names {layer}, which is not there"
    for layer in layers.OUTER:
        assert (ROOT / layer).is_dir(), layer


@pytest.mark.parametrize(
    "file, include",
    [
        ("treefix/model/a.hpp", "<treefix/base/b.hpp>"),
        ("treefix/model/a.hpp", "<treefix/model/b.hpp>"),
        ("treefix/papers/forward/a.hpp", "<treefix/reference/steps.hpp>"),
        ("treefix/base/a.hpp", "<treefix/planner/table.hpp>"),
        ("bench/a.cpp", '"tests/support/b.hpp"'),
        ("treefix/dynamics.hpp", "<treefix/io/urdf.hpp>"),
        ("tests/model/a_test.cpp", "<treefix/treefix.hpp>"),
        ("treefix/base/a.hpp", "<vector>"),
    ],
)
def test_an_include_that_points_down_passes(tmp_path, file, include):
    write(tmp_path, file, f"#include {include}\n")
    assert run(tmp_path).returncode == 0


@pytest.mark.parametrize(
    "file, include",
    [
        ("treefix/base/a.hpp", "<treefix/model/b.hpp>"),
        ("treefix/base/a.hpp", '"treefix/model/b.hpp"'),
        ("treefix/base/a.hpp", '"../model/b.hpp"'),
        ("treefix/spatial/a.cpp", "<treefix/tree/b.hpp>"),
        ("treefix/tree/a.cpp", "<treefix/spatial/b.hpp>"),
        ("treefix/reference/steps.hpp", "<treefix/papers/forward/b.hpp>"),
        ("treefix/kernels/a.hpp", "<treefix/planner/plan.hpp>"),
        ("treefix/dynamics.hpp", "<treefix/facade/b.hpp>"),
        ("treefix/io/a.cpp", "<treefix/dynamics.hpp>"),
        ("treefix/base/a.cpp", '"tests/b.hpp"'),
        ("treefix/unheard_of/a.cpp", "<treefix/base/b.hpp>"),
    ],
)
def test_an_include_that_does_not_point_down_fails_and_is_named(tmp_path, file, include):
    write(tmp_path, "treefix/model/b.hpp", "")
    write(tmp_path, file, f"#pragma once\n#include {include}\n")
    result = run(tmp_path)
    assert result.returncode == 1
    assert f"{file}:2:" in result.stderr


def test_the_graph_shows_each_pair_of_layers(tmp_path):
    write(tmp_path, "treefix/model/a.hpp", "#include <treefix/base/b.hpp>\n#include <treefix/base/c.hpp>\n")
    assert '"model" -> "base" [label="2"]' in run(tmp_path, "--dot").stdout
    assert "model        -> base 2" in run(tmp_path).stdout
