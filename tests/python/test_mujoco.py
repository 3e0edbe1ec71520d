"""treefix against MuJoCo: random trees with its joints (hinge, slide, ball; free on the root)."""

import numpy as np
import pytest
from compare import compare
from engine_mujoco import Mujoco
from engine_treefix import Treefix
from robots import SHAPES, random_configuration, random_robot

KINDS = ("revolute", "prismatic", "spherical")
# In MuJoCo a ball joint must be the last rotating joint of its body.
COMPOSITES = (("prismatic", "prismatic", "revolute"), ("revolute", "prismatic", "revolute"), ("prismatic", "spherical"))
# About ten times the worst seen in units of depth * eps * scale; compare.py says what the scales are.
LIMITS = {
    "mass matrix": 190,
    "inverse dynamics": 50,
    "forward dynamics": 14,
    "ID(FD(tau))": 70,
    "kinetic energy": 60,
    "potential energy": 19,
}


@pytest.mark.parametrize("seed", range(240))
def test_agrees_with_mujoco_on_a_random_tree(seed):
    g = np.random.default_rng(1000 + seed)
    robot = random_robot(
        g,
        n=int(g.integers(1, 41)),
        shape=SHAPES[seed % 4],
        kinds=KINDS,
        composites=COMPOSITES if seed % 3 == 1 else (),
        fixed=0.2 if seed // 2 % 3 == 0 else 0,
        free_root=seed // 3 % 2 == 0,
        armature=0.5 if seed // 4 % 2 else 0,
        same_armature=True,
    )
    for joint in robot.joints:
        if joint.kind == "free":
            # Armature resists the rate of a coordinate of v, and MuJoCo's linear coordinates are in other axes.
            joint.armature[:] = 0
    ours, other = Treefix(robot, g), Mujoco(robot)
    q = random_configuration(g, robot)
    v, a = g.uniform(-1, 1, (2, robot.nv))
    forces = None
    if seed % 5:
        # Only on bodies that MuJoCo has: not between the joints of a composite.
        real = [joint is body.joints[-1] for body in robot.bodies for joint in body.joints]
        forces = g.uniform(-20, 20, (len(robot.joints), 6)) * np.array(real)[:, None]
    compare("MuJoCo", LIMITS, robot, ours, other, q, v, a, forces, ("body", "root")[seed // 5 % 2])
