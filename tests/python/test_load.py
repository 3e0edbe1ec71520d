"""Robots from files in Python: arguments, errors, warnings, and saving to a file."""

import os
import pathlib
import pickle
import threading
import time

import numpy as np
import pytest
import robot_texts
import treefix as tf


@pytest.fixture
def crane(tmp_path):
    path = tmp_path / "crane.urdf"
    path.write_text(robot_texts.GOOD)
    return path


# --- loading ---------------------------------------------------------------------------------------------


def test_a_path_may_be_a_str_a_path_or_bytes(crane):
    for path in (crane, str(crane), os.fsencode(crane)):
        model = tf.load(path)
        assert (model.name, model.joint_names, model.warnings) == ("crane", ["swing", "lift"], [])


def test_text_and_file_are_the_same_robot(crane):
    one, two = tf.load(crane), tf.load_string(robot_texts.GOOD)
    q = one.random_configuration(seed=1)
    assert np.array_equal(one.mass_matrix(q), two.mass_matrix(q))
    assert list(one.damping) == [0.5, 0] and list(one.upper) == [2, 1]


def test_mjcf_is_known_by_its_root_element():
    model = tf.load_string(robot_texts.MJCF)
    assert model.joint_names == ["hinge"] and model.total_mass == 2


def test_the_root_may_be_free():
    text = robot_texts.GOOD.replace('<link name="base"/>', robot_texts.LINK.format(name="base"))
    assert tf.load_string(text, root="free").nv == 8
    assert tf.load_string(text, "free", True).joint(0).kind == "free"
    assert tf.load_string(text, root="fixed").nv == 2
    for wrong in ("floating", "", "Free"):
        with pytest.raises(ValueError, match=f"root is '{wrong}', expected 'fixed' or 'free'"):
            tf.load_string(text, root=wrong)


def test_mimic_joints_follow_on_request():
    assert tf.load_string(robot_texts.MIMIC).nv == 2
    assert tf.load_string(robot_texts.MIMIC, mimic=True).joint("lift").mimic == ("swing", -2.0, 0.5)


def test_messages_are_text_whatever_the_file_has(tmp_path):
    (tmp_path / "m.stl").write_bytes(b"solid\nfacet \nouter loop\nvertex 0 0 \x1b[31m\xff\xc2\x9b\n")
    (tmp_path / "m.obj").write_bytes(b"v 0 0 \x001\n")
    for mesh, shown in (("m.stl", r"\x1b[31m\xff\x9b"), ("m.obj", r"\x001")):
        text = f"<mujoco><asset><mesh name='m' file='{mesh}'/></asset><worldbody><body><freejoint/>" \
               "<geom type='mesh' mesh='m'/></body></worldbody></mujoco>"
        with pytest.raises(tf.ParseError) as error:
            tf.load_string(text, folder=tmp_path)
        assert f'a coordinate is "{shown}"' in str(error.value)
        assert shown in error.value.problems[0].seen


def test_messages_are_not_cut_at_a_zero_byte():
    with pytest.raises(ValueError, match=r"a\\x00b"):
        tf.zoo.make("a\0b")
    with pytest.raises(tf.ParseError, match=r"^a\\x00b:1:1: error: the file is empty"):
        tf.load_string("", name="a\0b")


@pytest.mark.parametrize("reference", ["&#0;", "&#xD800;", "&#xDFFF;", "&#x110000;", "&#x1b;", "&#xFFFE;", "&x;", "&"])
def test_references_to_no_character_are_refused(reference):
    with pytest.raises(tf.ParseError, match="attribute 'name' in <link> has"):
        tf.load_string(f"<robot name='r'><link name='a{reference}b'/></robot>")


def test_warnings_are_problems_in_parts():
    (warning,) = tf.load_string(robot_texts.DOUBTFUL, name="crane.urdf").warnings
    assert isinstance(warning, tf.Problem)
    assert (warning.severity, warning.topic, warning.file, warning.line) == ("warning", "physics", "crane.urdf", 9)
    assert "joint 'swing'" in warning.element and warning.seen == "the axis has length 2"
    assert (warning.expected, warning.done, warning.hint) == ("length 1", "scaled to length 1", "")
    assert str(warning).startswith(f"crane.urdf:9:{warning.column}: warning: ")
    assert str(warning) in repr(warning)


def test_strict_makes_errors_of_warnings():
    with pytest.raises(tf.ParseError, match="the axis has length 2") as caught:
        tf.load_string(robot_texts.DOUBTFUL, strict=True)
    assert [problem.severity for problem in caught.value.problems] == ["error"]
    tf.load_string(robot_texts.GOOD, strict=True)


# --- errors ----------------------------------------------------------------------------------------------


def test_a_refused_file_has_all_its_problems():
    with pytest.raises(tf.ParseError) as caught:
        tf.load_string(robot_texts.BAD, name="bad.urdf")
    assert isinstance(caught.value, ValueError)
    problems = caught.value.problems
    assert len(problems) == 2 and all(problem.severity == "error" for problem in problems)
    assert any("-1,0" in problem.seen for problem in problems)
    assert str(caught.value) == "\n".join(map(str, problems))


def test_problems_and_their_error_can_be_pickled():
    with pytest.raises(tf.ParseError) as caught:
        tf.load_string(robot_texts.BAD)
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is tf.ParseError and str(again) == str(caught.value)
    assert again.problems == caught.value.problems and len(set(again.problems)) == 2
    assert again.problems[0] != again.problems[1] and again.problems[0] != "text"


def test_what_cannot_be_read_is_an_os_error(tmp_path, crane):
    message = r"cannot read '.*crain\.urdf': No such file.*did you mean '.*crane\.urdf'"
    with pytest.raises(FileNotFoundError, match=message):
        tf.load(tmp_path / "crain.urdf")
    with pytest.raises(IsADirectoryError, match="it is a directory"):
        tf.load(tmp_path)
    with pytest.raises(NotADirectoryError):
        tf.load(crane / "robot.urdf")
    with pytest.raises(OSError, match="larger than the limit of 100 bytes"):
        tf.load(crane, max_bytes=100)
    if os.geteuid() != 0:
        crane.chmod(0)
        with pytest.raises(PermissionError):
            tf.load(crane)


@pytest.mark.parametrize(("limit", "value"), [("max_elements", 5), ("max_depth", 2), ("max_attribute", 3)])
def test_limits_are_arguments(limit, value):
    with pytest.raises(tf.ParseError, match=str(value)):
        tf.load_string(robot_texts.GOOD, **{limit: value})
    tf.load_string(robot_texts.GOOD, **{limit: 1000})
    with pytest.raises(ValueError, match=f"{limit} is 0, expected 1 or more"):
        tf.load_string(robot_texts.GOOD, **{limit: 0})


def test_wrong_types_are_type_errors(crane):
    for wrong in (None, 3, ["crane.urdf"]):
        with pytest.raises(TypeError):
            tf.load(wrong)
    with pytest.raises(TypeError):
        tf.load(crane, "fixed", False, False, 100)  # limits by name only


def test_other_threads_go_on_while_a_file_is_read():
    text = tf.zoo.chain(20_000).to_urdf()
    longest, before, done = 0.0, time.perf_counter(), threading.Event()
    worker = threading.Thread(target=lambda: (tf.load_string(text), done.set()))
    start = before
    worker.start()
    ticks = 0
    while not done.is_set():
        time.sleep(0.001)
        now = time.perf_counter()
        longest, before, ticks = max(longest, now - before), now, ticks + 1
    worker.join()
    assert ticks > 3 and longest < 0.9 * (before - start)


# --- writing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", ["arm", "quadruped", "snake:n=5", "random_tree:n=8,joints=RPLF,seed=4", "puma560"])
def test_a_robot_comes_back_from_its_file(tmp_path, robot):
    model = tf.zoo.make(robot)
    tf.save_urdf(model, tmp_path / "robot.urdf")
    back = tf.load(tmp_path / "robot.urdf", strict=True)
    assert (tmp_path / "robot.urdf").read_text() == model.to_urdf()
    assert back.name == model.name and back.joint_names == model.joint_names and back.body_names == model.body_names
    assert np.array_equal(back.lower, model.lower) and np.array_equal(back.effort_limit, model.effort_limit)
    q, v, a = model.random_configuration(seed=1), model.random_velocity(seed=2), model.random_velocity(seed=3)
    tau = model.inverse_dynamics(q, v, a)
    assert np.allclose(back.inverse_dynamics(q, v, a), tau, rtol=0, atol=1e-12 * abs(tau).max())
    H = model.mass_matrix(q)
    assert np.allclose(back.mass_matrix(q), H, rtol=0, atol=1e-13 * abs(H).max())


def test_what_urdf_cannot_express_is_named(tmp_path):
    with pytest.raises(ValueError, match="joint 'neck': URDF has no spherical joints"):
        tf.zoo.humanoid().to_urdf()
    file = tmp_path / "humanoid.urdf"
    file.write_text("old")
    with pytest.raises(ValueError, match="joint 'waist'"):
        tf.save_urdf(tf.zoo.humanoid(), file)
    assert file.read_text() == "old"
    with pytest.raises(FileNotFoundError, match="cannot write"):
        tf.save_urdf(tf.zoo.arm(), pathlib.Path(tmp_path) / "none" / "arm.urdf")
