"""What tools/papers.py says about a claim agrees with the times, whatever they are."""

import pathlib
import random
import re
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import papers  # noqa: E402

NAMES = [*papers.IN_BOTH, "batch, ABIA", "batch, JSIIA"]
SIZES = [10, 20, 100, 200, 1000, 10000]


def times(seed):
    """Random times of every method at every size, except JSIIA at the largest."""
    rng = random.Random(seed)
    rows = [{"n": n, "us": {name: rng.choice([1, 2, 3, 50]) for name in NAMES}} for n in SIZES]
    rows[-1]["us"] = {name: us for name, us in rows[-1]["us"].items() if "JSIIA" not in name}
    return rows


@pytest.mark.parametrize("seed", range(100))
def test_one_is_faster_from_the_named_size_on_and_not_just_before(seed):
    rows = times(seed)
    faster = [row["us"]["hybrid ABIA"] < row["us"]["parallel CFA"] for row in rows]
    found = re.search(r"\d+", papers.from_size(rows, "hybrid ABIA", "parallel CFA"))
    begin = SIZES.index(int(found[0])) if found else len(SIZES)
    assert all(faster[begin:])
    assert begin == 0 or not faster[begin - 1]


@pytest.mark.parametrize("seed", range(100))
def test_every_size_at_which_all_were_timed_is_named_once(seed):
    said = papers.sizes_where(times(seed), papers.IN_2016, "n", "links",
                              lambda us: "serial ABIA" in papers.firsts(us, papers.IN_2016))
    assert sorted(int(size) for size in re.findall(r"\d+", said)) == SIZES[:-1]


@pytest.mark.parametrize("seed", range(100))
def test_no_method_is_faster_than_the_first_of_an_order(seed):
    for row in times(seed):
        first = papers.order(row["us"], papers.IN_2018).split(",")[0]
        assert row["us"][first] == min(row["us"].get(name, 1e9) for name in papers.IN_2018)
        assert first in papers.firsts(row["us"], papers.IN_2018)


def test_tables_have_a_cell_for_every_column():
    groups = [{**row, "n": n, "groups": g} for n in (10, 200) for row, g in zip(times(n), [1, 100, 1000])]
    for table in papers.written({"links": times(1), "groups": groups}).split("\n\n"):
        assert len({line.count(" |") for line in table.split("\n") if "---" not in line}) == 1
