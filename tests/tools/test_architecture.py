"""docs/architecture.md and CONTRIBUTING.md name files, functions, folders and layers that exist.

Run as a script, this file writes the picture of layers into the page.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import layers  # noqa: E402

PAGE = ROOT / "docs" / "architecture.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PICTURE = re.compile(r"<!-- layers -->\n```\n(.*?)```\n<!-- end -->", re.DOTALL)
PATH = re.compile(r"`((?:treefix|cli|python|tests|bench|examples|docs|tools|cmake)/[\w./*-]*)`")
FOLDER_ROW = re.compile(r"^\| `([\w/]+)/` \|.*\| `([\w./]+)` \|$", re.MULTILINE)
TRACE_ROW = re.compile(r"^\| \d+ \| `([^`]+)` \| (.*) \|$", re.MULTILINE)


def picture(order=None):
    """The layers from the highest to the lowest, one line for each rank."""
    order = layers.ORDER if order is None else order
    return "".join("   ".join(group) + "\n" for group in reversed(order))


def text(page=PAGE):
    return page.read_text(encoding="utf-8")


def missing_paths(page_text):
    """Files, folders and patterns such as tests/fuzz/*.dict that a page names and that do not exist."""
    return [path for path in PATH.findall(page_text) if not any(ROOT.glob(path.rstrip("/")))]


def missing_names(page_text):
    """Pairs of a file and a name in a row of a trace that does not occur in the file."""
    missing = []
    for file, what in TRACE_ROW.findall(page_text):
        source = ROOT / file
        words = set(re.findall(r"\w+", source.read_text(encoding="utf-8"))) if source.is_file() else set()
        names = re.findall(r"`([\w:]+)`", what)
        missing += [(file, name) for name in names if not set(name.split("::")) <= words]
    return missing


def test_the_picture_shows_the_layers_of_the_check():
    assert PICTURE.search(text())[1] == picture()


def test_every_folder_of_the_library_is_in_the_page():
    for folder in sorted(path for path in (ROOT / "treefix").iterdir() if path.is_dir()):
        row = re.search(rf"^\| `treefix/{folder.name}/` \|.*$", text(), re.MULTILINE)
        assert row, f"treefix/{folder.name}/ has no row"
        for inner in (path for path in folder.iterdir() if path.is_dir()):
            assert f"`{inner.name}/`" in row[0], f"{inner.relative_to(ROOT)} is not in the row of its folder"


def test_the_file_to_open_first_is_in_its_folder():
    rows = FOLDER_ROW.findall(text())
    assert len(rows) > 15
    assert [(folder, file) for folder, file in rows if not (ROOT / folder / file).is_file()] == []


def test_every_public_header_is_in_the_page():
    headers = {path.name for path in (ROOT / "treefix").glob("*.hpp")} - {"version.hpp"}
    assert headers == set(re.findall(r"^\| `treefix/(\w+\.hpp)` \|", text(), re.MULTILINE))


def test_files_and_folders_exist():
    for page in (PAGE, CONTRIBUTING):
        assert len(PATH.findall(text(page))) > 10
        assert missing_paths(text(page)) == []


def test_functions_of_the_traces_are_in_their_files():
    assert len(TRACE_ROW.findall(text())) > 40
    assert [what for _, what in TRACE_ROW.findall(text()) if "`" not in what] == []
    assert missing_names(text()) == []


def test_names_of_the_recipes_are_in_the_code():
    recipes = text(CONTRIBUTING).partition("## Add ")[2]
    names = set(re.findall(r"`([A-Za-z]+(?:_\w+|[a-z][A-Z]\w*))`", recipes))
    files = [path for top in ("treefix", "cli", "python", "tests") for path in (ROOT / top).rglob("*.*")
             if path.suffix in {".hpp", ".cpp", ".py"} and path != pathlib.Path(__file__).resolve()]
    words = {word for path in files for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    assert len(names) > 15
    assert names - words == set()


def test_the_page_stays_short():
    assert len(text().encode()) < 10_240


def test_a_file_a_function_and_a_layer_that_do_not_exist_are_found():
    assert missing_paths("`treefix/base/` `treefix/base/none.hpp` `treefix/*.hpp`") == ["treefix/base/none.hpp"]
    row = "| 1 | `treefix/base/view.hpp` | `View` and `Model::none` |\n| 2 | `treefix/none.hpp` | `View` |\n"
    assert missing_names(row) == [("treefix/base/view.hpp", "Model::none"), ("treefix/none.hpp", "View")]
    assert picture([("low",), ("a", "b")]) == "a   b\nlow\n"


if __name__ == "__main__":
    PAGE.write_text(PICTURE.sub(f"<!-- layers -->\n```\n{picture()}```\n<!-- end -->", text()), encoding="utf-8")
