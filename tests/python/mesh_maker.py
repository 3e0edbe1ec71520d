"""Small closed meshes, convex or not, in files. Coordinates are multiples of 1/64: MuJoCo stores them in float32."""

from __future__ import annotations

import itertools

import numpy as np

L_SHAPE = ((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))


def prism(outline, height):
    """Corners, and triangles that look outwards. The outline runs anticlockwise; all of it is visible from its first
    corner."""
    n = len(outline)
    corners = np.array([(x, y, z) for z in (0, height) for x, y in outline], float)
    fan = [(0, i, i + 1) for i in range(1, n - 1)]
    faces = [(c, b, a) for a, b, c in fan] + [(a + n, b + n, c + n) for a, b, c in fan]
    for i, k in itertools.pairwise([*range(n), 0]):
        faces += [(i, k, k + n), (i, k + n, i + n)]
    return corners, faces


def random_mesh(g, convex):
    outline = [(0, 0), (3, 0), (2, 2), (0, 3)] if convex else L_SHAPE
    corners, faces = prism(outline, int(g.integers(1, 4)))
    skew = np.round(64 * (np.eye(3) * g.uniform(0.05, 0.1, 3) + g.uniform(-0.02, 0.02, (3, 3)))) / 64
    return corners @ skew.T + np.round(64 * g.uniform(-0.2, 0.2, 3)) / 64, faces


def spatial_inertia(corners, faces):
    """The inertia of what a closed mesh encloses, at density 1: the mass matrix of a free body, linear part first."""
    matrix = np.zeros((6, 6))
    for a, b, c in corners[np.array(faces)]:
        volume, total = np.dot(np.cross(a, b), c) / 6, a + b + c  # of the pyramid up to the origin
        second = volume / 20 * sum(np.outer(x, x) for x in (a, b, c, total))
        x, y, z = volume / 4 * total
        cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        matrix += np.block([[volume * np.eye(3), -cross], [cross, np.trace(second) * np.eye(3) - second]])
    return matrix


def write_obj(path, corners, faces):
    lines = ["# made by mesh_maker.py", *("v {!r} {!r} {!r}".format(*map(float, x)) for x in corners)]
    lines += ["f {} {} {}".format(*(i + 1 for i in face)) for face in faces]
    path.write_text("\n".join(lines) + "\n")


def write_stl(path, corners, faces):
    """Binary; normals are left zero, as many programs do."""
    triangles = np.zeros(len(faces), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("extra", "<u2")])
    triangles["corners"] = corners[np.array(faces)]
    path.write_bytes(b"made by mesh_maker.py".ljust(80) + np.uint32(len(faces)).tobytes() + triangles.tobytes())
