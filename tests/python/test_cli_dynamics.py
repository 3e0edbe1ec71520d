"""treefix id, fd, mass: the output agrees with mechanics, and the commands with each other."""

import math
import re

import pytest
from cli_runner import assert_refused, data, inline, numbers, run, text

ROBOTS = ["chain:n=5", "star:n=4", "snake:n=6", "auto_tree:n=9,bf=2,skew=0.3", "random_tree:n=8,joints=RPHSLF,seed=2",
          "puma560", "arm", "quadruped", "humanoid"]
GRAVITY = 9.81
# The rod of zoo::chain and zoo::star: length, radius, mass; its moment of inertia about the joint at its end.
LENGTH, RADIUS, MASS = 0.2, 0.02, 0.5
ROD_INERTIA = MASS / 12 * (3 * RADIUS**2 + LENGTH**2) + MASS * (LENGTH / 2) ** 2


def gravity_torque(q):
    """Of a rod that turns about y and lies along x at q = 0: the potential energy is -m g l/2 sin q."""
    return -MASS * GRAVITY * LENGTH / 2 * math.cos(q)


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


def test_the_rods_of_a_star_do_not_affect_each_other():
    q, a = [0.1, -0.5, 2.0], [1.0, -2.0, 0.5]
    out = data("id", "star:n=3", "--q", inline(q), "--v", "1,2,3", "--a", inline(a))["results"]
    assert out["tau"] == pytest.approx([gravity_torque(x) + ROD_INERTIA * y for x, y in zip(q, a)], rel=1e-12)
    H = data("mass", "star:n=3", "--q", inline(q))["results"]["H"]
    for i in range(3):
        assert H[i] == pytest.approx([ROD_INERTIA if j == i else 0 for j in range(3)], rel=1e-12)


def test_a_free_body_falls():
    assert data("fd", "snake:n=1")["results"]["a"] == pytest.approx([0, 0, -GRAVITY, 0, 0, 0], abs=1e-12)


def test_the_force_on_the_root_of_a_standing_robot_is_its_weight():
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


@pytest.mark.parametrize("method", ["recursive", "pieces", "pair_scan", "two_scan", "simulated"])
@pytest.mark.parametrize("tree", ["heavy", "euler"])
def test_inverse_dynamics_is_the_same_by_every_method(method, tree):
    for robot in ("chain:n=300", "auto_tree:n=300,bf=2,skew=0.1", "humanoid"):
        expected = data("id", robot, "--random", 1)["results"]["tau"]
        got = data("id", robot, "--random", 1, "--method", method, "--tree", tree, "--threads", 2)["results"]["tau"]
        assert got == pytest.approx(expected, rel=1e-9, abs=1e-9 * max(map(abs, expected)))


def test_methods_for_many_states_and_unknown_methods_are_refused():
    assert_refused(run("id", "arm", "--random", 1, "--states", 3, "--method", "pieces"), 2, "--method needs one state")
    assert_refused(run("id", "arm", "--method", "fast"), 2, "--method", "fast")
    assert_refused(run("id", "arm", "--tree", "oak"), 2, "--tree", "oak")
