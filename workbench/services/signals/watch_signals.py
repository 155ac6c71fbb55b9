"""Did anything move? Every signal of a run over time, each with the cut that fits it best.

Chosen: one test of the whole stretch for each signal, Holm over the signals, so that one look at
quiet traces raises any alarm at all in 5 % of looks and no more. Rejected: alarms by rule of thumb
on every point of every chart. Each look is a test of its own: who looks every week at quiet traces
sees one false alarm in twenty weeks.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from db.read_signals import Extent, SignalSum, read_extent
from db.signal_values import Span
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.signals import FACTS, Signal
from workbench.report.counted import counted_as
from workbench.services.open_store import Store
from workbench.services.signals.choose_traces import Chosen, choose_traces
from workbench.services.signals.make_windows import (
    SMALLEST_WINDOW,
    Window,
    add_up,
    slice_starts,
    window_size,
)
from workbench.services.signals.signal_axis import (
    Axis,
    axis_of,
    read_windows,
    window_ends,
    window_starts,
)
from workbench.services.signals.signal_levels import level_with_limits
from workbench.services.signals.signal_results import (
    Move,
    SignalPoint,
    SignalSeries,
    SignalsResult,
)
from workbench.services.signals.signal_tests import held_together, run_tests
from workbench.services.signals.signal_words import (
    move_sentence,
    overall_sentence,
    still_sentence,
)
from workbench.stats.change_point import N_DRAWS, Shift, mean_shift, share_shift

SEED = 7
FEWEST_WINDOWS = 4


def watch_signals(
    store: Store,
    run: str | None = None,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    confidence: float = 0.95,
    seed: int = SEED,
) -> SignalsResult:
    """Give every signal over time, and which of them moved.

    Parameters
    ----------
    store
        An open store.
    run
        The run to look at; without it the traces of all runs.
    judge
        NAME@VERSION, for the share it flags; without it the judge with most verdicts.
    where
        Field values that choose traces.
    since, until
        From when on and before when; without them all there is.
    confidence
        1 minus the chance that a look at quiet traces names any signal.
    seed
        Seed of the random orders.

    Raises
    ------
    InputError
        Unknown run, judge or field.
    """
    with store.reading() as connection:
        chosen = choose_traces(connection, run, judge, where or {}, Span(since, until))
        extent = read_extent(connection, chosen.asked)
        axis = axis_of(extent)
        windows = read_windows(connection, chosen.asked, axis, extent)
    refusal = _refusal(windows, extent)
    series = _series(windows if windows else (), axis, refusal is None, confidence, seed)
    moved = [one.title for one in series if one.move is not None]
    n_tested = sum(one.p_value is not None for one in series)
    n = sum(window.n for window in windows)
    return SignalsResult(
        run=run,
        judge=chosen.judge,
        where=dict(where or {}),
        axis=axis.name,
        n=n,
        n_undated=extent.n - extent.n_dated if axis.name == "time" else 0,
        n_windows=len(windows),
        window_size=window_size(n) if n else 0,
        starts=window_starts(windows, 0, axis) if windows else None,
        ends=window_ends(windows, len(windows) - 1, axis) if windows else None,
        n_tested=n_tested,
        n_moved=len(moved),
        false_alarm_rate=round(1 - confidence, 6),
        method=(
            f"largest likelihood ratio over all cuts between windows, at most {N_DRAWS:,} random "
            f"orders; Holm over {n_tested} signals"
        ),
        low_score=chosen.low_score,
        seed=seed,
        sentence=overall_sentence(moved, n_tested, n) if refusal is None else f"{refusal.reason}.",
        signals=series,
        refusal=refusal,
        warnings=tuple(_warnings(chosen, extent, axis)),
    )


def _refusal(windows: Sequence[Window], extent: Extent) -> Refusal | None:
    if len(windows) >= FEWEST_WINDOWS:
        return None
    needed = FEWEST_WINDOWS * SMALLEST_WINDOW
    if extent.n_dated and extent.n_dated >= needed:
        return Refusal(
            Code.NOT_ENOUGH_TRACES,
            f"The {extent.n_dated:,} traces ran almost at one moment, so there is no before and "
            "after",
            "Compare versions instead: workbench signals --by model.",
        )
    n = extent.n_dated or extent.n
    return Refusal(
        Code.NOT_ENOUGH_TRACES,
        f"{counted_as(n, 'trace is', 'traces are')} "
        f"too few to say that something moved; it takes {needed}",
        "Import more traces.",
    )


def _series(
    windows: Sequence[Window], axis: Axis, is_tested: bool, confidence: float, seed: int
) -> tuple[SignalSeries, ...]:
    shifts: dict[Signal, Shift] = {}
    if is_tested:
        shifts = run_tests(
            [window.sums for window in windows],
            seed,
            partial(share_shift, confidence=confidence),
            partial(mean_shift, confidence=confidence),
        )
    adjusted = held_together({signal: shift.p_value for signal, shift in shifts.items()})
    total = add_up([window.sums for window in windows])
    return tuple(
        _one_series(
            signal,
            windows,
            axis,
            total[signal],
            shifts.get(signal),
            adjusted.get(signal),
            confidence,
        )
        for signal in Signal
    )


def _one_series(
    signal: Signal,
    windows: Sequence[Window],
    axis: Axis,
    total: SignalSum,
    shift: Shift | None,
    p_value: float | None,
    confidence: float,
) -> SignalSeries:
    facts = FACTS[signal]
    value = level_with_limits(signal, total, confidence)[0]
    move = None
    reason = None
    if not total.n:
        reason = facts.missing
    elif shift is None or p_value is None:
        reason = (
            "there is too little to tell"
            if len(windows) < FEWEST_WINDOWS
            else ("it has one value throughout")
        )
    elif p_value <= 1 - confidence:
        move = _move(shift, windows, axis, p_value)
    if move is not None:
        sentence = move_sentence(
            signal, move.before, move.after, move.difference, move.starts, axis.name
        )
    elif p_value is not None:
        sentence = still_sentence(signal, value, p_value)
    else:
        sentence = f"{facts.title}: {reason}."
    return SignalSeries(
        signal=signal.value,
        stage=None if facts.stage is None else facts.stage.value,
        title=facts.title,
        is_share=facts.is_share,
        n=total.n,
        value=value,
        p_value=p_value,
        move=move,
        sentence=sentence,
        points=tuple(
            SignalPoint(
                window_starts(windows, place, axis),
                window_ends(windows, place, axis),
                slice_starts(str(window.first_key)).isoformat() if axis.name == "time" else None,
                sum(earlier.n for earlier in windows[:place]) + 1,
                window.sums[signal].n,
                *level_with_limits(signal, window.sums[signal], confidence),
            )
            for place, window in enumerate(windows)
        )
        if total.n
        else (),
        reason=reason,
    )


def _move(shift: Shift, windows: Sequence[Window], axis: Axis, p_value: float) -> Move:
    first = windows[shift.n_windows_before].first_key
    is_time = axis.name == "time"
    return Move(
        starts=window_starts(windows, shift.n_windows_before, axis),
        since=slice_starts(str(first)).isoformat() if is_time else None,
        first_id=None if is_time else axis.first_id + int(first) * axis.step,
        n_windows_before=shift.n_windows_before,
        before=shift.before,
        after=shift.after,
        n_before=shift.n_before,
        n_after=shift.n_after,
        difference=shift.difference,
        p_value=p_value,
    )


def _warnings(chosen: Chosen, extent: Extent, axis: Axis) -> list[Warning_]:
    found = list(chosen.warnings)
    if axis.name == "order" and extent.n:
        found.append(
            Warning_(
                Code.TIMES_MISSING,
                "No trace says when it ran (created_at), so they stand in the order of import",
                "Import traces with created_at, or compare versions: workbench signals --by model.",
            )
        )
    elif extent.n > extent.n_dated:
        found.append(
            Warning_(
                Code.TIMES_MISSING,
                f"{extent.n - extent.n_dated:,} of {extent.n:,} traces do not say when they ran "
                "and are left out",
            )
        )
    return found
