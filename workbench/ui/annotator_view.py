"""Annotators as a person reads them: agreement, anchoring, pace and drift; knows no Streamlit."""

from collections.abc import Mapping, Sequence

from workbench.domain.refusals import Refusal
from workbench.report.percent import (
    coefficient,
    coefficient_range,
    percent,
    percent_range,
    points,
    points_range,
)
from workbench.services.labelling.anchoring import Anchoring
from workbench.services.labelling.annotator_report import AnnotatorReport
from workbench.services.labelling.annotator_words import shown_seconds
from workbench.services.labelling.people_agreement import PeopleAgreement
from workbench.stats.interval import Estimate
from workbench.ui.judge_view import Shown

Rows = list[dict[str, object]]

NOT_MEASURED = "not measured"
ANNOTATOR_SHARES = ("Agrees", "From", "To")
PAIR_SHARES = ("Same", "From", "To")


def agreement_figures(found: PeopleAgreement) -> tuple[Shown, ...]:
    """Agreement of people beyond chance, each figure with its limits and its sentence."""
    agreement = found.agreement
    if isinstance(agreement, Refusal):
        return ()
    observed = agreement.observed
    figures = [
        Shown(
            "Same verdict",
            percent(observed.estimate),
            f"{percent_range(observed.low, observed.high)} · {observed.method} · "
            f"{observed.n} traces",
            "Of the traces two people called right or wrong.",
        )
    ]
    for name, estimate, reading in (
        ("Kappa", agreement.kappa, "Beyond chance; low where nearly all are right or wrong."),
        ("AC1", agreement.ac1, "Beyond chance; steadier where one class is rare."),
        ("Alpha", agreement.alpha, "Beyond chance, for the same two verdicts."),
    ):
        if estimate is None:
            why = agreement.reason or "both used one class only"
            figures.append(Shown(name, "not defined", "", why.partition(": ")[2] or why))
        else:
            limits = coefficient_range(*estimate.interval)
            value = coefficient(estimate.estimate)
            figures.append(Shown(name, value, f"{limits} · {estimate.method}", reading))
    return tuple(figures)


def pair_rows(found: PeopleAgreement) -> Rows:
    """One line for every two annotators that share traces."""
    return [
        {
            "Annotators": f"{pair.first}, {pair.second}",
            "Traces": pair.n,
            "Same": pair.agreement.observed.estimate,
            "From": pair.agreement.observed.low,
            "To": pair.agreement.observed.high,
            "Kappa": _rounded(pair.agreement.kappa),
            "AC1": _rounded(pair.agreement.ac1),
            "Both failing": pair.both_failing,
            "First alone failing": pair.first_only,
            "Second alone failing": pair.second_only,
            "Both passing": pair.both_passing,
        }
        for pair in found.pairs
    ]


def _rounded(estimate: Estimate | None) -> float | None:
    return None if estimate is None else round(estimate.estimate, 2)


def anchoring_figures(found: Anchoring) -> tuple[Shown, ...]:
    """How many answers changed after the judge was shown, and which way."""
    return (
        _shown("Changed at all", found.flipped, "Right or wrong, of all that were shown it."),
        _shown("To the judge's side", found.toward, "Of those that differed from the judge."),
        _shown("Away from the judge", found.away, "Of those that agreed with the judge."),
        Shown(
            "Found failing",
            f"{percent(found.failing_blind)} → {percent(found.failing_after)}",
            "blind → after the judge was shown",
            "The blind one is the one that counts.",
        ),
    )


def _shown(label: str, estimate: Estimate | Refusal, reading: str) -> Shown:
    if isinstance(estimate, Refusal):
        return Shown(label, "no number", "", str(estimate))
    limits = f"{percent_range(estimate.low, estimate.high)} · {estimate.method} · {estimate.n}"
    return Shown(label, percent(estimate.estimate), limits, reading)


def anchoring_rows(found: Anchoring) -> Rows:
    """One line for every annotator who was shown the judge."""
    return [
        {
            "Annotator": row.annotator,
            "Shown the judge on": row.n,
            "Changed": row.n_flipped,
            "To the judge's side": row.n_toward,
            "Away from the judge": row.n_away,
        }
        for row in found.by_annotator
    ]


def report_rows(reports: Sequence[AnnotatorReport]) -> Rows:
    """One line for every annotator."""
    return [_report_row(report) for report in reports]


def _report_row(report: AnnotatorReport) -> dict[str, object]:
    agrees: Mapping[str, object] = {}
    if isinstance(report.agreement, Estimate):
        agrees = {
            "Agrees": report.agreement.estimate,
            "From": report.agreement.low,
            "To": report.agreement.high,
            "Shared": report.agreement.n,
        }
    return {
        "Annotator": report.annotator,
        "Labelled": report.n_labelled,
        "Failing": report.n_failing,
        "Passing": report.n_passing,
        "Can't tell": report.n_cant_tell,
        "Set aside": report.n_set_aside,
        "Skips": report.n_skips,
        "Flags": report.n_flagged,
        "Undone": report.n_undos,
        "Seconds": None if report.pace is None else round(report.pace.median, 1),
        "Too fast": None if isinstance(report.too_fast, Refusal) else len(report.fast_answers),
        "Agrees": agrees.get("Agrees"),
        "From": agrees.get("From"),
        "To": agrees.get("To"),
        "Shared": agrees.get("Shared"),
    }


def report_figures(report: AnnotatorReport) -> tuple[Shown, ...]:
    """One annotator's pace, reading time, agreement and drift."""
    return (
        _pace(report),
        _too_fast(report),
        _shown("Agrees with the others", report.agreement, "Right or wrong as most others say."),
        _drift(report),
    )


def _pace(report: AnnotatorReport) -> Shown:
    pace = report.pace
    if pace is None:
        return Shown("Time for one", NOT_MEASURED, "", "Times come from the label screen alone.")
    limits = f"half between {shown_seconds(pace.low_quartile)} and "
    return Shown(
        "Time for one",
        shown_seconds(pace.median),
        f"{limits}{shown_seconds(pace.high_quartile)} · {pace.n} timed",
        "Median of first verdicts.",
    )


def _too_fast(report: AnnotatorReport) -> Shown:
    found = report.too_fast
    if isinstance(found, Refusal):
        return Shown("Too fast to be read", NOT_MEASURED, "", str(found))
    return Shown(
        "Too fast to be read",
        f"{len(report.fast_answers)} of {found.n:,.0f}",
        f"{percent_range(found.low, found.high)} · {found.method}",
        "Sooner than query, reference and answer can be read at 600 words a minute.",
    )


def _drift(report: AnnotatorReport) -> Shown:
    drift = report.drift
    if isinstance(drift, Refusal):
        return Shown("Drift", "no number", "", str(drift))
    difference = drift.difference
    reading = (
        f"Failing {percent(drift.earlier)} in the earlier halves of the queues, "
        f"{percent(drift.later)} in the later: "
        + ("more than chance." if drift.is_seen else "no more than chance.")
    )
    return Shown(
        "Drift",
        points(difference.estimate),
        f"{points_range(difference.low, difference.high)} · {difference.method} · "
        f"{difference.n:,.0f} verdicts",
        reading,
    )


def fast_rows(report: AnnotatorReport) -> Rows:
    """The verdicts given sooner than their texts can be read."""
    return [
        {
            "Trace": fast.request_id,
            "Run": fast.run,
            "Words": fast.n_words,
            "Seconds taken": round(fast.seconds, 1),
            "Fewest to read it": round(fast.fewest_seconds, 1),
        }
        for fast in report.fast_answers
    ]
