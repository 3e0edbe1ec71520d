"""Robots that come with the library, each with the source of its numbers."""

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
    """n rods in a row, each on a revolute joint; axes alternate between y and z, so the chain moves in space.

    Numbers are ours: solid aluminium-like rods of 0.2 m, radius 0.02 m, 0.5 kg.
    """
    return _treefix.zoo_chain(n)


def star(n: int) -> Model:
    """n rods on one hub, each on a revolute joint to the root, spread evenly around it.

    Rods as in chain. Numbers are ours.
    """
    return _treefix.zoo_star(n)


def snake(n: int) -> Model:
    """A snake: a free-flying head and n - 1 links on revolute joints.

    Axes alternate between z (yaw) and y (pitch), the pattern of Hirose's active cord mechanisms. Numbers are
    ours: solid cylinders of 0.1 m, radius 0.03 m, 0.3 kg.
    """
    return _treefix.zoo_snake(n)


def auto_tree(n: int, branching: float = 1, skew: float = 0, taper: float = 1) -> Model:
    """Featherstone's autoTree: a regular tree of n links on revolute joints, numbered breadth-first.

    The mechanisms of his book and of Lynghus, "Data Parallel Rigid Body Dynamics", 2026. The parent of
    link i (from 1) is
    floor((i - 2 + ceil(b)) / b) for a branching factor b >= 1. Link i is a thin-walled tube of length
    l = taper**(i-1), radius l/20 and mass taper**(3*(i-1)) along x; joint axes are z, each turned about x by
    skew (rad) against the one before.

    Source: Featherstone, spatial_v2, autoTree.m; defaults as there.
    """
    return _treefix.zoo_auto_tree(n, branching, skew, taper)


def random_tree(
    n: int, seed: int = 0, joints: str = "RPH", root: str = "", branching: float = 0, armature: float = 0
) -> Model:
    """A random tree of n bodies; the same seed (0 to 2**64 - 1) gives the same tree everywhere.

    joints: one letter per joint kind, equally likely: R revolute, P prismatic, H helical, S spherical,
    L planar, F free. root: the joint of the first body, one letter; empty: as the others. branching: 0 makes
    any earlier body as likely a parent as another; else a regular tree, 1 is a chain. armature: rotor inertias
    are uniform in [0, armature).

    Axes and placements of any direction, offsets and centres of mass within 0.3 m, masses 0.5 to 2 kg,
    inertias of random boxes. Distributions are ours.
    """
    return _treefix.zoo_random_tree(n, seed, joints, root, branching, armature)


def puma560() -> Model:
    """Unimation PUMA 560 with its rotors.

    Kinematics, masses, centres of mass and inertias measured by Armstrong, Khatib and Burdick, "The explicit
    dynamic model and inertial parameters of the PUMA 560 arm", IEEE ICRA 1986, in the standard
    Denavit-Hartenberg frames, with the rotor inertias and gear ratios, of Corke and Armstrong-Hélouvry, "A search
    for consensus among model parameters reported for the PUMA 560 robot", IEEE ICRA 1994.

    Of link 1 only the moment about its axis is known, and only that matters on a fixed base: mass and other
    moments are fillers. Link 3 is reported with 0.086 kg m² about its y, which no body can have beside 0.066
    and 0.0125; the 0.066 of the toolbox's other set (puma560akb) is taken instead.
    """
    return _treefix.zoo_puma560()


def arm() -> Model:
    """A seven-joint arm with the joint frames and limits of the Franka Emika Panda.

    Frames from its published Denavit-Hartenberg parameters. Its links are uniform cylinders of our choice,
    18 kg in all: not the real arm's dynamics.
    """
    return _treefix.zoo_arm()


def quadruped() -> Model:
    """A four-legged robot of 12 kg: free-flying trunk, twelve revolute joints (abduction, hip, knee).

    Numbers are ours, of the size of small research quadrupeds; links are boxes and rods.
    """
    return _treefix.zoo_quadruped()


def humanoid() -> Model:
    """A person of 1.75 m and 75 kg with 36 degrees of freedom.

    Free-flying pelvis, spherical waist, neck, hips and shoulders, two-axis ankles and wrists, revolute knees and
    elbows. Segment masses and lengths as shares of body mass and height from Winter, "Biomechanics and Motor
    Control of Human Movement", 2009, fig. 4.1 and table 4.1; each segment is a uniform cylinder, with radii of
    our choice.
    """
    return _treefix.zoo_humanoid()


def make(text: str) -> Model:
    """A robot from text, as the command line takes it: a name, then options after a colon.

    For example "humanoid", "chain:n=100", "auto_tree:n=1000,bf=2,skew=0.1,taper=0.95" or
    "random_tree:n=20,seed=3,joints=RSF,root=F,armature=0.1". Raises ValueError that says what it does not know,
    and what there is. usage() lists all.
    """
    return _treefix.zoo_make(text)


def usage() -> list[str]:
    """The names that make() knows, each with its options and their defaults."""
    return _treefix.zoo_usage()
