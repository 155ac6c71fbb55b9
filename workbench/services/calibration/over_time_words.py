"""A judge over time, and systems ranked by it, in sentences that follow the intervals."""

from collections.abc import Sequence

from workbench.domain.refusals import Refusal
from workbench.report.counted import counted
from workbench.report.percent import (
    coefficient,
    coefficient_range,
    percent,
    percent_range,
    points,
    points_range,
)
from workbench.services.calibration.over_time_results import JudgeVersion
from workbench.services.results import EstimateOrRefusal


def flips_sentence(
    before: str,
    after: str,
    n_anchors: int,
    only_before: int,
    only_after: int,
    flip_rate: EstimateOrRefusal,
) -> str:
    """Say how many verdicts changed from one version to the next, and which way."""
    if isinstance(flip_rate, Refusal):
        return str(flip_rate)
    return (
        f"Of {counted(n_anchors, 'trace')} "
        f"that both judged, {only_before + only_after:,} got another "
        f"verdict: {percent(flip_rate.estimate)} ({percent_range(flip_rate.low, flip_rate.high)}). "
        f"{before} alone fails {only_before:,}, {after} alone {only_after:,}."
    )


def change_sentence(
    after: str, before: str, sensitivity: EstimateOrRefusal, false_alarms: EstimateOrRefusal
) -> str:
    """Say whether the later version errs otherwise; the words follow the intervals alone."""
    if isinstance(sensitivity, Refusal) and isinstance(false_alarms, Refusal):
        return f"Whether {after} errs otherwise than {before} is not known. {sensitivity}"
    return " ".join(
        _one_change(name, value, rises, falls)
        for name, value, rises, falls in (
            (
                "Sensitivity",
                sensitivity,
                f"{after} finds more of the failures",
                f"{after} misses more failures",
            ),
            (
                "False-positive rate",
                false_alarms,
                f"{after} flags more right answers",
                f"{after} flags fewer right answers",
            ),
        )
    )


def _one_change(name: str, value: EstimateOrRefusal, rises: str, falls: str) -> str:
    if isinstance(value, Refusal):
        return f"{name}: not known. {value}"
    change, limits = points(value.estimate), points_range(value.low, value.high)
    reading = "no clear change" if value.low <= 0 <= value.high else ""
    reading = reading or (rises if value.low > 0 else falls)
    return f"{name} changed by {change} ({limits}): {reading}."


def history_sentence(name: str, run: str, versions: Sequence[JudgeVersion]) -> str:
    """Say how many versions there are, and which of them are not calibrated."""
    if len(versions) == 1:
        return f"{name} has one version on run {run}; there is nothing to compare over time."
    open_ones = [version.judge for version in versions if not version.is_calibrated]
    said = f"{name} has {len(versions)} versions on run {run}, each a judge of its own"
    if open_ones:
        verb = "is" if len(open_ones) == 1 else "are"
        said += f"; {' and '.join(open_ones)} {verb} not calibrated (0 labelled items)"
    return f"{said}."


def ranking_sentence(judge: str, n_found: int, n_ranked: int, tau: EstimateOrRefusal) -> str:
    """Say whether the judge's order of systems is that of the corrected shares."""
    left = n_found - n_ranked
    verbs = ("has", "is") if left == 1 else ("have", "are")
    aside = f" {left} more {verbs[0]} no corrected share and {verbs[1]} left out." if left else ""
    if isinstance(tau, Refusal):
        return f"Whether {judge} ranks these systems as people would is not known. {tau}{aside}"
    said = (
        f"{judge}'s order of {n_ranked} systems and that of their true failing shares agree by a "
        f"tau of {coefficient(tau.estimate)}, "
        f"95 % interval {coefficient_range(tau.low, tau.high)}: "
    )
    if tau.low > 0:
        reading = "the judge's order can be followed on the whole"
    elif tau.high < 0:
        reading = "the judge ranks them against the truth"
    else:
        reading = "these labels do not say that the judge ranks them rightly"
    return f"{said}{reading}.{aside}"
