"""The mass matrix of one state: dense, sparse, and as an operator; against Pinocchio, MuJoCo and itself."""

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg
import treefix as tf
from engine_mujoco import Mujoco
from engine_pinocchio import Pinocchio
from engine_treefix import Treefix
from robots import SHAPES, random_configuration, random_robot

ROBOTS = {
    "one": lambda: tf.zoo.chain(1),
    "humanoid": tf.zoo.humanoid,
    "chain": lambda: tf.zoo.chain(600),
    "star": lambda: tf.zoo.star(500),
    "binary": lambda: tf.zoo.auto_tree(700, 2, 0.1),
    "all joints": lambda: tf.zoo.random_tree(n=300, seed=3, joints="RPHSLF", armature=0.2),
}


def state(robot, seed=1):
    return robot.random_configuration(seed=seed), robot.random_velocity(seed=seed + 1)


def scaled(H, expected):
    """The largest difference of H_ij, in units of sqrt(H_ii H_jj)."""
    w = np.sqrt(np.diag(expected))
    return np.abs((H - expected) / np.outer(w, w)).max()


@pytest.mark.parametrize("name", ROBOTS)
def test_sparse_is_dense_in_scipys_form(name):
    robot = ROBOTS[name]()
    q, _ = state(robot)
    H, dense = robot.mass_matrix(q, format="sparse"), robot.mass_matrix(q, format="dense")
    assert isinstance(H, scipy.sparse.csr_array) and H.shape == (robot.nv, robot.nv)
    assert H.dtype == np.float64 and H.indices.dtype == H.indptr.dtype == np.int32
    assert scaled(H.toarray(), dense) <= 1e-13
    assert np.array_equal(H.toarray(), H.toarray().T)
    H.check_format(full_check=True)
    # the flags of the indices for scipy are correct
    fresh = scipy.sparse.csr_array((H.data, H.indices, H.indptr), shape=H.shape)
    assert fresh.has_sorted_indices and fresh.has_canonical_format
    assert np.linalg.eigvalsh(dense).min() > 0


@pytest.mark.parametrize("name", ROBOTS)
def test_packed_is_the_lower_triangle_of_one_state_and_of_many(name):
    robot = ROBOTS[name]()
    states = np.stack([state(robot, seed)[0] for seed in range(3)])
    rows, columns = np.tril_indices(robot.nv)
    for q, H in zip(states, robot.mass_matrix(states, format="packed")):
        dense = robot.mass_matrix(q)
        w = np.sqrt(np.diag(dense))
        for packed in (H, robot.mass_matrix(q, format="packed")):
            assert packed.shape == rows.shape and packed.dtype == np.float64
            assert np.abs((packed - dense[rows, columns]) / (w[rows] * w[columns])).max() <= 1e-13
    out = np.full((3, rows.size), np.nan, dtype=np.float32)
    assert robot.mass_matrix(states.astype(np.float32), format="packed", out=out, threads=2) is out
    assert np.allclose(out, robot.mass_matrix(states, format="packed"), rtol=1e-3, atol=1e-3 * np.abs(out).max())


@pytest.mark.parametrize("name", ROBOTS)
def test_apply_and_solve_are_products_with_the_matrix(name):
    robot = ROBOTS[name]()
    q, x = state(robot)
    H = robot.mass_matrix(q, format="sparse")
    w = np.sqrt(H.diagonal())
    size = w @ np.abs(x)
    assert np.abs((robot.mass_matrix_apply(q, x) - H @ x) / w).max() <= 1e-12 * size
    for y in (robot.mass_matrix_solve(q, x), scipy.sparse.linalg.spsolve(H.tocsc(), x)):
        assert np.abs((robot.mass_matrix_apply(q, y) - x) / w).max() <= 1e-12 * (w @ np.abs(np.atleast_1d(y)))


@pytest.mark.parametrize("seed", range(12))
def test_agrees_with_pinocchio(seed):
    g = np.random.default_rng(seed)
    # large enough for threads; Pinocchio's Data has tensors of nv cubed, so not larger
    kinds = ("revolute",) if seed % 2 else ("revolute", "spherical", "prismatic", "free", "planar", "helical")
    robot = random_robot(g, n=270 if seed % 2 else 90, shape=SHAPES[seed // 2 % 4], kinds=kinds, armature=0.3)
    ours, other = Treefix(robot, g), Pinocchio(robot)
    q = random_configuration(g, robot)
    expected = other.mass_matrix(q)
    assert scaled(ours.mass_matrix(q), expected) <= 1e-11
    sparse = ours.model.mass_matrix(ours.order(q, ours.q), format="sparse").toarray()[np.ix_(ours.v, ours.v)]
    assert scaled(sparse, expected) <= 1e-11


@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_mujoco(seed):
    g = np.random.default_rng(100 + seed)
    robot = random_robot(g, n=280, shape=SHAPES[seed], kinds=("revolute", "prismatic"), armature=0.3)
    ours, other = Treefix(robot, g), Mujoco(robot)
    q = random_configuration(g, robot)
    expected = other.mass_matrix(q)
    sparse = ours.model.mass_matrix(ours.order(q, ours.q), format="sparse").toarray()[np.ix_(ours.v, ours.v)]
    assert scaled(ours.mass_matrix(q), expected) <= 1e-9
    assert scaled(sparse, expected) <= 1e-9


def test_threads_do_not_change_a_bit():
    robot = tf.zoo.auto_tree(3000, 1.5, 0.1)
    q, x = state(robot)
    for threads in (0, 2):
        H, one = (robot.mass_matrix(q, format="sparse", threads=t) for t in (threads, 1))
        assert np.array_equal(H.data, one.data) and np.array_equal(H.indices, one.indices)
        assert np.array_equal(robot.mass_matrix(q, threads=threads), robot.mass_matrix(q, threads=1))
        apply = robot.mass_matrix_apply
        assert np.array_equal(apply(q, x, threads=threads), apply(q, x, threads=1))


def test_large_trees_need_no_dense_matrix():
    star = tf.zoo.star(100_000)
    q, x = state(star)
    H = star.mass_matrix(q, format="sparse")
    assert H.nnz == star.nv
    assert np.allclose(star.mass_matrix_apply(q, x), H @ x, rtol=1e-13, atol=0)
    assert np.allclose(star.mass_matrix_solve(q, x), x / H.diagonal(), rtol=1e-12, atol=0)
    chain = tf.zoo.chain(100_000)
    q, x = state(chain)
    y = chain.mass_matrix_solve(q, x)
    # the terms of a torque of such a long chain cancel, so the error is relative to the terms
    size = np.abs(chain.mass_matrix_apply(q, np.abs(y))).max()
    assert np.abs(chain.mass_matrix_apply(q, y) - x).max() <= 1e-11 * max(size, 1)


def test_a_robot_without_joints_has_an_empty_matrix():
    robot = tf.ModelBuilder().build()
    H = robot.mass_matrix([], format="sparse")
    assert H.shape == robot.mass_matrix([]).shape == (0, 0) and H.nnz == 0
    assert robot.mass_matrix([], format="packed").shape == (0,)
    assert robot.mass_matrix_apply([], []).shape == robot.mass_matrix_solve([], []).shape == (0,)


def test_invalid_arguments_are_refused():
    robot = tf.zoo.chain(3)
    q, x = state(robot)
    for wrong in ("csr", "", "Sparse"):
        with pytest.raises(ValueError, match=f"^format: expected 'dense', 'packed' or 'sparse', got '{wrong}'$"):
            robot.mass_matrix(q, format=wrong)
    with pytest.raises(TypeError):
        robot.mass_matrix(q, format=3)
    with pytest.raises(ValueError, match="^threads is -1, "):
        robot.mass_matrix(q, format="packed", threads=-1)
    with pytest.raises(ValueError, match=r"^out: expected shape \(6,\), got \(3, 3\)$"):
        robot.mass_matrix(q, format="packed", out=np.empty((3, 3)))
    one_state = "^format: expected 'dense' or 'packed' for a batch, float32, out, check=False or progress$"
    for q_given, options in (
        (np.tile(q, (2, 1)), {}),
        (q.astype(np.float32), {}),
        (q, dict(out=np.empty((3, 3)))),
        (q, dict(check=False)),
        (q, dict(progress=lambda done, states: True)),
    ):
        with pytest.raises(ValueError, match=one_state):
            robot.mass_matrix(q_given, format="sparse", **options)
    with pytest.raises(ValueError, match=r"q: expected shape \(3,\)"):
        robot.mass_matrix(q[:2], format="sparse")
    with pytest.raises(ValueError, match=r"q\[1\] is nan"):
        robot.mass_matrix([0, np.nan, 0], format="sparse")
    with pytest.raises(ValueError, match="threads is -1"):
        robot.mass_matrix(q, format="sparse", threads=-1)
    with pytest.raises(ValueError, match=r"x\[0\] is inf"):
        robot.mass_matrix_apply(q, [np.inf, 0, 0])


def test_mimic_joints_have_no_sparse_matrix():
    text = """<robot name="gears"><link name="base"/>
      {links}
      <joint name="j0" type="revolute"><parent link="base"/><child link="l0"/><axis xyz="0 0 1"/>
        <limit effort="1" velocity="1" lower="-1" upper="1"/></joint>
      <joint name="j1" type="revolute"><parent link="base"/><child link="l1"/><axis xyz="0 1 0"/>
        <limit effort="1" velocity="1" lower="-1" upper="1"/><mimic joint="j0" multiplier="2"/></joint></robot>"""
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    links = "".join(f'<link name="l{i}">{inertial}</link>' for i in range(2))
    robot = tf.load_string(text.format(links=links), mimic=True)
    assert robot.nv == 1
    assert robot.mass_matrix([0.1]) == pytest.approx(1 + 2**2)
    message = "the sparse mass matrix is not available for model 'gears', which has mimic joints"
    with pytest.raises(ValueError, match=message):
        robot.mass_matrix([0.1], format="sparse")


def test_what_does_not_fit_in_memory_is_refused_with_its_bytes():
    chain = tf.zoo.chain(300_000)
    q = chain.neutral()
    bytes_text = r"720000000000 bytes \(670.6 GiB\)"
    message = rf"^H of shape \(300000, 300000\) needs {bytes_text}; .* GiB are available; format='sparse'"
    with pytest.raises(MemoryError, match=message):
        chain.mass_matrix(q)
    message = "^H of 300000 coordinates, with 90000000000 entries, needs 1440000000000 bytes"
    with pytest.raises(MemoryError, match=message):
        chain.mass_matrix(q, format="sparse")


def test_without_scipy_only_sparse_matrices_are_unavailable():
    script = """
import sys
sys.modules["scipy"] = None  # as if it were not installed
import numpy as np, treefix as tf
robot = tf.zoo.arm()
q = robot.neutral()
assert robot.mass_matrix(q).shape == (7, 7)
try:
    robot.mass_matrix(q, format="sparse")
except ImportError as error:
    assert "scipy" in str(error) and "pip install scipy" in str(error), error
else:
    raise AssertionError("expected ImportError")
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
