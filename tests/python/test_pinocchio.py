"""treefix against Pinocchio: random trees with every joint kind that both have."""

import numpy as np
import pytest
from compare import compare
from engine_pinocchio import Pinocchio
from engine_treefix import Treefix
from robots import SHAPES, Robot, random_configuration, random_joint, random_robot

KINDS = ("revolute", "prismatic", "helical", "spherical", "planar", "free")
COMPOSITES = (
    ("prismatic", "prismatic", "revolute"),
    ("revolute", "helical"),
    ("spherical", "prismatic"),
    ("planar", "revolute"),
)
# About ten times the worst seen in units of depth * eps * scale; compare.py says what the scales are.
LIMITS = {
    "mass matrix": 35,
    "inverse dynamics": 70,
    "forward dynamics": 30,
    "ID(FD(tau))": 30,
    "kinetic energy": 30,
    "potential energy": 9,
}


@pytest.mark.parametrize("seed", range(240))
def test_agrees_with_pinocchio_on_a_random_tree(seed):
    g = np.random.default_rng(seed)
    shape = SHAPES[seed % 4]
    kinds = KINDS if seed % 3 else ("revolute", "prismatic")
    robot = random_robot(
        g,
        n=int(g.integers(1, 41)),
        shape=shape,
        kinds=kinds,
        composites=COMPOSITES if seed % 3 == 1 else (),
        fixed=0.2 if seed // 2 % 3 == 0 else 0,
        armature=0.5 if seed % 2 else 0,
        free_root=seed % 7 == 0,
    )
    ours, other = Treefix(robot, g), Pinocchio(robot)
    q = random_configuration(g, robot)
    v, a = g.uniform(-1, 1, (2, robot.nv))
    forces = g.uniform(-20, 20, (len(robot.joints), 6)) if seed % 5 else None
    compare("Pinocchio", LIMITS, robot, ours, other, q, v, a, forces, ("body", "root")[seed // 3 % 2])


X, Y, Z, ANY = (1.0, 0, 0), (0, 1.0, 0), (0, 0, 1.0), None
# The other joints of Pinocchio, and the equivalent joints of treefix. The ellipsoid has no equivalent, the mimic joint
# is in test_mimic.py, and the axis of RevoluteUnboundedUnaligned cannot be set from Python.
OTHER_JOINTS = {
    **{f"R{letter}": [("revolute", axis)] for letter, axis in zip("XYZ", (X, Y, Z))},
    **{f"P{letter}": [("prismatic", axis)] for letter, axis in zip("XYZ", (X, Y, Z))},
    **{f"H{letter}": [("helical", axis)] for letter, axis in zip("XYZ", (X, Y, Z))},
    **{f"RUB{letter}": [("revolute", axis)] for letter, axis in zip("XYZ", (X, Y, Z))},
    "Translation": [("prismatic", X), ("prismatic", Y), ("prismatic", Z)],
    "SphericalZYX": [("revolute", Z), ("revolute", Y), ("revolute", X)],
    "Universal": [("revolute", Z), ("revolute", X)],
    "Composite": [("revolute", ANY), ("prismatic", ANY), ("helical", ANY)],
}


@pytest.mark.parametrize("seed", range(60))
def test_agrees_with_the_other_joints_of_pinocchio(seed):
    g = np.random.default_rng(500 + seed)
    bodies = random_robot(g, n=int(g.integers(1, 21)), shape=SHAPES[seed % 4], kinds=("revolute",)).bodies
    for i, body in enumerate(bodies):
        # each of them in turn, whatever the size of the robot
        body.pinocchio = list(OTHER_JOINTS)[(seed + 5 * i) % len(OTHER_JOINTS)]
        body.joints = []
        for k, (kind, axis) in enumerate(OTHER_JOINTS[body.pinocchio]):
            joint = random_joint(g, f"{body.name}.{k}", kind, armature=0.5 * (seed % 2), same_armature=False)
            joint.axis = joint.axis if axis is ANY else np.array(axis)
            body.joints.append(joint)
    robot = Robot(bodies, g.uniform(-10, 10, 3))
    q = random_configuration(g, robot)
    v, a = g.uniform(-1, 1, (2, robot.nv))
    # No external force can act inside one joint of Pinocchio.
    real = [joint is body.joints[-1] for body in robot.bodies for joint in body.joints]
    forces = g.uniform(-20, 20, (len(robot.joints), 6)) * np.array(real)[:, None]
    ours, other, frame = Treefix(robot, g), Pinocchio(robot), ("body", "root")[seed // 4 % 2]
    compare("Pinocchio", LIMITS, robot, ours, other, q, v, a, forces, frame)
