"""Equality, hashes, copies, pickle and the binary form of models."""

import concurrent.futures
import copy
import multiprocessing
import pathlib
import pickle
import weakref

import cloudpickle
import joblib
import numpy as np
import pytest
import treefix as tf
from robot_files import URDF_REFUSED, example_robot_data, mjcf_models

FILES = [path for name, path in example_robot_data().items() if name not in URDF_REFUSED] + list(mjcf_models().values())


def torques(model):
    q, v = model.random_configuration(seed=1), model.random_velocity(seed=2)
    return model.inverse_dynamics(q, v, v)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_gives_an_equal_model(protocol):
    for model in map(tf.zoo.make, ["humanoid", "arm", "random_tree:n=30,seed=2,joints=RPHSLF,armature=1"]):
        again = pickle.loads(pickle.dumps(model, protocol))
        assert again == model and hash(again) == hash(model) and again is not model
        assert np.array_equal(torques(again), torques(model))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_binary_form_keeps_everything(path, tmp_path):
    model = tf.load(path)
    data = model.to_bytes()
    again = tf.Model.from_bytes(data)
    assert again == model and again.to_bytes() == data
    assert [str(w) for w in again.warnings] == [str(w) for w in model.warnings]
    model.save(tmp_path / "robot.treefix")
    loaded = tf.load(tmp_path / "robot.treefix")
    assert loaded == model and loaded.frame_names == model.frame_names
    if model.nv:
        assert np.array_equal(torques(loaded), torques(model))


def test_copies_and_weak_references():
    model = tf.zoo.quadruped()
    assert copy.copy(model) == model and copy.deepcopy({"a": model})["a"] == model
    assert weakref.ref(model)() is model
    assert len({model, copy.copy(model), tf.zoo.quadruped(), tf.zoo.arm()}) == 2
    assert model != tf.zoo.arm() and model != "quadruped" and (model == 3) is False


def in_another_process(model):
    return torques(model), model


def test_processes_that_are_spawned():
    model = tf.zoo.humanoid()
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        for tau, again in pool.map(in_another_process, [model] * 4):
            assert np.array_equal(tau, torques(model)) and again == model


def test_joblib_and_cloudpickle():
    model = tf.zoo.humanoid()
    for tau, again in joblib.Parallel(n_jobs=2)(joblib.delayed(in_another_process)(model) for _ in range(4)):
        assert np.array_equal(tau, torques(model)) and again == model
    of_model = pickle.loads(cloudpickle.dumps(lambda: torques(model)))
    assert np.array_equal(of_model(), torques(model))


def test_damaged_data_are_refused(tmp_path):
    data = tf.zoo.arm().to_bytes()
    for bad, message in [
        (b"", "other data"),
        (b"<robot/>", "other data"),
        (data[:-1], "the data may be cut off"),
        (data + b"x", "the data may be cut off|expected"),
        (data[:100] + b"?" + data[101:], "a wrong checksum"),
        (data[:8] + b"\7" + data[9:], "version 7, expected at most version 1"),
    ]:
        with pytest.raises(tf.ParseError, match=message):
            tf.Model.from_bytes(bad)
    file = tmp_path / "arm.treefix"
    file.write_bytes(data[:-1])
    with pytest.raises(tf.ParseError, match="arm.treefix: error: binary model"):
        tf.load(file)
    with pytest.raises(OSError, match="cannot write"):
        tf.zoo.arm().save(pathlib.Path("/no/such/folder/arm.treefix"))
    with pytest.raises(TypeError):
        tf.Model.from_bytes("text")


def test_strict_refuses_a_saved_model_with_warnings(tmp_path):
    model = next(model for model in map(tf.load, FILES) if model.warnings)
    model.save(tmp_path / "robot.treefix")
    with pytest.raises(tf.ParseError) as error:
        tf.load(tmp_path / "robot.treefix", strict=True)
    assert len(error.value.problems) == len(model.warnings)


def test_a_problem_with_an_unknown_topic_is_refused():
    problem = next(w for model in map(tf.load, FILES) for w in model.warnings)
    state = problem.__getstate__()
    for topic in (-1, 6, 99):
        with pytest.raises(ValueError, match=f"there is no topic {topic}"):
            tf.Problem.__new__(tf.Problem).__setstate__((state[0], topic, *state[2:]))
