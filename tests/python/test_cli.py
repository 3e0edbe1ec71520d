"""The treefix command: what it prints agrees with mechanics, and bad input gets one sentence and an exit code."""

import json
import math
import os
import pathlib
import re
import resource
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLI = pathlib.Path(os.environ.get("TREEFIX_CLI", ROOT / "build" / "release" / "cli" / "treefix"))
GRAVITY = 9.81
ROBOTS = ["chain:n=5", "star:n=4", "snake:n=6", "auto_tree:n=9,bf=2,skew=0.3", "random_tree:n=8,joints=RPHSLF,seed=2",
          "puma560", "arm", "quadruped", "humanoid"]

# The rod of zoo::chain and zoo::star: length, radius, mass; its moment of inertia about the joint at its end.
LENGTH, RADIUS, MASS = 0.2, 0.02, 0.5
ROD_INERTIA = MASS / 12 * (3 * RADIUS**2 + LENGTH**2) + MASS * (LENGTH / 2) ** 2


def run(*arguments, **settings):
    assert CLI.is_file(), f"{CLI} does not exist: build the target treefix_cli or set TREEFIX_CLI"
    return subprocess.run(
        [str(CLI), *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300, **settings
    )


def text(*arguments, **settings):
    """The standard output of a command that must succeed."""
    result = run(*arguments, **settings)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def data(*arguments, **settings):
    return json.loads(text(*arguments, "--json", **settings))


def numbers(output):
    """The numbers of a text output, without its comments."""
    return [float(x) for line in output.splitlines() for x in line.split("#")[0].split()]


def inline(values):
    return ",".join(map(repr, values))


def gravity_torque(q):
    """Of a rod that turns about y and lies along x at q = 0: the potential energy is -m g l/2 sin q."""
    return -MASS * GRAVITY * LENGTH / 2 * math.cos(q)


def assert_refused(result, code, *fragments):
    """One sentence on standard error, nothing on standard output."""
    assert result.stdout == ""
    assert result.stderr.startswith("treefix: ")
    assert result.stderr.count("\n") == 1
    for fragment in fragments:
        assert fragment in result.stderr
    assert result.returncode == code


# --- mechanics -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("q", [0, 0.3, -1.2, math.pi / 2, 3])
def test_a_pendulum_needs_the_torque_of_its_weight(q):
    (tau,) = data("id", "chain:n=1", f"--q={q!r}")["results"]["tau"]
    assert tau == pytest.approx(gravity_torque(q), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(("q", "v", "tau"), [(0, 0, 0), (0.4, 2, 0.1), (-2, -3, -0.7)])
def test_a_pendulum_accelerates_by_torque_over_inertia(q, v, tau):
    out = data("fd", "chain:n=1", "--q", q, "--v", v, "--tau", tau)["results"]
    assert out["a"] == [pytest.approx((tau - gravity_torque(q)) / ROD_INERTIA, rel=1e-12)]


def test_the_mass_matrix_of_a_pendulum_is_its_moment_of_inertia():
    assert data("mass", "chain:n=1", "--q", 0.7)["results"]["H"] == [[pytest.approx(ROD_INERTIA, rel=1e-13)]]


def test_the_rods_of_a_star_do_not_feel_each_other():
    q, a = [0.1, -0.5, 2.0], [1.0, -2.0, 0.5]
    out = data("id", "star:n=3", "--q", inline(q), "--v", "1,2,3", "--a", inline(a))["results"]
    assert out["tau"] == pytest.approx([gravity_torque(x) + ROD_INERTIA * y for x, y in zip(q, a)], rel=1e-12)
    H = data("mass", "star:n=3", "--q", inline(q))["results"]["H"]
    for i in range(3):
        assert H[i] == pytest.approx([ROD_INERTIA if j == i else 0 for j in range(3)], rel=1e-12)


def test_a_free_body_falls():
    assert data("fd", "snake:n=1")["results"]["a"] == pytest.approx([0, 0, -GRAVITY, 0, 0, 0], abs=1e-12)


def test_a_standing_robot_is_held_by_its_weight():
    out = data("id", "humanoid")["results"]
    assert out["tau"][:3] == pytest.approx([0, 0, 75 * GRAVITY], abs=1e-9)


def test_a_moment_on_a_body_is_taken_from_the_torque():
    (free,), (loaded,) = (data("id", "chain:n=1", *f)["results"]["tau"] for f in ([], ["--force", "link1=0,2,0,0,0,0"]))
    assert loaded == pytest.approx(free - 2, rel=1e-13)


def test_forces_on_one_body_add_up():
    twice = data("id", "chain:n=2", "--force", "link2=0,1,0,0,0,1", "--force", "link2=0,2,0,0,0,3")
    once = data("id", "chain:n=2", "--force", "link2=0,3,0,0,0,4")
    assert twice == once


def test_the_frame_of_a_force_says_where_its_moment_is_taken():
    # Upwards at the origin of link2, which is one rod from the joint of link1: lifts with f l, that is -f l about y.
    plain = data("id", "chain:n=2")["results"]["tau"]
    body = data("id", "chain:n=2", "--force", "link2=0,0,0,0,0,1")["results"]["tau"]
    moved = data("id", "chain:n=2", "--force", f"link2=0,{-LENGTH},0,0,0,1", "--force-frame", "root")["results"]["tau"]
    root = data("id", "chain:n=2", "--force", "link2=0,0,0,0,0,1", "--force-frame", "root")["results"]["tau"]
    assert body[0] == pytest.approx(plain[0] + LENGTH, rel=1e-12)
    assert moved == pytest.approx(body, rel=1e-12)
    assert root[0] == pytest.approx(plain[0], rel=1e-12)


# --- the commands agree with each other ------------------------------------------------------------------


@pytest.mark.parametrize("robot", ROBOTS)
def test_forward_dynamics_undoes_inverse_dynamics(robot):
    force = ["--force", f"{data('info', robot)['joints'][-1]['body']}=0.1,0.2,0.3,1,2,3"]
    there = data("id", robot, "--random", 5, *force)
    vectors = [f"--{name}={inline(there['inputs'][name])}" for name in ("q", "v")]
    back = data("fd", robot, *vectors, f"--tau={inline(there['results']['tau'])}", *force)
    assert back["results"]["a"] == pytest.approx(there["inputs"]["a"], abs=1e-9)
    assert 0 <= back["results"]["residual"] < 1e-13
    assert back["results"]["method"] == "aba"
    # the numbers went through JSON and the command line without a change
    assert back["inputs"]["q"] == there["inputs"]["q"]
    assert back["inputs"]["tau"] == there["results"]["tau"]


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_mass_matrix_is_symmetric_and_gives_the_torque_of_an_acceleration(robot):
    moving = data("id", robot, "--random", 8)
    q, v, a = (moving["inputs"][name] for name in ("q", "v", "a"))
    still = data("id", robot, "--q", inline(q), "--v", inline(v))
    mass = data("mass", robot, "--random", 8)
    H = mass["results"]["H"]
    assert mass["inputs"]["q"] == q
    assert H == [list(column) for column in zip(*H)]
    tau = [x - y for x, y in zip(moving["results"]["tau"], still["results"]["tau"])]
    scale = max(map(abs, moving["results"]["tau"]))
    assert [sum(h * x for h, x in zip(row, a)) for row in H] == pytest.approx(tau, abs=1e-12 * scale, rel=1e-10)


def test_text_and_json_say_the_same():
    assert numbers(text("id", "humanoid", "--random", 3, "--precision", 17)) == \
        data("id", "humanoid", "--random", 3)["results"]["tau"]
    assert numbers(text("mass", "arm", "--random", 3, "--precision", 17)) == \
        sum(data("mass", "arm", "--random", 3)["results"]["H"], [])
    out = text("fd", "arm", "--random", 3, "--precision", 17)
    assert numbers(out) == data("fd", "arm", "--random", 3)["results"]["a"]
    assert re.search(r"^# method: aba; residual: \d", out, re.MULTILINE)


def test_text_has_a_line_per_coordinate_with_its_joint():
    lines = [line for line in text("id", "quadruped").splitlines() if not line.startswith("#")]
    assert [line.split("# ")[1] for line in lines[:7]] == [
        *(f"floating_base, {kind} {axis}" for kind in ("linear", "angular") for axis in "xyz"),
        data("info", "quadruped")["joints"][1]["name"],
    ]
    assert len(lines) == 18


def test_the_output_of_one_command_is_the_input_of_the_next():
    tau = text("id", "puma560", "--random", 1, "--precision", 17)
    out = data("fd", "puma560", "--random", 1, "--tau", "@-", input=tau)["results"]
    assert out["a"] == pytest.approx(data("id", "puma560", "--random", 1)["inputs"]["a"], abs=1e-10)


def test_precision_counts_significant_digits():
    full = data("id", "chain:n=1", "--q", 0.3)["results"]["tau"]
    assert numbers(text("id", "chain:n=1", "--q", 0.3)) == [float(f"{full[0]:.9g}")]
    assert numbers(text("id", "chain:n=1", "--q", 0.3, "--precision", 3)) == [float(f"{full[0]:.3g}")]


# --- vectors ---------------------------------------------------------------------------------------------


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


# --- info, robots, demo, help ----------------------------------------------------------------------------


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
    for command in ("info", "id", "fd", "mass", "robots", "demo"):
        assert re.search(rf"^ +{command} ", out, re.MULTILINE)


def test_help_of_a_command_says_which_seeds_are_used():
    out = text("id", "--help")
    assert "q with SEED, v with SEED+1, a with SEED+2" in out
    assert "tau with SEED+3" in text("fd", "--help")


# --- bad input -------------------------------------------------------------------------------------------


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
        (["id", "chain:n=2", "--q", "1,1e999"], ["'1e999' is too large or too small for a double"]),
        (["id", "chain:n=2", "--q", "\u22121,2"], [r"'\xe2\x88\x921' is not a number"]),
        (["id", "chain:n=2", "--q", "--v"], ["--q, number 1: '--v' is not a number"]),
        (["id", "snake:n=1", "--q", "0,0,0,0,0,0,2"], ["quaternion", "has length 2", "expected 1"]),
        (["id", "chain:n=2", "--q", "@/no/such/file"], ["--q", "'/no/such/file'", "No such file"]),
        (["id", "chain:n=2", "--q", "@/"], ["--q: cannot read '/': Is a directory"]),
        (["id", "chain:n=2", "--q", "@"], ["--q", "missing after '@'"]),
        (["id", "chain:n=2", "--q", "@-", "--v", "@-"], ["--q and --v", "standard input", "once"]),
        (["id", "chain:n=2", "--random", "-1"], ["--random: '-1' is not a whole number"]),
        (["id", "chain:n=2", "--random", "1.5"], ["--random: '1.5' is not a whole number"]),
        (["id", "chain:n=2", "--precision", "18"], ["--precision: '18' is not a whole number from 1 to 17"]),
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
        result = subprocess.run([str(CLI), "id", "arm"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith("treefix: cannot write to standard output")
