"""The treefix command as a whole: help, robots, demo; bad input gets a one-line message and an exit code."""

import re
import resource
import subprocess

import pytest
from cli_runner import PROGRAM, ROOT, assert_refused, data, run, text


def test_robots_lists_usable_robots_with_an_explanation():
    lines = text("robots").splitlines()
    assert len(lines) >= 9
    for line in lines:
        usage, explanation = line.split(None, 1)
        assert len(explanation) > 10
        assert data("info", usage)["robot"] == usage


def test_demo_has_a_good_row_for_each_robot():
    rows = {row["robot"]: row for row in data("demo")["robots"]}
    assert {"puma560", "arm", "quadruped", "humanoid", "chain:n=100", "star:n=1000", "chain:n=100000"} <= set(rows)
    for robot, row in rows.items():
        assert row["residual"] < 1e-13, robot
        assert row["max_tau"] > 0 and row["max_a"] > 0 and row["inverse_us"] > 0 and row["forward_us"] > 0
        if row["bodies"] <= 1000:
            assert row["round_trip"] < 1e-8, robot
    assert rows["puma560"]["bodies"] == 6 and rows["humanoid"]["dofs"] == 36
    table = text("demo")
    for robot in rows:
        assert re.search(rf"^{re.escape(robot)} ", table, re.MULTILINE)
    assert "ill-conditioned" in table


def test_version_is_that_of_the_project():
    project = re.search(r'version = "([\d.]+)"', (ROOT / "treefix" / "version.hpp").read_text())
    assert text("--version") == f"treefix {project[1]}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"]])
def test_help_names_every_command(arguments):
    out = text(*arguments)
    for command in ("info", "id", "fd", "mass", "check", "convert", "robots", "demo"):
        assert re.search(rf"^ +{command} ", out, re.MULTILINE)


@pytest.mark.parametrize("command", ["id", "fd", "mass"])
def test_help_of_commands_for_many_states_says_how_to_choose_the_instruction_set(command):
    out = text(command, "--help")
    assert all(word in out for word in ("TREEFIX_LEVEL", "portable", "x86-64-v2", "x86-64-v3", "x86-64-v4"))


def test_help_of_a_command_says_which_seeds_are_used():
    out = text("id", "--help")
    assert "q with SEED, v with SEED+1, a with SEED+2" in out
    assert "tau with SEED+3" in text("fd", "--help")


@pytest.mark.parametrize(
    ("arguments", "fragments"),
    [
        (["id", "humanid"], ["no robot named 'humanid'", "did you mean 'humanoid'?"]),
        (["info", "Quadrupde"], ["did you mean 'quadruped'?"]),
        (["info", "puma"], ["did you mean 'puma560'?"]),
        (["mass", "table"], ["no robot named 'table'", "chain, star"]),
        (["info", "chain:n=ten"], ["n=ten", "whole number"]),
        (["info", "chain:n=0"], ["n is 0"]),
        (["info", "chain:length=3"], ["'length=3'", "n=10"]),
        (["id", "chain:n=3", "--q", "1,2"], ["--q has 2 numbers, expected 3", "nq of chain:n=3"]),
        (["id", "chain:n=3", "--v", "1,2,3,4"], ["--v has 4 numbers, expected 3", "nv of chain:n=3"]),
        (["fd", "chain:n=3", "--tau", "1"], ["--tau has 1 number, expected 3"]),
        (["id", "chain:n=3", "--q", ""], ["--q has 0 numbers, expected 3"]),
        (["id", "chain:n=2", "--q", "0.1,0.2x"], ["--q, number 2", "'0.2x' is not a number"]),
        (["id", "chain:n=2", "--q", "0x10,1"], ["--q, number 1", "'0x10' is not a number"]),
        (["id", "chain:n=2", "--a", "1,,2"], ["--a, number 2", "expected a number before ','"]),
        (["id", "chain:n=2", "--q", ",1"], ["--q, number 1", "expected a number before ','"]),
        (["id", "chain:n=2", "--q", "nan,1"], ["--q, number 1", "'nan' is not a finite number"]),
        (["fd", "chain:n=2", "--tau", "1,-inf"], ["--tau, number 2", "'-inf' is not a finite number"]),
        (["id", "chain:n=2", "--q", "1,1e999"], ["'1e999' is too large for a double"]),
        (["id", "chain:n=2", "--q", "\u22121,2"], [r"'\xe2\x88\x921' is not a number"]),
        (["id", "chain:n=2", "--q", "--v"], ["--q, number 1: '--v' is not a number"]),
        (["id", "snake:n=1", "--q", "0,0,0,0,0,0,2"], ["quaternion", "has length 2", "expected 1"]),
        (["id", "chain:n=2", "--q", "@/no/such/file"], ["--q", "'/no/such/file'", "No such file"]),
        (["id", "chain:n=2", "--q", "@/"], ["--q: cannot read '/': Is a directory"]),
        (["id", "chain:n=2", "--q", "@"], ["--q", "expected a file name after '@'"]),
        (["id", "chain:n=2", "--q", "@-", "--v", "@-"], ["--q and --v", "standard input", "once"]),
        (["id", "chain:n=2", "--random", "-1"], ["--random: '-1' is not an integer"]),
        (["id", "chain:n=2", "--random", "1.5"], ["--random: '1.5' is not an integer"]),
        (["id", "chain:n=2", "--precision", "18"], ["--precision: '18' is not an integer from 1 to 17"]),
        (["id", "chain:n=2", "--force", "link3=1,2,3,4,5,6"], ["named 'link3'", "did you mean 'link1'?"]),
        (["id", "chain:n=2", "--force", "link1=1,2,3"], ["--force link1 has 3 numbers, expected 6"]),
        (["fd", "chain:n=2", "--force", "1,2,3,4,5,6"], ["--force '1,2,3,4,5,6'", "BODY="]),
        (["fd", "chain:n=2", "--force", "link1=1,2,3,4,5,x"], ["--force link1, number 6: 'x'"]),
    ],
)
def test_bad_input_is_refused_by_name(arguments, fragments):
    assert_refused(run(*arguments, input=""), 1, *fragments)


@pytest.mark.parametrize(
    ("arguments", "fragments"),
    [
        ([], ["expected a command", "info, id, fd, mass"]),
        (["--"], ["expected a command"]),
        (["inof"], ["no command 'inof'", "did you mean 'info'?"]),
        (["simulate", "arm"], ["no command 'simulate'", "info, id, fd, mass"]),
        (["--jsno"], ["'--jsno'"]),
        (["id"], ["ROBOT is required"]),
        (["id", "arm", "humanoid"], ["unexpected argument 'humanoid'"]),
        (["id", "arm", "--prescision", "3"], ["unexpected argument '--prescision'", "did you mean '--precision'?"]),
        (["id", "arm", "--tau", "1"], ["unexpected argument '--tau'"]),
        (["mass", "arm", "--v=1"], ["unexpected argument '--v'"]),
        (["id", "arm", "--q"], ["--q"]),
        (["id", "arm", "--random", "1", "--random", "2"], ["--random"]),
        (["fd", "arm", "--force-frame", "world"], ["--force-frame", "world", "body", "root"]),
        (["info", "arm", "--json=perhaps"], ["--json", "perhaps"]),
    ],
)
def test_bad_usage_has_its_own_exit_code(arguments, fragments):
    assert_refused(run(*arguments), 2, *fragments)


def test_a_bad_number_in_a_file_is_named_with_its_place(tmp_path):
    file = tmp_path / "q.txt"
    file.write_text("# x\n1.5 2.5\n 3,  4..5 # y\n")
    assert_refused(run("id", "chain:n=4", "--q", f"@{file}"), 1, f"{file}:3:6: '4..5' is not a number (for --q)")
    file.write_text("1 2\n3 nan")
    assert_refused(run("id", "chain:n=4", "--v", f"@{file}"), 1, f"{file}:2:3: 'nan' is not a finite number")
    file.write_bytes(b"\xff\xfe1\x00")
    assert_refused(run("id", "chain:n=1", "--q", f"@{file}"), 1, f"{file}:1:1: '\\xff\\xfe1\\x00' is not a number")
    file.write_text("9" * 1000 + "x")
    assert_refused(run("id", "chain:n=1", "--q", f"@{file}"), 1, "'" + "9" * 40 + "…'")


def test_a_file_of_the_wrong_length_is_named(tmp_path):
    file = tmp_path / "q.txt"
    file.write_text("1 2\n")
    assert_refused(run("id", "chain:n=3", "--q", f"@{file}"), 1, f"--q (@{file}) has 2 numbers, expected 3")


def test_a_bad_number_on_standard_input_is_named_with_its_place():
    assert_refused(run("id", "chain:n=1", "--q", "@-", input="\nx"), 1, "standard input:2:1: 'x' is not a number")


def test_a_mass_matrix_that_does_not_fit_is_refused_before_it_is_made():
    assert_refused(run("mass", "chain:n=300000"), 1, "300000 x 300000", "720000000000 bytes", "available")


def test_a_robot_that_does_not_fit_in_memory_is_refused():
    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (200 << 20, 200 << 20))

    assert_refused(run("info", "chain:n=10000000", preexec_fn=limit), 1, "not enough memory")


def test_a_model_with_many_problems_names_the_first_and_counts_the_rest():
    result = run("info", "auto_tree:n=21,taper=-1")  # every second body has a negative mass
    assert (result.returncode, result.stdout) == (1, "")
    lines = result.stderr.splitlines()
    assert "10 problems" in lines[0] and "'link2': mass is -1" in lines[1]
    assert len(lines) == 11
    lines = run("info", "auto_tree:n=100,taper=-1").stderr.splitlines()
    assert "50 problems" in lines[0] and lines[-1] == "  and 40 more"
    assert len(lines) == 12


def test_output_that_cannot_be_written_is_an_error():
    with open("/dev/full", "w") as full:
        command = [str(PROGRAM), "id", "arm"]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith("treefix: cannot write to standard output")
