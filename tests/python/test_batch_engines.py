"""Many states at once against one at a time, Pinocchio and MuJoCo."""

import warnings
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
import test_mujoco
import test_pinocchio
import test_robot_data
import treefix as tf
from batches import InBatch, random_states
from compare import compare
from engine_files import LIMITS_OF_FILES, Coupled, Loaded, mimics_of
from engine_files_mujoco import LoadedMujoco, from_urdf
from engine_mujoco import Mujoco
from engine_pinocchio import Pinocchio
from engine_treefix import Treefix
from robots import SHAPES, random_configuration, random_robot
from zoo_models import ZOO, description

# MuJoCo has no helical and planar joints, and free ones only on the root.
IN_MUJOCO = {**ZOO, "random_tree": tf.zoo.random_tree(12, seed=1, joints="RPS")}
# MuJoCo requires that every link has mass, and moments of inertia that are physically possible.
NOT_IN_MUJOCO = {
    "allegro_hand_description/urdf/allegro_left_hand.urdf",
    "allegro_hand_description/urdf/allegro_right_hand.urdf",
    "anymal_b_simple_description/robots/anymal-kinova.urdf",
    "anymal_b_simple_description/robots/anymal.urdf",
    "anymal_c_simple_description/urdf/anymal.urdf",
    "b1_description/urdf/b1-z1.urdf",
    "b1_description/urdf/b1.urdf",
    "finger_edu_description/robots/finger_edu.urdf",
    "go1_description/urdf/go1.urdf",
    "human_description/robots/human.urdf",
    "hyq_description/robots/hyq_no_sensors.urdf",
    "icub_description/robots/icub.urdf",
    "icub_description/robots/icub_reduced.urdf",
    "pr2_description/urdf/pr2.urdf",
    "romeo_description/urdf/romeo_small.urdf",
    "tiago_description/robots/tiago.urdf",
    "tiago_description/robots/tiago_dual.urdf",
    "tiago_description/robots/tiago_no_hand.urdf",
}
# MuJoCo drops the moments of inertia of massless feet, and treats a link with the name "world" as the world.
OTHERS_IN_MUJOCO = {
    ("bolt_description/robots/bolt.urdf", "fixed"),
    ("bolt_description/robots/bolt.urdf", "free"),
    ("asr_twodof_description/urdf/TwoDofs.urdf", "free"),
}
# Where the whole robot is compared with one state at a time: about ten times the worst seen, in depth * eps * scale.
LIMITS = {
    "mass matrix": 100,
    "inverse dynamics": 6,
    "forward dynamics": 3,
    "ID(FD(tau))": 16,
    "kinetic energy": 4,
    "potential energy": 1.5,
}
# For robots from files in MuJoCo, which finds principal axes of inertia only to 1e-12.
MUJOCO_LIMITS = {
    "mass matrix": 4000,
    "inverse dynamics": 70,
    "forward dynamics": 75,
    "ID(FD(tau))": 150,
    "kinetic energy": 360,
    "potential energy": 5,
}
# Rounding in float32 is larger by this factor; compare.py counts in the eps of float64.
SINGLE = np.finfo(np.float32).eps / np.finfo(float).eps
METHODS = ("automatic", "mass_matrix")


def in_batch(engine, **options):
    engine.model = InBatch(engine.model, **options)
    return engine


def state(g, robot):
    return robot.random_configuration(g), *g.uniform(-1, 1, (2, robot.nv))


@pytest.mark.parametrize("frame", ["body", "root"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ZOO)
def test_each_state_of_a_batch_agrees_with_the_state_alone(name, method, frame):
    g = np.random.default_rng(1)
    ours, alone = in_batch(Loaded(ZOO[name]), method=method), Loaded(ZOO[name])
    for _ in range(3):
        forces = g.uniform(-20, 20, (alone.model.nbody, 6))
        compare("one state", LIMITS, alone, ours, alone, *state(g, alone), forces, frame)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ZOO)
def test_float32_has_the_digits_that_the_depth_leaves(name, method):
    g = np.random.default_rng(2)
    ours, alone = in_batch(Loaded(ZOO[name]), dtype=np.float32, method=method), Loaded(ZOO[name])
    limits = {quantity: SINGLE * limit for quantity, limit in LIMITS.items()}
    for _ in range(3):
        # rounded before, so that both begin with the same numbers
        rounded = [x.astype(np.float32).astype(float) for x in state(g, alone)]
        compare("one state, float32", limits, alone, ours, alone, *rounded, None, "body")


@pytest.mark.parametrize("solve", ["forward_dynamics", "mass_matrix_solve"])
def test_accelerations_of_deep_models_in_float32_come_with_a_warning(solve):
    def call(model, dtype, **keywords):
        s = random_states(model, 3)
        names = ("q", "v", "tau") if solve == "forward_dynamics" else ("q", "x")
        return getattr(model, solve)(*(s[name].astype(dtype) for name in names), **keywords)

    deep, shallow = tf.zoo.chain(100), tf.zoo.arm()
    message = (
        r"model 'chain' is 100 bodies deep: accelerations in float may have a relative error of .*; "
        "use double precision"
    )
    with pytest.warns(RuntimeWarning, match=message) as seen:
        call(deep, np.float32)
    assert seen[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        call(deep, np.float64), call(shallow, np.float32)
        out = np.full((3, 100), 7, np.float32)
        with pytest.raises(RuntimeWarning, match=message):
            call(deep, np.float32, out=out)
        assert np.all(out == 7)
        s = random_states(deep, 3)
        deep.inverse_dynamics(*(s[name].astype(np.float32) for name in ("q", "v", "a")))


@pytest.mark.parametrize("name", ZOO)
def test_the_other_functions_agree_with_each_state_alone(name):
    model = ZOO[name]
    s = random_states(model, 9)
    H = np.array([model.mass_matrix(q) for q in s["q"]])
    scale = np.max(np.abs(H), axis=(1, 2)) * model.nbody + 1
    zero = np.zeros(model.nv)

    def close(many, each, size=scale, digits=1e-13):
        error = np.abs(np.asarray(many) - np.asarray(each)).reshape(len(s["q"]), -1).max(axis=1)
        assert np.all(error <= digits * size), error / size

    bias = [model.bias_torques(q, v) for q, v in zip(s["q"], s["v"])]
    close(model.bias_torques(s["q"], s["v"]), bias, scale + 10 * np.abs(bias).max())
    weight = [model.gravity_torques(q) for q in s["q"]]
    close(model.gravity_torques(s["q"]), weight, scale + 10 * np.abs(weight).max())
    close(model.bias_torques(s["q"], zero), weight, scale + 10 * np.abs(weight).max())
    close(model.mass_matrix_apply(s["q"], s["x"]), np.einsum("bij,bj->bi", H, s["x"]))
    close(model.mass_matrix_apply(s["q"], s["x"]), [model.mass_matrix_apply(q, x) for q, x in zip(s["q"], s["x"])])
    y = model.mass_matrix_solve(s["q"], s["x"])
    for solved in (y, [model.mass_matrix_solve(q, x) for q, x in zip(s["q"], s["x"])]):
        size = np.max(np.abs(H), axis=(1, 2)) * np.max(np.abs(y), axis=1) + 1
        close(np.einsum("bij,bj->bi", H, solved), s["x"], size, 1e-12)
    for one in (0, 5):
        alone = slice(one, one + 1)
        product = model.mass_matrix_apply(s["q"][alone], s["x"][alone])[0]
        assert np.array_equal(product, model.mass_matrix_apply(s["q"], s["x"])[one])
        assert np.array_equal(model.mass_matrix_solve(s["q"][alone], s["x"][alone])[0], y[one])

    poses, velocities = model.kinematics(model.frame_names, s["q"], s["v"])
    assert poses.shape == (9, len(model.frame_names), 4, 4) and velocities.shape == (9, len(model.frame_names), 6)
    for i, frame in enumerate(model.frame_names):
        each = [model.frame_pose(frame, q) for q in s["q"]]
        close(poses[:, i], each, 10 + np.abs(each).max())
        assert np.array_equal(model.frame_pose(frame, s["q"]), poses[:, i])
        each = [model.frame_velocity(frame, q, v) for q, v in zip(s["q"], s["v"])]
        close(velocities[:, i], each, 10 + np.abs(each).max())
        assert np.array_equal(model.frame_velocity(frame, s["q"], s["v"]), velocities[:, i])
    without, none = model.kinematics(model.frame_names, s["q"])
    assert none is None and np.array_equal(without, poses)
    one, moving = model.kinematics(model.frame_names, s["q"][3], s["v"][3])
    assert np.array_equal(one[-1], model.frame_pose(model.frame_names[-1], s["q"][3]))
    assert np.array_equal(moving[-1], model.frame_velocity(model.frame_names[-1], s["q"][3], s["v"][3]))


# ---- against Pinocchio and MuJoCo ----------------------------------------------------------------------


def compare_many(engine, limits, robot, other, *, pushed=False):
    """Two states of a model of treefix by each method, among others in a batch, against another engine."""
    g = np.random.default_rng(robot.nv)
    mass = np.array([robot.model.body_inertia(name)[0] for name in robot.model.body_names])
    for method in METHODS if robot.nv else ():
        ours = in_batch(Loaded(robot.model), method=method)
        for frame in ("body", "root"):
            # forces act on bodies with mass only: other engines have no bodies between the joints of a composite
            forces = g.uniform(-20, 20, (len(mass), 6)) * (mass > 0)[:, None] if pushed else None
            compare(engine, limits, robot, ours, other, *state(g, robot), forces, frame)


@pytest.mark.parametrize("name", ZOO)
def test_agrees_with_pinocchio_on_the_zoo(name):
    other = Pinocchio(description(ZOO[name]))
    compare_many("Pinocchio, batch", test_pinocchio.LIMITS, Loaded(ZOO[name]), other, pushed=True)


@pytest.mark.parametrize("name", IN_MUJOCO)
def test_agrees_with_mujoco_on_the_zoo(name):
    other = Mujoco(description(IN_MUJOCO[name]))
    # MuJoCo computes about the centre of mass of the whole robot, from which the small hands of the humanoid are far.
    limits = {**test_mujoco.LIMITS, "mass matrix": 3400}
    compare_many("MuJoCo, batch", limits, Loaded(IN_MUJOCO[name]), other, pushed=True)


@pytest.mark.parametrize("root", ["fixed", "free"])
@pytest.mark.parametrize("name", test_robot_data.ACCEPTED)
def test_agrees_with_pinocchio_on_robots(name, root):
    robot, other = test_robot_data.read(test_robot_data.ROBOTS[name], root)
    compare_many("Pinocchio, batch", LIMITS_OF_FILES, robot, other)


@pytest.mark.parametrize(
    ("name", "root"),
    [
        (name, root)
        for name in test_robot_data.ACCEPTED
        for root in ("fixed", "free")
        if name not in NOT_IN_MUJOCO and (name, root) not in OTHERS_IN_MUJOCO
    ],
)
def test_agrees_with_mujoco_on_robots(name, root):
    path = test_robot_data.ROBOTS[name]
    robot, _ = test_robot_data.read(path, root)
    other = LoadedMujoco(robot, from_urdf(path.read_text(), free=root == "free"))
    compare_many("MuJoCo, robots", MUJOCO_LIMITS, robot, other)


@pytest.mark.parametrize("name", sorted(NOT_IN_MUJOCO))
def test_the_other_robots_are_refused_by_mujoco(name):
    message = "inertia must satisfy|inertia must have positive|inertia of moving bodies must"
    with pytest.raises(ValueError, match=message):
        from_urdf(test_robot_data.ROBOTS[name].read_text(), free=False)


@pytest.mark.parametrize("name", test_robot_data.FOLLOWING)
def test_agrees_with_pinocchio_on_robots_with_mimic_joints(name):
    path = test_robot_data.ROBOTS[name]
    _, pinocchio = test_robot_data.read(path, "free")
    ours = Loaded(tf.load(path, root="free", mimic=True))
    other = Coupled(pinocchio, ours, mimics_of(ElementTree.parse(path)))
    compare_many("Pinocchio, batch", LIMITS_OF_FILES, ours, other)


@pytest.mark.parametrize("seed", range(24))
def test_agrees_with_pinocchio_and_mujoco_on_a_random_tree(seed):
    g = np.random.default_rng(3000 + seed)
    with_mujoco = seed % 2 == 0
    like = test_mujoco if with_mujoco else test_pinocchio
    robot = random_robot(
        g,
        n=int(g.integers(1, 31)),
        shape=SHAPES[seed // 2 % 4],
        kinds=like.KINDS,
        composites=like.COMPOSITES,
        fixed=0.1,
        armature=0.5 * (seed // 4 % 2),
        same_armature=True,
        free_root=seed // 3 % 2 == 0,
    )
    for joint in robot.joints:
        if joint.kind == "free":
            joint.armature[:] = 0  # as in test_mujoco.py
    q = random_configuration(g, robot)
    v, a = g.uniform(-1, 1, (2, robot.nv))
    real = [joint is body.joints[-1] for body in robot.bodies for joint in body.joints]
    forces = g.uniform(-20, 20, (len(robot.joints), 6)) * np.array(real)[:, None]
    frame = ("body", "root")[seed // 5 % 2]
    others = [("Pinocchio, batch", test_pinocchio.LIMITS, Pinocchio(robot))]
    if with_mujoco:
        others.append(("MuJoCo, batch", test_mujoco.LIMITS, Mujoco(robot)))
    ours = in_batch(Treefix(robot, g))
    for engine, limits, other in others:
        compare(engine, limits, robot, ours, other, q, v, a, forces, frame)
