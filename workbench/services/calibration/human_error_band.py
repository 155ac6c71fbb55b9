"""What the judge card would say if people err too, and when its conclusion would turn.

Chosen: the error of one person from items that two labelled, before anybody decided between
them, as three rows (none, the estimate, its upper bound); without such items three stated
guesses, marked as what they are. Errors are taken as equal in both directions and independent;
errors that two people share cannot be seen in an overlap.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from db import read_calibration
from workbench.domain.refusals import Code, Refusal
from workbench.domain.remedies import FAILING_BUCKETS
from workbench.domain.triage import is_failing
from workbench.domain.vocabulary import (
    BUCKET_OF_STAGE,
    STAGE_OF_EVIDENCE,
    Answer,
    EntryKind,
    Evidence,
)
from workbench.report.counted import counted
from workbench.report.percent import percent
from workbench.services.calibration.correct_prevalence import SEED, correct_target
from workbench.services.calibration.judge_rates import READING_WORDS
from workbench.services.calibration.label_design import SAME_ITEMS
from workbench.services.calibration.read_labels_of import read_labels_of
from workbench.services.open_store import Store
from workbench.services.results import AgreementCard, BiasCard, CorrectedTable, JudgeCard
from workbench.services.triage.observe_run import (
    Target,
    read_labelled_target,
    read_target,
)
from workbench.stats.human_error import corrected_for_human_error, human_error_band
from workbench.stats.interval import Estimate

GUESSES = (0.0, 0.03, 0.05)
STEP = 0.001
MOST = 0.3
NO_CLEAR_BIAS = "no_clear_bias"

Says = Callable[[float], str | None]


@dataclass(frozen=True, slots=True)
class HumanErrorRow:
    """One assumption about people's error, and the failing share it leads to."""

    assumption: str
    error: float
    estimate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Turn:
    """A conclusion, and the smallest error at which it would be another; None where none does.

    `conclusion` is bias or next_project; `turns_at` is looked for up to 0.3.
    """

    conclusion: str
    now: str
    turns_at: float | None
    becomes: str | None


@dataclass(frozen=True, slots=True)
class HumanErrorBand:
    """The failing share if people err, from double-labelled items or, without them, what-ifs.

    `error` is None where nothing was labelled twice.
    """

    n_double: int
    n_disagree: int
    error: float | None
    rows: tuple[HumanErrorRow, ...]
    turns: tuple[Turn, ...]
    sentence: str

    @property
    def is_measured(self) -> bool:
        """Gives whether the error comes from double-labelled items."""
        return self.error is not None


def human_error(
    store: Store, card: JudgeCard, judge: str, run: str | None = None, seed: int = SEED
) -> HumanErrorBand | Refusal:
    """Give the band of the judge card's corrected share, or why there is none.

    `judge` and `run` are those the card was asked for.
    """
    target = (
        read_labelled_target(store, judge, card.where)
        if run is None
        else read_target(store, run, judge, card.where)
    )
    if not isinstance(card.corrected_prevalence, Estimate):
        return card.corrected_prevalence
    if card.design not in SAME_ITEMS:
        return Refusal(
            Code.HUMAN_ERROR_UNKNOWN,
            "The share rests on error rates measured elsewhere, where people's errors act "
            "otherwise",
            "Label a random part of these items.",
        )
    n_disagree, n_double = _overlap(store, target)
    share = card.corrected_prevalence
    rows = _rows(share, n_disagree, n_double)
    labels = read_labels_of(
        store, target.run_ids, target.judge_id, target.n_judged, dict(card.where)
    )
    table = correct_target(target, labels, "system", False, seed)
    turns = (*_bias_turn(card), *_project_turn(table, target))
    # The middle row is the estimate; a band without it would have no row for its error.
    error = rows[1].error if n_double and len(rows) > 1 else None
    return HumanErrorBand(
        n_double, n_disagree, error, rows, turns, _sentence(rows, n_disagree, n_double, turns)
    )


def _overlap(store: Store, target: Target) -> tuple[int, int]:
    """Items on which the first two annotators differ on right or wrong, and items both said."""
    with store.reading() as connection:
        rows = read_calibration.read_labels(
            connection, target.run_ids, target.judge_id, target.where
        )
    said: dict[int, list[bool]] = defaultdict(list)
    for row in rows:
        is_wrong = is_failing(None if row.answer is None else Answer(row.answer))
        if row.kind == EntryKind.VERDICT and row.unresolved is None and is_wrong is not None:
            said[row.trace_id].append(is_wrong)
    pairs = [verdicts[:2] for verdicts in said.values() if len(verdicts) > 1]
    return sum(first != second for first, second in pairs), len(pairs)


def _rows(share: Estimate, n_disagree: int, n_double: int) -> tuple[HumanErrorRow, ...]:
    if n_double:
        return tuple(
            HumanErrorRow(row.assumption, row.error, row.corrected, *row.interval)
            for row in human_error_band(share.estimate, share.interval, n_disagree, n_double)
        )
    return tuple(
        HumanErrorRow(
            "people do not err"
            if error == 0
            else f"what if {percent(error)} of verdicts are wrong",
            error,
            *(corrected_for_human_error(one, error) for one in (share.estimate, *share.interval)),
        )
        for error in GUESSES
    )


def _bias_turn(card: JudgeCard) -> Iterable[Turn]:
    """When the reading of the bias changes: the flagged share stays, the failing share moves."""
    bias, agreement = card.bias, card.agreement
    if not isinstance(bias, BiasCard) or not isinstance(agreement, AgreementCard):
        return
    flagged = agreement.judge_prevalence
    # An interval can exclude 0 while its test does not reject: then the reading stays unclear.
    is_settled = bias.reading != NO_CLEAR_BIAS or bias.low <= 0 <= bias.high

    def reading(error: float) -> str | None:
        limits = (min(1.0, max(0.0, flagged - limit)) for limit in (bias.high, bias.low))
        low, high = (corrected_for_human_error(limit, error) for limit in limits)
        if flagged > high:
            return "too_pessimistic"
        return "too_lenient" if flagged < low else NO_CLEAR_BIAS

    if is_settled:
        yield _turn("bias", bias.reading, reading)


def _project_turn(table: CorrectedTable, target: Target) -> Iterable[Turn]:
    """When another failing bucket becomes the largest.

    Right answers that people call wrong fall into the stage their evidence was lost at, so the
    bucket of the most traces, not of the most failures, is blown up.
    """
    sizes: Counter[str] = Counter()
    for cell in target.cells:
        if cell.evidence is Evidence.ENDPOINT_UNAVAILABLE:
            continue
        stage = STAGE_OF_EVIDENCE.get(cell.evidence)
        if stage is None:
            return
        sizes[BUCKET_OF_STAGE[stage]] += cell.n
    rows = [row for row in table.buckets if row.bucket in FAILING_BUCKETS]
    shares = {row.bucket: row.corrected_share for row in rows}
    if not any(shares.values()) or any(
        share is None and sizes[bucket] for bucket, share in shares.items()
    ):
        return
    n = sizes.total()

    def largest(error: float) -> str | None:
        left = {
            bucket: ((share or 0.0) - error * sizes[bucket] / n) / (1 - 2 * error)
            for bucket, share in shares.items()
        }
        most = max(left, key=lambda bucket: left[bucket])
        return str(most) if left[most] > 0 else None

    now = largest(0.0)
    if now is not None:
        yield _turn("next_project", now, largest)


def _turn(conclusion: str, now: str, says: Says) -> Turn:
    for step in range(1, round(MOST / STEP) + 1):
        said = says(step * STEP)
        if said is not None and said != now:
            return Turn(conclusion, now, round(step * STEP, 3), said)
    return Turn(conclusion, now, None, None)


def _sentence(
    rows: Sequence[HumanErrorRow], n_disagree: int, n_double: int, turns: Sequence[Turn]
) -> str:
    last = rows[-1]
    if n_double:
        differ = f"People differ on {n_disagree} of {counted(n_double, 'trace')} that two labelled"
        said = (
            f"{differ}, so {percent(rows[1].error)} of their verdicts may be wrong, "
            f"{percent(last.error)} at most"
            if len(rows) > 2
            else f"{differ}: their error could be anything"
        )
    else:
        said = "No trace was labelled by two people, so their error is unknown"
    if len(rows) > 1:
        said += (
            f"; at {percent(last.error)} the failing share would be {percent(last.estimate)} "
            f"instead of {percent(rows[0].estimate)}"
        )
    return " ".join((f"{said}.", *(_turn_sentence(turn) for turn in turns)))


def _turn_sentence(turn: Turn) -> str:
    name = "The reading of the bias" if turn.conclusion == "bias" else "The next project"
    if turn.turns_at is None or turn.becomes is None:
        return f"{name} stays {_words(turn.now)} at every error tried, up to {percent(MOST)}."
    at = percent(turn.turns_at)
    return f"{name} turns from {_words(turn.now)} to {_words(turn.becomes)} at an error of {at}."


def _words(conclusion: str) -> str:
    return READING_WORDS.get(conclusion, conclusion.replace("_", " "))
