"""Whether answers are right more often where the gold stands first, in the middle or last.

Right or wrong is the judge's, on every trace whose gold stands in the prompt. An error of the judge
that has nothing to do with the place makes two places look more alike, never less. Evidence that
needs several passages stands at several places, and is counted apart.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from db.read_budget import PromptRow
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import JudgeVerdict
from workbench.report.percent import percent, points_range
from workbench.services.results import EstimateOrRefusal
from workbench.stats.places import PlaceShare, difference_of_shares, place_of, right_by_place


@dataclass(frozen=True, slots=True)
class GoldPlaces:
    """The share of right answers by place, the middle against the first, and what is left out."""

    places: tuple[PlaceShare, ...]
    middle_against_first: EstimateOrRefusal
    sentence: str
    left_out: Mapping[str, int]
    seed: int


def gold_places(rows: Sequence[PromptRow], seed: int) -> GoldPlaces:
    """Give the share of answers that the judge passes, by the place of their gold."""
    places, left_out = _places(rows, seed)
    gap = _middle_against_first(places)
    return GoldPlaces(places, gap, _sentence(places, gap), left_out, seed)


def _places(
    rows: Sequence[PromptRow], seed: int
) -> tuple[tuple[PlaceShare, ...], Mapping[str, int]]:
    left_out: Counter[str] = Counter()
    is_right, places, questions = [], [], []
    for row in rows:
        if row.prompt_rank is None:
            left_out["gold_not_in_prompt"] += 1
        elif row.verdict is None:
            left_out["not_judged"] += 1
        elif row.n_needed is not None and row.n_needed > 1:
            left_out["several_passages_needed"] += 1
        else:
            place = place_of(row.prompt_rank, max(row.n_packed, row.prompt_rank))
            if place is None:
                left_out["fewer_than_three_passages"] += 1
                continue
            is_right.append(row.verdict == JudgeVerdict.PASS)
            places.append(place)
            questions.append(row.query_id)
    rng = np.random.default_rng(seed)
    return right_by_place(is_right, places, questions, rng), dict(left_out)


def _middle_against_first(places: Sequence[PlaceShare]) -> EstimateOrRefusal:
    first, middle, _ = places
    if first.right is None or middle.right is None:
        return Refusal(
            Code.NOT_ENOUGH_LABELS,
            "There is no judged answer with its gold first, or none with it in the middle, in a "
            "prompt of three passages or more",
            "",
        )
    return difference_of_shares(middle.right, first.right)


def _sentence(places: Sequence[PlaceShare], gap: EstimateOrRefusal) -> str:
    first, middle, _ = places
    if isinstance(gap, Refusal) or first.right is None or middle.right is None:
        return "Where the gold stands in the prompt cannot be set against right and wrong yet."
    said = (
        f"With the gold in the middle the judge passes {percent(middle.right.estimate)} of the "
        f"answers, with it first {percent(first.right.estimate)}: "
    )
    between = points_range(gap.low, gap.high)
    if gap.high < 0:
        return f"{said}fewer in the middle (95 % interval {between})."
    if gap.low > 0:
        return f"{said}more in the middle (95 % interval {between})."
    return f"{said}the answers do not tell whether the place matters (95 % interval {between})."
