"""Every signal by version: model, index version, a setting such as the prompt template, or run.

Chosen: one test of "all versions are alike" for each signal, Holm over the signals. Rejected:
every pair of versions tested, which names some pair of any ten. Versions differ in their questions
and their users too, unless both answered the same ones; the comparison of two runs pairs them.
"""

from collections.abc import Mapping, Sequence

from db.read_signals import SummedRow, count_versions, read_by_version, read_setting_names
from db.signal_values import Span
from workbench.domain.signals import FACTS, Signal
from workbench.errors import InputError
from workbench.services.open_store import Store
from workbench.services.signals.choose_traces import choose_traces
from workbench.services.signals.make_windows import SMALLEST_WINDOW
from workbench.services.signals.signal_levels import level_with_limits
from workbench.services.signals.signal_results import (
    SignalByVersion,
    VersionsResult,
    VersionValue,
)
from workbench.services.signals.signal_tests import held_together, run_tests
from workbench.services.signals.signal_words import spread_sentence
from workbench.services.signals.watch_signals import SEED
from workbench.stats.change_point import N_DRAWS
from workbench.stats.group_spread import mean_spread_p_value, share_spread_p_value

MOST_VERSIONS = 30
NOT_GIVEN = "not given"
FIELDS = ("model", "index_version", "run")
N_SETTINGS_LOOKED_AT = 200


def compare_versions(
    store: Store,
    by: str,
    run: str | None = None,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    confidence: float = 0.95,
    seed: int = SEED,
) -> VersionsResult:
    """Give every signal in every version, and which of them differ beyond chance.

    Parameters
    ----------
    store
        An open store.
    by
        `model`, `index_version`, `run`, `settings.NAME`, or any field of a trace.
    run
        The run to look at; without it the traces of all runs.
    judge
        NAME@VERSION; without it the judge with most verdicts.
    where
        Field values that choose traces.
    confidence
        1 minus the chance that versions without a difference are called different anywhere.
    seed
        Seed of the random assignments.

    Raises
    ------
    InputError
        Unknown run, judge or field; a field with more than 30 values.
    """
    with store.reading() as connection:
        chosen = choose_traces(connection, run, judge, where or {}, Span())
        n_versions = count_versions(connection, chosen.asked, [by])[by]
        if n_versions > MOST_VERSIONS:
            raise InputError(
                f"{by} has {n_versions:,} values, which is no version. Known: "
                f"{', '.join(FIELDS)}, settings.NAME."
            )
        if not n_versions:
            raise InputError(
                f"No trace has a value of {by}. Known: {', '.join(FIELDS)}, settings.NAME."
            )
        rows = read_by_version(connection, chosen.asked, by)
    signals = _by_version(rows, confidence, seed)
    differing = [one.title for one in signals if one.differs]
    n_tested = sum(one.p_value is not None for one in signals)
    n = sum(row.n for row in rows)
    return VersionsResult(
        run=run,
        judge=chosen.judge,
        where=dict(where or {}),
        by=by,
        n=n,
        n_versions=len(rows),
        n_tested=n_tested,
        n_differing=len(differing),
        false_alarm_rate=round(1 - confidence, 6),
        method=(
            f"likelihood ratio, {N_DRAWS:,} random assignments of traces to versions; Holm over "
            f"{n_tested} signals"
        ),
        low_score=chosen.low_score,
        seed=seed,
        sentence=_sentence(by, rows, n_tested, differing),
        signals=signals,
    )


def version_fields(store: Store, run: str | None) -> tuple[str, ...]:
    """Fields that tell versions apart: two to thirty values, the settings' own names included."""
    with store.reading() as connection:
        chosen = choose_traces(connection, run, None, {}, Span())
        names = read_setting_names(connection, chosen.asked, N_SETTINGS_LOOKED_AT)
        fields = (*FIELDS, *(f"settings.{name}" for name in names))
        counted = count_versions(connection, chosen.asked, fields)
    return tuple(field for field in fields if 2 <= counted[field] <= MOST_VERSIONS)


def _by_version(
    rows: Sequence[SummedRow], confidence: float, seed: int
) -> tuple[SignalByVersion, ...]:
    # A version of a few traces is shown and not tested.
    tested = [row.sums for row in rows if row.n >= SMALLEST_WINDOW]
    p_values: dict[Signal, float] = {}
    if len(tested) > 1:
        p_values = run_tests(tested, seed, share_spread_p_value, mean_spread_p_value)
    adjusted = held_together(p_values)
    return tuple(_one_signal(signal, rows, adjusted.get(signal), confidence) for signal in Signal)


def _one_signal(
    signal: Signal, rows: Sequence[SummedRow], p_value: float | None, confidence: float
) -> SignalByVersion:
    facts = FACTS[signal]
    values = tuple(
        VersionValue(
            str(NOT_GIVEN if row.key is None else row.key),
            row.sums[signal].n,
            *level_with_limits(signal, row.sums[signal], confidence),
        )
        for row in rows
    )
    differs = p_value is not None and p_value <= 1 - confidence
    if p_value is None:
        has_value = any(value.n for value in values)
        reason = "there is nothing to compare" if has_value else facts.missing
        sentence = f"{facts.title}: {reason}."
    else:
        known = [
            (value.version, value.value)
            for value in values
            if value.value is not None and value.n >= SMALLEST_WINDOW
        ]
        sentence = spread_sentence(signal, known, p_value, differs)
    return SignalByVersion(
        signal=signal.value,
        stage=None if facts.stage is None else facts.stage.value,
        title=facts.title,
        is_share=facts.is_share,
        p_value=p_value,
        differs=differs,
        sentence=sentence,
        values=values,
    )


def _sentence(by: str, rows: Sequence[SummedRow], n_tested: int, differing: Sequence[str]) -> str:
    if len(rows) == 1:
        return f"All traces have one value of {by}: {rows[0].key or NOT_GIVEN}."
    if not n_tested:
        return f"The {len(rows)} versions of {by} are too small to compare."
    if not differing:
        return f"The {len(rows)} versions of {by} are alike within chance in {n_tested} signals."
    named = ", ".join(title.lower() for title in differing)
    n = f"{len(differing)} of {n_tested}"
    return f"The {len(rows)} versions of {by} differ in {n} signals: {named}."
