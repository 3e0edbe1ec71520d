"""The short tables of docs/accuracy.md, taken from bench/notes/accuracy.md, which `./dev bench accuracy` writes."""

import re

from tables import ROOT, table

NOTES = ROOT / "bench" / "notes" / "accuracy.md"


def tables_of(section):
    """The tables under a heading, each a list of rows as {column: cell}."""
    text = NOTES.read_text(encoding="utf-8")
    body = re.search(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)[1]
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", body, re.MULTILINE):
        head, _, *lines = ([cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines())
        found.append([dict(zip(head, line)) for line in lines])
    return found


def chosen(rows, columns):
    """A table of some columns of rows; `columns` maps their names in the notes to their names in the page."""
    return table(list(columns.values()), [[row[name] for name in columns] for row in rows])


def robots():
    """Every robot, computed by the kernels in double and in float."""
    rows = [row for row in tables_of("Every robot")[0] if row["computed in"].endswith(", batch")]
    names = ["arm", "quadruped", "humanoid", "chain:n=10", "chain:n=100", "chain:n=1000", "chain:n=100000",
             "auto_tree:n=100000,bf=2,skew=0.3", "random_tree:n=10000,joints=RPHSLF"]
    shown = [{**row, "computed in": row["computed in"].removesuffix(", batch")}
             for name in names for row in rows if row["robot"] == name]
    return chosen(shown, {"robot": "robot", "computed in": "computed in",
                          "RNEA, ε of the forces that cancel": "RNEA error, ε", "CRBA, ε": "CRBA error, ε",
                          "ABA residual, ε": "ABA residual, ε", "ABA error": "ABA error", "κ(H)": "κ(H)"})


def methods():
    """A chain of 1000 bodies by every method."""
    rows = [row for row in tables_of("Forward dynamics by every method")[0] if row["robot"] == "chain:n=1000"]
    return chosen(rows, {"method": "method", "residual, ε": "residual, ε", "error": "error",
                         "refined: residual, ε": "refined: residual, ε", "refined: error": "refined: error"})


def large_trees():
    """Inverse dynamics of a million bodies by every method, in ε of the forces that cancel."""
    rows = tables_of("One large tree")[0]
    names = [name for name in rows[0] if name not in ("n", "recursion")]
    return chosen([row for row in rows if row["n"] == "1000000"], {name: name for name in names})


TABLES = {"accuracy robots": robots, "accuracy methods": methods, "accuracy trees": large_trees}
