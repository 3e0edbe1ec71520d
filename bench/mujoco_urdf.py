"""Robots from URDF in MuJoCo, as rigid bodies only."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import mujoco


def from_urdf(text, free):
    """The model of a URDF. free: its root link has a free joint."""
    spec = mujoco.MjSpec.from_string(bare(text))
    if free:
        spec.worldbody.first_body().add_freejoint()
    return spec.compile()


def bare(text):
    """The URDF without shapes, which need files and cause contacts, and with its inertias unchanged."""
    robot = ElementTree.fromstring(text)
    for link in robot.iter("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(shape)
    ElementTree.SubElement(ElementTree.SubElement(robot, "mujoco"), "compiler", balanceinertia="false")
    return ElementTree.tostring(robot, encoding="unicode")
