"""Robots from files in every command: which names are files, messages and exit codes."""

import json
import os
import re

import pytest
import robot_texts
from cli_runner import assert_refused, data, run, text


@pytest.fixture
def file(tmp_path):
    def write(content, name="crane.urdf"):
        path = tmp_path / name
        path.write_text(content)
        return path

    return write


def test_names_of_files_do_not_control_the_terminal(file):
    # XML allows U+009B, which begins an escape sequence as ESC [ does
    path = file(robot_texts.GOOD.replace('"swing"', '"&#x9b;31m&#10;&#127;"'))
    for arguments in (["info", path], ["id", path]):
        assert r"\x9b31m\n\x7f" in text(*arguments) and "\x9b" not in text(*arguments)


@pytest.mark.parametrize("command", ["info", "id", "fd", "mass"])
def test_every_command_takes_a_file(file, command):
    assert data(command, file(robot_texts.GOOD))["nv"] == 2
    assert data(command, file(robot_texts.MJCF, "pendulum.xml"))["nv"] == 1


def test_a_file_computes_what_it_describes(file):
    (force,) = [data("id", file(robot_texts.GOOD), "--a", "0,1")["results"]["tau"][1]]
    assert force == pytest.approx(2)  # kg times 1 m/s^2


def test_a_text_is_a_file_by_its_name_or_because_there_is_one(tmp_path):
    (tmp_path / "arm").write_text(robot_texts.GOOD)
    (tmp_path / "snake").mkdir()
    assert data("info", "arm", cwd=tmp_path)["name"] == "crane"  # a file takes precedence over a built-in robot
    assert data("info", "snake", cwd=tmp_path)["name"] == "snake"  # a folder does not
    for missing in ("./arm2", "arm.urdf", "x.xml", "x.mjcf", "x.xacro"):
        assert_refused(run("info", missing, cwd=tmp_path), 2, f"cannot read '{missing}': No such file or directory")


def test_a_mistyped_name_gets_a_sentence(tmp_path):
    (tmp_path / "panda.urdf").write_text(robot_texts.GOOD)
    message = "no robot named 'humanod' (did you mean 'humanoid'?), and no file with that name"
    assert_refused(run("info", "humanod"), 1, message)
    assert_refused(run("info", "panda", cwd=tmp_path), 1, "no robot named 'panda' (did you mean 'panda.urdf'?)")
    result = run("info", "pandda.urdf", cwd=tmp_path)
    assert_refused(result, 2, "cannot read 'pandda.urdf'", "did you mean 'panda.urdf'?")
    assert_refused(run("info", tmp_path / "pandas.urdf"), 2, f"(did you mean '{tmp_path / 'panda.urdf'}'?)")


def test_what_cannot_be_read_has_an_exit_code_of_its_own(tmp_path):
    (tmp_path / "folder").mkdir()
    for folder in (tmp_path, "folder"):
        assert_refused(run("id", folder, cwd=tmp_path), 2, f"cannot read '{folder}': it is a directory")
    if os.geteuid() != 0:
        secret = tmp_path / "secret.urdf"
        secret.write_text(robot_texts.GOOD)
        secret.chmod(0)
        assert_refused(run("id", secret), 2, "Permission denied")


def test_a_refused_file_lists_its_problems_with_their_places(file):
    path = file(robot_texts.BAD)
    result = run("info", path)
    assert (result.returncode, result.stdout) == (1, "")
    assert re.search(rf"^{re.escape(str(path))}:\d+:\d+: error: .*-1,0", result.stderr, re.MULTILINE)
    assert re.search(r"error: .*hok", result.stderr)


def test_warnings_go_to_standard_error_unless_quiet(file):
    path = file(robot_texts.DOUBTFUL)
    for arguments in (["info", path], ["id", path, "--json"], ["mass", path]):
        result = run(*arguments)
        assert result.returncode == 0 and result.stdout
        assert result.stderr.startswith(f"{path}:") and ": warning: " in result.stderr
        assert result.stderr.count("\n") == 1
        for quiet in ("-q", "--quiet"):
            silent = run(*arguments, quiet)
            assert (silent.returncode, silent.stdout, silent.stderr) == (0, result.stdout, "")
    strict = run("info", path, "--strict")
    assert (strict.returncode, strict.stdout) == (1, "") and ": error: " in strict.stderr


def test_many_warnings_are_counted(file):
    path = file(robot_texts.many_warnings(25))
    lines = run("info", path).stderr.splitlines()
    assert len(lines) == 11
    assert lines[-1] == f"and 15 more; 'treefix check {path}' lists them"
    assert run("info", path, "--strict").stderr.splitlines()[-1] == lines[-1]


def test_the_root_of_a_urdf_may_be_free(file):
    path = file(robot_texts.GOOD.replace('<link name="base"/>', robot_texts.LINK.format(name="base")))
    fixed, free = (data("info", path, "--root", root, "-q") for root in ("fixed", "free"))
    assert (fixed["nv"], free["nv"]) == (2, 8)
    assert free["kinds"] == {"free": 1, "prismatic": 1, "revolute": 1}
    assert_refused(run("info", path, "--root", "floating"), 2, "--root", "floating", "fixed", "free")


def test_mimic_joints_follow_on_request(file):
    path = file(robot_texts.MIMIC)
    assert "mimics 'swing'" in run("info", path).stderr
    assert data("info", path, "-q")["nv"] == 2
    out = data("info", path, "--mimic")
    assert out["nv"] == 1
    assert [joint["mimic"] for joint in out["joints"]] == [None, {"joint": "swing", "ratio": -2, "offset": 0.5}]
    shown = text("info", path, "--mimic")
    assert re.search(r"^mimic joints +1$", shown, re.MULTILINE)
    assert re.search(r"^lift .* -2 \* swing \+ 0\.5$", shown, re.MULTILINE)


@pytest.mark.parametrize(
    ("option", "value"), [("--max-elements", 5), ("--max-depth", 2), ("--max-attribute", 3), ("--max-bytes", 100)]
)
def test_limits_have_options(file, option, value):
    path = file(robot_texts.GOOD)
    result = run("info", path, option, value)
    assert (result.returncode, result.stdout) == (2 if option == "--max-bytes" else 1, "")
    assert option in result.stderr and str(value) in result.stderr
    assert data("info", path, option, 100_000)["nv"] == 2
    for wrong in ("0", "-1", "many"):
        assert_refused(run("info", path, option, wrong), 1, f"{option}: '{wrong}' is not an integer from 1 to")


@pytest.mark.parametrize("option", [["--root", "free"], ["--mimic"], ["--strict"], ["--max-depth", "3"]])
def test_options_for_files_are_refused_for_other_robots(option):
    for command in ("info", "id", "convert"):
        output = ["-"] if command == "convert" else []
        assert_refused(run(command, "arm", *output, *option), 2, f"{option[0]} applies only to files", "'arm'")
    assert text("info", "arm", "--quiet") == text("info", "arm")


def test_info_shows_what_is_in_a_file(file):
    path = file(robot_texts.DOUBTFUL)
    shown = run("info", path).stdout
    assert re.search(rf"^file +{re.escape(str(path))}$", shown, re.MULTILINE)
    assert re.search(r"^warnings +1$", shown, re.MULTILINE)
    assert re.search(r"^swing .* 0\.5 +0\.25$", shown, re.MULTILINE)
    assert re.search(r"^lift .* - +-$", shown, re.MULTILINE)
    out = json.loads(run("info", path, "--json").stdout)
    assert out["file"] == out["robot"] == str(path)
    assert [joint["damping"] for joint in out["joints"]] == [[0.5], [0]]
    assert [joint["friction"] for joint in out["joints"]] == [[0.25], [0]]
    (warning,) = out["warnings"]
    assert warning["severity"] == "warning" and warning["line"] == 9
    assert data("info", "arm")["file"] is None and data("info", "arm")["warnings"] == []


def test_a_short_q_with_numbers_is_explained():
    assert_refused(run("id", "chain:n=1", "-q", "0.5"), 2, "unexpected argument '0.5'", "-q is --quiet")


def test_a_closed_standard_error_changes_nothing(file):
    for robot, code in ((file(robot_texts.DOUBTFUL), 0), ("nobody", 1), ("none.urdf", 2)):
        assert run("info", robot, preexec_fn=lambda: os.close(2)).returncode == code


def test_help_says_what_a_robot_can_be():
    for command in ("info", "id", "convert"):
        out = text(command, "--help")
        assert ".urdf, .xml,\n.mjcf or .xacro" in out
        groups = re.split(r"^(\S.*):$", out, flags=re.MULTILINE)
        options = groups[groups.index("Options for robots from files") + 1]
        for name in ("root", "mimic", "strict", "max-bytes", "max-elements", "max-depth", "max-attribute"):
            assert f"--{name} " in options
    assert "2 bad usage, a robot\nfile that cannot be read" in text("--help")


def test_names_of_files_may_have_any_bytes(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.urdf"
    with open(path, "w") as file:
        file.write(robot_texts.GOOD)
    out = data("check", os.fsdecode(path))
    assert out["files"][0]["file"].endswith("\ufffd.urdf") and out["ok"]
