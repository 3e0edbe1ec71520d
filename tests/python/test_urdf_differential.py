"""Random URDFs, in any spelling that the standard allows, are the same robot in treefix, Pinocchio and MuJoCo."""

import xml.etree.ElementTree as ElementTree

import mujoco
import numpy as np
import pinocchio as pin
import pytest
import treefix as tf
from compare import compare
from engine_files import Coupled, Loaded, LoadedPinocchio, mimics_of
from engine_files_mujoco import LoadedMujoco
from robots import SHAPES
from urdf_maker import decorated, for_mujoco, random_urdf
from xml_maker import plain

TYPES = ("revolute", "continuous", "prismatic", "fixed")
# About ten times the worst seen in units of depth * eps * scale; compare.py says what the scales are. MuJoCo finds
# principal axes of inertia only to 1e-12.
LIMITS = {
    "Pinocchio": {
        "mass matrix": 70,
        "inverse dynamics": 12,
        "forward dynamics": 4,
        "ID(FD(tau))": 9,
        "kinetic energy": 20,
        "potential energy": 5,
    },
    "MuJoCo": {
        "mass matrix": 600,
        "inverse dynamics": 18,
        "forward dynamics": 15,
        "ID(FD(tau))": 45,
        "kinetic energy": 70,
        "potential energy": 5,
    },
}


def size_and_shape(g, seed):
    return int(g.integers(1, 25)), SHAPES[seed % 4]


def states(g, robot, count=2):
    for _ in range(count):
        yield robot.random_configuration(g), *g.uniform(-1, 1, (2, robot.nv)), None, "body"


def load_both_spellings(urdf, g, folder, **options):
    """The robot of the odd spelling, from a file; that of the plain one must be the same to the last bit."""
    path = folder / "Röböt 1.urdf"
    path.write_bytes(decorated(urdf, g).encode())
    ElementTree.parse(path)  # it is XML
    ours, plainly = Loaded(tf.load(path, **options)), Loaded(tf.load_string(plain(urdf), **options))
    assert set(ours.model.joint_names) == set(plainly.model.joint_names)
    q = ours.random_configuration(np.random.default_rng(0))
    there = np.concatenate([np.r_[plainly.model.joint(j.name).q] for j in ours.joints]).astype(int)
    same = np.empty_like(q)
    same[there] = q
    assert ours.model.frame_names and set(ours.model.frame_names) == set(plainly.model.frame_names)
    for name in ours.model.frame_names:
        assert np.array_equal(ours.model.frame_pose(name, q), plainly.model.frame_pose(name, same))
    return ours


@pytest.mark.parametrize("root", ["fixed", "free"])
@pytest.mark.parametrize("seed", range(60))
def test_is_the_same_robot_in_all_three(seed, root, tmp_path):
    g = np.random.default_rng(3000 + seed)
    n, shape = size_and_shape(g, seed)
    floats = seed % 3 == 0 and root == "fixed"
    urdf = random_urdf(g, n, shape, TYPES, floating_root=floats, massive_root=root == "free")
    ours = load_both_spellings(urdf, g, tmp_path, root=root)
    spec, base = mujoco.MjSpec.from_string(for_mujoco(urdf)), []
    if root == "free":
        spec.body("root").add_freejoint(name="root_joint")
        base = [pin.JointModelFreeFlyer()]
    others = {
        "Pinocchio": LoadedPinocchio(ours, pin.buildModelFromXML(plain(urdf), *base)),
        "MuJoCo": LoadedMujoco(ours, spec.compile()),
    }
    for state in states(g, ours):
        for name, other in others.items():
            compare(f"{name}, URDF", LIMITS[name], ours, ours, other, *state)


@pytest.mark.parametrize("seed", range(40))
def test_planar_and_floating_joints_anywhere_are_those_of_pinocchio(seed, tmp_path):
    g = np.random.default_rng(4000 + seed)
    urdf = random_urdf(g, *size_and_shape(g, seed), (*TYPES, "planar", "floating"))
    ours = load_both_spellings(urdf, g, tmp_path)
    other = LoadedPinocchio(ours, pin.buildModelFromXML(plain(urdf)))
    for state in states(g, ours):
        compare("Pinocchio, URDF", LIMITS["Pinocchio"], ours, ours, other, *state)


@pytest.mark.parametrize("seed", range(40))
def test_joints_that_mimic_follow(seed, tmp_path):
    """Pinocchio moves all joints as the file couples them, because its mimic joints require an order in the file."""
    g = np.random.default_rng(7000 + seed)
    urdf = random_urdf(g, *size_and_shape(g, seed), TYPES, mimic=0.4)
    ours = load_both_spellings(urdf, g, tmp_path, mimic=True)
    full = Loaded(tf.load_string(plain(urdf)))
    mimics = mimics_of(ElementTree.fromstring(plain(urdf)))
    assert full.nv - ours.nv == len(mimics)
    other = Coupled(LoadedPinocchio(full, pin.buildModelFromXML(plain(urdf))), ours, mimics)
    for state in states(g, ours):
        compare("Pinocchio, URDF", LIMITS["Pinocchio"], ours, ours, other, *state)
