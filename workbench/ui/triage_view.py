"""What the triage screen says of its results; knows nothing of Streamlit."""

from collections.abc import Mapping, Sequence

from workbench.domain.refusals import Code
from workbench.report import funnel_rows as report
from workbench.report.counted import counted
from workbench.report.percent import percent, percent_range
from workbench.report.tables import rounding_line, triage_rows
from workbench.report.words import OUTSIDE, estimate_limits, how_drawn, named, sentence
from workbench.services.results import (
    CorrectedTable,
    EstimateOrRefusal,
    FunnelStage,
    NextProjectCard,
    OutsideCounts,
    Refusal,
    TriageResult,
)
from workbench.services.triage.failure_points import FailurePoints
from workbench.stats.interval import Estimate
from workbench.ui.judge_view import Shown


def share_figures(table: CorrectedTable) -> tuple[Shown, ...]:
    """Observed beside corrected failing share, and what they rest on."""
    interval = table.observed_interval
    observed = Shown(
        "Observed",
        percent(table.observed) if table.observed is not None else "no number",
        f"{percent_range(*interval)} · Wilson" if interval is not None else "",
        f"{table.n_flagged:,} of {counted(table.n, 'trace')} that the judge fails.",
    )
    if isinstance(table.corrected, Refusal):
        corrected = Shown("Corrected", "no number", "", "The reason stands above.")
    else:
        corrected = Shown(
            "Corrected",
            percent(table.corrected.estimate),
            estimate_limits(table.corrected),
            sentence(table.assumption or "what truly fails, the judge's errors taken out"),
        )
    basis = Shown(
        "Labels behind it",
        f"{table.counts.n:,}",
        f"{table.counts.unusable:,} more not usable" if table.counts.unusable else "",
        how_drawn(table.design, table.counts.n + table.counts.unusable),
    )
    return observed, corrected, basis


SHARE_COLUMNS = ("Observed share", "Corrected share", "From", "To")
FUNNEL_CODES = frozenset({Code.UNDECIDED_STAGE, Code.NOT_COMPARABLE, Code.CLOSE_TO_THE_CUT})
ELSEWHERE = FUNNEL_CODES | {Code.PROMPT_CUT, Code.NOT_THE_LARGEST}
TOTALS = {"failing": "Failing in all", "all": "All traces"}
COLUMNS = {
    "observed_n": "Observed",
    "observed_share": "Observed share",
    "corrected_share": "Corrected share",
    "corrected_low_share": "From",
    "corrected_high_share": "To",
    "n_labels": "Labels",
    "owner": "Owner",
}


def corrected_rows(table: CorrectedTable) -> list[dict[str, object]]:
    """One row for each bucket, then failing and all; the rows that the files hold too."""
    return [
        {"Bucket": TOTALS.get(str(row["bucket"])) or named(str(row["bucket"]))}
        | {shown: row[column] for column, shown in COLUMNS.items()}
        for row in triage_rows(table)
    ]


def shares_headline(table: CorrectedTable) -> str:
    """The result in one sentence; a refusal is named here and explained below."""
    if not isinstance(table.corrected, Refusal):
        return table.sentence
    if table.observed is None:
        return "What truly fails cannot be said yet."
    return (
        f"The judge fails {table.n_flagged:,} of {counted(table.n, 'answer')} "
        f"({percent(table.observed)}); what truly fails cannot be said yet."
    )


def rounding_text(table: CorrectedTable) -> str:
    """The line that explains it where the shown parts do not add up to the shown total."""
    parts = [row.corrected_share for row in table.buckets]
    known = [share for share in parts if share is not None]
    return rounding_line(known, 1.0) if known and len(known) == len(parts) else ""


def funnel_rows(result: TriageResult) -> list[dict[str, object]]:
    """One row for each stage: what entered, what survived, the rate and its limits."""
    return [
        {
            "Stage": row.stage,
            "Entered": row.entered,
            "Survived": row.survived,
            "Rate": row.rate,
            "From": row.low,
            "To": row.high,
        }
        for row in report.funnel_rows(result)
    ]


def human_rows(result: TriageResult) -> list[dict[str, object]]:
    """What people found among the labelled traces, one row for each bucket."""
    return [
        {
            "Bucket": named(row.bucket),
            "Labelled": row.n,
            "Share": row.share,
            "From": row.low,
            "To": row.high,
            "Owner": row.owner,
        }
        for row in result.human_buckets
    ]


def outside_rows(outside: OutsideCounts) -> list[dict[str, object]]:
    """Why traces stand outside the shares, where there are any."""
    counted = [(getattr(outside, name), why) for name, why in OUTSIDE]
    return [{"Traces": n, "Why they are outside the shares": why} for n, why in counted if n]


def point_buckets(found: FailurePoints) -> str:
    """Which buckets each failure point gathers, in one sentence."""
    gathered = [
        f"{row.point} is {' or '.join(named(bucket).lower() for bucket in row.buckets)}"
        for row in found.points
        if row.buckets
    ]
    return f"As buckets, {'; '.join(gathered)}."


def without(rows: Sequence[Mapping[str, object]], name: str) -> list[dict[str, object]]:
    """The same rows without one column."""
    return [{key: value for key, value in row.items() if key != name} for row in rows]


def project_headline(card: NextProjectCard) -> str:
    """The next project in one sentence."""
    said = (
        f"Mend {named(card.stage).lower()} first: {percent(card.share_of_failures)} of the "
        "failures are lost there."
    )
    if card.is_too_close:
        said += (
            f" {named(card.runner_up)} is too close to tell apart."
            if card.runner_up
            else " The failures are too few to settle it."
        )
    return said


def usable_rates(
    stages: Sequence[FunnelStage], generation: EstimateOrRefusal | None
) -> dict[str, float]:
    """The stages that have a rate, in order; generation's corrected where it could be."""
    rates = {stage.stage: stage.rate for stage in stages if stage.rate is not None}
    if isinstance(generation, Estimate) and "generation" in rates:
        rates["generation"] = generation.estimate
    return rates
