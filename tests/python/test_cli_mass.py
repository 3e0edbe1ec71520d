"""treefix mass: entries of H, and products with H and its inverse, agree with H."""

import json

import numpy as np
import pytest
from cli_runner import assert_refused, data, inline, numbers, run, text

ROBOTS = ["chain:n=1", "humanoid", "auto_tree:n=300,bf=2,skew=0.1",
          "random_tree:n=40,joints=RPHSLF,seed=2,armature=0.2"]


def dense(robot):
    return np.array(data("mass", robot, "--random", 5)["results"]["H"])


@pytest.mark.parametrize("robot", ROBOTS)
def test_entries_are_those_of_the_matrix_in_every_output(robot, tmp_path):
    H = dense(robot)
    out = data("mass", robot, "--random", 5, "--format", "sparse")["results"]["H"]
    assert out["shape"] == list(H.shape)
    indptr, indices, values = (np.array(out[name]) for name in ("indptr", "indices", "data"))
    rows = np.repeat(np.arange(len(H)), np.diff(indptr))
    built = np.zeros_like(H)
    built[rows, indices] = values
    w = np.sqrt(np.diag(H))
    assert np.abs((built - H) / np.outer(w, w)).max() <= 1e-13
    assert all(np.all(np.diff(indices[a:b]) > 0) for a, b in zip(indptr, indptr[1:]))
    # text and file have the same lines
    lines = np.column_stack([rows, indices, values])
    printed = text("mass", robot, "--random", 5, "--format", "sparse", "--precision", 17)
    assert np.array_equal(np.reshape(numbers(printed), (-1, 3)), lines)
    file = tmp_path / "H.npy"
    said = data("mass", robot, "--random", 5, "--format", "sparse", "--out", file)["results"]["H"]
    assert said == {"file": str(file), "dtype": "float64", "shape": list(lines.shape)}
    assert np.array_equal(np.load(file), lines)


@pytest.mark.parametrize("robot", ROBOTS)
def test_products_are_those_of_the_matrix(robot, tmp_path):
    H = dense(robot)
    w = np.sqrt(np.diag(H))
    x = np.random.default_rng(1).normal(size=len(H))
    y = data("mass", robot, "--random", 5, "--times", inline(x.tolist()))
    assert y["inputs"]["times"] == x.tolist()
    assert np.abs((y["results"]["y"] - H @ x) / w).max() <= 1e-12 * (w @ np.abs(x))
    assert numbers(text("mass", robot, "--random", 5, "--times", inline(x.tolist()), "--precision", 17)) == \
        y["results"]["y"]
    np.save(tmp_path / "x.npy", x)
    text("mass", robot, "--random", 5, "--solve", f"@{tmp_path}/x.npy", "--out", tmp_path / "z.npy")
    z = np.load(tmp_path / "z.npy")
    assert np.abs((H @ z - x) / w).max() <= 1e-12 * (w @ np.abs(z))


def test_products_need_no_matrix():
    n = 300_000  # whose H does not fit
    ones = " ".join(["1"] * n)
    y = json.loads(run("mass", f"star:n={n}", "--times", "@-", "--json", input=ones).stdout)["results"]["y"]
    (H,) = data("mass", "chain:n=1")["results"]["H"][0]
    assert y == pytest.approx([H] * n, rel=1e-13)


def test_threads_do_not_change_a_digit():
    for what in (["--format", "sparse"], ["--format", "dense"], ["--times", inline([1.0] * 700)]):
        one, two = (text("mass", "auto_tree:n=700,bf=1.5", "--random", 1, *what, "--threads", t, "--precision", 17)
                    for t in (1, 2))
        assert one == two


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--format", "csr"], 2, "--format: csr not in {dense,sparse}"),
        (["--times", "1,2"], 1, "--times has 2 numbers, expected 7: nv of arm"),
        (["--solve", "1,2,3,4,5,6,nan"], 1, "'nan' is not a finite number"),
        (["--times", "1", "--solve", "1"], 2, "--times and --solve exclude each other"),
        (["--times", "1", "--format", "sparse"], 2, "--format applies to H, which --times and --solve do not print"),
        (["--states", "2", "--random", "1", "--format", "sparse"], 2, "--format sparse needs one state"),
        (["--states", "2", "--random", "1", "--times", "1,2,3,4,5,6,7"], 2, "--times and --solve need one state"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, code, message):
    assert_refused(run("mass", "arm", *arguments), code, message)


def test_a_matrix_that_does_not_fit_is_refused_with_what_may_fit():
    assert_refused(run("mass", "chain:n=300000"), 1, "720000000000 bytes", "; --format sparse may need less\n")
    assert_refused(run("mass", "chain:n=300000", "--format", "sparse"), 1,
                   "the mass matrix of chain:n=300000 has 90000000000 entries and needs 1080000000000 bytes",
                   "; --times and --solve do not need H\n")
