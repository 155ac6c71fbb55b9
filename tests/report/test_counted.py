"""Counts with their nouns."""

import pytest

from workbench.report.counted import counted, counted_as


@pytest.mark.parametrize(
    ("n", "noun", "text"),
    [
        (0, "trace", "0 traces"),
        (1, "trace", "1 trace"),
        (1200, "trace", "1,200 traces"),
        (2, "query", "2 queries"),
        (2, "day", "2 days"),
        (2, "pass", "2 passes"),
        (1, "labelled failure", "1 labelled failure"),
    ],
)
def test_a_count_with_its_noun(n: int, noun: str, text: str) -> None:
    assert counted(n, noun) == text


def test_what_is_said_agrees_with_the_count() -> None:
    assert counted_as(1, "label was", "labels were") == "1 label was"
    assert counted_as(2, "label was", "labels were") == "2 labels were"
