"""Random MJCF models are the same robot in treefix and MuJoCo."""

import mujoco
import numpy as np
import pytest
import treefix as tf
from compare import compare
from engine_files import Loaded
from engine_files_mujoco import LoadedMujoco, mujoco_limits
from mesh_maker import random_mesh, spatial_inertia, write_obj, write_stl
from mjcf_maker import random_mjcf, text
from xml_maker import Element


def check(path, g):
    ours = Loaded(tf.load(path))
    other = LoadedMujoco(ours, mujoco.MjModel.from_xml_path(str(path)))
    assert ours.model.total_mass == pytest.approx(other.moving_mass, rel=1e-12)
    for joint in ours.joints:
        if joint.kind in ("revolute", "prismatic"):
            limits = ours.model.lower[joint.q][0], ours.model.upper[joint.q][0]
            assert limits == pytest.approx(other.limits(joint), rel=1e-14), joint.name
    for _ in range(2 if ours.nv else 0):
        v, a = g.uniform(-1, 1, (2, ours.nv))
        compare(*mujoco_limits(other.model), ours, ours, other, ours.random_configuration(g), v, a, None, "body")


@pytest.mark.parametrize("seed", range(120))
def test_is_the_same_robot(seed, tmp_path):
    g = np.random.default_rng(5000 + seed)
    mjcf = random_mjcf(g, int(g.integers(1, 12)), replicate=seed % 4 == 0)
    if seed % 3 == 0:
        world = next(e for e in mjcf.children if e.tag == "worldbody")
        (tmp_path / "part.xml").write_text(text(Element("mujocoinclude", {}, world.children)))
        world.children = [Element("include", dict(file="part.xml"))]
    path = tmp_path / "random.xml"
    path.write_text(text(mjcf))
    check(path, g)


@pytest.mark.parametrize("seed", range(40))
def test_meshes_weigh_the_same(seed, tmp_path):
    g = np.random.default_rng(6000 + seed)
    (tmp_path / "parts").mkdir()
    meshes = {}
    for name, write in (("m.obj", write_obj), ("n.stl", write_stl)):
        convex = bool(g.integers(2))
        write(tmp_path / "parts" / name, *random_mesh(g, convex))
        attributes = dict(file=f"parts/{name}")
        if g.uniform() < 0.4:
            attributes["scale"] = [0.5, 2.0, 1.0]
        if g.uniform() < 0.3:
            attributes["refpos"] = [0.25, 0.0, -0.125]
        if g.uniform() < 0.5:
            attributes["inertia"] = str(g.choice(["exact", "legacy", "shell"]))
        meshes[name.split(".")[0]] = attributes
    path = tmp_path / "random.xml"
    path.write_text(text(random_mjcf(g, int(g.integers(1, 5)), meshes=meshes)))
    check(path, g)


@pytest.mark.parametrize("seed", range(10))
def test_meshes_have_the_inertia_of_what_they_enclose(seed, tmp_path):
    g = np.random.default_rng(seed)
    corners, faces = random_mesh(g, convex=seed % 2 == 0)
    write_stl(tmp_path / "m.stl", corners, faces)
    geom = '<geom type="mesh" mesh="m" density="1"/>'
    mesh = '<mesh name="m" file="m.stl" inertia="exact"/>'
    path = tmp_path / "one.xml"
    path.write_text(
        f"<mujoco><asset>{mesh}</asset><worldbody><body><freejoint/>{geom}</body></worldbody></mujoco>"
    )
    H = tf.load(path).mass_matrix([0, 0, 0, 0, 0, 0, 1])
    expected = spatial_inertia(corners, faces)
    assert np.max(np.abs(H - expected)) < 1e-14 * np.max(np.abs(expected))
