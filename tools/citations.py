#!/usr/bin/env python3
"""Checks that every citation in comments and documents resolves.

A citation is written [Name Year, place] and has an entry in docs/references.bib, whose header describes how names map
to keys. A page of this repository is cited by its path and a heading. The check reads comments of C++ and CUDA,
comments and docstrings of Python, and all text of Markdown. Pages and headings that are mentioned or linked must
exist. The exit status is 1 if anything does not resolve; each problem is printed as file:line.
"""

import argparse
import ast
import bisect
import io
import pathlib
import re
import sys
import tokenize
import unicodedata

REFERENCES = "docs/references.bib"
CPP, PYTHON, MARKDOWN = {".hpp", ".cpp", ".cu", ".h", ".cuh"}, {".py"}, {".md"}
SKIPPED = {"build", "node_modules", "__pycache__"}

# Strings and comments of C++. Strings are matched too, because // inside a string does not begin a comment.
CPP_TOKEN = re.compile(
    r'(?P<raw>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|(?P<char>(?<!\w)'(?:\\.|[^'\\\n])')|(?P<comment>//[^\n]*|/\*.*?\*/)", re.S)
BRACKETS = re.compile(r"\[([^\[\]]*)\](?!\()")
LOOKS_LIKE_CITATION = re.compile(r"[^\W\d_][\w'’.-]*,?\s+(?:1[5-9]|20)\d\d[a-z]?\b")
CITATION = re.compile(r"([^\W\d_][\w'’ -]*) (\d{4}[a-z]?)(?:, \S.*)?")
PAGE = re.compile(r"(?<![\w/.-])docs/[\w./-]*\.md\b")
CITED_PAGE = re.compile(r"(docs/[\w./-]*\.md)(?:, (\S.*))?")
LINK = re.compile(r"\]\(([^()\s#:]*\.md)?(?:#([^()\s]*))?\)")
OLD_FORM = re.compile(r"\bpapers? 00\d\b|\balgorithms\.md\b|\[thesis\b", re.I)


# --- reading files --------------------------------------------------------------------------------------------


def blanked(text, kept):
    """text with all characters except line ends and the ranges in `kept` replaced by spaces. Offsets stay the same."""
    out = ["\n" if character == "\n" else " " for character in text]
    for begin, end in kept:
        out[begin:end] = text[begin:end]
    return "".join(out)


def cpp_comments(text):
    kept = [match.span() for match in CPP_TOKEN.finditer(text) if match["comment"]]
    marks = re.compile(r"^(\s*)(//[/!]?|/\*+|\*+/?)", re.M)
    return marks.sub(lambda match: match[1] + " " * len(match[2]), blanked(text, kept))


def python_comments(text):
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    kept = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            kept.append((starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1]))
    for node in ast.walk(ast.parse(text)):
        documented = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        if documented and ast.get_docstring(node, clean=False) is not None:
            string = node.body[0].value
            kept.append((starts[string.lineno - 1], starts[string.end_lineno]))
    return blanked(text, kept)


def readable(file, text):
    """The part of a file's text that is prose."""
    if file.suffix in CPP:
        return cpp_comments(text)
    if file.suffix in PYTHON:
        return python_comments(text)
    return text


def files_of(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if path.suffix in CPP | PYTHON | MARKDOWN and path.is_file():
            if not any(part in SKIPPED or part.startswith(".") for part in parts):
                yield path


# --- resolving citations ---------------------------------------------------------------------------------------


def keys_of(root):
    path = root / REFERENCES
    return re.findall(r"^@\w+\{\s*([^,\s]+)\s*,", path.read_text(encoding="utf-8"), re.M) if path.is_file() else []


def key_of(name, year):
    """O'Rourke, 1998 -> ORourke1998"""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(c for c in letters if c.isascii() and c.isalpha()) + year


def headings_of(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return [heading.strip() for heading in re.findall(r"^#+ (.*)$", text, re.M)]


def anchor_of(heading):
    """The anchor that GitHub generates: lower case, without punctuation, with hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def problem_with_part(root, keys, part):
    """The reason why one of the citations inside brackets does not resolve, or None."""
    if page := CITED_PAGE.fullmatch(part):
        path, heading = root / page[1], page[2]
        if path.is_file() and heading and heading not in headings_of(path):
            return f"{page[1]} has no heading '{heading}'"
        return None  # problems_in reports missing pages
    citation = CITATION.fullmatch(part)
    if not citation:
        return f"'{part}' is not of the form Name Year, place"
    key = key_of(*citation.groups())
    return None if key in keys else f"'{part}' has no entry {key} in {REFERENCES}"


def problems_in(root, file, text, keys):
    """Pairs (offset, problem)."""
    for match in OLD_FORM.finditer(text):
        yield match.start(), f"'{match[0]}' leads nowhere; cite an entry of {REFERENCES} or a page of docs/"
    for match in BRACKETS.finditer(text):
        content = " ".join(match[1].split())
        parts = [part.strip() for part in content.split(";")]
        if LOOKS_LIKE_CITATION.search(content) or any(CITED_PAGE.fullmatch(part) for part in parts):
            for why in filter(None, (problem_with_part(root, keys, part) for part in parts)):
                yield match.start(), why
    for match in PAGE.finditer(text):
        if not (root / match[0]).is_file():
            yield match.start(), f"{match[0]} does not exist"
    if file.suffix in MARKDOWN:
        yield from problems_with_links(file, text)


def problems_with_links(file, text):
    for match in LINK.finditer(text):
        page = file.parent / match[1] if match[1] else file
        if not page.is_file():
            yield match.start(), f"{match[1]} does not exist"
        elif match[2] and match[2] not in map(anchor_of, headings_of(page)):
            yield match.start(), f"{match[1] or 'this page'} has no heading for #{match[2]}"


def check(root):
    """The problems of all files under root, as readable lines."""
    keys = keys_of(root)
    problems = [f"{REFERENCES}: {key} has two entries" for key in sorted({key for key in keys if keys.count(key) > 1})]
    for file in files_of(root):
        text = readable(file, file.read_text(encoding="utf-8"))
        ends = [match.start() for match in re.finditer("\n", text)]
        name = file.relative_to(root).as_posix()
        for offset, why in sorted(problems_in(root, file, text, keys)):
            problems.append(f"{name}:{bisect.bisect_left(ends, offset) + 1}: {why}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1])
    problems = check(parser.parse_args().root.resolve())
    print("\n".join(problems) if problems else "all citations resolve")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
