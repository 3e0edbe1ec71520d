"""The programs of examples/ print what the files beside them say; ctest compares those in C++."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = sorted((ROOT / "examples" / "python").glob("*.py"))
CPP = sorted((ROOT / "examples" / "cpp").glob("*.cpp"))


@pytest.mark.parametrize("program", PYTHON, ids=lambda program: program.stem)
def test_a_program_prints_what_the_file_beside_it_says(program, tmp_path):
    result = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert (result.stdout, result.stderr) == (program.with_suffix(".txt").read_text(), "")


def test_every_example_exists_in_both_languages():
    assert [program.stem for program in PYTHON] == [program.stem for program in CPP]
    assert len(PYTHON) >= 5


@pytest.mark.parametrize("program", [*PYTHON, *CPP], ids=lambda program: f"{program.parent.name}-{program.stem}")
def test_a_program_is_short_and_begins_by_saying_what_it_shows(program):
    lines = program.read_text().splitlines()
    assert len(lines) <= 60
    assert lines[0].startswith(("# ", "// ")) and lines[0].endswith(".")


@pytest.mark.parametrize("program", CPP, ids=lambda program: program.stem)
def test_programs_in_cpp_include_public_headers_only(program):
    included = [line for line in program.read_text().splitlines() if line.startswith("#include <treefix/")]
    assert included
    assert [line for line in included if line.removeprefix("#include <treefix/").count("/")] == []
