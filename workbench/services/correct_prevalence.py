"""The share that truly fails and its split into buckets, the judge's errors taken out."""

from collections.abc import Mapping
from typing import Literal

from workbench.services.open_store import Store
from workbench.services.results import CorrectedTable

SEED = 20_250_303


def correct_prevalence(
    store: Store,
    run: str,
    judge: str,
    calibrated_on: str | None = None,
    target: Literal["system", "items"] = "system",
    where: Mapping[str, str] | None = None,
    is_conservative: bool = False,
    seed: int = SEED,
) -> CorrectedTable:
    """Give observed and corrected shares of a run."""
    raise NotImplementedError
