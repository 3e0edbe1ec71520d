#!/usr/bin/env python3
"""Lists the public names: those that namespace treefix declares in the public headers treefix/*.hpp and their includes.

Without options, prints the list. --check compares it with tests/api/public_names.txt and exits with 1 if they differ.
--write writes that file. So a review shows every change of the API.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "api" / "public_names.txt"
HIDDEN = {"detail", "math", "planner", "simd"}  # namespaces that are not for users
INCLUDE = re.compile(r"^#include <(treefix/[^>]+)>", re.MULTILINE)
TYPE = re.compile(r"\b(struct|class|union|enum class|enum|concept)\s+(?:\[\[[^\]]*\]\]\s*)?(\w+)")
ALIAS = re.compile(r"\busing\s+(\w+)\s*=")
IMPORT = re.compile(r"^using\s+(?:\w+::)*(\w+)$")
FUNCTION = re.compile(r"(~?\w+)\s*\($")
VARIABLE = re.compile(r"(\w+)\s*(?:\[[^\]]*\]\s*)?$")


def without_comments(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'', '""', text)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.MULTILINE)


def closing(text, begin, pair):
    """The index of the bracket that closes the one at `begin`."""
    depth = 0
    for i in range(begin, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i
    raise ValueError(f"unbalanced {pair}")


def without_template(statement):
    statement = re.sub(r"\[\[.*?\]\]", "", statement.strip(), flags=re.DOTALL).strip()
    while statement.startswith("template"):
        statement = statement[closing(statement, statement.index("<"), "<>") + 1 :].strip()
        if statement.startswith("requires"):  # skip the constraint, which declares no names
            statement = re.sub(r"^requires\s+(?:requires\b.*?\}|[^;{]*?>)\s", "", statement, count=1, flags=re.DOTALL)
    return statement


def kind_and_name(statement):
    """("function", "load") for the text of one declaration up to its body; None if it declares no name."""
    statement = without_template(statement)
    if not statement or statement.startswith(("friend", "extern template", "namespace", "static_assert")):
        return None
    if match := ALIAS.search(statement):
        return "type", match[1]
    if match := IMPORT.match(statement):
        return "function", match[1]
    head = re.split(r"\(", statement, maxsplit=1)[0]
    match = TYPE.match(re.sub(r"^(?:inline|constexpr|typedef)\s+", "", statement))
    if match and "(" not in statement[: match.end()]:
        return "type", match[2]
    if "operator" in statement:
        return None
    if "(" in statement and "=" not in head:
        match = FUNCTION.search(head + "(")
        return ("function", match[1]) if match else None
    match = VARIABLE.search(re.split(r"[={]", statement, maxsplit=1)[0].strip())
    return ("constant", match[1]) if match else None


def declarations(text, space=""):
    """Pairs (kind, qualified name) of the declarations at namespace level inside treefix."""
    begin, i = 0, 0
    while i < len(text):
        if text[i] == ";":
            if space and (found := kind_and_name(text[begin:i])):
                yield found[0], space + found[1]
            begin = i + 1
        elif text[i] == "(":
            i = closing(text, i, "()")
        elif text[i] == "{":
            end, statement = closing(text, i, "{}"), text[begin:i].strip()
            if match := re.fullmatch(r"(?:inline )?namespace ([\w:]*)", statement):
                parts = match[1].split("::")
                inner = space + "".join(f"{part}::" for part in parts)
                if parts != [""] and not HIDDEN & set(parts) and inner.startswith("treefix::"):
                    yield from declarations(text[i + 1 : end], inner)
                begin = end + 1
            else:
                if space and (found := kind_and_name(statement)):
                    yield found[0], space + found[1]
                # initializers and types end with a semicolon, functions do not
                begin = end + 1
                rest = re.match(r"\s*[\w\s,=]*;", text[begin:])
                if rest and (re.search(r"=\s*$", statement) or TYPE.search(without_template(statement))):
                    begin += rest.end()
            i = end
        i += 1


def headers_of(*public):
    """These headers and all headers that they include."""
    queue, found = list(public), []
    while queue:
        file = queue.pop(0)
        if file in found:
            continue
        found.append(file)
        queue += [ROOT / name for name in INCLUDE.findall(file.read_text(encoding="utf-8"))]
    return found


def listing():
    """A line for each name: its kind, its file, and "more" if treefix.hpp does not include that file."""
    usual = headers_of(ROOT / "treefix" / "treefix.hpp")
    names = set()
    for file in headers_of(*sorted((ROOT / "treefix").glob("*.hpp"))):
        for kind, name in declarations(without_comments(file.read_text(encoding="utf-8"))):
            names.add((name, kind, file.relative_to(ROOT).as_posix() + ("" if file in usual else "  more")))
    return "".join(f"{name}  {kind}  {file}\n" for name, kind, file in sorted(names))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with tests/api/public_names.txt")
    parser.add_argument("--write", action="store_true", help="write tests/api/public_names.txt")
    options = parser.parse_args(arguments)
    text = listing()
    if options.write:
        LIST.write_text(text, encoding="utf-8")
    elif options.check:
        before, now = set(LIST.read_text(encoding="utf-8").splitlines()), set(text.splitlines())
        for line in sorted(before ^ now):
            print("gone:" if line in before else "new: ", line, file=sys.stderr)
        if before != now:
            print("if this is intended, run tools/public_names.py --write", file=sys.stderr)
        return int(before != now)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
