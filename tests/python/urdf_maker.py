"""Random robots as URDF."""

from __future__ import annotations

import numpy as np
from robots import matrix, random_parents, random_quaternion
from xml_maker import Element, odd, plain

BOM = "\ufeff"
WORDS = ("link", "bras", "Gelenk_ä", "関節", "палец", "a.b-c:d/e", "x y", "O'Hara & <Co>")

ONE_DOF = ("revolute", "continuous", "prismatic")


def numbers(g, low, high, count=3):
    """Numbers with few digits, so that they have several spellings; sometimes integers or zero."""
    digits = int(g.choice([0, 1, 3, 6, 17]))
    return [round(float(x), digits) for x in g.uniform(low, high, count)]


def random_urdf(g, n, shape, types, *, floating_root=False, massive_root=False, mimic=0.0):
    """n links below the root, as an element. types: of joints, as URDF calls them. floating_root: the links on the root
    float, and the root is called world, as MuJoCo requires. mimic: fraction of mimic joints."""
    root = "world" if floating_root else "root"
    urdf = Element("robot", dict(name=f"random {g.choice(WORDS)}"))
    names = [f"{g.choice(WORDS)}{i}" for i in range(n)]
    link = urdf.add("link", name=root)
    if massive_root:
        add_inertial(g, link)
    leaders = []
    parents = random_parents(g, n, shape)
    for i, parent in enumerate(parents):
        kind = "floating" if floating_root and parent < 0 else str(g.choice(types))
        if i == 0 and kind == "fixed":
            kind = "revolute"
        joint = urdf.add("joint", name=f"joint of {names[i]}", type=kind)
        joint.add("parent", link=names[parent] if parent >= 0 else root)
        joint.add("child", link=names[i])
        if kind != "floating" or not floating_root:
            add_origin(g, joint)
        add_axis(g, joint, kind)
        add_limit(g, joint, kind)
        if leaders and kind in ONE_DOF and g.uniform() < mimic:
            optional = dict(multiplier=numbers(g, -2, 2, 1)[0] or 0.5, offset=numbers(g, -1, 1, 1)[0])
            optional = {name: x for name, x in optional.items() if g.uniform() < 0.7}
            joint.add("mimic", joint=str(g.choice(leaders)), **optional)
        if kind in ONE_DOF:
            leaders.append(joint.attributes["name"])
        link = urdf.add("link", name=names[i])
        if kind != "fixed" or g.uniform() < 0.5:
            add_inertial(g, link)
    return urdf


def add_origin(g, element):
    """Adds an origin with position and rotation, with one of them, or none at all."""
    parts = dict(xyz=numbers(g, -0.4, 0.4), rpy=numbers(g, -3, 3))
    parts = {name: x for name, x in parts.items() if g.uniform() < 0.85}
    if parts:
        element.add("origin", **parts)


def add_axis(g, joint, kind):
    axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1], None, list(g.normal(size=3)), list(g.normal(size=3))]
    axis = axes[g.integers(len(axes))]
    if kind == "planar":
        axis = [0, 0, 1]  # the only plane that Pinocchio supports
    if axis is not None and kind not in ("fixed", "floating"):
        joint.add("axis", xyz=list(map(float, axis)))  # of any length


def add_limit(g, joint, kind):
    if kind in ("revolute", "prismatic"):
        joint.add("limit", lower=-numbers(g, 0, 2, 1)[0], upper=numbers(g, 0, 2, 1)[0], effort=10.0, velocity=3.5)
    elif kind == "continuous" and g.uniform() < 0.5:
        joint.add("limit", effort=10.0, velocity=3.5)
    if kind not in ("fixed", "floating") and g.uniform() < 0.3:
        joint.add("dynamics", damping=0.1, friction=0.2)


def add_inertial(g, link):
    inertial = link.add("inertial")
    add_origin(g, inertial)
    mass, size = float(g.uniform(0.5, 2)), g.uniform(0.1, 0.4, 3)
    R = matrix(random_quaternion(g)) if g.uniform() < 0.7 else np.eye(3)
    I = R @ np.diag(mass / 12 * (np.sum(size**2) - size**2)) @ R.T
    inertial.add("mass", value=mass)
    entries = dict(ixx=I[0, 0], iyy=I[1, 1], izz=I[2, 2], ixy=I[0, 1], ixz=I[0, 2], iyz=I[1, 2])
    inertial.add("inertia", **{name: float(x) for name, x in entries.items()})


def decorated(urdf, g):
    """As text in any order, with elements that do not affect the dynamics."""
    robot = Element(urdf.tag, urdf.attributes, [Element(e.tag, e.attributes, list(e.children)) for e in urdf.children])
    for element in list(robot.children):
        if element.tag == "link" and g.uniform() < 0.5:
            for tag in ("visual", "collision"):
                shape = element.add(tag, name="shape")
                add_origin(g, shape)
                shape.add("geometry").add("mesh", filename="package://none/nothing.dae", scale=[1.0, 1.0, 1.0])
                if tag == "visual":
                    shape.add("material", name="grey").add("color", rgba=[0.5, 0.5, 0.5, 1.0])
        if element.tag == "joint" and element.attributes["type"] == "revolute" and g.uniform() < 0.3:
            element.add("safety_controller", k_velocity=1.0, k_position=10.0)
            element.add("calibration", rising=0.1)
        g.shuffle(element.children)
    robot.add("material", name="grey").add("color", rgba=[0.5, 0.5, 0.5, 1.0])
    robot.add("gazebo", reference="root").add("plugin", name="p", filename="libnone.so").add("link", name="none")
    transmission = robot.add("transmission", name="t")
    transmission.add("joint", name="joint of none").add("hardwareInterface")
    robot.add("ros2_control", name="c", type="system").add("joint", name="j").add("command_interface", name="position")
    g.shuffle(robot.children)
    first = ['<?xml version="1.0"?>\n', "<?xml version='1.0' encoding='UTF-8'?>", ""][g.integers(3)]
    return (BOM if g.uniform() < 0.3 else "") + first + odd(robot, g)


def for_mujoco(urdf):
    """As text, with settings that keep MuJoCo from changing it."""
    compiler = Element("compiler", dict(fusestatic="false", balanceinertia="false", strippath="false"))
    return plain(Element("robot", urdf.attributes, [Element("mujoco", {}, [compiler]), *urdf.children]))
