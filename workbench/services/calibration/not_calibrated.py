"""What is said of a judge whose verdicts nobody has labelled: once, with what to label."""

from shlex import quote

from workbench.domain.refusals import Code, Refusal
from workbench.services.triage.observe_run import Target


def not_calibrated(found: Target) -> Refusal:
    """The refusal where no labelled item has a verdict of the judge; names a queue that waits."""
    if found.open_queues:
        step = f"Label queue {found.open_queues[0]}, which waits: open it with workbench serve"
    else:
        run = quote(found.runs[0]) if found.runs else "RUN"
        judge = quote(str(found.judge)) if found.judge else "JUDGE"
        step = (
            f"Label items it judged: workbench queue build --run {run} --judge {judge} --size 100"
        )
    return Refusal(
        Code.NOT_CALIBRATED,
        f"{found.judge or 'This judge'} is not calibrated (0 labelled items)",
        f"{step}.",
    )
