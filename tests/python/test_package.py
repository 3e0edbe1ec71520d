"""The package: documentation, types, and leaks."""

import ast
import inspect
import pathlib
import pydoc
import subprocess
import sys

import treefix as tf


def public_objects():
    for name in tf.__all__:
        value = getattr(tf, name)
        if name.startswith("__"):
            continue
        yield name, value
        members = vars(value).items() if inspect.isclass(value) else []
        if inspect.ismodule(value):
            members = [(member, getattr(value, member)) for member in value.__all__]
        for member, inner in members:
            if not member.startswith("_"):
                yield f"{name}.{member}", inner


def test_everything_public_has_a_docstring():
    names = [name for name, _ in public_objects()]
    assert {"Model.inverse_dynamics", "Model.nq", "Joint.revolute", "zoo.chain", "ModelBuilder.body"} <= set(names)
    for name, value in public_objects():
        if name == "ModelError.problems":
            continue
        # nanobind puts the signature first; a description must follow it
        lines = [line for line in (value.__doc__ or "").splitlines() if line.strip()]
        described = [line for line in lines if "->" not in line]
        assert described, f"{name} has no docstring"


def test_spatial_vectors_say_which_part_is_first():
    for name in ("inverse_dynamics", "forward_dynamics", "momentum", "frame_velocity", "kinematics"):
        assert "ANGULAR PART FIRST" in getattr(tf.Model, name).__doc__


def test_types_are_known_to_type_checkers():
    package = pathlib.Path(tf.__file__).parent
    assert (package / "py.typed").is_file()
    stub = ast.parse((package / "_treefix.pyi").read_text())
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    for name in ("Model", "ModelBuilder", "Joint", "JointInfo", "ForwardInfo"):
        members = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
        assert {member for member in vars(getattr(tf, name)) if not member.startswith("_")} <= members
    inverse = next(node for node in classes["Model"].body if getattr(node, "name", "") == "inverse_dynamics")
    assert [a.arg for a in inverse.args.args] == ["self", "q", "v", "a", "external_forces", "external_frame"]
    assert [a.arg for a in inverse.args.kwonlyargs] == ["method", "tree", "out", "threads", "check", "progress"]
    assert "NDArray" in ast.unparse(inverse.returns)


def test_repr_and_help_are_readable():
    arm = tf.zoo.arm()
    assert repr(arm) == "<treefix.Model 'arm': 7 bodies, nq = 7, nv = 7, 18 kg>"
    assert "revolute" in repr(arm.joint(0)) and "inverse_dynamics" in pydoc.render_doc(tf.Model)
    assert tf.Model.__module__ == tf.ModelError.__module__ == "treefix"


def test_nothing_is_left_behind_at_exit():
    # nanobind reports objects that were never freed; an error must not keep its model alive either.
    script = """
import numpy as np, treefix as tf
model = tf.zoo.humanoid()
model.forward_dynamics(model.neutral(), np.zeros(model.nv), np.zeros(model.nv), return_info=True)
many = np.zeros((8, model.nv))
model.inverse_dynamics(model.neutral(), many, many, progress=lambda done, states: True)
try: model.inverse_dynamics(model.neutral(), many, many, out=many)
except ValueError: pass
try: model.inverse_dynamics(model.neutral(), many, many, progress=lambda done, states: False)
except tf.Stopped: pass
for wrong in (np.zeros(3), "x", None):
    try: model.mass_matrix(wrong)
    except (TypeError, ValueError): pass
try: tf.ModelBuilder().body("a", "b").build()
except tf.ModelError as error: assert error.problems
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
