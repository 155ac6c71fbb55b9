"""Times are read for sure or kept as text."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.formats.timestamps import read_time, time_text

INSTANT = datetime(2025, 3, 30, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2025-03-30T01:30:00Z",
        "2025-03-30T03:30:00+02:00",
        "1743298200",
        "1743298200000",
        "1743298200000000",
        "1743298200000000000",
        "1743298200.0",
        "2025-03-30 01:30:00 UTC",
        "30/03/2025 01:30:00Z",
        "30/03/2025 1:30Z",
        "2025/03/30 01:30Z",
        "2025-3-30 1:30:00Z",
        "2025.03.30 03:30+02:00",
        "2025-03-30t01:30:00z",
        "2025-03-30T03:30:00+02:00[Europe/Berlin]",
        "Sun, 30 Mar 2025 01:30:00 GMT",
        "30 Mar 2025 03:30:00 +0200",
    ],
)
def test_unambiguous_spellings_are_the_same_instant(text: str) -> None:
    assert read_time(text) == (INSTANT, None, None)


def test_a_time_without_zone_is_utc_and_said() -> None:
    assert read_time("2025-03-30 01:30:00") == (INSTANT, None, "no zone")


@pytest.mark.parametrize("text", ["2025/03/30 1:30", "2025-3-30 01:30:00", "30.03.2025 1:30"])
def test_a_day_written_otherwise_needs_no_zone_either(text: str) -> None:
    assert read_time(text) == (INSTANT, None, "no zone")


@pytest.mark.parametrize(
    "text", ["30 Feb 2025 01:30:00 GMT", "2025/13/40", "Sun, 30 Mar 1925 01:30 GMT", "5 May 2025 x"]
)
def test_what_is_no_day_stays_text(text: str) -> None:
    assert read_time(text) == (None, text, "unreadable")


@pytest.mark.parametrize("text", ["04/05/2025 01:30", "4.5.2025", "04-05-2025"])
def test_day_and_month_are_not_guessed(text: str) -> None:
    assert read_time(text) == (None, text, "day or month")


@pytest.mark.parametrize(
    "text", ["2025-02-30T10:00:00Z", "yesterday", "45746.06", "1850-01-01", "9" * 20, "-5"]
)
def test_what_is_no_time_stays_text(text: str) -> None:
    assert read_time(text) == (None, text, "unreadable")


@pytest.mark.parametrize("value", [None, "", "  "])
def test_nothing_given_is_missing(value: object) -> None:
    assert read_time(value) == (None, None, None)


@given(st.datetimes(datetime(2000, 1, 2), datetime(2100, 12, 30), timezones=st.just(UTC)))  # noqa: DTZ001 (hypothesis wants naive bounds)
def test_what_is_written_is_read_back(instant: datetime) -> None:
    assert read_time(time_text(instant)) == (instant, None, None)


@given(st.text(max_size=30) | st.floats() | st.integers() | st.booleans())
def test_no_value_is_an_error_or_outside_the_years(value: object) -> None:
    instant = read_time(value).instant
    assert instant is None or 2000 <= instant.year <= 2100
