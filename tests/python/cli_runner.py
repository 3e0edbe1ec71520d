"""Runs the treefix command for its tests."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEFIX_CLI", ROOT / "build" / "release" / "cli" / "treefix"))


def run(*arguments, **settings):
    assert PROGRAM.is_file(), f"{PROGRAM} does not exist: build the target treefix_cli or set TREEFIX_CLI"
    return subprocess.run(
        [str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300, **settings
    )


def text(*arguments, **settings):
    """The standard output of a command that must succeed with an empty standard error."""
    result = run(*arguments, **settings)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def data(*arguments, **settings):
    return json.loads(text(*arguments, "--json", **settings))


def numbers(output):
    """The numbers of a text output, without its comments."""
    return [float(x) for line in output.splitlines() for x in line.split("#")[0].split()]


def inline(values):
    return ",".join(map(repr, values))


def assert_refused(result, code, *fragments):
    """Expects one line on standard error and nothing on standard output."""
    assert result.stdout == ""
    assert result.stderr.startswith("treefix: ")
    assert result.stderr.count("\n") == 1
    for fragment in fragments:
        assert fragment in result.stderr
    assert result.returncode == code
