"""The examples of README.md run and give the output that it shows."""

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


def test_python_examples_print_what_follows_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    all_blocks = blocks()
    examples = [(code, output) for (language, code), (_, output) in zip(all_blocks, all_blocks[1:])
                if language == "python"]
    assert len(examples) == 2 and all_blocks[0][0] == "python"
    for code, output in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {})
        assert printed.getvalue() == output


def test_the_output_of_the_first_code_begins_by_line_15():
    code, output = [match.start() for match in re.finditer(r"^```.", README, re.M)][0], README.index("\n```\n```\n")
    assert code < output
    assert README[:output].count("\n") + 4 <= 15


def test_commands_print_what_follows_them(tmp_path):
    shown = [text for language, text in blocks() if text.startswith("$ treefix ")]
    assert shown
    for text in shown:
        command, _, output = text.partition("\n")
        arguments = shlex.split(command.removeprefix("$ treefix "))
        result = subprocess.run([CLI, *arguments], capture_output=True, text=True, check=True, cwd=tmp_path)
        assert (result.stdout, result.stderr) == (output, "")


def test_files_it_links_to_exist():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
