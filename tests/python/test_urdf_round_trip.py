"""Robots, written as URDF and loaded back, are the same robots; also when Pinocchio loads them."""

import numpy as np
import pinocchio as pin
import pytest
import robot_files
import treefix as tf

FILES = {**robot_files.example_robot_data(), **robot_files.mjcf_models()}
ACCEPTED = [name for name in FILES if name not in robot_files.URDF_REFUSED]
EPSILON = np.finfo(float).eps


@pytest.mark.parametrize("mimic", [False, True])
@pytest.mark.parametrize("name", ACCEPTED)
def test_a_real_robot_comes_back_from_its_urdf(name, mimic):
    model = tf.load(FILES[name], mimic=mimic)
    if not np.array_equal(model.gravity, [0, 0, -9.81]):
        with pytest.raises(ValueError, match="gravity is"):
            model.to_urdf()
        return
    back = tf.load_string(model.to_urdf(), mimic=True)
    assert back.joint_names == model.joint_names
    assert set(model.frame_names) <= set(back.frame_names)
    for numbers in ("lower", "upper", "velocity_limit", "effort_limit", "damping", "friction"):
        assert np.array_equal(getattr(back, numbers), getattr(model, numbers)), numbers
    mimics = [[m.joint(name).mimic for name in m.joint_names] for m in (back, model)]
    assert mimics[0] == mimics[1]
    if model.nv == 0:
        return
    q, v, a = model.random_configuration(seed=1), model.random_velocity(seed=2), model.random_velocity(seed=3)
    for before, after in ((model.mass_matrix(q), back.mass_matrix(q)),
                          (model.inverse_dynamics(q, v, a), back.inverse_dynamics(q, v, a))):
        assert abs(after - before).max() <= 64 * EPSILON * abs(before).max()  # seen: 3
    for frame in model.frame_names:
        assert abs(back.frame_pose(frame, q) - model.frame_pose(frame, q)).max() < 1e-13


@pytest.mark.parametrize(
    "robot", ["arm", "star:n=5", "auto_tree:n=12,bf=2,skew=0.3", "random_tree:n=10,joints=RP,seed=5"]
)
def test_pinocchio_reads_the_same_robot(robot):
    model = tf.zoo.make(robot)
    other = pin.buildModelFromXML(model.to_urdf())
    assert sorted(list(other.names)[1:]) == sorted(model.joint_names)
    q, order = model.random_configuration(seed=1), []
    q_other = pin.neutral(other)
    for i, name in enumerate(model.joint_names):  # by name: urdfdom sorts children by theirs
        joint = other.joints[other.getJointId(name)]
        order.append(joint.idx_v)
        q_other[joint.idx_q : joint.idx_q + joint.nq] = q[i] if joint.nq == 1 else (np.cos(q[i]), np.sin(q[i]))
    H = pin.crba(other, other.createData(), q_other)
    H = np.triu(H) + np.triu(H, 1).T
    expected = model.mass_matrix(q)
    assert abs(H[np.ix_(order, order)] - expected).max() <= 64 * EPSILON * abs(expected).max()
