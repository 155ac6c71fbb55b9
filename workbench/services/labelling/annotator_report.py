"""How one annotator works: pace, agreement with others, drift, answers too fast to be read.

Drift is looked for between the earlier and the later half of each queue: its order is a hash, so
that both halves hold the same kind of items and only the annotator can have changed. Verdicts from
files came in an order that nobody drew and are left out of it. Agreement is with the majority of
the others, on what each said before anybody decided. A first verdict is too fast where the time on
screen does not suffice to read query, reference and answer once, passages left out.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from db.read_adjudications import OpinionRow, read_shared_opinions
from db.read_annotators import ActRow, TextsRow, read_acts, read_timed_texts
from workbench.domain.disagreement import FAILING, PASSING, outcome
from workbench.domain.reading_time import count_words, fewest_seconds
from workbench.domain.refusals import Code, Refusal
from workbench.domain.triage import is_failing
from workbench.domain.vocabulary import Answer, EntryKind
from workbench.services.labelling.adjudicate import run_ids_of
from workbench.services.labelling.annotator_words import report_sentence
from workbench.services.labelling.disputes import said_of
from workbench.services.open_store import Store
from workbench.stats.interval import Estimate, difference_of_proportions, proportion

FEWEST_IN_A_HALF = 10


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds a first verdict took: the median and the middle half, over `n` timed ones."""

    median: float
    low_quartile: float
    high_quartile: float
    n: int


@dataclass(frozen=True, slots=True)
class FastAnswer:
    """A first verdict given sooner than its texts can be read."""

    trace_id: int
    request_id: str
    run: str
    seconds: float
    n_words: int
    fewest_seconds: float


@dataclass(frozen=True, slots=True)
class Drift:
    """What share was found failing in the earlier and later halves of the annotator's queues.

    `difference` is later minus earlier, with the interval of two independent shares; drift is
    seen where it leaves 0 out. Seconds are medians, None where nothing was timed.
    """

    n_earlier: int
    n_later: int
    earlier: float
    later: float
    difference: Estimate
    seconds_earlier: float | None
    seconds_later: float | None

    @property
    def is_seen(self) -> bool:
        """Gives whether the difference is more than chance at 95 %."""
        return self.difference.low > 0 or self.difference.high < 0


@dataclass(frozen=True, slots=True)
class AnnotatorReport:
    """One annotator's labels and how they were made.

    Of the `n_labelled` traces with a verdict that counts: `n_cant_tell`, `n_set_aside` (reference
    disputed, query ambiguous) and `n_flagged`. `n_skips`, `n_undos` and `n_after_reveal` count
    acts of the whole history.
    """

    annotator: str
    n_labelled: int
    n_failing: int
    n_passing: int
    n_cant_tell: int
    n_set_aside: int
    n_flagged: int
    n_skips: int
    n_undos: int
    n_after_reveal: int
    pace: Pace | None
    too_fast: Estimate | Refusal
    fast_answers: tuple[FastAnswer, ...]
    agreement: Estimate | Refusal
    drift: Drift | Refusal
    sentence: str


def annotator_reports(
    store: Store, run: str | None = None, annotator: str | None = None
) -> tuple[AnnotatorReport, ...]:
    """Give the report of everybody who labelled, or of one person; on one run or on all.

    Raises
    ------
    InputError
        No such run.
    """
    with store.reading() as connection:
        run_ids = run_ids_of(connection, run)
        acts = read_acts(connection, run_ids, annotator)
        texts = read_timed_texts(connection, run_ids, annotator)
        shared = read_shared_opinions(connection, run_ids)
    said = _told_by_trace(shared)
    by_name: dict[str, list[ActRow]] = defaultdict(list)
    for act in acts:
        by_name[act.annotator].append(act)
    return tuple(_report(name, by_name[name], texts, said) for name in sorted(by_name))


def _report(
    name: str,
    acts: Sequence[ActRow],
    texts: Mapping[int, TextsRow],
    said: Mapping[int, Mapping[str, bool]],
) -> AnnotatorReport:
    current = [act for act in acts if act.is_current and act.kind == EntryKind.VERDICT]
    fails = Counter(_fails(act) for act in current)
    first = _first_verdicts(acts)
    pace = _pace([act.seconds_spent for act in first if act.seconds_spent is not None])
    timed = [act for act in first if act.seconds_spent is not None and act.trace_id in texts]
    fast = tuple(found for act in timed if (found := _fast(act, texts[act.trace_id])) is not None)
    too_fast: Estimate | Refusal = Refusal(
        Code.NOT_ENOUGH_LABELS,
        "No verdict has a measured time",
        "Times are measured on the label screen, not in files.",
    )
    if timed:
        too_fast = proportion(len(fast), len(timed))
    agreement = _agreement(name, said)
    drift = _drift([act for act in first if act.queue_id is not None])
    return AnnotatorReport(
        annotator=name,
        n_labelled=len(current),
        n_failing=fails[True],
        n_passing=fails[False],
        n_cant_tell=sum(act.answer == Answer.CANT_TELL for act in current),
        n_set_aside=sum(act.unresolved is not None for act in current),
        n_flagged=sum(act.is_flagged for act in acts if act.is_current),
        n_skips=sum(act.kind == EntryKind.SKIP for act in acts),
        n_undos=sum(act.kind == EntryKind.UNDO for act in acts),
        n_after_reveal=sum(act.is_after_reveal for act in acts),
        pace=pace,
        too_fast=too_fast,
        fast_answers=fast,
        agreement=agreement,
        drift=drift,
        sentence=report_sentence(
            name,
            len(current),
            None if pace is None else pace.median,
            agreement,
            None if isinstance(drift, Refusal) or not drift.is_seen else drift.difference.estimate,
        ),
    )


def _fails(act: ActRow) -> bool | None:
    if act.unresolved is not None or act.answer is None:
        return None
    return is_failing(Answer(act.answer))


def _first_verdicts(acts: Sequence[ActRow]) -> list[ActRow]:
    """The first verdict on each trace: a second one is a correction and takes less time."""
    first: dict[int, ActRow] = {}
    for act in acts:
        if act.kind == EntryKind.VERDICT:
            first.setdefault(act.trace_id, act)
    return list(first.values())


def _pace(seconds: Sequence[float]) -> Pace | None:
    if not seconds:
        return None
    if len(seconds) == 1:
        return Pace(seconds[0], seconds[0], seconds[0], 1)
    low, middle, high = quantiles(seconds, n=4, method="inclusive")
    return Pace(middle, low, high, len(seconds))


def _fast(act: ActRow, texts: TextsRow) -> FastAnswer | None:
    read = (texts.query, texts.reference_answer, texts.answer)
    fewest = fewest_seconds(read)
    if act.seconds_spent is None or act.seconds_spent >= fewest:
        return None
    return FastAnswer(
        trace_id=act.trace_id,
        request_id=texts.request_id,
        run=texts.run,
        seconds=act.seconds_spent,
        n_words=sum(count_words(text) for text in read if text),
        fewest_seconds=fewest,
    )


def _told_by_trace(rows: Sequence[OpinionRow]) -> dict[int, dict[str, bool]]:
    said: dict[int, dict[str, bool]] = defaultdict(dict)
    for row in rows:
        found = outcome(said_of(row))
        if found in (FAILING, PASSING):
            said[row.trace_id][row.annotator] = found == FAILING
    return said


def _agreement(name: str, said: Mapping[int, Mapping[str, bool]]) -> Estimate | Refusal:
    n = n_same = 0
    for verdicts in said.values():
        others = [fails for other, fails in verdicts.items() if other != name]
        n_failing = sum(others)
        if name not in verdicts or 2 * n_failing == len(others):
            continue
        n += 1
        n_same += verdicts[name] == (2 * n_failing > len(others))
    if n:
        return proportion(n_same, n)
    return Refusal(
        Code.NOT_ENOUGH_LABELS,
        "Nobody else called one of these traces right or wrong, so agreement is unknown",
        "Ask for two labels on some items when a queue is drawn.",
    )


def _drift(verdicts: Sequence[ActRow]) -> Drift | Refusal:
    by_queue: dict[int | None, list[ActRow]] = defaultdict(list)
    for act in verdicts:
        if _fails(act) is not None:
            by_queue[act.queue_id].append(act)
    earlier = [act for acts in by_queue.values() for act in acts[: len(acts) // 2]]
    later = [act for acts in by_queue.values() for act in acts[len(acts) // 2 :]]
    if min(len(earlier), len(later)) < FEWEST_IN_A_HALF:
        return Refusal(
            Code.NOT_ENOUGH_LABELS,
            f"{len(earlier) + len(later)} verdicts in queues say right or wrong; drift is looked "
            f"for from {2 * FEWEST_IN_A_HALF} on",
            "Go on labelling.",
        )
    n_earlier, n_later = (sum(_fails(act) is True for act in half) for half in (earlier, later))
    return Drift(
        n_earlier=len(earlier),
        n_later=len(later),
        earlier=n_earlier / len(earlier),
        later=n_later / len(later),
        difference=difference_of_proportions(n_later, len(later), n_earlier, len(earlier)),
        seconds_earlier=_median_seconds(earlier),
        seconds_later=_median_seconds(later),
    )


def _median_seconds(acts: Sequence[ActRow]) -> float | None:
    seconds = [act.seconds_spent for act in acts if act.seconds_spent is not None]
    return median(seconds) if seconds else None
