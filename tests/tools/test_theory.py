"""Pages of docs/theory name the tests that check what they say; those tests exist."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs" / "theory").glob("*.md"))
TESTS = {
    f"{suite}.{name}"
    for file in (ROOT / "tests").rglob("*_test.cpp")
    for suite, name in re.findall(r"^(?:TYPED_)?TEST\w*\((\w+), (\w+)\)", file.read_text(encoding="utf-8"), re.M)
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_tests_and_pictures_exist(page):
    text = page.read_text(encoding="utf-8")
    files = re.findall(r"`(tests/[\w/]+\.cpp)`", text)
    names = re.findall(r"`([A-Z]\w+\.[A-Z]\w+)`", text)
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert files and names and pictures
    assert [file for file in files if not (ROOT / file).is_file()] == []
    assert [name for name in names if name not in TESTS] == []
    assert [picture for picture in pictures if not (page.parent / picture).is_file()] == []
@pytest.mark.parametrize("page", [*PAGES, ROOT / "docs" / "notation.md"], ids=lambda page: page.name)
def test_files_and_names_of_the_library_exist(page):
    text = page.read_text(encoding="utf-8")
    library = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "treefix").rglob("*.[hc]pp"))
    words = set(re.findall(r"\w+", library))
    paths = re.findall(r"`(treefix/[\w/]*(?:\.\w+)?)`", text)
    names = re.findall(r"`([A-Z]\w+)(?:::(\w+))?`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert [name for pair in names for name in pair if name and name not in words] == []
