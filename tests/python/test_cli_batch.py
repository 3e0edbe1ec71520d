"""treefix id, fd, mass with NumPy files: a batch gives the results of its states."""

import json
import os
import pty
import signal
import subprocess
import time

import numpy as np
import pytest
from cli_runner import PROGRAM, assert_refused, data, inline, numbers, run, text

ROBOTS = ["arm", "quadruped", "random_tree:n=8,joints=RPHSLF,seed=2"]
LONG = ["fd", "chain:n=300", "--states", 30000, "--random", 1, "--method", "mass_matrix"]  # a minute


def save(folder, **arrays):
    """Arguments that name the files."""
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
    return [f"--{name}=@{folder / name}.npy" for name in arrays]


def states(robot, count, seed=1):
    """The vectors of --random, state by state."""
    ids = [data("id", robot, "--random", seed + b)["inputs"] for b in range(count)]
    fds = [data("fd", robot, "--random", seed + b)["inputs"] for b in range(count)]
    return {name: np.array([(fds if name == "tau" else ids)[b][name] for b in range(count)])
            for name in ("q", "v", "a", "tau")}


def alone(command, robot, result, *options, **vectors):
    """The results of the states one by one; vectors with one axis are the same for all."""
    count = max(len(x) for x in vectors.values() if x.ndim == 2)
    return np.array([
        data(command, robot, *options,
             *(f"--{name}={inline((x[b] if x.ndim == 2 else x).tolist())}" for name, x in vectors.items()),
             )["results"][result] for b in range(count)])


def assert_close(x, y, tolerance=1e-11):
    assert x.shape == y.shape
    assert np.abs(x - y).max() <= tolerance * np.abs(y).max()


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_batch_gives_what_its_states_give_alone(robot, tmp_path):
    s = states(robot, 3)
    out = tmp_path / "out.npy"
    for command, result, names in (("id", "tau", "qva"), ("fd", "a", ("q", "v", "tau"))):
        vectors = {name: s[name] for name in names}
        assert text(command, robot, *save(tmp_path, **vectors), "--out", out).endswith(
            f"# written to {out}: float64 of shape (3, {s['v'].shape[1]})\n")
        x = np.load(out)
        assert x.dtype == np.float64
        assert_close(x, alone(command, robot, result, **vectors))


@pytest.mark.parametrize("robot", ROBOTS)
def test_mass_matrices_give_the_torque_of_an_acceleration(robot, tmp_path):
    s = states(robot, 3)
    out = tmp_path / "H.npy"
    files = save(tmp_path, q=s["q"], a=s["a"])
    text("mass", robot, files[0], "--out", out)
    H = np.load(out)
    n = s["v"].shape[1]
    assert H.shape == (3, n, n)
    assert (H == H.transpose(0, 2, 1)).all()
    moving, still = (np.array(data("id", robot, *f)["results"]["tau"]) for f in (files, files[:1]))
    assert_close(np.einsum("bij,bj->bi", H, s["a"]), moving - still, 1e-10)


def test_text_and_json_have_the_numbers_of_the_file(tmp_path):
    files = save(tmp_path, **{name: states("arm", 3)[name] for name in "qv"})
    text("id", "arm", *files, "--out", tmp_path / "tau.npy")
    tau = np.load(tmp_path / "tau.npy")
    lines = text("id", "arm", *files, "--precision", 17).splitlines()
    assert lines[0] == "# tau (N m, N) of arm, 3 states"
    assert lines[1] == "# q: given for each state; v: given for each state; a: zero"
    assert [numbers(line) for line in lines[2:]] == tau.tolist()
    out = data("id", "arm", *files)
    assert (out["states"], out["dtype"]) == (3, "float64")
    assert out["results"]["tau"] == tau.tolist()
    assert out["inputs"]["v"] == np.load(tmp_path / "v.npy").tolist()
    assert out["inputs"]["a"] == [0] * 7
    out = data("id", "arm", *files, "--out", tmp_path / "tau.npy")
    assert out["inputs"] == {"q": "given for each state", "v": "given for each state", "a": "zero"}
    assert out["results"] == {"tau": {"file": str(tmp_path / "tau.npy"), "dtype": "float64", "shape": [3, 7]}}


def test_matrices_are_printed_as_blocks(tmp_path):
    files = save(tmp_path, q=states("chain:n=3", 2)["q"])
    H = np.array(data("mass", "chain:n=3", *files)["results"]["H"])
    assert H.shape == (2, 3, 3)
    out = text("mass", "chain:n=3", *files, "--precision", 17)
    assert [line for line in out.splitlines() if line.startswith("# state")] == ["# state 0", "# state 1"]
    assert numbers(out) == H.ravel().tolist()


def test_what_is_given_once_is_the_same_for_all_states(tmp_path):
    s = states("arm", 3)
    files = save(tmp_path, q=s["q"], v=s["v"][0])
    a = inline(s["a"][1].tolist())
    x = np.array(data("id", "arm", *files, f"--a={a}")["results"]["tau"])
    assert_close(x, alone("id", "arm", "tau", q=s["q"], v=s["v"][0], a=s["a"][1]))
    # also q, and a vector from a text file
    (tmp_path / "v.txt").write_text(inline(s["v"][0].tolist()))
    files = save(tmp_path, q=s["q"][0], a=s["a"])
    x = np.array(data("id", "arm", *files, "--v", f"@{tmp_path / 'v.txt'}")["results"]["tau"])
    assert_close(x, alone("id", "arm", "tau", q=s["q"][0], v=s["v"][0], a=s["a"]))


def test_forces_act_in_all_states(tmp_path):
    s = states("arm", 2)
    files = save(tmp_path, q=s["q"], v=s["v"], tau=s["tau"])
    for frame in ("body", "root"):
        force = ["--force", "link3=1,2,3,4,5,6", "--force-frame", frame]
        out = data("fd", "arm", *files, *force)
        assert out["inputs"]["forces"] == [{"body": "link3", "force": [1, 2, 3, 4, 5, 6]}]
        assert out["inputs"]["force_frame"] == frame
        assert_close(np.array(out["results"]["a"]),
                     alone("fd", "arm", "a", *force, q=s["q"], v=s["v"], tau=s["tau"]), 1e-10)


def test_both_methods_give_the_same(tmp_path):
    files = save(tmp_path, q=states("humanoid", 2)["q"])
    results = {m: data("fd", "humanoid", *files, "--method", m) for m in ("automatic", "aba", "mass_matrix")}
    assert [out["method"] for out in results.values()] == ["aba", "aba", "mass_matrix"]
    aba, matrix = (np.array(results[m]["results"]["a"]) for m in ("aba", "mass_matrix"))
    assert results["automatic"]["results"] == results["aba"]["results"]
    assert_close(matrix, aba, 1e-9)
    assert "# method: mass_matrix\n" in text("fd", "humanoid", *files, "--method", "mass_matrix")


def test_float32_files_are_computed_and_written_in_float32(tmp_path):
    s = {name: x.astype(np.float32) for name, x in states("arm", 5).items()}
    files = save(tmp_path, q=s["q"], v=s["v"], a=s["a"])
    out = tmp_path / "tau.npy"
    assert text("id", "arm", *files, "--out", out).endswith(f"# written to {out}: float32 of shape (5, 7)\n")
    x = np.load(out)
    assert x.dtype == np.float32
    files = save(tmp_path, **{name: x.astype(float) for name, x in s.items() if name in "qva"})
    exact = np.array(data("id", "arm", *files)["results"]["tau"])
    assert_close(x.astype(float), exact, 1e-5)
    assert not (x == exact).all()


def test_accelerations_of_a_deep_robot_in_float32_are_warned_of(tmp_path):
    files = save(tmp_path, q=np.zeros((2, 100), np.float32))
    result = run("fd", "chain:n=100", *files)
    assert result.returncode == 0
    assert result.stderr.startswith("warning: model 'chain' is 100 bodies deep: accelerations in float")
    assert run("fd", "chain:n=100", *files, "-q").stderr == ""
    for command in ("id", "mass"):  # no accelerations
        result = run(command, "chain:n=100", *files)
        assert (result.returncode, result.stderr) == (0, "")
    for command, robot in (("fd", "arm"), ("id", "arm")):
        assert run(command, robot, *save(tmp_path, q=np.zeros((2, 7), np.float32))).stderr == ""


def test_the_memory_order_of_an_array_does_not_matter(tmp_path):
    q = states("arm", 4)["q"]
    (tmp_path / "f").mkdir()
    c, f = save(tmp_path, q=q), save(tmp_path / "f", q=np.asfortranarray(q))
    assert data("id", "arm", *c) == data("id", "arm", *f)


def test_the_number_of_threads_does_not_change_a_bit(tmp_path):
    outputs = []
    for threads in (0, 1, 2, 3):
        text("fd", "quadruped", "--states", 2000, "--random", 5, "--threads", threads, "--out", tmp_path / "a.npy")
        outputs.append((tmp_path / "a.npy").read_bytes())
    assert len(set(outputs)) == 1


def test_random_states_are_those_of_one_state_after_another(tmp_path):
    out = data("id", "quadruped", "--states", 3, "--random", 4)
    s = states("quadruped", 3, seed=4)
    assert {name: out["inputs"][name] for name in "qva"} == {name: s[name].tolist() for name in "qva"}
    assert "# q: random, seeds 4 to 6; v: random, seeds 5 to 7; a: random, seeds 6 to 8\n" in \
        text("id", "quadruped", "--states", 3, "--random", 4)
    assert data("id", "quadruped", "--states", 3, "--random", 4) == out
    # vectors that are not given are random too
    files = save(tmp_path, v=s["v"])
    assert data("id", "quadruped", *files, "--random", 4)["inputs"] == out["inputs"]


def test_one_state_may_come_from_a_file_and_go_to_one(tmp_path):
    s = states("arm", 1)
    files = save(tmp_path, q=s["q"][0], v=s["v"][0].astype(np.float32))
    given = [f"--q={inline(s['q'][0].tolist())}", f"--v={inline(s['v'][0].astype(np.float32).tolist())}"]
    assert data("id", "arm", *files) == data("id", "arm", *given)
    out = tmp_path / "x.npy"
    for command, result, shape in (("id", "tau", [7]), ("fd", "a", [7]), ("mass", "H", [7, 7])):
        given_here = given[:1] if command == "mass" else given
        plain = data(command, "arm", *given_here)["results"][result]
        assert data(command, "arm", *given_here, "--out", out)["results"][result] == \
            {"file": str(out), "dtype": "float64", "shape": shape}
        assert np.load(out).tolist() == plain
        lines = text(command, "arm", *given_here, "--out", out).splitlines()
        assert all(line.startswith("#") for line in lines)
        assert lines[-1].startswith(f"# written to {out}: float64 of shape (7")


def test_files_are_those_of_numpy_byte_by_byte(tmp_path):
    for command, array in (("id", np.array(data("id", "arm", "--states", 3, "--random", 1)["results"]["tau"])),
                           ("mass", np.array(data("mass", "arm", "--states", 3, "--random", 1)["results"]["H"]))):
        text(command, "arm", "--states", 3, "--random", 1, "--out", tmp_path / "x.npy")
        np.save(tmp_path / "y.npy", array)
        assert (tmp_path / "x.npy").read_bytes() == (tmp_path / "y.npy").read_bytes()


@pytest.mark.parametrize("count", [0, 1, 1000])
def test_any_number_of_states_works(count, tmp_path):
    files = save(tmp_path, q=np.zeros((count, 2)))
    out = data("id", "chain:n=2", *files)
    assert (out["states"], len(out["results"]["tau"])) == (count, count)
    text("id", "chain:n=2", *files, "--out", tmp_path / "tau.npy")
    assert np.load(tmp_path / "tau.npy").tolist() == out["results"]["tau"]


def test_an_output_may_replace_its_input(tmp_path):
    (q,) = save(tmp_path, q=np.full((2, 3), 0.5))
    text("id", "chain:n=3", q, "--out", tmp_path / "q.npy")
    assert np.load(tmp_path / "q.npy")[0].tolist() == data("id", "chain:n=3", "--q", "0.5,0.5,0.5", "--states", 1,
                                                           "--random", 1, "--v=0,0,0", "--a=0,0,0")["results"]["tau"][0]
    assert [file.name for file in tmp_path.iterdir()] == ["q.npy"]


# --- errors: the whole message, and nothing written 


def refused(folder, code, message, command, robot, *arguments, **arrays):
    files = save(folder, **arrays)
    before = {file: file.read_bytes() for file in folder.iterdir()}
    result = run(command, robot, *files, *arguments)
    assert (result.returncode, result.stdout) == (code, "")
    assert result.stderr == f"treefix: {message}\n".replace("DIR", str(folder))
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


ZEROS = np.zeros((3, 7))


@pytest.mark.parametrize(
    ("message", "arrays"),
    [
        ("--q (@DIR/q.npy) has shape (3, 6), expected (7,) or (states, 7): nq of arm", {"q": ZEROS[:, :6]}),
        ("--v (@DIR/v.npy) has shape (6,), expected (7,) or (states, 7): nv of arm", {"v": ZEROS[0, :6]}),
        ("--q (@DIR/q.npy) has shape (1, 3, 7), expected (7,) or (states, 7): nq of arm", {"q": ZEROS[None]}),
        ("--v (@DIR/v.npy) has 2 states, expected 3, as in --q (@DIR/q.npy)", {"q": ZEROS, "v": ZEROS[:2]}),
        ("--q (@DIR/q.npy) is float32, but --v (@DIR/v.npy) is float64; expected the same type in all files",
         {"q": ZEROS.astype(np.float32), "v": ZEROS}),
        ("--q (@DIR/q.npy) is float32, but --v (@DIR/v.npy) is float64; expected the same type in all files",
         {"q": ZEROS.astype(np.float32), "v": ZEROS[0]}),
        ("q[1, 2] is nan, expected a finite number", {"q": np.where(np.arange(21).reshape(3, 7) == 9, np.nan, 0)}),
        ("v[2] is inf, expected a finite number", {"q": ZEROS, "v": np.where(np.arange(7) == 2, np.inf, 0)}),
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_name(message, arrays, tmp_path):
    refused(tmp_path, 1, message, "id", "arm", "--out", tmp_path / "tau.npy", **arrays)


def test_an_invalid_quaternion_is_named_with_its_state(tmp_path):
    q = np.array(data("id", "snake:n=1", "--states", 3, "--random", 1)["inputs"]["q"])
    q[1, 3:7] *= 2
    result = run("id", "snake:n=1", *save(tmp_path, q=q))
    assert_refused(result, 1, "q[1, 3] to q[1, 6]", "has length 2, expected 1")


@pytest.mark.parametrize(
    ("code", "message", "arguments"),
    [
        (2, "1001 states are too many to print, the maximum is 1000; use --out FILE.npy",
         ["--states", 1001, "--random", 1]),
        (2, "--states makes random states, so it needs --random SEED", ["--states", 3]),
        (2, "cannot write 'tau.txt': --out needs a file name that ends in .npy", ["--out", "tau.txt"]),
        (2, "cannot write 'DIR/no/tau.npy': No such file or directory",
         ["--states", 3, "--random", 1, "--out", "DIR/no/tau.npy"]),
        (2, "cannot write 'DIR/no/tau.npy': No such file or directory", ["--out", "DIR/no/tau.npy"]),
        (1, "--q: cannot read 'DIR/no.npy': No such file or directory", ["--q", "@DIR/no.npy"]),
        (1, "--threads: '-1' is not an integer from 0 to 1024", ["--threads", "-1"]),
        (1, "--threads: 'two' is not an integer from 0 to 1024", ["--threads", "two"]),
        (1, "--states: '1.5' is not an integer from 0 to 9223372036854775807", ["--states", "1.5"]),
        (1, "--force: model 'arm' has no moving body named 'link9' (did you mean 'link1'?)",
         ["--states", 3, "--random", 1, "--force", "link9=1,2,3,4,5,6"]),
    ],
)
def test_options_that_make_no_sense_are_refused(code, message, arguments, tmp_path):
    refused(tmp_path, code, message, "id", "arm", *(str(x).replace("DIR", str(tmp_path)) for x in arguments))


def test_the_number_of_states_must_agree_with_the_arrays(tmp_path):
    refused(tmp_path, 1, "--q (@DIR/q.npy) has 3 states, expected 4, as given by --states", "id", "arm", "--states", 4,
            "--random", 1, q=ZEROS)


def test_a_method_that_the_robot_cannot_use_is_refused(tmp_path):
    robot = tmp_path / "gripper.urdf"
    robot.write_text("""<robot name="gripper">
      <link name="palm"/>
      <link name="left"><inertial><mass value="1"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <link name="right"><inertial><mass value="1"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="l" type="continuous"><parent link="palm"/><child link="left"/><axis xyz="0 0 1"/></joint>
      <joint name="r" type="continuous"><parent link="palm"/><child link="right"/><axis xyz="0 0 1"/>
        <mimic joint="l" multiplier="-1"/></joint></robot>""")
    many = ["--mimic", "--states", 2, "--random", 1]
    assert_refused(run("fd", robot, *many, "--method", "aba"), 1,
                   f"--method aba cannot be used with {robot}, because it has mimic joints\n")
    out = data("fd", robot, *many)
    assert out["method"] == "mass_matrix"
    tau = np.array(out["inputs"]["tau"])
    assert_close(np.array(out["results"]["a"]), tau / 2)  # two bodies of inertia 1 turn together
    assert_refused(run("fd", "arm", "--method", "magic"), 2, "--method", "magic")


def test_a_batch_that_does_not_fit_in_memory_is_refused_with_its_bytes(tmp_path):
    out = ["--random", 1, "--out", tmp_path / "x.npy"]
    result = run("mass", "humanoid", "--states", 10**12, *out)
    assert_refused(result, 1, "H of 1000000000000 states needs 10368000000000000 bytes (9.656e+06 GiB); ",
                   " GiB are available\n")
    result = run("id", "arm", "--states", 2**63 - 1, *out)
    assert_refused(result, 1, "tau of 9223372036854775807 states needs ", " GiB are available\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"1 2 3", r"the file begins with '1 2 3', expected '\x93NUMPY', as NumPy files do"),
        (b"\x93NUMPY\x01\x00\xff\xff{}", "the header is cut off after 2 bytes, expected 65535 bytes"),
    ],
)
def test_a_file_that_is_no_array_is_named(content, message, tmp_path):
    (tmp_path / "q.npy").write_bytes(content)
    result = run("id", "arm", "--q", f"@{tmp_path / 'q.npy'}")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"{tmp_path / 'q.npy'}: error: {message}\n"


def test_arrays_of_other_types_are_named(tmp_path):
    for array, descr in ((np.zeros(7, int), "<i8"), (np.zeros(7, ">f8"), ">f8"), (np.zeros(7, complex), "<c16")):
        result = run("id", "arm", *save(tmp_path, q=array))
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr == (f"{tmp_path / 'q.npy'}: error: the number type is '{descr}', expected '<f8' (float64) "
                                 "or '<f4' (float32)\n    hint: save x.astype('<f8')\n")


# --- long batches 


def start(*arguments, **settings):
    return subprocess.Popen([str(PROGRAM), *map(str, arguments)], text=True, stdout=subprocess.PIPE, **settings)


def wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_stops_a_batch_and_leaves_nothing_behind(sent, code, tmp_path):
    out = tmp_path / "a.npy"
    out.write_bytes(b"old")
    with start(*LONG, "--out", out, stderr=subprocess.PIPE) as process:
        wait_for(lambda: len(list(tmp_path.iterdir())) == 2)  # the file that is to replace the old one
        begin = time.monotonic()
        process.send_signal(sent)
        stdout, stderr = process.communicate(timeout=60)
        seconds = time.monotonic() - begin
    assert (process.returncode, stdout, stderr) == (code, "", "treefix: stopped\n")
    assert seconds < 5  # 0.2 on an idle machine
    assert list(tmp_path.iterdir()) == [out]
    assert out.read_bytes() == b"old"


def test_a_terminal_shows_how_far_a_batch_is(tmp_path):
    master, slave = pty.openpty()
    with start(*LONG, "--out", tmp_path / "a.npy", stderr=slave) as process:
        os.close(slave)
        shown = b""
        while b"per second" not in shown:
            shown += os.read(master, 1000)
        assert b" of 30000 states, " in shown and b" %, " in shown
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
    while not shown.endswith(b"treefix: stopped\r\n"):
        shown += os.read(master, 1000)
    os.close(master)
    assert b"\r\x1b[Ktreefix: stopped" in shown  # on a line of its own
    assert process.returncode == 130


def test_without_a_terminal_nothing_is_shown():
    result = run("fd", "humanoid", "--states", 1000, "--random", 1, "--json")
    assert result.stderr == ""
    assert json.loads(result.stdout)["states"] == 1000
