"""treefix fd with every method: the comparison of all methods, and the method options."""

import re

import numpy as np
import pytest
from cli_runner import assert_refused, data, run, text

METHODS = ["aba", "pieces", "mass_matrix", "jsiia_columns", "jsiia_crba", "jsiia_sparse", "hybrid_aba", "cfa", "ccg",
           "pcg_ds", "scan_aba", "dca"]
ITERATE = ("ccg", "pcg_ds")
# The humanoid has bodies without mass, which cfa does not support.
REFUSED = {
    "arm": {},
    "humanoid": {"cfa": r"cfa cannot be used with model 'humanoid', because the inertia of body '\S+' is singular; "
                        r"expected scan_aba or another method"},
}


def table(output):
    """The rows of the table by method, and the lines about methods that were refused."""
    lines = [line for line in output.splitlines() if not line.startswith("#")]
    assert lines[0].split() == ["method", "residual", "difference", "iterations", "ms"]
    end = lines.index("refused") if "refused" in lines else len(lines)
    rows = {row[0]: row[1:] for row in (line.split(maxsplit=5) for line in lines[1:end]) if row}
    return rows, dict(line.split(": ", 1) for line in lines[end + 1:])


def distance(a, b):
    return np.abs(np.subtract(a, b)).max() / np.abs(b).max()


@pytest.mark.parametrize("robot", REFUSED)
def test_all_methods_have_a_row_each_or_say_why_not(robot):
    rows, refused = table(text("fd", robot, "--random", 1, "--method", "all"))
    assert list(rows) == [method for method in METHODS if method not in REFUSED[robot]]
    assert refused.keys() == REFUSED[robot].keys()
    for method, why in REFUSED[robot].items():
        assert re.fullmatch(why, refused[method])
    for method, (residual, difference, iterations, ms, *reason) in rows.items():
        assert 0 <= float(residual) < 1e-11 and 0 <= float(difference) < 1e-10 and float(ms) > 0
        assert int(iterations) > 0 if method in ITERATE else iterations == "-"
        assert reason == []


@pytest.mark.parametrize("robot", REFUSED)
def test_all_methods_give_in_json_what_each_gives_alone(robot):
    results = data("fd", robot, "--random", 1, "--method", "all")["results"]
    assert list(results) == METHODS
    for method, result in results.items():
        if method in REFUSED[robot]:
            assert re.fullmatch(REFUSED[robot][method], result.pop("refused")) and result == {}
            assert_refused(run("fd", robot, "--random", 1, "--method", method), 1, f"{method} cannot be used")
            continue
        assert result.pop("seconds") > 0
        assert result == data("fd", robot, "--random", 1, "--method", method)["results"]
        assert distance(result["a"], results["aba"]["a"]) < 1e-10


@pytest.mark.parametrize("method", [method for method in METHODS if method != "pieces"])
def test_refinement_restores_what_single_precision_lost(method):
    single = ["fd", "arm", "--random", 1, "--method", method, "--single"]
    rough, fine = data(*single)["results"], data(*single, "--refine", 6)["results"]
    exact = data("fd", "arm", "--random", 1)["results"]["a"]
    assert rough["residual"] > 1e-9 and fine["residual"] < 1e-13
    assert distance(rough["a"], exact) > 1e-9 and distance(fine["a"], exact) < 1e-12


def test_what_computes_in_double_only_says_so():
    message = "method pieces computes in double precision only; use aba or another method for single precision"
    assert_refused(run("fd", "arm", "--method", "pieces", "--single"), 1, message)
    rows, refused = table(text("fd", "arm", "--random", 1, "--method", "all", "--single"))
    assert list(rows) == [method for method in METHODS if method != "pieces"]
    assert refused == {"pieces": message}


@pytest.mark.parametrize("robot", ["arm", "auto_tree:n=40,bf=1.5,skew=0.2"])
def test_constraint_forces_are_the_same_by_every_solver(robot):
    solvers = ["thomas", "odd_even_elimination", "cyclic_reduction"]
    cfa = ["fd", robot, "--random", 1, "--method", "cfa"]
    results = [data(*cfa, "--solver", solver)["results"] for solver in solvers]
    for result in results:
        assert result["residual"] < 1e-10 and distance(result["a"], results[0]["a"]) < 1e-8
    # in other orders, so with other errors; the default is the solver of the paper
    assert results[0]["a"] != results[1]["a"] != results[2]["a"]
    assert data(*cfa)["results"] == results[1]


@pytest.mark.parametrize("method", ITERATE)
def test_iterations_end_at_the_given_limit_or_tolerance(method):
    few = ["fd", "humanoid", "--random", 1, "--method", method, "--iterations", 5]
    result = data(*few)["results"]
    assert result["iterations"] == 5 and result["converged"] is False
    assert result["reason"].startswith("did not converge: after 5 iterations the relative residual is ")
    assert f"iterations: 5; {result['reason']}\n" in text(*few)
    rows, _ = table(text("fd", "humanoid", "--random", 1, "--method", "all", "--iterations", 5))
    assert rows[method][2] == "5" and rows[method][4].startswith("did not converge")
    command = ["fd", "humanoid", "--random", 1, "--method", method]
    loose, tight = (data(*command, "--tolerance", x)["results"] for x in (1e-3, 1e-9))
    assert loose["converged"] and tight["converged"] and loose["iterations"] < tight["iterations"]
    assert loose["residual"] > tight["residual"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--method", "abba"], 2, "--method: abba not in {automatic,aba,"),
        (["--solver", "gauss"], 2, "--solver: gauss not in {thomas,odd_even_elimination,cyclic_reduction}"),
        (["--refine", "x"], 1, "--refine: 'x' is not an integer from 0 to 1000"),
        (["--refine", "-1"], 1, "--refine: '-1' is not an integer from 0 to 1000"),
        (["--refine", "1001"], 1, "--refine: '1001' is not an integer from 0 to 1000"),
        (["--iterations", "0"], 1, "--iterations: '0' is not an integer from 1 to "),
        (["--iterations", "1.5"], 1, "--iterations: '1.5' is not an integer from 1 to "),
        (["--tolerance", "-1"], 1, "--tolerance is '-1', expected a positive number"),
        (["--single=maybe"], 2, "--single = maybe"),
        (["--method", "all", "--out", "a.npy"], 2, "--out needs one method, not --method all"),
        (["--random", "1", "--states", "3", "--method", "all"], 2, "--refine and --single need one state"),
        (["--random", "1", "--states", "3", "--refine", "1"], 2, "--refine and --single need one state"),
        (["--random", "1", "--states", "3", "--single"], 2, "--refine and --single need one state"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, code, message):
    assert_refused(run("fd", "arm", *arguments), code, message)
