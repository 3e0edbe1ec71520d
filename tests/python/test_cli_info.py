"""treefix info: describes a robot."""

import re

import pytest
from cli_runner import data, text


@pytest.mark.parametrize(
    ("robot", "expected"),
    [
        ("chain:n=100", {"bodies": 100, "nq": 100, "nv": 100, "depth": 100, "total_mass": 50}),
        ("star:n=12", {"bodies": 12, "nq": 12, "nv": 12, "depth": 1, "total_mass": 6}),
        ("auto_tree:n=7,bf=2", {"bodies": 7, "nq": 7, "nv": 7, "depth": 3, "total_mass": 7}),
        ("humanoid", {"nq": 43, "nv": 36, "total_mass": 75}),
    ],
)
def test_info_counts(robot, expected):
    out = data("info", robot)
    assert {key: out[key] for key in expected} == pytest.approx(expected)
    assert out["robot"] == robot
    assert sum(out["kinds"].values()) == len(out["joints"]) == out["bodies"]
    assert sum(joint["mass"] for joint in out["joints"]) == pytest.approx(out["total_mass"])
    lines = dict(line.split(None, 1) for line in text("info", robot).split("\n\n")[0].splitlines())
    assert (lines["robot"], lines["nq"], lines["nv"]) == (robot, str(out["nq"]), str(out["nv"]))
    assert lines["depth"] == str(out["depth"])


def test_info_ranges_cover_the_vectors():
    out = data("info", "random_tree:n=9,joints=RPHSLF,seed=4")
    for first, count in (("q", "nq"), ("v", "nv")):
        end = 0
        for joint in out["joints"]:
            assert joint[first] == end
            end += joint[count]
        assert end == out[count]
    assert out["joints"][0]["parent"] is None


def test_info_prints_limits_where_there_are_some():
    arm = text("info", "arm")
    assert "position limits" in arm
    assert re.search(r"^joint2 .* -1\.7628\.\.1\.7628 +2\.175 +87$", arm, re.MULTILINE)
    assert "limits" not in text("info", "chain:n=3")
    assert data("info", "chain:n=1")["joints"][0]["lower"] == [None]


def test_info_cuts_a_long_table_and_says_so():
    cut, whole = text("info", "chain:n=100"), text("info", "chain:n=100", "--all")
    shown = len(re.findall(r"^joint\d+ ", cut, re.MULTILINE))
    assert f"and {100 - shown} more joints" in cut and 0 < shown < 100
    assert len(re.findall(r"^joint\d+ ", whole, re.MULTILINE)) == 100
    assert "more joints" not in whole
    assert "more joints" not in text("info", "arm")


def test_info_says_how_a_tree_is_divided():
    for robot, expected in (
        ("humanoid", "body by body: 19 bodies, and pieces are faster from 64 on"),
        ("chain:n=1000", "in pieces: 1000 bodies in "),
        ("auto_tree:n=5000,bf=2", "in pieces: 4998 bodies in 3 forests"),
    ):
        assert data("info", robot)["dynamics"].startswith(expected)
        assert expected in text("info", robot)
