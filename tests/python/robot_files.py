"""The robots that Python packages ship, where they lie, and which of them treefix refuses.

docs/robots.md is made from this: build/venv/bin/python tests/python/robot_files.py > docs/robots.md
"""

from __future__ import annotations

import collections
import dataclasses
import importlib.metadata
import importlib.util
import pathlib
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import numpy as np
import pinocchio as pin
import treefix as tf


@dataclasses.dataclass
class Refusal:
    message: str  # a regular expression of what treefix says
    why: str  # a sentence for docs/robots.md
    is_right: Callable  # of the path: whether the file is as we say, found without treefix


def example_robot_data():
    """Name -> path of every URDF."""
    package = importlib.metadata.distribution("example-robot-data")
    folder = pathlib.Path(package.locate_file("cmeel.prefix/share/example-robot-data/robots"))
    return {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*.urdf"))}


def package_folder(package, *folders):
    """Without importing it: what it imports is not installed."""
    (folder,) = importlib.util.find_spec(package).submodule_search_locations
    return pathlib.Path(folder, *folders)


def mjcf_models():
    """Name -> path of every MJCF file that is a model of its own. None of them is refused."""
    folders = {
        "dm_control": package_folder("dm_control", "suite"),
        "gymnasium": package_folder("gymnasium", "envs", "mujoco", "assets"),
    }
    return {f"{name}/{path.name}": path for name, folder in folders.items() for path in sorted(folder.glob("*.xml"))}


def has_undetermined_joints(path):
    """Whether some joint of a URDF moves no mass at all, so that Pinocchio finds no acceleration."""
    model = pin.buildModelFromUrdf(str(path))
    q, zero, data = pin.neutral(model), np.zeros(model.nv), model.createData()
    moved = np.diag(pin.crba(model, data, q))
    return np.min(moved) < 1e-15 * np.max(moved) and not np.all(np.isfinite(pin.aba(model, data, q, zero, zero + 1)))


def has_negative_inertia(path):
    """Whether some moving body of a URDF has, about its centre of mass, a moment that is clearly negative."""
    model = pin.buildModelFromUrdf(str(path))
    moments = [np.linalg.eigvalsh(body.inertia) for body in list(model.inertias)[1:]]
    return any(least < -0.01 * most for least, _, most in moments)


def has_no_links(path):
    return ElementTree.parse(path).find("link") is None


def follows_what_is_missing(path):
    urdf = ElementTree.parse(path)
    names = {joint.get("name") for joint in urdf.iter("joint")}
    return any(mimic.get("joint") not in names for mimic in urdf.iter("mimic"))


MASSLESS = "Joints move links without any mass: their acceleration is undetermined, the mass matrix singular."
URDF_REFUSED = {
    "romeo_description/urdf/romeo.urdf": Refusal(
        "'LFinger11Link': it moves, but neither it nor what it carries has mass", MASSLESS, has_undetermined_joints
    ),
    "romeo_description/urdf/romeo_laas_small.urdf": Refusal(
        "'LHipPitch_link': inertia is not positive",
        "Links have negative moments of inertia, which no body has; and grippers move links without any mass.",
        lambda path: has_negative_inertia(path) and has_undetermined_joints(path),
    ),
    "ur_description/urdf/ur3.urdf": Refusal(
        "there are no links", "The robot is empty: xacro never called its macro.", has_no_links
    ),
}
# Those that load, but not with mimic=True.
MIMIC_REFUSED = {
    "alex_description/urdf/alex_psyonic_hands.urdf": Refusal(
        "it follows joint 'index_q1', which is not in the file",
        "With mimic=True: fingers follow joints that are not in the file.",
        follows_what_is_missing,
    ),
}


def summary(warnings):
    """How many there are of each kind: what was seen, without the names of joints and the numbers after a colon."""
    kinds = collections.Counter(re.sub(r"'[^']*'", "another", w.seen.split(":")[0]) for w in warnings)
    return "; ".join(f"{count} × {kind}" if count > 1 else kind for kind, count in sorted(kinds.items()))


def table(files, refused):
    rows = ["| file | bodies | nv | warnings |", "|---|---|---|---|"]
    for name, path in files.items():
        if name in refused:
            rows.append(f"| {name} | | | **refused:** {refused[name].why} |")
        else:
            model = tf.load(path)
            rows.append(f"| {name} | {model.nbody} | {model.nv} | {summary(model.warnings)} |")
    return "\n".join(rows)


def document():
    """The text of docs/robots.md."""
    return f"""# Robots that are known to load

`build/venv/bin/python tests/python/robot_files.py > docs/robots.md` writes this page; a test fails when it is out of
date.

The column "bodies" counts moving bodies; a body that is fixed to another counts as part of it. nv is the number of degrees
of freedom. Both are for a fixed root where the file leaves the choice open.

## URDF: example-robot-data {importlib.metadata.version("example-robot-data")}

`tests/python/test_robot_data.py` compares each robot with Pinocchio, with a fixed and with a free root: joints, links,
limits, mass matrix, inverse and forward dynamics. `tests/python/test_batch_engines.py` does the same with batches, and
also compares with MuJoCo, except for the files that MuJoCo refuses or reads differently, which the test lists. No meshes
are read.

{table(example_robot_data(), URDF_REFUSED)}

{chr(10).join(f"{refusal.why} ({name})" for name, refusal in MIMIC_REFUSED.items())}

## MJCF: dm_control {importlib.metadata.version("dm_control")}, gymnasium {importlib.metadata.version("gymnasium")}

`tests/python/test_mjcf_models.py` compares each model with MuJoCo: joints, bodies, limits, mass, mass matrix, inverse and
forward dynamics.

{table(mjcf_models(), {})}
"""


if __name__ == "__main__":
    print(document(), end="")
