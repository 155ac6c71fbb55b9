"""How often people change right or wrong after they were shown the judge, and towards whom.

Chosen: every blind verdict in a queue that shows the judge counts below the line, whether the
person answered again or not: leaving an answer is keeping it. Of two classes, a changed answer
goes either to the judge's side or away from it. Rejected: the share among second answers alone,
which only those give who changed their mind.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from db.read_annotators import RevealedRow, read_revealed
from workbench.domain.refusals import Code, Refusal
from workbench.domain.triage import is_failing
from workbench.domain.vocabulary import Answer, JudgeVerdict
from workbench.report.counted import counted
from workbench.report.percent import percent, percent_range
from workbench.services.open_store import Store
from workbench.services.triage.observe_run import read_labelled_target, read_target
from workbench.stats.interval import Estimate, proportion

ASSUMPTION = (
    "a person who saw the judge and did not answer again is taken to keep the answer, so this is "
    "the least that the sight of the judge did"
)


@dataclass(frozen=True, slots=True)
class AnchoringRow:
    """One annotator's part: verdicts followed by the judge's, and what changed after that."""

    annotator: str
    n: int
    n_flipped: int
    n_toward: int
    n_away: int


@dataclass(frozen=True, slots=True)
class Anchoring:
    """What the sight of the judge did to answers; fractions.

    `flipped` of all `n` verdicts after which the judge was shown; `toward` of the `n_differed`
    that differed from the judge, `away` of the `n_same` that did not. `failing_blind` and
    `failing_after` are the shares called failing first and last: the blind one is the one that
    counts.
    """

    n: int
    n_answered_again: int
    n_differed: int
    n_same: int
    n_toward: int
    n_away: int
    flipped: Estimate
    toward: Estimate | Refusal
    away: Estimate | Refusal
    failing_blind: float
    failing_after: float
    by_annotator: tuple[AnchoringRow, ...]
    assumption: str
    sentence: str


@dataclass(frozen=True, slots=True)
class _Seen:
    """One blind verdict, the judge's that was shown then, and what stood in the end."""

    annotator: str
    blind: bool
    judge: bool
    after: bool
    is_again: bool


def anchoring(store: Store, judge: str, run: str | None = None) -> Anchoring | Refusal:
    """Give how often the sight of one judge changed answers, or why that is not known.

    Raises
    ------
    InputError
        Unknown run or judge.
    """
    target = (
        read_labelled_target(store, judge, {})
        if run is None
        else read_target(store, run, judge, {})
    )
    with store.reading() as connection:
        rows = read_revealed(connection, target.run_ids, target.judge_id or 0)
    seen = list(_seen(rows))
    if not seen:
        return Refusal(
            Code.NOT_ENOUGH_LABELS,
            "Nobody was shown this judge after a label, so what the sight of it does is unknown",
            "Draw a queue that shows the judge after each label: workbench queue build --reveal.",
        )
    differed = [one for one in seen if one.blind != one.judge]
    same = [one for one in seen if one.blind == one.judge]
    n_toward = sum(one.after == one.judge for one in differed)
    n_away = sum(one.after != one.judge for one in same)
    flipped = proportion(n_toward + n_away, len(seen))
    return Anchoring(
        n=len(seen),
        n_answered_again=sum(one.is_again for one in seen),
        n_differed=len(differed),
        n_same=len(same),
        n_toward=n_toward,
        n_away=n_away,
        flipped=flipped,
        toward=_share(n_toward, len(differed), "differed from the judge"),
        away=_share(n_away, len(same), "agreed with the judge"),
        failing_blind=sum(one.blind for one in seen) / len(seen),
        failing_after=sum(one.after for one in seen) / len(seen),
        by_annotator=_by_annotator(seen),
        assumption=ASSUMPTION,
        sentence=_sentence(flipped, len(differed), len(same), n_toward, n_away),
    )


def _seen(rows: Iterable[RevealedRow]) -> Iterable[_Seen]:
    of_person: dict[tuple[int, str], list[RevealedRow]] = defaultdict(list)
    for row in rows:
        of_person[row.trace_id, row.annotator].append(row)
    for (_, name), given in of_person.items():
        blind = _told(next((row for row in given if row.is_current), None))
        verdict = given[0].verdict
        if blind is None or verdict is None:
            continue
        later = [
            fails for row in given if row.is_after_reveal and (fails := _told(row)) is not None
        ]
        yield _Seen(
            annotator=name,
            blind=blind,
            judge=verdict == JudgeVerdict.FAIL,
            after=later[-1] if later else blind,
            is_again=bool(later),
        )


def _told(row: RevealedRow | None) -> bool | None:
    if row is None or row.unresolved is not None or row.answer is None:
        return None
    return is_failing(Answer(row.answer))


def _share(n_hits: int, n: int, what: str) -> Estimate | Refusal:
    if n:
        return proportion(n_hits, n)
    return Refusal(
        Code.NOT_ENOUGH_LABELS,
        f"No verdict {what} when it was shown",
        "Go on labelling in that queue.",
    )


def _by_annotator(seen: Sequence[_Seen]) -> tuple[AnchoringRow, ...]:
    of_name: Mapping[str, list[_Seen]] = defaultdict(list)
    for one in seen:
        of_name[one.annotator].append(one)
    rows = []
    for name, given in sorted(of_name.items()):
        flips = [one for one in given if one.after != one.blind]
        n_toward = sum(one.after == one.judge for one in flips)
        rows.append(AnchoringRow(name, len(given), len(flips), n_toward, len(flips) - n_toward))
    return tuple(rows)


def _sentence(flipped: Estimate, n_differed: int, n_same: int, n_toward: int, n_away: int) -> str:
    said = (
        f"After seeing the judge people changed right or wrong on {n_toward + n_away} of "
        f"{counted(flipped.n, 'trace')}, {percent(flipped.estimate)} "
        f"({percent_range(flipped.low, flipped.high)})"
    )
    if n_toward + n_away == 0:
        return f"{said}: the sight of it moved nobody."
    return (
        f"{said}: {n_toward} of the {n_differed} that differed moved to the judge's side, "
        f"{n_away} of the {n_same} that agreed moved away from it."
    )
