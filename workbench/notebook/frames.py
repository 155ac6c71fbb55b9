"""Columns of a frame as verdicts.

Chosen: words whose direction nobody can take otherwise are read by themselves, any other value is
asked for. Rejected: reading True or 1, which may answer "did it fail?" and "is it right?".
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

import pandas as pd

from workbench.domain.triage import is_failing
from workbench.formats.human_words import read_human_word
from workbench.formats.verdict_words import obvious_meaning, rendered
from workbench.stats.counts import ConfusionCounts
from workbench.stats.stratum import Stratum

SEED = 20_250_303
"""Where draws start when nobody names a seed."""

LabelDesign = Literal["uniform", "by_verdict", "queue", "by_truth"]
Sides = tuple[int, int]
"""Items the judge failed, and items it passed."""


def strata_by_verdict(sides: Sides, counts: ConfusionCounts) -> list[Stratum]:
    """Give the two verdicts as strata of the labels."""
    return [
        Stratum(sides[0], counts.n_flagged, counts.tp, name="judge says fail"),
        Stratum(sides[1], counts.n_unflagged, counts.fn, name="judge says pass"),
    ]


def sides_of(design: str, n_flagged: int | None, n_passed: int | None) -> Sides | None:
    """Give how many traces the judge failed and passed; None where the design does without.

    Raises
    ------
    ValueError
        The design is unknown, or the sizes are needed and not both given.
    """
    if design not in ("uniform", "by_verdict", "queue", "by_truth"):
        raise ValueError(
            f"design is uniform, by_verdict, queue or by_truth, got {design!r}; labels of unknown "
            "origin measure nothing"
        )
    if n_flagged is not None and n_passed is not None:
        return n_flagged, n_passed
    if n_flagged is not None or n_passed is not None or design in ("by_verdict", "queue"):
        raise ValueError(
            "n_flagged and n_passed, the judge's verdicts on all traces, are needed: the rows "
            "alone do not say how common each verdict is"
        )
    return None


def four_counts(
    frame: pd.DataFrame, judge: str, human: str, fail: object
) -> tuple[ConfusionCounts, int]:
    """The four counts of rows with both verdicts, and how many rows lack one."""
    cells = Counter(
        zip(verdicts_of(frame, human, fail), verdicts_of(frame, judge, fail), strict=True)
    )
    counts = ConfusionCounts(
        cells[True, True], cells[True, False], cells[False, True], cells[False, False]
    )
    return counts, len(frame) - counts.n


def columns_must_hold(frame: pd.DataFrame, column: str) -> None:
    """Refuse a column that is not there.

    Raises
    ------
    ValueError
        Names the columns that are.
    """
    if column not in frame:
        raise ValueError(f"there is no column {column!r}; columns: {list(map(str, frame))}")


def verdicts_of(frame: pd.DataFrame, column: str, fail: object) -> Sequence[bool | None]:
    """A column as failing, passing or no verdict.

    Raises
    ------
    ValueError
        There is no such column, or it holds words nobody can read.
    """
    columns_must_hold(frame, column)
    wanted = fail.get(column) if isinstance(fail, Mapping) else fail
    values = [None if pd.isna(value) else value for value in frame[column]]
    if wanted is not None:
        return [None if value is None else bool(value == wanted) for value in values]
    read = {value: _read(value) for value in dict.fromkeys(values)}
    unknown = [value for value, meaning in read.items() if meaning == "unknown"]
    if unknown:
        raise ValueError(
            f"column {column!r} holds {unknown[:5]}, which nobody can read as failing or passing; "
            "say which value fails, for example fail=True or fail={'judge': 0}"
        )
    return [{"fail": True, "pass": False}.get(read[value]) for value in values]


def _read(value: object) -> str:
    """What one cell means: fail, pass, not_usable or unknown."""
    if value is None:
        return "not_usable"
    if isinstance(value, str):
        human = read_human_word(value, {})
        if human is not None:
            failing = is_failing(human.answer)
            return "not_usable" if failing is None else "fail" if failing else "pass"
        return obvious_meaning(rendered(value)) or "unknown"
    return "unknown"
