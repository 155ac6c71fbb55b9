"""What the first screen says, from what the store holds; knows nothing of Streamlit."""

from typing import NamedTuple

from workbench.report.counted import counted
from workbench.services.housekeeping.read_overview import NextStep, Overview, Step


class Link(NamedTuple):
    """A way to a screen: the words on it, and the screen's file name without its ending."""

    label: str
    screen: str
    section: str | None = None


class StepText(NamedTuple):
    """The next step in words: its title, a sentence, and where to do it."""

    title: str
    sentence: str
    links: tuple[Link, ...]


class StepState(NamedTuple):
    """One step of the work: its name, and whether it is done or now to be done."""

    name: str
    is_done: bool
    is_now: bool


_NAMES = {
    Step.IMPORT: "Import traces",
    Step.QUEUE: "Draw a queue",
    Step.LABEL: "Label",
    Step.RESULTS: "Read the results",
}


def step_states(step: NextStep) -> tuple[StepState, ...]:
    """Every step of the work in order, the ones before the next step done."""
    order = list(Step)
    now = order.index(step.step)
    return tuple(
        StepState(_NAMES[name], position < now, position == now)
        for position, name in enumerate(order)
    )


def next_step_text(step: NextStep) -> StepText:
    """The next step in words."""
    if step.step is Step.IMPORT:
        return StepText(
            "Next: import a file of traces",
            "Nothing is in the store yet. A trace is one question through your pipeline: the "
            "query, what was retrieved, what stood in the prompt, and the answer. You see what "
            "was found in the file before anything is written.",
            (Link("Import a file", "data", "Import"),),
        )
    if step.step is Step.QUEUE:
        return StepText(
            f"Next: draw {counted(step.n, 'trace')} to label",
            f"Run {step.run} has no labels yet. About a hundred, drawn at random within what the "
            "judge failed and what it passed, are enough to measure the judge and correct its "
            "figures.",
            (Link("Draw a queue", "data", "Queues"), Link("Import labels", "data", "Import")),
        )
    if step.step is Step.LABEL and step.queue is not None:
        queue = step.queue
        return StepText(
            f"Next: label {counted(step.n, 'trace')} of queue {queue.name}",
            f"{queue.n_labelled:,} of {queue.n_items:,} are done. The usual trace takes one or "
            "two keys; you can stop at any time, nothing is lost.",
            (Link("Continue labelling" if queue.n_labelled else "Start labelling", "label"),),
        )
    return StepText(
        "Next: read the results",
        f"Every queue is labelled. See whether the judge can be believed on run {step.run}, and "
        "which stage loses most answers once its errors are taken out.",
        (Link("Judge", "judge"), Link("Triage", "triage")),
    )


def planning_text(precision: str | None) -> str:
    """How precise the figures are by now, and what more labels would give."""
    if precision is None:
        return "How precise the figures are shows once every part of the draw has a label."
    return f"The failing share is known to {precision}."


def runs_text(overview: Overview) -> str:
    """How many runs there are, those that repeat one with gold passages named apart."""
    n_probes = len(overview.runs) - len(overview.own_runs)
    if not n_probes:
        return counted(len(overview.runs), "run")
    own = counted(len(overview.own_runs), "run")
    return f"{own} and {counted(n_probes, 'repeat')} with gold passages"


def run_rows(overview: Overview) -> list[dict[str, object]]:
    """One row for each run and judge: traces, verdicts, flags, labels."""
    rows: list[dict[str, object]] = []
    for run in overview.runs:
        for judged in run.judges or (None,):
            rows.append(
                {
                    "Run": run.run,
                    "Gold passages of": run.probe_of,
                    "Traces": run.n_traces,
                    "No answer": run.n_unavailable,
                    "Gold known": run.n_with_gold,
                    "Judge": str(judged.judge) if judged else None,
                    "Verdicts": judged.n_usable if judged else None,
                    "Judged failing": judged.n_flagged if judged else None,
                    "Labelled": run.n_labelled,
                }
            )
    return rows


def queue_rows(overview: Overview) -> list[dict[str, object]]:
    """One row for each queue, newest first, with the share of its items that are labelled."""
    return [
        {
            "Queue": queue.name,
            "Run": queue.run,
            "Items": queue.n_items,
            "Labelled": queue.n_labelled,
            "Done": queue.n_labelled / queue.n_items if queue.n_items else None,
        }
        for queue in overview.queues
    ]
