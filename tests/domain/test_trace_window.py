"""Windows of time among the field values that choose traces."""

from datetime import UTC, datetime

import pytest

from workbench.domain.trace_window import (
    TimeWindow,
    instant,
    window_of,
    window_words,
    with_window,
    without_window,
)
from workbench.errors import InputError

APRIL = datetime(2026, 4, 3, tzinfo=UTC)
MAY = datetime(2026, 5, 1, tzinfo=UTC)


def test_a_date_is_its_first_instant_and_an_instant_is_in_utc():
    assert instant("2026-04-03") == APRIL
    assert instant("2026-04-03T02:00:00+02:00") == APRIL
    assert instant(" 2026-04-03T00:00Z ") == APRIL


@pytest.mark.parametrize("text", ["", "april", "2026-13-01", "0001-01-01T00:00+14:00"])
def test_what_is_no_date_is_wrong_input(text):
    with pytest.raises(InputError, match="is no date"):
        instant(text)


def test_a_window_travels_with_the_other_field_values():
    where = with_window({"model": "m-small"}, "2026-04-03", MAY)
    assert where == {
        "model": "m-small",
        "since": "2026-04-03T00:00:00+00:00",
        "until": "2026-05-01T00:00:00+00:00",
    }
    assert window_of(where) == TimeWindow(APRIL, MAY)
    assert without_window(where) == {"model": "m-small"}
    assert with_window({}, None, " ") == {}


def test_a_window_that_ends_before_it_begins_is_wrong_input():
    with pytest.raises(InputError, match="must lie after"):
        window_of({"since": "2026-05-01", "until": "2026-04-03"})


@pytest.mark.parametrize(
    ("outer", "inner", "holds"),
    [
        (TimeWindow(), TimeWindow(), True),
        (TimeWindow(), TimeWindow(APRIL), True),
        (TimeWindow(APRIL), TimeWindow(), False),
        (TimeWindow(APRIL), TimeWindow(APRIL), True),
        (TimeWindow(APRIL), TimeWindow(MAY), True),
        (TimeWindow(MAY), TimeWindow(APRIL), False),
        (TimeWindow(APRIL, MAY), TimeWindow(APRIL), False),
        (TimeWindow(APRIL), TimeWindow(APRIL, MAY), True),
        (TimeWindow(None, MAY), TimeWindow(APRIL, MAY), True),
    ],
)
def test_a_window_holds_another_where_no_instant_is_outside(outer, inner, holds):
    assert outer.holds(inner) is holds


def test_a_window_in_words():
    assert (
        window_words(TimeWindow(APRIL, MAY)) == "since 2026-04-03 00:00 and before 2026-05-01 00:00"
    )
    assert window_words(TimeWindow()) == ""
