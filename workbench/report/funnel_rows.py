"""The funnel's lines as chart, table and page show them, generation also as corrected."""

from dataclasses import dataclass
from typing import Any

from workbench.report.counted import counted
from workbench.stats.interval import Estimate

GENERATION = "generation"
BY_JUDGE = "Generation, by the judge"
CORRECTED = "Generation, corrected"


@dataclass(frozen=True, slots=True)
class FunnelRow:
    """One line: what entered, what survived where it was counted, the rate and its limits."""

    stage: str
    entered: int
    survived: int | None
    rate: float | None
    low: float | None
    high: float | None
    counts: str


def funnel_rows(result: Any) -> list[FunnelRow]:
    """Give the lines of a triage result's funnel, in the order of the stages."""
    corrected = result.corrected_generation
    rows = []
    for stage in result.funnel:
        name = str(stage.stage).capitalize()
        if stage.stage == GENERATION and isinstance(corrected, Estimate):
            name = BY_JUDGE
        counts = f"{stage.survived:,} of {stage.entered:,}"
        rows.append(
            FunnelRow(
                name, stage.entered, stage.survived, stage.rate, stage.low, stage.high, counts
            )
        )
        if stage.stage == GENERATION and isinstance(corrected, Estimate):
            rows.append(
                FunnelRow(
                    CORRECTED,
                    stage.entered,
                    None,
                    corrected.estimate,
                    corrected.low,
                    corrected.high,
                    counted(corrected.n, "label"),
                )
            )
    return rows


def generation_line(result: Any) -> str:
    """Give the sentence that says whose word the funnel's generation is; empty without one."""
    if not any(stage.stage == GENERATION for stage in result.funnel):
        return ""
    corrected = result.corrected_generation
    if isinstance(corrected, Estimate):
        return (
            "Generation is shown twice: as the judge sees it, and with the judge's errors taken "
            f"out by {counted(corrected.n, 'label')} of traces whose gold reached the prompt."
        )
    reason = "" if corrected is None else f" {corrected.reason}. {corrected.next_step}"
    return f"Generation is what the judge says of the rest, its errors included.{reason}"
