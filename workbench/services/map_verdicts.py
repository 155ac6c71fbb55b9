"""What a judge's words mean: lists them, and applies what a person confirms."""

from collections.abc import Mapping

from db.store import Store
from workbench.services.import_report import JudgeWord


def judge_words(store: Store, judge: str | None = None) -> tuple[JudgeWord, ...]:
    """Every word in the store, of one judge (NAME@VERSION) or of all, with its count."""
    raise NotImplementedError


def map_verdict_words(store: Store, judge: str, meanings: Mapping[str, str]) -> dict[str, int]:
    """Confirm meanings (word to fail, pass or not_usable); gives verdicts changed per word."""
    raise NotImplementedError
