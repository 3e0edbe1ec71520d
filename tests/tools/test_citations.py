"""The check of citations accepts what resolves and names each place that does not."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "citations.py"
BIB = """
@book{Featherstone2008, title = {A book}}
@book{ORourke1998,
  title = {Another}
}
@article{Blelloch1990a, title = {One of two}}
"""
PAGE = "# Forward dynamics\n\n## The star product\n\nText.\n"


def run(root):
    return subprocess.run([sys.executable, TOOL, "--root", root], capture_output=True, text=True)


def tree_with(tmp_path, files):
    for name, text in {"docs/references.bib": BIB, "docs/theory/forward.md": PAGE, **files}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name, text", [
    ("a.hpp", "// A sweep.   [Featherstone 2008, §5.3]\n"),
    ("a.cpp", "int a;  /* by [Featherstone 2008; O'Rourke 1998, §1.3.8: areas] */\n"),
    ("a.cpp", "/// Seen in [Featherstone\n/// 2008, ch. 2] twice.\n"),
    ("a.cu", "// [Blelloch 1990a; docs/theory/forward.md, The star product]\n"),
    ("a.py", '"""As [Featherstone 2008] has it."""\n# see docs/theory/forward.md\n'),
    ("a.md", "See [it](docs/theory/forward.md#the-star-product), [below](#below), [Blelloch 1990a].\n\n## Below\n"),
    ("a.cpp", "int b = a[i] + c[2008];  // a[1990] of [0, 1]\n"),
    ("a.md", "[A page of 2020](https://example.org/docs/missing.md)\n"),
])
def test_what_resolves_is_accepted(tmp_path, name, text):
    done = run(tree_with(tmp_path, {name: text}))
    assert (done.returncode, done.stdout) == (0, "all citations resolve\n")


@pytest.mark.parametrize("name, text, line, why", [
    ("a.hpp", "int a;\n// A sweep.   [Featherstone 2009]\n", 2, "no entry Featherstone2009"),
    ("a.cpp", "int a;  // [Featherstone 2008; Nemo 2001, §2]\n", 1, "no entry Nemo2001"),
    ("a.hpp", "/*\n * as\n * [Blelloch 1990]\n */\n", 3, "no entry Blelloch1990 "),
    ("a.cu", "// [Sleator, Tarjan 1983]\n", 1, "not of the form"),
    ("a.cpp", "// [Cody and Waite 1980]\n", 1, "no entry CodyandWaite1980"),
    ("a.cpp", "// [Featherstone 2008; where else]\n", 1, "'where else' is not of the form"),
    ("a.hpp", "// [docs/theory/forward.md, The sun product]\n", 1, "no heading 'The sun product'"),
    ("a.py", "a = 1  # measured in docs/speed.md\n", 1, "docs/speed.md does not exist"),
    ("a.py", 'def f():\n    """One.\n\n    [Nemo 2001]\n    """\n', 4, "no entry Nemo2001"),
    ("a.md", "One.\n\n[Nemo 2001] says so.\n", 3, "no entry Nemo2001"),
    ("a.md", "See [there](docs/theory/backward.md).\n", 1, "docs/theory/backward.md does not exist"),
    ("docs/a.md", "See [there](theory/forward.md#below).\n", 1, "no heading for #below"),
    ("docs/a.md", "See [there](#below).\n", 1, "no heading for #below"),
    ("a.hpp", "// Sums.  [paper 001, eq. 8]\n", 1, "'paper 001' leads nowhere"),
    ("a.md", "Papers 000 and 001 agree.\n", 1, "'Papers 000' leads nowhere"),
    ("a.hpp", "\n\n// see algorithms.md, §3\n", 3, "'algorithms.md' leads nowhere"),
    ("a.hpp", "// [thesis, §4]\n", 1, "leads nowhere"),
])
def test_what_does_not_resolve_is_named_with_its_line(tmp_path, name, text, line, why):
    done = run(tree_with(tmp_path, {name: text}))
    assert done.returncode == 1
    assert done.stdout.startswith(f"{name}:{line}: ") and why in done.stdout


@pytest.mark.parametrize("name, text", [
    ("a.cpp", 'const char* a = "// [Nemo 2001]";\nchar b = \'"\';\nauto c = R"(\n// paper 001)";\n'),
    ("a.py", "TEXT = '''\n[Nemo 2001] and paper 001\n'''\n"),
    ("build/a.hpp", "// [Nemo 2001]\n"),
    (".cache/a.hpp", "// [Nemo 2001]\n"),
])
def test_strings_and_built_files_are_not_read(tmp_path, name, text):
    assert run(tree_with(tmp_path, {name: text})).returncode == 0


def test_a_comment_after_a_string_is_read(tmp_path):
    done = run(tree_with(tmp_path, {"a.cpp": "char a = '\"'; int n = 1'000'000;\nf(\"//\");  // [Nemo 2001]\n"}))
    assert done.returncode == 1 and done.stdout.startswith("a.cpp:2: ")


def test_two_entries_with_one_key_are_refused(tmp_path):
    done = run(tree_with(tmp_path, {"docs/references.bib": BIB + "@misc{Featherstone2008, title = {Again}}\n"}))
    assert done.returncode == 1 and "Featherstone2008 has two entries" in done.stdout


def test_every_problem_of_a_file_is_named(tmp_path):
    done = run(tree_with(tmp_path, {"a.hpp": "// [Nemo 2001]\n// [Nemo 2002]\n// paper 003\n"}))
    assert [line.split(":")[1] for line in done.stdout.splitlines()] == ["1", "2", "3"]


def test_those_of_the_repository_resolve():
    done = run(ROOT)
    assert done.returncode == 0, done.stdout
