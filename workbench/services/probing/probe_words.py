"""What the outcomes of a run's probes say in words, and what to keep in mind with them."""

from collections.abc import Iterable, Mapping
from shlex import quote

from workbench.domain.probe import Against
from workbench.domain.refusals import Code, Warning_
from workbench.report.counted import counted_as
from workbench.report.percent import percent
from workbench.services.probing.probe_results import ProbedCase
from workbench.stats.interval import proportion

FEW_PROBED = 20


def probe_sentence(n_retrieval: int, n_generation: int, n_probed: int) -> str:
    """Say how many failures the generator answers rightly from their gold passages."""
    n = n_retrieval + n_generation
    if not n:
        if not n_probed:
            return "No trace of this run has an answer to its gold passages yet."
        return "No probed failure has both its answers judged yet."
    share = proportion(n_retrieval, n)
    return (
        f"Given the gold passages, the generator answers {n_retrieval} of {n} failures rightly "
        f"({percent(share.estimate)}; 95 % interval {percent(share.low)} to "
        f"{percent(share.high)}, {share.method}, each trace counted by itself)."
    )


def probe_reading(right: list[ProbedCase], n_generation: int) -> str:
    """Say what these failures lose, and how many are wrong with their gold too."""
    if not right and not n_generation:
        return ""
    partial = sum(case.is_partial for case in right)
    differ = sum(case.against is Against.DIFFER for case in right)
    return (
        "There, getting the evidence into the prompt is the loss"
        + (f", in {partial} of them recall or assembly of several parts" if partial else "")
        + (f"; but {differ} held it in their prompt already, and are to be read" if differ else "")
        + f". The other {n_generation} are wrong with it too: generation, or its use of context."
    )


def probe_warnings(
    run: str, checked: list[ProbedCase], left_out: Mapping[str, int], cases: list[ProbedCase]
) -> Iterable[Warning_]:
    """Give what the outcomes rest on, and what to do for firmer ones."""
    n_missing = left_out.get("not_probed", 0)
    if n_missing:
        yield Warning_(
            Code.NOT_ENOUGH_LABELS,
            f"{counted_as(n_missing, 'failing trace has', 'failing traces have')} "
            "no answer to the gold passages: the shares are of "
            "the probed ones, and hold for all failures only if those were drawn by chance",
            f"Run: workbench probe export --run {quote(run)} -o FILE.",
        )
    n_open = left_out.get("probe_not_judged", 0)
    if n_open:
        yield Warning_(
            Code.NOT_ENOUGH_LABELS,
            f"{counted_as(n_open, 'answer to gold passages was', 'answers to gold passages were')} "
            "judged by nobody",
            "Draw a queue from the run that holds them, and label it.",
        )
    n_by_judge = sum("judge" in (case.answer_by, case.probe_by) for case in checked)
    if n_by_judge:
        yield Warning_(
            Code.NOT_CALIBRATED,
            f"{n_by_judge} of {len(checked)} outcomes rest on the judge's verdict for one of the "
            "two answers: its errors are in them",
            "Label these traces to be sure.",
        )
    if cases and len(checked) < FEW_PROBED:
        yield Warning_(
            Code.FEW_LABELS,
            f"{len(checked)} probed traces are few: read the interval, not the share",
        )
