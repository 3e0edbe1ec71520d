"""treefix convert: the written robot is the same, and errors name what cannot be written."""

import pytest
import robot_texts
from cli_runner import assert_refused, data, run, text

ZOO = ["chain:n=5", "star:n=4", "snake:n=6", "auto_tree:n=9,bf=2,skew=0.3", "random_tree:n=9,joints=RPLF,seed=2", "arm",
       "quadruped"]


@pytest.mark.parametrize("robot", ZOO)
def test_a_converted_robot_moves_as_before(tmp_path, robot):
    file = tmp_path / "robot.urdf"
    assert text("convert", robot, file) == ""
    before, after = (data("fd", r, "--random", 4)["results"]["a"] for r in (robot, file))
    assert after == pytest.approx(before, rel=1e-9, abs=1e-9)
    names = [[joint["name"] for joint in data("info", r)["joints"]] for r in (robot, file)]
    assert names[0] == names[1]
    assert text("check", file, "--strict").endswith("1 file: 1 good\n")


def test_rotor_inertia_is_kept_and_reported(tmp_path):
    file = tmp_path / "puma.urdf"
    result = run("convert", "puma560", file)
    assert (result.returncode, result.stdout) == (0, "")
    assert "armature" in result.stderr and result.stderr.count("\n") == 1
    assert text("convert", "puma560", file, "--quiet") == ""
    before, after = (data("info", r)["joints"] for r in ("puma560", file))
    assert [joint["armature"] for joint in after] == [joint["armature"] for joint in before]


def test_files_are_converted_too(tmp_path):
    source, target = tmp_path / "in.urdf", tmp_path / "out.urdf"
    source.write_text(robot_texts.MIMIC)
    result = run("convert", source, target, "--mimic")
    assert result.returncode == 0 and "load the file with --mimic" in result.stderr
    before, after = (data("id", r, "--mimic", "--random", 3)["results"]["tau"] for r in (source, target))
    assert after == pytest.approx(before, rel=1e-12)
    pendulum = tmp_path / "pendulum.xml"
    pendulum.write_text(robot_texts.MJCF)
    assert run("convert", pendulum, target).returncode == 0
    assert data("id", target, "--q", 0.5)["results"]["tau"] == pytest.approx(
        data("id", pendulum, "--q", 0.5)["results"]["tau"], rel=1e-12)


def test_a_dash_is_standard_output(tmp_path):
    out = text("convert", "arm", "-")
    text("convert", "arm", tmp_path / "arm.urdf")
    assert out == (tmp_path / "arm.urdf").read_text()
    assert out.startswith('<?xml version="1.0"?>\n<robot name="arm">\n')


def test_a_file_is_replaced_but_not_by_a_failure(tmp_path):
    file = tmp_path / "robot.urdf"
    file.write_text("old")
    for robot, code in (("humanoid", 1), ("none.urdf", 2), ("nobody", 1)):
        result = run("convert", robot, file)
        assert (result.returncode, result.stdout, file.read_text()) == (code, "", "old")
    text("convert", "arm", file)
    assert file.read_text().startswith("<?xml")
    assert [path.name for path in tmp_path.iterdir()] == ["robot.urdf"]


def test_what_urdf_cannot_express_is_named():
    result = run("convert", "humanoid", "-")
    assert (result.returncode, result.stdout) == (1, "")
    for joint in ("waist", "neck", "left_shoulder", "right_shoulder", "left_hip", "right_hip"):
        assert f"joint '{joint}': URDF has no spherical joints" in result.stderr
    assert_refused(run("convert", "random_tree:n=1,joints=H", "-"), 1, "URDF has no helical joints")


def test_a_file_that_cannot_be_written_is_an_error(tmp_path):
    missing = tmp_path / "none" / "arm.urdf"
    assert_refused(run("convert", "arm", missing), 2, f"cannot write '{missing}': No such file or directory")
    folder = tmp_path / "folder.urdf"
    folder.mkdir()
    assert_refused(run("convert", "arm", folder), 2, f"cannot write '{folder}': Is a directory")


@pytest.mark.parametrize("output", ["arm.xml", "arm", "arm.urdf.bak"])
def test_only_urdf_is_written(tmp_path, output):
    assert_refused(run("convert", "arm", output, cwd=tmp_path), 2, f"cannot write '{output}'", "ends in .urdf")
    assert not list(tmp_path.iterdir())


def test_both_names_are_needed():
    assert_refused(run("convert", "arm"), 2, "OUT.urdf is required")
