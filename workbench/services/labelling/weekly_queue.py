"""Draws a queue from a signal: part of what it points at, beside a uniform slice of the window.

Chosen: two strata, the traces the signal points at and the others, each item's exact inclusion
probability stored; so the labels say what the signal is worth and, weighted, what is true of the
run or the window that was drawn from. Rejected: the pointed-at traces alone, which show failures
and no rate. What somebody took out of a queue of the run does not come back, and every item says
in the store how it got in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from shlex import quote

from db.bulk import Connection
from db.read_queues import TargetRow
from db.read_signal_rows import SignalRow, read_removed, read_signal_rows
from db.signal_values import Span
from db.write_reasons import set_reason
from workbench.domain.queue import ANY, BY_SIGNAL, NO_VERDICT, Slice, StratumKey, default_uniform
from workbench.domain.signals import FACTS, Signal
from workbench.domain.trace_window import SINCE, UNTIL
from workbench.errors import InputError
from workbench.report.counted import counted
from workbench.services.find_judge import find_judge
from workbench.services.labelling.build_queue import find_run
from workbench.services.labelling.draw_queue import (
    Draw,
    check_size,
    counted_strata,
    draw_items,
    strata_of,
    wanted_by_trace,
)
from workbench.services.labelling.store_queue import (
    QueuePlan,
    QueueReport,
    free_name,
    store_queue,
)
from workbench.services.open_store import Store
from workbench.services.signals.choose_traces import choose_traces
from workbench.services.signals.signal_results import LowScore, Move, SignalsResult
from workbench.services.signals.signal_words import moment
from workbench.services.signals.watch_signals import watch_signals
from workbench.stats.sampling import split_evenly


@dataclass(frozen=True, slots=True)
class _Pointer:
    """What the signal points at: values on one side of a limit, and the words for them."""

    signal: Signal
    limit: float
    is_above: bool
    words: str

    def hits(self, row: SignalRow) -> bool:
        """Whether the signal points at a trace; one without a value is never pointed at."""
        if row.value is None:
            return False
        return row.value > self.limit if self.is_above else row.value < self.limit


def build_weekly_queue(
    store: Store,
    *,
    run: str,
    signal: str,
    size: int,
    n_uniform: int | None = None,
    judge: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    seed: int,
    name: str | None = None,
    wanted_labels: int = 1,
    reveals_judge: bool = False,
) -> QueueReport:
    """Draw and store a queue of a run's answered traces from one signal.

    Without `since` the window begins where the signal moved, if it did, else with the run.
    `n_uniform` of `size` items, 30 % where it is not given, are drawn from all traces of the window
    alike; the others from those the signal points at. The judge divides these by verdict.

    Raises
    ------
    InputError
        Unknown run, judge or signal; a window without traces, or in which nothing is pointed at;
        a mean that did not move, which points nowhere; a size that cannot be.
    """
    if signal not in list(Signal):
        raise InputError(f"There is no signal {signal!r}. Known: {', '.join(Signal)}.")
    check_size(size, n_uniform)
    if wanted_labels < 1:
        raise InputError(f"Labels per item must be at least 1, got {wanted_labels}.")
    seen = watch_signals(store, run, judge)
    move = next(one.move for one in seen.signals if one.signal == signal)
    pointer = _pointer(Signal(signal), move, seen)
    span = _span(since, until, move)
    with store.reading() as connection:
        found = None if judge is None else find_judge(connection, judge)
        rows, n_removed = _target(connection, run, judge or seen.judge, span, pointer.signal)
    strata = _strata(rows, pointer, found is not None)
    n_hits = sum(len(part) for key, part in strata.items() if key.evidence == pointer.words)
    if not n_hits:
        raise InputError(
            f"No trace of {run}{_when(span)} has {pointer.words}. "
            f"Name another signal: {', '.join(Signal)}."
        )
    draw = _draw(strata, pointer, size, n_uniform, seed)
    where = {"signal": signal, "pointed_at": pointer.words} | _window_words(span)
    notices = (*draw.notices, *_notices(run, span, draw.n_uniform, n_removed))
    with store.writing() as connection:
        plan = QueuePlan(
            run=run,
            run_id=find_run(connection, run),
            judge=found,
            # Annotators see the name: it must not say what the judge or a user thought.
            name=free_name(connection, name, run),
            by=(BY_SIGNAL,),
            where=where,
            seed=seed,
            wanted_labels=wanted_labels,
            n_overlap=0,
            reveals_judge=reveals_judge,
        )
        report = store_queue(
            connection,
            plan,
            draw,
            counted_strata(strata, draw),
            wanted_by_trace(draw.items, wanted_labels, 0, seed),
            notices,
        )
        _write_reasons(connection, report.queue_id, pointer, _when(span))
    return report


def _pointer(signal: Signal, move: Move | None, seen: SignalsResult) -> _Pointer:
    facts = FACTS[signal]
    if signal is Signal.LOW_TOP_SCORE and not isinstance(seen.low_score, LowScore):
        raise InputError(f"{seen.low_score.reason}. {seen.low_score.next_step}")
    if facts.is_share:
        is_up = move is None or move.is_up
        return _Pointer(signal, 0.5, is_up, facts.has if is_up else f"not {facts.has}")
    if move is None:
        raise InputError(
            f"{facts.title} did not move, so it points at no traces. Name a signal that is a share:"
            f" {', '.join(one for one in Signal if FACTS[one].is_share)}."
        )
    side = "above" if move.is_up else "below"
    words = f"{facts.title.lower()} {side} {move.before:.3g}"
    return _Pointer(signal, move.before, move.is_up, words)


def _span(since: datetime | None, until: datetime | None, move: Move | None) -> Span:
    if since is not None or move is None:
        return Span(since=since, until=until)
    return Span(since=move.since_at, until=until, first_id=move.first_id)


def _target(
    connection: Connection, run: str, judge: str | None, span: Span, signal: Signal
) -> tuple[list[SignalRow], int]:
    chosen = choose_traces(connection, run, judge, {}, span)
    rows = read_signal_rows(connection, chosen.asked, signal)
    if not rows:
        raise InputError(f"Run {run} has no trace with an answer{_when(span)}.")
    removed = read_removed(connection, chosen.asked.run_ids)
    kept = [row for row in rows if row.trace_id not in removed]
    return kept, len(rows) - len(kept)


def _strata(
    rows: list[SignalRow], pointer: _Pointer, is_by_verdict: bool
) -> Mapping[StratumKey, list[TargetRow]]:
    return strata_of(
        (
            StratumKey(
                pointer.words if pointer.hits(row) else ANY,
                (row.verdict or NO_VERDICT) if is_by_verdict else ANY,
            ),
            TargetRow(row.trace_id, row.request_id, False, None),
        )
        for row in rows
    )


def _draw(
    strata: Mapping[StratumKey, list[TargetRow]],
    pointer: _Pointer,
    size: int,
    n_uniform: int | None,
    seed: int,
) -> Draw:
    def of_the_signal(sizes: Mapping[StratumKey, int], n: int) -> dict[StratumKey, int]:
        pointed = [key for key in sizes if key.evidence == pointer.words]
        n_there = sum(sizes[key] for key in pointed)
        parts = split_evenly(min(n, n_there), [sizes[key] for key in pointed])
        return dict.fromkeys(sizes, 0) | dict(zip(pointed, parts, strict=True))

    wanted = default_uniform(size) if n_uniform is None else n_uniform
    n_pointed = sum(of_the_signal({key: len(part) for key, part in strata.items()}, size).values())
    # What the signal cannot give comes from all traces alike.
    n_all_alike = max(wanted, size - n_pointed)
    return draw_items(strata, size, n_all_alike, True, seed, shares_of=of_the_signal)


def _write_reasons(connection: Connection, queue_id: int, pointer: _Pointer, when: str) -> None:
    set_reason(connection, queue_id, Slice.UNIFORM, f"uniform slice{when}")
    set_reason(connection, queue_id, Slice.TARGETED, f"{pointer.words}{when}")
    set_reason(connection, queue_id, Slice.CENSUS, f"every trace{when}")


def _when(span: Span) -> str:
    parts = []
    if span.since is not None:
        parts.append(f"since {moment(span.since)}")
    if span.until is not None:
        parts.append(f"before {moment(span.until)}")
    if span.first_id is not None:
        parts.append("since the move")
    return f" {' and '.join(parts)}" if parts else ""


def _window_words(span: Span) -> dict[str, str]:
    words = {}
    if span.since is not None:
        words["since"] = span.since.isoformat()
    if span.until is not None:
        words["until"] = span.until.isoformat()
    if span.first_id is not None:
        words["first_trace_id"] = str(span.first_id)
    return words


def _notices(run: str, span: Span, n_uniform: int, n_removed: int) -> list[str]:
    if not n_uniform:
        said = "The labels show what the signal points at; without a uniform part they correct "
        notices = [said + "no share."]
    elif span == Span():
        notices = [f"The labels correct the share of {run}, each for the traces it stands for."]
    else:
        said = f"The labels are findings about {run}{_when(span)} and correct no share of the run"
        sides = " ".join(
            f"--{name} {side:%Y-%m-%dT%H:%M}"
            for name, side in ((SINCE, span.since), (UNTIL, span.until))
            if side is not None
        )
        line = f"; they correct that of the window: workbench triage --run {quote(run)} {sides}"
        notices = [f"{said}{line if span.first_id is None else ''}."]
    if n_removed:
        notices.append(
            f"Taken out of a queue before, and so left out: {counted(n_removed, 'trace')}."
        )
    return notices
