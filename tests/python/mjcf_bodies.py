"""Random bodies as MJCF, with all forms of poses, masses and joints."""

from __future__ import annotations

import numpy as np
from robots import matrix, random_quaternion

GEOMS = ("sphere", "capsule", "cylinder", "ellipsoid", "box")
SIZES = dict(sphere=1, capsule=2, cylinder=2, ellipsoid=3, box=3)
FROM_TO = ("capsule", "cylinder", "ellipsoid", "box")
# A ball joint must be the last rotating joint of its body.
JOINTS = (("hinge",), ("slide",), ("ball",), ("hinge", "hinge"), ("slide", "slide", "hinge"), ("slide", "ball"), ())


class Maker:
    """Angles of the file are degrees or radians; meshes: names of mesh assets that geoms may use."""

    def __init__(self, g, degrees, inertials, classes, meshes=()):
        self.g, self.degrees, self.inertials, self.classes, self.meshes = g, degrees, inertials, classes, meshes
        self.count = 0

    def chance(self, p):
        return self.g.uniform() < p

    def vector(self, size, count=3):
        return [round(float(x), 4) for x in self.g.uniform(-size, size, count)]

    def angle(self, low, high):
        x = float(self.g.uniform(low, high))
        return round(np.rad2deg(x), 3) if self.degrees else round(x, 5)

    def orientation(self):
        g = self.g
        forms = [
            dict(),
            dict(quat=self.vector(2, 4)),
            dict(axisangle=[*self.vector(2), self.angle(-3, 3)]),
            dict(euler=[self.angle(-3, 3) for _ in range(3)]),
            dict(xyaxes=self.vector(1, 6)),
            dict(zaxis=self.vector(1)),
        ]
        return forms[g.integers(len(forms))]

    def placement(self, size=0.3):
        return {**(dict(pos=self.vector(size)) if self.chance(0.8) else {}), **self.orientation()}

    def use_class(self):
        return {"class": str(self.g.choice(self.classes))} if self.classes and self.chance(0.3) else {}

    def mass(self):
        """The mass or density of a geom; without both the density is 1000."""
        forms = [dict(), dict(density=round(float(self.g.uniform(100, 3000)), 1)), dict(mass=self.positive(0.2, 2))]
        return forms[self.g.integers(3)]

    def positive(self, low, high):
        return round(float(self.g.uniform(low, high)), 5)

    def wrapped(self, parent, p=0.15):
        """Sometimes a frame inside the parent, or an element that copies its contents."""
        if self.chance(p):
            return parent.add("frame", **self.placement())
        return parent

    def add_copies(self, parent, **attributes):
        angles = [self.angle(-0.5, 0.5) for _ in range(3)]
        count = str(self.g.integers(1, 5))
        return parent.add("replicate", count=count, offset=self.vector(0.2), euler=angles, **attributes)

    def add_geom(self, body, group=None):
        geom = dict(**self.mass(), **self.use_class(), group=str(self.g.integers(4) if group is None else group))
        if group is None and self.chance(0.1):
            geom["mass"] = 0.0
        if self.meshes and self.chance(0.5):
            body.add("geom", type="mesh", mesh=str(self.g.choice(self.meshes)), **self.placement(), **geom)
            return
        if self.chance(0.1):
            geom["shellinertia"] = "true"
        kind = str(self.g.choice(GEOMS))
        size = [self.positive(0.03, 0.2) for _ in range(SIZES[kind])]
        if kind in FROM_TO and self.chance(0.3):
            body.add("geom", type=kind, fromto=self.vector(0.3, 6), size=size[:-1], **geom)
        else:
            body.add("geom", type=kind, size=size, **self.placement(), **geom)

    def add_inertial(self, body):
        mass, size = self.positive(0.5, 2), self.g.uniform(0.1, 0.4, 3)
        moments = mass / 12 * (np.sum(size**2) - size**2)
        if self.chance(0.5):
            R = matrix(random_quaternion(self.g))
            I = R @ np.diag(moments) @ R.T
            full = [float(x) for x in (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])]
            body.add("inertial", pos=self.vector(0.2), mass=mass, fullinertia=full)
        else:
            moments = [float(x) for x in moments]
            body.add("inertial", pos=self.vector(0.2), mass=mass, diaginertia=moments, **self.orientation())

    def add_joint(self, body, kind):
        joint = dict(type=kind, **self.use_class())
        if self.chance(0.9):
            joint["name"] = f"j{self.count}"
        if kind in ("hinge", "slide"):
            joint["axis"] = self.vector(2)
            if self.chance(0.3):
                joint["ref"] = self.angle(-1, 1) if kind == "hinge" else self.vector(0.5, 1)[0]
            if self.chance(0.3):
                turns = kind == "hinge"
                joint["range"] = [self.angle(-2, 0), self.angle(0.1, 2)] if turns else [-0.5, self.positive(0, 1)]
        if kind != "free":
            if self.chance(0.5):
                joint["pos"] = self.vector(0.2)
            if self.chance(0.3):
                joint["armature"] = self.positive(0, 0.2)
        if self.chance(0.2):
            joint.update(damping=0.1, stiffness=2.0, frictionloss=0.1)
        self.wrapped(body, 0.1).add("joint", **joint)

    def add_body(self, parent, left, top=False):
        """Adds a body and its descendants, at most `left` bodies. Returns the number that is left."""
        self.count += 1
        parent = self.wrapped(parent)
        attributes = {} if self.chance(0.1) else dict(name=f"b{self.count}")
        if self.classes and self.chance(0.2):
            attributes["childclass"] = str(self.g.choice(self.classes))
        body = parent.add("body", **attributes, **self.placement())
        if top and self.chance(0.3):
            if self.chance(0.5):
                body.add("freejoint", name=f"j{self.count}")
            else:
                body.add("joint", type="free", name=f"j{self.count}", armature=0.0)
        else:
            for k, kind in enumerate(JOINTS[self.g.integers(len(JOINTS))]):
                self.count += k > 0
                self.add_joint(body, kind)
        if self.inertials == "always" or (self.inertials == "some" and self.chance(0.5)):
            self.add_inertial(body)
            if self.chance(0.3):
                self.add_geom(body)
        else:
            self.add_geom(body, group=0)
            for _ in range(self.g.integers(3)):
                self.add_geom(self.add_copies(body) if self.chance(0.1) else self.wrapped(body))
        if self.chance(0.3):
            body.add("site", **self.placement())
        left -= 1
        while left > 0 and self.chance(0.6):
            left = self.add_body(body, left)
        return left
