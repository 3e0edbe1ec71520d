"""Copies programs of examples/ and their output into pages.

A page has a mark such as <!-- include: examples/python/01_first_torque.py -->. The fenced blocks directly under the
mark contain the program, and its expected output from the .txt file beside the program.
"""

import re

MARKED = re.compile(r"^(<!-- include: (\S+) -->\n)((?:```.*?^```\n)*)", re.DOTALL | re.MULTILINE)
LANGUAGES = {".py": "python", ".cpp": "cpp"}


def blocks(program):
    """The program and its output as fenced blocks."""
    code, output = (path.read_text(encoding="utf-8") for path in (program, program.with_suffix(".txt")))
    return f"```{LANGUAGES[program.suffix]}\n{code}```\n```\n{output}```\n"


def included(text):
    """The programs that a page includes."""
    return [match[2] for match in MARKED.finditer(text)]


def written(text, root):
    """The page with up-to-date blocks under all its marks."""
    return MARKED.sub(lambda m: m[1] + blocks(root / m[2]), text)
