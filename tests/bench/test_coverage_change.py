"""Intervals of a change on simulated systems hold the truth, and the page says how often.

A few seeds here; the 200 of the published table run where slow tests do.
"""

import re
from pathlib import Path

import pytest

from tests.bench import coverage_change
from tests.bench.coverage_change import Outcome, Row, holds

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "coverage.md"
GOOD = Outcome(100, (Row("tau of 3 systems, by pairs", 1.0, 100, 97, 0.4),))


def test_a_few_seeds_give_every_row_and_miss_the_truth_seldom() -> None:
    outcome = coverage_change.run(range(2))
    names = [row.what for row in outcome.rows]
    assert len(names) == len(set(names)) == 3 + 4 + 12
    in_use = [row for row in outcome.rows if not row.what.endswith("(not in use)")]
    # Of about twenty intervals five misses would come by chance in 3 of 1,000 cases.
    assert sum(row.n_given - row.n_held for row in in_use) < 5


def test_the_bar_is_missed_where_a_row_in_use_covers_too_little() -> None:
    assert holds(GOOD)
    assert not holds(Outcome(100, (GOOD.rows[0]._replace(n_held=85),)))
    unused = GOOD.rows[0]._replace(what="tau of 3 systems, quantiles (not in use)", n_held=5)
    assert holds(Outcome(100, (*GOOD.rows, unused)))


def test_the_published_rows_in_use_hold_the_bar() -> None:
    text = PAGE.read_text(encoding="utf-8")
    own = text[text.index("## Changes") :].split("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| [+-][\d.]+ \| (\d+) \| (\d+) \|", own, flags=re.MULTILINE)
    in_use = [row for row in rows if not row[0].endswith("(not in use)")]
    assert len(in_use) == 11, "run: python -m tests.bench.coverage_change"
    assert all(int(held) >= 0.9 * int(given) for _, given, held in in_use)
    assert "MISSED" not in own


@pytest.mark.slow
def test_over_200_seeds_every_interval_in_use_covers_as_stated() -> None:
    assert holds(coverage_change.run(range(200), n_processes=2))
