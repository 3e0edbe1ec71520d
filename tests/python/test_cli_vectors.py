"""Vectors of treefix id, fd and mass that the user gives or omits."""

import pytest
from cli_runner import data, text


@pytest.mark.parametrize(
    "arguments",
    [
        ["--q", "-0.1,0.2,-3e-1"],
        ["--q=-0.1,0.2,-3e-1"],
        ["--q", "-0.1 0.2 -3e-1"],
        ["--q", "-0.1", "0.2", "-3e-1"],
        ["--q", "-.1,", "+.2", "-.3"],
        ["--q", " -0.1 ,\t0.2, -0.3,"],
    ],
)
def test_numbers_on_the_command_line_may_be_written_in_many_ways(arguments):
    for order in ([*arguments, "chain:n=3"], ["chain:n=3", *arguments]):
        assert data("id", *order)["inputs"]["q"] == [-0.1, 0.2, -0.3]


def test_numbers_come_from_files_with_comments(tmp_path):
    file = tmp_path / "my angles.txt"
    file.write_text("# angles\n0.5, -1e-3 # two\r\n\n\t2.25#no blank\n,4\n# no line end")
    assert data("mass", "chain:n=4", "--q", f"@{file}")["inputs"]["q"] == [0.5, -1e-3, 2.25, 4.0]


def test_numbers_come_from_standard_input():
    out = data("id", "chain:n=2", "--q", "@-", "--v", "3,4", input="1\n2\n")
    assert out["inputs"] == {"q": [1.0, 2.0], "v": [3.0, 4.0], "a": [0.0, 0.0]}


def test_what_is_left_out_is_neutral_or_zero():
    out = data("fd", "random_tree:n=2,joints=S,root=F")["inputs"]
    assert out["q"] == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    assert out["v"] == out["tau"] == [0] * 9


@pytest.mark.parametrize("command", ["id", "fd", "mass", "info"])
def test_the_same_command_prints_the_same(command):
    random = [] if command == "info" else ["--random", 11]
    for json_flag in ([], ["--json"]):
        arguments = [command, "random_tree:n=9,joints=RPHSLF,seed=4", *random, *json_flag]
        assert text(*arguments) == text(*arguments)


def test_each_vector_has_its_own_seed():
    id7, id6, fd7 = (data(*c)["inputs"] for c in (["id", "arm", "--random", 7], ["id", "arm", "--random", 6],
                                                  ["fd", "arm", "--random", 7]))
    fd6 = data("fd", "arm", "--random", 6)["inputs"]
    assert id7["q"] == fd7["q"] and id7["v"] == fd7["v"]
    assert id7["q"] != id6["q"]
    assert id7["v"] == id6["a"]  # seed 8
    assert id7["a"] == fd6["tau"]  # seed 9
    given = data("id", "arm", "--random", 7, "--v", "1,2,3,4,5,6,7")["inputs"]
    assert given == {**id7, "v": [1, 2, 3, 4, 5, 6, 7]}


def test_random_angles_keep_the_limits():
    limits = [(j["lower"][0], j["upper"][0]) for j in data("info", "arm")["joints"]]
    for seed in (0, 1, 18446744073709551615):
        q = data("mass", "arm", "--random", seed)["inputs"]["q"]
        assert all(low <= x <= high for x, (low, high) in zip(q, limits))
