"""A comparison of two runs in sentences, and what must be said beside it."""

from collections.abc import Iterable
from shlex import quote

from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.report.counted import counted, counted_as
from workbench.report.percent import points, points_range
from workbench.services.comparing.compare_results import Flips
from workbench.services.comparing.half_pairs import HalfPairs
from workbench.services.comparing.pair_strata import RunPair
from workbench.services.results import EstimateOrRefusal

FEW_BELOW = 10
OF_ONE_RUN = (
    Code.DESIGN_UNKNOWN,
    Code.FINDINGS_ONLY,
    Code.QUESTIONS_DIFFER,
    Code.STOPPED_WHEN_NARROW,
)


def comparison_sentence(run_a: str, run_b: str, n_pairs: int, difference: EstimateOrRefusal) -> str:
    """Say whether quality changed; the words follow the interval of the difference alone."""
    both = f"{counted_as(n_pairs, 'question is', 'questions are')} in both runs"
    if not n_pairs:
        both = "No question can be compared"
    if isinstance(difference, Refusal):
        return f"{both}. Whether quality changed is not known. {difference}"
    low, high = difference.low, difference.high
    limits = points_range(low, high)
    said = (
        f"{both}. The failing share of {run_b} minus that of {run_a} is "
        f"{_signed(difference.estimate)}, 95 % interval {limits}: "
    )
    if high < 0:
        return f"{said}{run_b} fails less often."
    if low > 0:
        return f"{said}{run_b} fails more often."
    return f"{said}these labels do not tell the two apart."


def _have(n: int) -> str:
    return counted_as(n, "question has", "questions have")


def _signed(difference: float) -> str:
    return points(difference).replace("-", "−")


def flips_sentence(run_a: str, run_b: str, flips: Flips | Refusal) -> str:
    """Say whether the judge's verdicts changed, which is not whether quality did."""
    if isinstance(flips, Refusal):
        return f"Not known. {flips}"
    p_value = f"{flips.p_value:.2g}" if flips.p_value is not None else "none"
    changed = (
        "Yes, more one way than chance gives"
        if flips.p_value is not None and flips.p_value < 0.05
        else "Not more one way than chance gives"
    )
    return (
        f"{changed}: of {counted(flips.n, 'question')} the judge fails {flips.fixed:,} in {run_a} "
        f"only and {flips.broken:,} in {run_b} only (exact McNemar, p = {p_value}). That is about "
        "the judge, not about quality."
    )


def pair_warnings(both: RunPair, halves: HalfPairs) -> Iterable[Warning_]:
    """Give what must be said of the pairs that were not compared, and of the labels."""
    counts = both.counts
    run_a, run_b = both.target_a.runs[0], both.target_b.runs[0]
    judge = both.target_a.judge
    if counts.n_common and (counts.n_a != counts.n_common or counts.n_b != counts.n_common):
        yield Warning_(
            Code.QUESTIONS_DIFFER,
            f"The runs do not hold the same questions: {counts.n_a - counts.n_common:,} are only "
            f"in {run_a}, {counts.n_b - counts.n_common:,} only in {run_b}. Compared is the common "
            "part",
        )
    if 2 * counts.n_reworded > counts.n_pairs:
        yield Warning_(
            Code.QUESTIONS_DIFFER,
            f"{counts.n_reworded:,} of {counts.n_pairs:,} pairs have another query in {run_b} than "
            f"in {run_a}: if these are not the same questions, nothing here is a comparison",
            "Give each question an id of its own, question_id, and import both files again.",
        )
    if counts.n_common != counts.n_pairs:
        yield Warning_(
            Code.QUESTION_REPEATED,
            f"{_have(counts.n_common - counts.n_pairs)} several traces in one of the runs "
            "and are left out: which trace to take would decide the result",
            "Give each run one trace a question.",
        )
    if both.n_failed_endpoint:
        yield Warning_(
            Code.UNUSABLE_LABELS,
            f"{_have(both.n_failed_endpoint)} no answer in one of the runs, since an "
            "endpoint failed; no verdict on them is compared",
        )
    if judge is not None and both.n_unjudged:
        yield Warning_(
            Code.NOTHING_JUDGED,
            f"{_have(both.n_unjudged)} no usable verdict in one of the runs and so no place "
            "among the pairs of verdicts",
        )
    if 0 < len(both.decided) < FEW_BELOW:
        yield Warning_(
            Code.FEW_LABELS,
            f"Only {counted_as(len(both.decided), 'question is', 'questions are')} labelled in "
            f"both runs; below {FEW_BELOW} a single one moves the result",
            f"workbench plan --run {quote(run_a)} --judge {quote(str(judge or 'NAME'))} "
            f"--compare-with {quote(run_b)} says how many are needed.",
        )
    n_aside = len(both.decided) - len(both.compared)
    if n_aside:
        yield Warning_(
            Code.FINDINGS_ONLY,
            f"{counted(n_aside, 'question')} labelled in both runs "
            f"{'is' if n_aside == 1 else 'are'} left out: nobody knows how "
            f"{'it was' if n_aside == 1 else 'they were'} drawn, and others were drawn together",
        )
    if halves.only_a or halves.only_b:
        yield Warning_(
            Code.NOT_ENOUGH_LABELS,
            f"{counted_as(halves.only_a, 'question is', 'questions are')} labelled in {run_a} only "
            f"and {halves.only_b:,} in {run_b} only; half a pair says nothing of the change",
            "Label the other half.",
        )
    for n, run in ((halves.tuned_a, run_a), (halves.tuned_b, run_b)):
        if n:
            yield Warning_(
                Code.LABELS_TUNED_ON,
                f"{counted_as(n, 'question is', 'questions are')} labelled in both runs and left "
                f"out: the label in {run} was used to tune the judge",
                "Label other questions in both.",
            )
    # How each run's labels were drawn for itself says nothing of questions drawn together.
    are_linked = both.compared and all(pair.drawn is not None for pair in both.compared)
    of_one_run = OF_ONE_RUN if are_linked else ()
    for warning in both.labels_a.warnings(run_a):
        if warning.code not in of_one_run:
            yield warning
    for warning in both.labels_b.warnings(run_b):
        if warning.code not in of_one_run:
            yield Warning_(warning.code, f"{run_b}: {warning.message}", warning.next_step)
