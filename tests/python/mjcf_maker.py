"""Random robots as MJCF."""

from __future__ import annotations

from mjcf_bodies import Maker
from xml_maker import Element, plain_value


def random_mjcf(g, n, *, meshes=None, replicate=False):
    """About n bodies, as an element. meshes: name -> file of mesh assets, and their other attributes."""
    degrees = bool(g.integers(2))
    compiler = dict(eulerseq="".join(g.choice(list("xyzXYZ"), 3)))
    if not degrees or g.uniform() < 0.5:
        compiler["angle"] = "degree" if degrees else "radian"
    classes = ["light", "heavy"] if g.uniform() < 0.5 else []
    maker = Maker(g, degrees, str(g.choice(["always", "some", "never"])), classes, list(meshes or {}))
    if maker.inertials == "always" and g.uniform() < 0.5:
        compiler["inertiafromgeom"] = "false"
    elif maker.inertials == "never" and g.uniform() < 0.5:
        compiler["inertiafromgeom"] = "true"
    rules = dict(settotalmass=12.5, balanceinertia="true", boundmass=0.9, boundinertia=0.01, fusestatic="true")
    compiler.update({name: x for name, x in rules.items() if g.uniform() < 0.1})
    if g.uniform() < 0.1 and maker.inertials == "never":
        compiler["inertiagrouprange"] = "0 2"

    mjcf = Element("mujoco", dict(model="random"))
    mjcf.add("compiler", **compiler)
    option = mjcf.add("option", gravity=maker.vector(10))
    if g.uniform() < 0.1:
        option.add("flag", gravity="disable")
    if classes:
        default = mjcf.add("default")
        default.add("geom", density=700.0)
        default.add("joint", armature=0.01)
        light = default.add("default", **{"class": "light"})
        light.add("geom", density=200.0, **maker.orientation())
        heavy = light.add("default", **{"class": "heavy"})
        heavy.add("geom", density=5000.0)
        heavy.add("joint", armature=0.3, pos=maker.vector(0.1))
    if meshes:
        asset = mjcf.add("asset")
        for name, attributes in meshes.items():
            asset.add("mesh", name=name, **attributes)
    world = mjcf.add("worldbody")
    world.add("geom", type="plane", size=[1.0, 1.0, 1.0])
    world.add("light", pos=[0.0, 0.0, 3.0])
    left = n
    while left > 0:
        left = maker.add_body(world, left, top=True)
    if replicate:
        maker.add_body(maker.add_copies(world, sep="-"), 3)
    if g.uniform() < 0.2:
        maker.add_geom(world.add("body", name="hand", mocap="true", **maker.placement()))
    return mjcf


def text(element):
    """Compact; an element without children is closed at once."""
    attributes = "".join(f' {name}="{plain_value(x)}"' for name, x in element.attributes.items())
    inside = "".join(map(text, element.children))
    return f"<{element.tag}{attributes}>{inside}</{element.tag}>\n" if inside else f"<{element.tag}{attributes}/>\n"
