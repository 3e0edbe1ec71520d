"""Model: names, configurations, kinematics and the equation of motion."""

import numpy as np
import pytest
import treefix as tf
from zoo_models import ZOO

EPS = np.finfo(float).eps
every_robot = pytest.mark.parametrize("model", ZOO.values(), ids=ZOO.keys())


def state(model, seed=1):
    return model.random_configuration(seed), model.random_velocity(seed + 1), model.random_velocity(seed + 2)


# ---- masses ------------------------------------------------------------------------------------------


@every_robot
def test_bodies_have_the_mass_and_the_centre_of_the_whole(model):
    q = model.random_configuration(1)
    whole, moment = 0.0, np.zeros(3)
    for body in model.body_names:
        mass, com, inertia = model.body_inertia(body)
        whole, moment = whole + mass, moment + mass * (model.frame_pose(body, q) @ [*com, 1])[:3]
        values = np.linalg.eigvalsh(inertia)
        assert np.array_equal(inertia, inertia.T)
        assert np.all(values >= -1e-12) and values[2] <= (1 + 1e-9) * sum(values[:2])
    assert whole == pytest.approx(model.total_mass, rel=1e-14)
    assert np.allclose(moment / whole, model.center_of_mass(q), rtol=0, atol=1e-14 * (1 + np.max(np.abs(moment))))


def test_what_is_fixed_to_a_body_is_part_of_it():
    build = tf.ModelBuilder("m").body("a", joint=tf.Joint.revolute([0, 0, 1]), mass=1, com=[1, 0, 0], inertia=np.eye(3))
    build.body("b", parent="a", position=[-1, 0, 0], mass=1, com=[0, 0, 0], inertia=np.eye(3))
    mass, com, inertia = build.build().body_inertia("a")
    assert mass == 2 and np.array_equal(com, np.zeros(3)) and np.array_equal(inertia, np.diag([2.0, 4, 4]))
    with pytest.raises(ValueError, match="no moving body named 'b'"):
        build.build().body_inertia("b")


# ---- names and coordinates ---------------------------------------------------------------------------


@every_robot
def test_joints_divide_the_coordinates_among_them(model):
    joints = [model.joint(name) for name in model.joint_names]
    assert [i for joint in joints for i in range(model.nq)[joint.q]] == list(range(model.nq))
    assert [i for joint in joints for i in range(model.nv)[joint.v]] == list(range(model.nv))
    assert len(model.joint_names) == len(model.body_names) == model.nbody
    assert [joint.body for joint in joints] == model.body_names
    sizes = dict(revolute=(1, 1), prismatic=(1, 1), helical=(1, 1), spherical=(4, 3), planar=(3, 3), free=(7, 6))
    q, v, _ = state(model)
    assert all((q[joint.q].size, v[joint.v].size) == sizes[joint.kind] for joint in joints)
    assert all(joint.parent == "" or joint.parent in model.body_names[:i] for i, joint in enumerate(joints))


def test_joints_are_found_by_name_and_by_number():
    model = ZOO["humanoid"]
    for i, name in enumerate(model.joint_names):
        assert model.joint(i).name == model.joint(name).name == model.joint(i - model.nbody).name == name
    with pytest.raises(ValueError, match="has no joint named 'tail'"):
        model.joint("tail")
    with pytest.raises(IndexError, match=f"joint {model.nbody}: model 'humanoid' has {model.nbody} joints"):
        model.joint(model.nbody)
    with pytest.raises(ValueError, match="has no frame named 'tail'"):
        model.frame_pose("tail", model.neutral())


def test_a_model_cannot_be_changed():
    model = ZOO["arm"]
    for name in ("name", "nq", "gravity", "lower", "anything"):
        with pytest.raises(AttributeError):
            setattr(model, name, 1)
    for limits in (model.lower, model.upper, model.velocity_limit, model.effort_limit, model.gravity):
        with pytest.raises(ValueError, match="read-only"):
            limits[0] = 1
    model.body_names.append("more")
    assert "more" not in model.body_names


def test_limits_outlive_the_variable_of_their_model():
    lower = tf.zoo.arm().lower
    for _ in range(10):
        tf.zoo.chain(100)
    assert np.array_equal(lower, ZOO["arm"].lower) and np.all(np.isfinite(lower))


def test_the_zoo_by_name_is_the_zoo_by_function():
    texts = {
        "chain": "chain:n=7",
        "star": "star:n=6",
        "snake": "snake:n=8",
        "auto_tree": "auto_tree:n=15,bf=2,skew=0.3,taper=0.95",
        "random_tree": "random_tree:n=12,seed=1,joints=RPHSLF,armature=0.1",
        **{name: name for name in ("puma560", "arm", "quadruped", "humanoid")},
    }
    assert {line.split(":")[0] for line in tf.zoo.usage()} == set(texts) == set(ZOO)
    for name, text in texts.items():
        made = tf.zoo.make(text)
        assert made.joint_names == ZOO[name].joint_names
        assert np.array_equal(made.inverse_dynamics(*state(made)), ZOO[name].inverse_dynamics(*state(ZOO[name])))
    with pytest.raises(ValueError, match="no robot named 'dog'; the robots are chain"):
        tf.zoo.make("dog")


# ---- configurations ----------------------------------------------------------------------------------


@every_robot
def test_integrate_and_difference_undo_each_other(model):
    zero = np.zeros(model.nv)
    for seed in range(20):
        q, v, _ = state(model, seed)
        arrived = model.integrate(q, v)
        assert np.allclose(model.difference(q, arrived), v, atol=1e-13)
        q1 = model.random_configuration(seed + 100)
        closed = model.integrate(q, model.difference(q, q1))
        assert np.allclose(model.difference(closed, q1), zero, atol=1e-12)
        assert np.allclose(model.integrate(q, zero), q, atol=1e-15)
        assert np.allclose(model.normalize(q), q, atol=1e-15)


@every_robot
def test_the_velocity_of_a_frame_is_the_rate_of_its_pose(model):
    q, v, _ = state(model)
    h = 1e-5
    for name in model.frame_names:
        pose = model.frame_pose(name, q)
        ahead, behind = (model.frame_pose(name, model.integrate(q, t * v)) for t in (h, -h))
        rate = np.linalg.inv(pose) @ (ahead - behind) / (2 * h)  # [[w x, v], [0, 0]]
        measured = np.array([rate[2, 1], rate[0, 2], rate[1, 0], *rate[:3, 3]])
        scale = 1 + np.linalg.norm(v) ** 3
        assert np.allclose(model.frame_velocity(name, q, v), measured, atol=1e-9 * scale)


def test_the_same_seed_gives_the_same_numbers():
    model = ZOO["humanoid"]
    assert np.array_equal(model.random_configuration(7), model.random_configuration(7))
    assert not np.array_equal(model.random_configuration(7), model.random_configuration(8))
    assert np.array_equal(model.random_velocity(7), model.random_velocity(7))
    assert model.neutral()[model.joint(0).q].tolist() == [0, 0, 0, 0, 0, 0, 1]


# ---- dynamics ----------------------------------------------------------------------------------------


@every_robot
def test_the_parts_of_the_equation_of_motion_fit_together(model):
    q, v, a = state(model)
    zero = np.zeros(model.nv)
    H, bias = model.mass_matrix(q), model.bias_torques(q, v)
    assert np.array_equal(H, H.T)
    tau = model.inverse_dynamics(q, v, a)
    size = np.abs(H) @ np.abs(a) + np.abs(bias) + np.max(np.abs(bias))
    assert np.all(np.abs(H @ a + bias - tau) <= 1e3 * EPS * size)
    assert np.allclose(model.inverse_dynamics(q, v, zero), bias, rtol=1e-13, atol=1e-13 * np.max(size))
    assert np.allclose(model.gravity_torques(q), model.bias_torques(q, zero), atol=1e-13 * np.max(size))
    assert np.isclose(model.kinetic_energy(q, v), v @ H @ v / 2, rtol=1e-12)
    height = model.gravity @ model.center_of_mass(q)
    assert np.isclose(model.potential_energy(q), -model.total_mass * height, rtol=1e-12, atol=1e-12)


@every_robot
def test_forward_dynamics_says_how_good_it_is(model):
    q, v, tau = state(model)
    a = model.forward_dynamics(q, v, tau)
    same, info = model.forward_dynamics(q, v, tau, return_info=True)
    assert np.array_equal(a, same)
    assert (info.method, info.iterations) == ("aba", 0)
    assert 0 <= info.residual <= 50 * model.nbody * EPS
    assert "aba" in repr(info)


@every_robot
def test_forces_may_be_given_in_body_or_root_coordinates(model):
    q, v, a = state(model)
    body = np.random.default_rng(1).normal(size=(model.nbody, 6))
    root = np.empty_like(body)
    for i, name in enumerate(model.body_names):
        pose = model.frame_pose(name, q)
        R, p = pose[:3, :3], pose[:3, 3]
        force = R @ body[i, 3:]
        root[i] = np.r_[R @ body[i, :3] + np.cross(p, force), force]
    tau = model.inverse_dynamics(q, v, a, body)
    assert np.allclose(model.inverse_dynamics(q, v, a, root, "root"), tau, rtol=1e-11, atol=1e-11)
    assert np.allclose(model.inverse_dynamics(q, v, a, body, external_frame="body"), tau, rtol=0, atol=0)
    # the power of the forces is the same at the bodies as at the joints
    at_joints = (model.inverse_dynamics(q, v, a) - tau) @ v
    at_bodies = sum(f @ model.frame_velocity(name, q, v) for f, name in zip(body, model.body_names))
    assert np.isclose(at_joints, at_bodies, rtol=1e-10)


@every_robot
def test_momentum_is_mass_times_the_velocity_of_the_centre_of_mass(model):
    q, v, _ = state(model)
    h = 1e-5
    ahead, behind = (model.center_of_mass(model.integrate(q, t * v)) for t in (h, -h))
    momentum = model.momentum(q, v)
    assert np.allclose(momentum[3:], model.total_mass * (ahead - behind) / (2 * h), atol=1e-7 * model.total_mass)
