"""Whether results keep within limits, for a build that should stop when they do not.

Chosen: a limit holds if the whole 95 % interval keeps it, so that few labels fail a check and
luck does not pass one. Rejected: the estimate alone, which passes or fails half of the time where
the truth stands at the limit. A number that is refused does not hold either, nor does an error rate
from labels that nobody knows the draw of.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from shlex import quote
from typing import NamedTuple, TypeVar

from workbench.domain.refusals import Code, Refusal
from workbench.domain.remedies import FAILING_BUCKETS
from workbench.domain.vocabulary import Design
from workbench.errors import InputError, StatisticsError
from workbench.report.percent import percent, percent_range
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.open_store import Store
from workbench.services.refuse import refusal_of
from workbench.services.results import CorrectedTable, EstimateOrRefusal, JudgeCard


@dataclass(frozen=True, slots=True)
class Limits:
    """What was asked for, as fractions in [0, 1]; None where nothing was.

    `max_corrected` is of `bucket` where one is named, else of all that fails.
    """

    max_corrected: float | None = None
    bucket: str | None = None
    min_sensitivity: float | None = None
    max_false_positive_rate: float | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """One limit and what stands against it; `bound` is the end of the interval that decides."""

    what: str
    limit: float
    holds: bool
    estimate: float | None
    low: float | None
    high: float | None
    bound: float | None
    reason: str | None
    sentence: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """All limits asked for; `holds` only if each does."""

    run: str
    judge: str
    holds: bool
    checks: tuple[Checked, ...]


class Share(NamedTuple):
    """A share with its interval."""

    estimate: float
    low: float
    high: float


Value = Share | Refusal


def check_limits(
    store: Store,
    run: str,
    judge: str,
    limits: Limits,
    calibrated_on: str | None = None,
    where: Mapping[str, str] | None = None,
) -> CheckResult:
    """Give whether the run and its judge keep within the limits.

    Raises
    ------
    InputError
        Unknown run, judge or bucket, a limit outside [0, 1], or no limit at all.
    """
    _must_be_limits(limits)
    checks = []
    if limits.max_corrected is not None:
        corrected = _found(
            lambda: _share_of(
                correct_prevalence(store, run, judge, calibrated_on, where=where), limits.bucket
            )
        )
        what = f"corrected {limits.bucket or 'failing share'}".replace("_", " ")
        checks.append(_at_most(what, corrected, limits.max_corrected))
    of_judge = (limits.min_sensitivity, limits.max_false_positive_rate)
    if any(limit is not None for limit in of_judge):
        selection = where if calibrated_on is None else None
        rates = _found(lambda: calibrate_judge(store, judge, calibrated_on or run, selection))
        if limits.min_sensitivity is not None:
            value = rates if isinstance(rates, Refusal) else _rate(rates, rates.sensitivity)
            checks.append(_at_least("sensitivity", value, limits.min_sensitivity))
        if limits.max_false_positive_rate is not None:
            value = rates if isinstance(rates, Refusal) else _rate(rates, rates.false_positive_rate)
            checks.append(_at_most("false-positive rate", value, limits.max_false_positive_rate))
    return CheckResult(run, judge, all(one.holds for one in checks), tuple(checks))


def _must_be_limits(limits: Limits) -> None:
    given = {
        "--max-corrected": limits.max_corrected,
        "--min-sensitivity": limits.min_sensitivity,
        "--max-false-positive-rate": limits.max_false_positive_rate,
    }
    if limits.bucket is not None and limits.max_corrected is None:
        raise InputError("--bucket says which share --max-corrected holds for; give both.")
    if all(limit is None for limit in given.values()):
        raise InputError(f"There is nothing to check. Give {', '.join(given)}, or several.")
    for name, limit in given.items():
        if limit is not None and not 0 <= limit <= 1:
            raise InputError(f"{name} is a fraction from 0 to 1, got {limit:g}.")
    if limits.bucket is not None and limits.bucket not in set(FAILING_BUCKETS):
        named = ", ".join(FAILING_BUCKETS)
        raise InputError(f"{limits.bucket!r} is no failing bucket. Give one of: {named}.")


T = TypeVar("T")


def _found(compute: Callable[[], T]) -> T | Refusal:
    try:
        return compute()
    except StatisticsError as error:
        return refusal_of(error)


def _rate(card: JudgeCard, value: EstimateOrRefusal) -> Value:
    """An error rate; the judge card shows one of unknown draw as if uniform, a build is not."""
    if card.design is not Design.UNKNOWN or isinstance(value, Refusal):
        return _share(value)
    said = next((one for one in card.warnings if one.code == Code.DESIGN_UNKNOWN), None)
    return Refusal(
        Code.DESIGN_UNKNOWN,
        "Nobody knows how these labels were drawn, so the rate may be that of picked ones",
        "" if said is None else said.next_step,
    )


def _share(value: EstimateOrRefusal) -> Value:
    return value if isinstance(value, Refusal) else Share(value.estimate, value.low, value.high)


def _share_of(table: CorrectedTable, bucket: str | None) -> Value:
    if bucket is None or isinstance(table.corrected, Refusal):
        return _share(table.corrected)
    row = next((row for row in table.buckets if row.bucket == bucket), None)
    if row is None:
        # No trace and no label fell there, and the table leaves such a row out.
        return Refusal(
            Code.NOT_ENOUGH_LABELS,
            f"The table has no row {bucket}: no trace and no label fell there",
            f"See its rows: workbench correct --run {quote(str(table.run))} "
            f"--judge {quote(str(table.judge))}.",
        )
    if row.corrected_share is None or row.low is None or row.high is None:
        reason = row.reason or f"{bucket} has no corrected share"
        return Refusal(Code.NOT_ENOUGH_LABELS, reason.rstrip("."))
    return Share(row.corrected_share, row.low, row.high)


def _at_most(what: str, value: Value, limit: float) -> Checked:
    if isinstance(value, Refusal):
        return _refused(what, value, f"at most {percent(limit)}", limit)
    holds = value.high <= limit
    said = f"{_measured(what, value)}: {_keeps(holds)} at most {percent(limit)}"
    return Checked(what, limit, holds, *value, value.high, None, said + _tail(holds, value, limit))


def _at_least(what: str, value: Value, limit: float) -> Checked:
    if isinstance(value, Refusal):
        return _refused(what, value, f"at least {percent(limit)}", limit)
    holds = value.low >= limit
    said = f"{_measured(what, value)}: {_keeps(holds)} at least {percent(limit)}"
    return Checked(what, limit, holds, *value, value.low, None, said + _tail(holds, value, limit))


def _measured(what: str, value: Share) -> str:
    return (
        f"{what.capitalize()} {percent(value.estimate)} "
        f"(95 % interval {percent_range(value.low, value.high)})"
    )


def _keeps(holds: bool) -> str:
    return "holds," if holds else "does not hold,"


def _tail(holds: bool, value: Share, limit: float) -> str:
    is_open = not holds and value.low <= limit <= value.high
    return ". More labels may decide it." if is_open else "."


def _refused(what: str, refusal: Refusal, wanted: str, limit: float) -> Checked:
    said = f"{what.capitalize()}: does not hold, {wanted}, since there is no number. {refusal}"
    return Checked(what, limit, False, None, None, None, None, str(refusal), said)
