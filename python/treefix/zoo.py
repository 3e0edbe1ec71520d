"""Built-in robots, with the sources of their parameters."""

from __future__ import annotations

from . import _treefix
from ._treefix import Model

__all__ = [
    "arm",
    "auto_tree",
    "chain",
    "humanoid",
    "make",
    "puma560",
    "quadruped",
    "random_tree",
    "snake",
    "star",
    "usage",
]


def chain(n: int) -> Model:
    """A chain of n rods on revolute joints; axes alternate between y and z, so the chain moves in space.

    Invented parameters: solid rods of length 0.2 m, radius 0.02 m and mass 0.5 kg.
    """
    return _treefix.zoo_chain(n)


def star(n: int) -> Model:
    """n rods around one hub, each on a revolute joint to the root, evenly spaced.

    Rods as in chain. Invented parameters.
    """
    return _treefix.zoo_star(n)


def snake(n: int) -> Model:
    """A snake: a free-flying head and n - 1 links on revolute joints.

    Axes alternate between z (yaw) and y (pitch), the pattern of Hirose's active cord mechanisms. Invented
    parameters: solid cylinders of length 0.1 m, radius 0.03 m and 0.3 kg.
    """
    return _treefix.zoo_snake(n)


def auto_tree(n: int, branching: float = 1, skew: float = 0, taper: float = 1) -> Model:
    """Featherstone's autoTree: a regular tree of n links on revolute joints, numbered breadth-first.

    Featherstone's book and the vector-tree thesis use these mechanisms. The parent of link i (from 1) is
    floor((i - 2 + ceil(b)) / b) for a branching factor b >= 1. Link i is a thin-walled tube of length
    l = taper**(i-1), radius l/20 and mass taper**(3*(i-1)) along x; joint axes are z, each rotated about x by
    skew (rad) relative to the one before.

    Source: Featherstone, spatial_v2, autoTree.m; defaults as there.
    """
    return _treefix.zoo_auto_tree(n, branching, skew, taper)


def random_tree(
    n: int, seed: int = 0, joints: str = "RPH", root: str = "", branching: float = 0, armature: float = 0
) -> Model:
    """A random tree of n bodies; the same seed (0 to 2**64 - 1) gives the same tree everywhere.

    Parameters
    ----------
    joints : str
        One letter per joint kind, equally likely: R revolute, P prismatic, H helical, S spherical, L planar, F free.
    root : str
        The joint kind of the first body, one letter; empty: chosen like the others.
    branching : float
        0: every earlier body is equally likely to be the parent. Otherwise a regular tree; 1 is a chain.
    armature : float
        The armature of each joint is uniform in [0, armature).

    Axes and placements have any direction, offsets and centres of mass are within 0.3 m, masses are 0.5 to 2 kg, and
    inertias are those of random boxes. The distributions are invented.
    """
    return _treefix.zoo_random_tree(n, seed, joints, root, branching, armature)


def puma560() -> Model:
    """Unimation PUMA 560 with armature.

    Kinematics, masses, centres of mass and inertias measured by Armstrong, Khatib and Burdick, "The explicit
    dynamic model and inertial parameters of the PUMA 560 arm", IEEE ICRA 1986, in the standard
    Denavit-Hartenberg frames, with the rotor inertias and gear ratios, of Corke and Armstrong-Hélouvry, "A search
    for consensus among model parameters reported for the PUMA 560 robot", IEEE ICRA 1994.

    For link 1 only the moment about its axis is known, and only that matters on a fixed base; its mass and other
    moments are placeholders. The reported moment of link 3 about its y axis, 0.086 kg m², violates the triangle
    inequality with 0.066 and 0.0125, so this model uses 0.066 from the toolbox's other set (puma560akb).
    """
    return _treefix.zoo_puma560()


def arm() -> Model:
    """A seven-joint arm with the joint frames and limits of the Franka Emika Panda.

    Frames from its published Denavit-Hartenberg parameters. Its links are invented uniform cylinders, 18 kg in
    total, so its dynamics differ from those of the real arm.
    """
    return _treefix.zoo_arm()


def quadruped() -> Model:
    """A four-legged robot of 12 kg: free-flying trunk, twelve revolute joints (abduction, hip, knee).

    Invented parameters of the size of small research quadrupeds; links are boxes and rods.
    """
    return _treefix.zoo_quadruped()


def humanoid() -> Model:
    """A person of 1.75 m and 75 kg with 36 degrees of freedom.

    Free-flying pelvis, spherical waist, neck, hips and shoulders, two-axis ankles and wrists, revolute knees and
    elbows. Segment masses and lengths as fractions of body mass and height from Winter, "Biomechanics and Motor
    Control of Human Movement", 2009, fig. 4.1 and table 4.1; each segment is a uniform cylinder with
    invented radii.
    """
    return _treefix.zoo_humanoid()


def make(text: str) -> Model:
    """Make a robot from text as on the command line: a name, then options after a colon.

    For example "humanoid", "chain:n=100", "auto_tree:n=1000,bf=2,skew=0.1,taper=0.95" or
    "random_tree:n=20,seed=3,joints=RSF,root=F,armature=0.1". Raises ValueError for an unknown name or option; the
    message lists the known ones. usage() lists all robots.
    """
    return _treefix.zoo_make(text)


def usage() -> list[str]:
    """Return the names that make() knows, each with its options and their defaults."""
    return _treefix.zoo_usage()
