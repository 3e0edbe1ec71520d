"""What README.md shows is what happens."""

import contextlib
import io
import os
import pathlib
import re
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
CLI = os.environ.get("TREEFIX_CLI", str(ROOT / "build/release/cli/treefix"))


def blocks():
    """(language, text) of each fenced block."""
    return re.findall(r"^```(\w*)\n(.*?)^```", README, re.S | re.M)


def test_the_python_example_prints_what_follows_it():
    (language, code), (_, output), *_ = blocks()
    assert language == "python"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == output


def test_the_first_code_begins_by_line_15():
    assert README[: README.index("```")].count("\n") < 15


def test_commands_print_what_follows_them():
    shown = [text for language, text in blocks() if text.startswith("$ treefix ")]
    assert shown
    for text in shown:
        command, _, output = text.partition("\n")
        arguments = shlex.split(command.removeprefix("$ treefix "))
        assert subprocess.run([CLI, *arguments], capture_output=True, text=True, check=True).stdout == output


def test_files_it_links_to_exist():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
