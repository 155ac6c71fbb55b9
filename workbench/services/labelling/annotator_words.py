"""How one annotator's report reads in a sentence, the same on screen and in a terminal."""

from workbench.domain.refusals import Refusal
from workbench.report.counted import counted
from workbench.report.percent import percent, percent_range, points
from workbench.stats.interval import Estimate


def report_sentence(
    name: str,
    n_labelled: int,
    seconds: float | None,
    agreement: Estimate | Refusal,
    drift: float | None,
) -> str:
    """The report in a sentence; `drift` is the change in the failing share, where one is seen."""
    said = f"{name} labelled {counted(n_labelled, 'trace')}"
    if seconds is not None:
        said += f" at {shown_seconds(seconds)} each"
    if isinstance(agreement, Estimate):
        said += (
            f", and agrees with the others on {percent(agreement.estimate)} of "
            f"{agreement.n:,.0f} shared ones ({percent_range(agreement.low, agreement.high)})"
        )
    if drift is not None:
        way = "more" if drift > 0 else "fewer"
        said += f"; in the later half {way} are found failing, by {points(abs(drift))}"
    return said + "."


def shown_seconds(seconds: float) -> str:
    """A span in the unit a person would use."""
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds >= 9.5 else f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min"
