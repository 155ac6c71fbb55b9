"""The judge card: error rates, bias in a sentence, agreement, and the corrected share."""

from collections.abc import Mapping

from workbench.services.open_store import Store
from workbench.services.results import Disagreement, GroupTable, JudgeCard

SEED = 20_250_303


def calibrate_judge(
    store: Store,
    judge: str,
    run: str | None = None,
    where: Mapping[str, str] | None = None,
    by: str | None = None,
    seed: int = SEED,
) -> JudgeCard:
    """Give the judge card; without `run` over every run that holds labels for the judge."""
    raise NotImplementedError


def failing_by_group(
    store: Store, by: str, run: str | None = None, where: Mapping[str, str] | None = None
) -> GroupTable:
    """Give the failing share among labelled traces for each value of a field."""
    raise NotImplementedError


def disagreements(store: Store, judge: str, run: str | None = None) -> tuple[Disagreement, ...]:
    """Give the traces on which judge and people differ, judge-only flags first."""
    raise NotImplementedError
