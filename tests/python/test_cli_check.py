"""treefix check: several files, a table, all problems, and an exit code."""

import json
import re

import pytest
import robot_texts
from cli_runner import assert_refused, run, text

PARTS = {"severity", "topic", "file", "line", "column", "element", "seen", "expected", "done", "hint", "message"}


@pytest.fixture
def files(tmp_path):
    contents = {"good.urdf": robot_texts.GOOD, "doubtful.urdf": robot_texts.DOUBTFUL, "bad.urdf": robot_texts.BAD,
                "pendulum.xml": robot_texts.MJCF, "other.xml": "<html></html>"}
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    return tmp_path


def rows(output):
    """The table: a dict for each file, by file."""
    head, *lines = output.split("\n\n")[0].splitlines()
    return {line.split()[0]: dict(zip(head.split(), line.split())) for line in lines}


def check(folder, *arguments, code):
    result = run("check", *arguments, cwd=folder)
    assert (result.returncode, result.stderr) == (code, "")
    return result.stdout


def test_good_files_give_a_table_and_a_sum(files):
    out = check(files, "good.urdf", "pendulum.xml", code=0)
    assert rows(out) == {
        "good.urdf": {"file": "good.urdf", "format": "URDF", "result": "ok", "bodies": "2", "nv": "2", "mass/kg": "4",
                      "errors": "0", "warnings": "0"},
        "pendulum.xml": {"file": "pendulum.xml", "format": "MJCF", "result": "ok", "bodies": "1", "nv": "1",
                         "mass/kg": "2", "errors": "0", "warnings": "0"},
    }
    assert out.endswith("\n\n2 files: 2 good\n")


def test_problems_are_listed_file_by_file(files):
    out = check(files, "good.urdf", "bad.urdf", "doubtful.urdf", "other.xml", code=1)
    results = {name: row["result"] for name, row in rows(out).items()}
    assert results == {"good.urdf": "ok", "bad.urdf": "refused", "doubtful.urdf": "warnings", "other.xml": "refused"}
    assert rows(out)["bad.urdf"]["bodies"] == "-"
    _, bad, doubtful, other, total = out.split("\n\n")
    assert int(rows(out)["bad.urdf"]["errors"]) == 2
    assert len(re.findall(r"^bad\.urdf:\d+:\d+: error: ", bad, re.MULTILINE)) == 2
    assert re.match(r"doubtful\.urdf:9:\d+: warning: ", doubtful)
    assert re.match(r"other\.xml:1:1: error: the root element is <html>", other)
    assert total == "4 files: 2 good (1 with warnings), 2 refused\n"


def test_the_worst_file_gives_the_exit_code(files):
    assert check(files, "doubtful.urdf", code=0).endswith("1 file: 1 good (1 with warnings)\n")
    assert check(files, "doubtful.urdf", "--strict", code=1).endswith("1 file: 0 good, 1 refused\n")
    out = check(files, "bad.urdf", "none.urdf", ".", "good.urdf", code=2)
    assert out.endswith("4 files: 1 good, 1 refused, 2 unreadable\n")
    assert "\nnone.urdf: error: cannot be read: No such file or directory\n" in out
    assert "\n.: error: cannot be read: it is a directory\n" in out
    assert_refused(run("check"), 2, "FILE is required")


def test_a_name_of_the_zoo_is_no_file(files):
    assert "arm: error: cannot be read: No such file or directory" in check(files, "arm", code=2)


def test_json_has_every_part_of_every_problem(files):
    result = run("check", "good.urdf", "bad.urdf", "doubtful.urdf", "none.urdf", "--json", cwd=files)
    out = json.loads(result.stdout)
    assert (result.returncode, out["command"], out["ok"]) == (2, "check", False)
    good, bad, doubtful, none = out["files"]
    assert (good["ok"], good["bodies"], good["nv"], good["total_mass"], good["problems"]) == (True, 2, 2, 4, [])
    assert (good["name"], good["format"], good["result"]) == ("crane", "URDF", "ok")
    assert (bad["ok"], bad["bodies"], bad["total_mass"], bad["errors"]) == (False, None, None, 2)
    assert (doubtful["ok"], doubtful["warnings"], len(doubtful["problems"])) == (True, 1, 1)
    assert (none["ok"], none["result"], none["format"]) == (False, "unreadable", None)
    for one in out["files"]:
        for problem in one["problems"]:
            assert set(problem) == PARTS
            assert problem["file"] == one["file"] and problem["seen"] in problem["message"]
    assert {problem["severity"] for problem in bad["problems"]} == {"error"}
    assert doubtful["problems"][0]["done"] == "scaled to length 1"
    assert json.loads(text("check", "good.urdf", "--json", cwd=files))["ok"]


def test_a_long_list_of_problems_is_cut_and_counted(tmp_path):
    (tmp_path / "long.urdf").write_text(robot_texts.many_warnings(120))
    out = check(tmp_path, "long.urdf", code=0)
    assert out.count(": warning: ") == 50 and "\nand 70 more; --all lists them\n" in out
    assert check(tmp_path, "long.urdf", "--all", code=0).count(": warning: ") == 120
    assert len(json.loads(text("check", "long.urdf", "--json", cwd=tmp_path))["files"][0]["problems"]) == 120


def test_options_are_those_of_other_commands(tmp_path):
    (tmp_path / "mimic.urdf").write_text(robot_texts.MIMIC)
    assert rows(check(tmp_path, "mimic.urdf", code=0))["mimic.urdf"]["nv"] == "2"
    assert rows(check(tmp_path, "mimic.urdf", "--mimic", "--strict", code=0))["mimic.urdf"]["nv"] == "1"
    assert "--max-elements" in check(tmp_path, "mimic.urdf", "--max-elements", 3, code=1)
    assert "the limit" in check(tmp_path, "mimic.urdf", "--max-bytes", 3, code=2)


def test_a_pipe_can_be_checked():
    result = run("check", "/dev/stdin", input=robot_texts.GOOD)
    assert result.returncode == 0 and rows(result.stdout)["/dev/stdin"]["format"] == "URDF"
