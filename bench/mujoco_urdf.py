"""Robots from URDF in MuJoCo, as rigid bodies and nothing else."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import mujoco


def from_urdf(text, free):
    """The model of a URDF; free: its root link flies."""
    spec = mujoco.MjSpec.from_string(bare(text))
    if free:
        spec.worldbody.first_body().add_freejoint()
    return spec.compile()


def bare(text):
    """Without shapes, which need files and make contacts; inertias as they are."""
    robot = ElementTree.fromstring(text)
    for link in robot.iter("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(shape)
    ElementTree.SubElement(ElementTree.SubElement(robot, "mujoco"), "compiler", balanceinertia="false")
    return ElementTree.tostring(robot, encoding="unicode")
