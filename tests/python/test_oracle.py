"""treefix against the project's own reference in plain NumPy, which is beside the repository."""

import numpy as np
import pytest
from compare import compare
from engine_oracle import ORACLE, Oracle, load_oracle
from engine_treefix import Treefix
from robots import SHAPES, random_configuration, random_robot

pytestmark = pytest.mark.skipif(
    not ORACLE.is_file(), reason=f"there is no {ORACLE}; the environment variable TREEFIX_ORACLE may name it"
)

KINDS = ("revolute", "prismatic", "helical", "spherical", "free")
COMPOSITES = (("prismatic", "prismatic", "revolute"), ("helical", "spherical"))
# About ten times the worst seen in units of depth * eps * scale; compare.py says what the scales are.
LIMITS = {
    "mass matrix": 70,
    "inverse dynamics": 50,
    "forward dynamics": 5,
    "ID(FD(tau))": 16,
    "kinetic energy": 32,
    "potential energy": 7,
}


@pytest.fixture(scope="module")
def oracle():
    return load_oracle()


@pytest.mark.parametrize("seed", range(80))
def test_agrees_with_the_oracle_on_a_random_tree(seed, oracle):
    g = np.random.default_rng(2000 + seed)
    robot = random_robot(
        g,
        n=int(g.integers(1, 31)),
        shape=SHAPES[seed % 4],
        kinds=KINDS if seed % 3 else KINDS[:3],
        composites=COMPOSITES if seed % 3 == 1 else (),
        free_root=seed // 3 % 2 == 0,
        armature=0.5 if seed // 4 % 2 else 0,
    )
    ours, other = Treefix(robot, g), Oracle(robot, oracle)
    q = random_configuration(g, robot)
    v, a = g.uniform(-1, 1, (2, robot.nv))
    forces = g.uniform(-20, 20, (len(robot.joints), 6)) if seed % 5 else None
    compare("oracle", LIMITS, robot, ours, other, q, v, a, forces, ("body", "root")[seed // 5 % 2])
