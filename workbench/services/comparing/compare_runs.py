"""Two runs on the same questions: did quality change, did the judge's verdicts, what moved where.

Chosen: the difference of the failing share by people's labels, post-stratified on the pairs of
verdicts, and where no verdict serves the plain paired difference of a random sample. The judge's
own flips are tested and shown under their own title: where a judge is milder on one version they
call an unchanged system changed in 97 % of cases. Rejected: comparing two corrected shares, which
throws away that the questions are the same.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from workbench.domain.refusals import Code, Refusal
from workbench.domain.remedies import TABLE_ORDER
from workbench.domain.vocabulary import Bucket, JudgeVerdict, Outside
from workbench.errors import StatisticsError
from workbench.report.counted import counted
from workbench.services.calibration.correct_prevalence import SEED
from workbench.services.calibration.read_labels_of import SAME_ITEMS, declare_line
from workbench.services.comparing.compare_results import Comparison, Flips, Move, Stay
from workbench.services.comparing.compare_words import (
    comparison_sentence,
    flips_sentence,
    pair_warnings,
)
from workbench.services.comparing.half_pairs import half_pairs
from workbench.services.comparing.label_both import label_both, waiting_queues
from workbench.services.comparing.pair_strata import (
    VERDICT_PAIRS,
    LabelledPair,
    RunPair,
    bucket_in,
    read_run_pair,
)
from workbench.services.comparing.shared_questions import no_shared_question
from workbench.services.open_store import Store
from workbench.services.refuse import refusal_of
from workbench.services.results import EstimateOrRefusal
from workbench.services.triage.observe_run import most_used_judge
from workbench.stats.bias import bonett_price_difference, exact_mcnemar
from workbench.stats.interval import Estimate
from workbench.stats.paired import (
    paired_poststratified_difference,
    paired_poststratified_p_value,
)

__all__ = ["Comparison", "compare_runs"]

PEOPLE, JUDGE = "people", "judge"
EXACT = "exact McNemar"
BONETT_PRICE = "Bonett-Price"

Word = Bucket | Outside


def compare_runs(
    store: Store, run_a: str, run_b: str, judge: str | None = None, seed: int = SEED
) -> Comparison:
    """Give the paired comparison of two runs, the first taken as before and the second as after.

    Parameters
    ----------
    run_a, run_b
        Two runs; questions that are not in both, or have several traces in one, are counted and
        left out.
    judge
        NAME@VERSION; without it the judge with most verdicts on the second run.
    seed
        Where the draws start; stored with the result.

    Raises
    ------
    InputError
        Unknown run or judge, or one run given twice. What cannot be compared is a refusal.
    """
    chosen, said = (judge, ()) if judge is not None else most_used_judge(store, run_b)
    both = read_run_pair(store, run_a, run_b, chosen)
    decided = both.compared
    missing = no_shared_question(store, both) or _one_judge(both)
    judged = _judge_flips(both) if missing is None else missing
    flips: Flips | Refusal = judged
    if decided:
        flips = _human_flips(both, decided)
    waiting = waiting_queues(store, both)
    difference = _difference(both, decided, missing, label_both(both, waiting), seed)
    moves = _moves(both)
    halves = half_pairs(both)
    counts = both.counts
    return Comparison(
        run_a=run_a,
        run_b=run_b,
        judge=both.target_b.judge,
        n_pairs=counts.n_pairs,
        n_judged_pairs=both.verdict_counts().total(),
        n_labelled_pairs=len(both.decided),
        only_in_a=counts.n_a - counts.n_common,
        only_in_b=counts.n_b - counts.n_common,
        n_repeated=counts.n_common - counts.n_pairs,
        n_labelled_in_a_only=halves.only_a,
        n_labelled_in_b_only=halves.only_b,
        basis=None if isinstance(flips, Refusal) else PEOPLE if decided else JUDGE,
        flips=flips,
        difference=difference,
        difference_p_value=_p_value(both, decided, difference, seed),
        judge_flips=judged,
        moves=tuple(
            Move(str(before), str(after), n) for (before, after), n in moves if before != after
        ),
        stayed=tuple(Stay(str(before), n) for (before, after), n in moves if before == after),
        n_stayed=sum(n for (before, after), n in moves if before == after),
        sentence=comparison_sentence(run_a, run_b, counts.n_pairs, difference),
        judge_sentence=flips_sentence(run_a, run_b, judged),
        seed=seed,
        warnings=(*said, *pair_warnings(both, halves)),
        open_queues=waiting,
    )


def _one_judge(both: RunPair) -> Refusal | None:
    """Why the judge's verdicts on the two runs cannot be laid side by side."""
    judge = both.target_a.judge
    if judge is None:
        return Refusal(
            Code.NOTHING_JUDGED,
            "No judge gave verdicts on these runs",
            "Import verdicts of one judge on both: workbench import verdicts FILE --run RUN.",
        )
    silent = [target.runs[0] for target in (both.target_a, both.target_b) if not target.n_judged]
    if silent:
        return Refusal(
            Code.JUDGE_CHANGED,
            f"{judge} has no usable verdict on run {' and '.join(silent)}, and verdicts of "
            "different judges, versions or prompts are never compared",
            f"Let {judge} judge both runs, or label both.",
        )
    if not both.verdict_counts():
        return Refusal(
            Code.NOTHING_JUDGED,
            f"No question has one judged answer in {both.target_a.runs[0]} and one in "
            f"{both.target_b.runs[0]}",
            f"Let {judge} judge the same questions in both.",
        )
    return None


def _judge_flips(both: RunPair) -> Flips:
    sizes = both.verdict_counts()
    fixed = sizes[JudgeVerdict.FAIL, JudgeVerdict.PASS]
    broken = sizes[JudgeVerdict.PASS, JudgeVerdict.FAIL]
    p_value = exact_mcnemar(broken, fixed)
    return Flips(sizes.total(), fixed, broken, p_value, f"{EXACT}, the judge's verdicts")


def _human_flips(both: RunPair, decided: Sequence[LabelledPair]) -> Flips:
    changes = Counter(pair.change for pair in decided)
    fixed, broken = changes[-1], changes[1]
    if both.is_uniform():
        p_value = exact_mcnemar(broken, fixed)
        return Flips(len(decided), fixed, broken, p_value, f"{EXACT}, people's labels")
    reason = (
        "no test: the labels are not a random sample, so these counts follow the draw; read the "
        "interval of the difference"
    )
    return Flips(len(decided), fixed, broken, None, reason)


def _difference(
    both: RunPair,
    decided: Sequence[LabelledPair],
    missing: Refusal | None,
    next_step: str,
    seed: int,
) -> EstimateOrRefusal:
    if missing is not None and not both.counts.n_pairs:
        return missing
    if not decided:
        return Refusal(
            Code.NOT_CALIBRATED,
            "No question has both its answers labelled, and the judge's verdicts alone do not say "
            "whether quality changed",
            next_step,
        )
    if not both.is_design_known():
        named = [
            target.runs[0]
            for target, labels in (
                (both.target_a, both.labels_a),
                (both.target_b, both.labels_b),
            )
            if labels.design not in SAME_ITEMS
        ]
        return Refusal(
            Code.DESIGN_UNKNOWN,
            f"The labels of run {' and '.join(named)} are not known to be drawn from its traces "
            "by a rule",
            declare_line(named[0]),
        )
    refusal = missing
    if missing is None:
        try:
            rng = np.random.default_rng(seed)
            found = paired_poststratified_difference(both.strata(), rng)
        except StatisticsError as error:
            refusal = _unlabelled_pairs(both, next_step) or refusal_of(error)
        else:
            n_labels = sum(stratum.n_labelled for stratum in both.counted_strata())
            return replace(found, n=n_labels)
    if both.is_uniform():
        return _plain_difference(decided)
    return refusal or Refusal(Code.NOT_ENOUGH_LABELS, "No estimate", next_step)


def _p_value(
    both: RunPair, decided: Sequence[LabelledPair], difference: EstimateOrRefusal, seed: int
) -> float | None:
    """What belongs to the interval of the difference: from the same draws, or the exact test."""
    if isinstance(difference, Refusal):
        return None
    if difference.method == BONETT_PRICE:
        changes = Counter(pair.change for pair in decided)
        return exact_mcnemar(changes[1], changes[-1])
    return paired_poststratified_p_value(both.strata(), np.random.default_rng(seed))


def _plain_difference(decided: Sequence[LabelledPair]) -> Estimate:
    wrong = Counter(
        (one.label_a.is_failing is True, one.label_b.is_failing is True)
        for one in decided
        if one.label_a is not None and one.label_b is not None
    )
    found = bonett_price_difference(
        wrong[True, True], wrong[False, True], wrong[True, False], wrong[False, False]
    )
    return replace(found, unit="question")


def _unlabelled_pairs(both: RunPair, next_step: str) -> Refusal | None:
    words = {JudgeVerdict.FAIL: "fail", JudgeVerdict.PASS: "pass"}
    named = [
        f"{words[first]} then {words[second]} ({counted(stratum.n_target, 'question')})"
        for (first, second), stratum in zip(VERDICT_PAIRS, both.counted_strata(), strict=True)
        if stratum.n_target and not stratum.n_labelled
    ]
    if not named:
        return None
    return Refusal(
        Code.STRATUM_UNLABELLED,
        f"No question has both answers labelled where the judge says: {'; '.join(named)}",
        next_step,
    )


def _moves(both: RunPair) -> list[tuple[tuple[Word, Word], int]]:
    found: Counter[tuple[Word, Word]] = Counter()
    for cell in both.cells:
        before = bucket_in(cell.evidence_a, cell.verdict_a, None)
        after = bucket_in(cell.evidence_b, cell.verdict_b, None)
        found[before, after] += cell.n
    for pair in both.touched:
        row = pair.row
        plain = (
            bucket_in(row.evidence_a, row.verdict_a, None),
            bucket_in(row.evidence_b, row.verdict_b, None),
        )
        named = (
            bucket_in(row.evidence_a, row.verdict_a, pair.label_a),
            bucket_in(row.evidence_b, row.verdict_b, pair.label_b),
        )
        found[plain] -= 1
        found[named] += 1
    order: list[Word] = [*TABLE_ORDER, *Outside]
    return sorted(
        ((words, n) for words, n in found.items() if n),
        key=lambda item: (-item[1], order.index(item[0][0]), order.index(item[0][1])),
    )
