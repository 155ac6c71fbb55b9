"""What the signals screen says of its results; knows nothing of Streamlit."""

from datetime import datetime

from workbench.domain.signals import Signal
from workbench.report.percent import difference_limits, percent, points
from workbench.report.words import named, sentence
from workbench.services.signals.signal_results import (
    LowScore,
    SignalByVersion,
    SignalSeries,
    SignalsResult,
)
from workbench.services.signals.signal_words import level
from workbench.services.signals.triage_around import TriageAround

ANY_STAGE = "Any stage"


def stage_of(series: SignalSeries | SignalByVersion) -> str:
    """The stage that moves a signal, as a person reads it."""
    return ANY_STAGE if series.stage is None else named(series.stage)


def basis(result: SignalsResult) -> str:
    """What the answer rests on, in one sentence."""
    if not result.n_windows:
        return ""
    return (
        f"{result.n:,} traces in {result.n_windows} windows of about {result.window_size:,}, "
        f"{result.starts} to {result.ends}. Where nothing changed, at most "
        f"{percent(result.false_alarm_rate)} of looks name any signal."
    )


def threshold_sentence(result: SignalsResult) -> str:
    """Where the threshold of the top score comes from, or what it still needs."""
    found = result.low_score
    if not isinstance(found, LowScore):
        return f"Low top score needs a threshold: {sentence(found.reason)} {found.next_step}"
    others = (
        f"; of the {found.n_others} labelled traces that were no miss, {found.n_others_below} do"
        if found.n_others
        else ""
    )
    return (
        f"Low means below {found.threshold:.3g}: half of the {found.n_misses} labelled retrieval "
        f"misses score less{others}."
    )


def window_rows(series: SignalSeries) -> list[dict[str, object]]:
    """One row for each window of a signal; the rows that its file holds too."""
    return [
        {
            "From": point.starts,
            "To": point.ends,
            "Traces": point.n,
            "Level": point.value,
            "Low": point.low,
            "High": point.high,
        }
        for point in series.points
    ]


def version_rows(series: SignalByVersion) -> list[dict[str, object]]:
    """One row for each version of a signal; the rows that its file holds too."""
    return [
        {
            "Version": value.version,
            "Traces": value.n,
            "Level": value.value,
            "Low": value.low,
            "High": value.high,
        }
        for value in series.values
    ]


LEVEL_COLUMNS = ("Level", "Low", "High")


def overview_rows(result: SignalsResult) -> list[dict[str, object]]:
    """One row for each signal: level, whether it moved, and how surprising that is."""
    return [
        {
            "Signal": series.title,
            "Stage": stage_of(series),
            "Traces": series.n,
            "Level": level(Signal(series.signal), series.value),
            "Before": level(Signal(series.signal), series.move.before) if series.move else "",
            "Since": level(Signal(series.signal), series.move.after) if series.move else "",
            "Moved": series.move.starts if series.move else (series.reason or "no"),
            "p": None if series.p_value is None else round(series.p_value, 4),
        }
        for series in result.signals
    ]


def around_rows(found: TriageAround) -> list[dict[str, object]]:
    """One row for each bucket before a change and since."""
    rows: list[dict[str, object]] = []
    for row in found.buckets:
        limits = difference_limits(row.difference.low, row.difference.high)
        rows.append(
            {
                "Bucket": named(row.bucket),
                "Before": row.n_before,
                "Share before": row.before,
                "Since": row.n_since,
                "Share since": row.since,
                "Difference": points(row.difference.estimate),
                "From": f"{limits.low} points",
                "To": f"{limits.high} points",
            }
        )
    return rows


def triage_since(since: datetime) -> str:
    """The words on the button that leads to the triage since a move."""
    at = "" if since.hour == since.minute == 0 else f", {since:%H:%M}"
    return f"Open the triage since {since.day} {since:%B}{at}"


def outside_sentence(found: TriageAround) -> str:
    """How many traces stand outside the shares on both sides, if any do."""
    if not found.outside_before and not found.outside_since:
        return ""
    return (
        f"Outside these shares, for want of gold or a verdict: {found.outside_before:,} traces "
        f"before and {found.outside_since:,} since."
    )


def pointed_at(result: SignalsResult) -> dict[str, str]:
    """Signals a queue can be drawn from, with their titles: shares that occur, means that moved."""
    return {
        series.signal: series.title
        for series in result.signals
        if series.n and (series.move is not None or (series.is_share and series.value))
    }
