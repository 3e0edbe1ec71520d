"""Generated parts of pages are up to date: tables of figures, code of examples. Pages link to files that exist."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import accuracy  # noqa: E402
import figures  # noqa: E402
import includes  # noqa: E402
import summaries  # noqa: E402

PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "bench" / "notes").glob("*.md"))]


def test_generated_parts_of_all_pages_are_up_to_date():
    subprocess.run([sys.executable, ROOT / "tools" / "figures.py", "--check"], check=True)


def test_every_table_is_in_a_page():
    texts = "".join(path.read_text(encoding="utf-8") for pattern in figures.PAGES for path in ROOT.glob(pattern))
    assert [name for name in figures.TABLES if f"<!-- figures: {name} -->" not in texts] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_links_to_exist(page):
    targets = re.findall(r"\]\(([^)#:]+)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


PAGE = "Text.\n<!-- include: examples/a.py -->\n{}\nMore text.\n\n```\nof another block\n```\n"
SHOWN = "```python\nprint(1)\n```\n```\n1\n```\n"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "a.py").write_text("print(1)\n")
    (tmp_path / "examples" / "a.txt").write_text("1\n")
    return tmp_path


@pytest.mark.parametrize("before", ["", SHOWN, "```python\nprint(2)\n```\n", "```python\nprint(1)\n```\n```\n2\n```\n"])
def test_a_mark_is_followed_by_the_program_and_its_output_whatever_was_there(root, before):
    assert includes.written(PAGE.format(before), root) == PAGE.format(SHOWN)


def test_a_mark_of_a_program_that_does_not_exist_is_an_error(root):
    with pytest.raises(FileNotFoundError):
        includes.written(PAGE.format("").replace("a.py", "b.py"), root)


def test_readme_and_pages_include_programs():
    assert len(includes.included((ROOT / "README.md").read_text(encoding="utf-8"))) >= 3


def test_tables_of_accuracy_are_rows_of_the_notes():
    notes = (ROOT / "bench" / "notes" / "accuracy.md").read_text(encoding="utf-8")
    for name, write in accuracy.TABLES.items():
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in write().splitlines()[2:]]
        assert rows, name
        for row in rows:
            assert all(cell in notes for cell in row), row


def test_missed_targets_are_those_below_their_target():
    rows = summaries.results("peers")["ns_per_state"]
    below = [row for row in rows if summaries.of_large_batch(row, "pinocchio") / summaries.of_large_batch(row, "rows")
             < row.get("target", 0)]
    assert below and summaries.missed().count(" of ") == len(below)
