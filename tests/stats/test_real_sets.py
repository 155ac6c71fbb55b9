"""Estimators on verdicts that people and judges gave to real answers."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.bench.coverage_clusters import REAL_RATIOS
from tests.stats.real_sets import Answers, mt_rag, open_qa, ragas
from workbench.errors import NotEnoughLabels, UninformativeJudge
from workbench.stats.agreement import agreement
from workbench.stats.bias import judge_bias_uniform
from workbench.stats.cluster_bootstrap import cluster_means, mean_over_clusters
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import Interval, jeffreys_interval, wilson_interval
from workbench.stats.judge_accuracy import accuracy_uniform, begg_greenes
from workbench.stats.prevalence import (
    Stratum,
    post_stratified,
    post_stratified_items,
    rogan_gladen,
    rogan_gladen_point,
)
from workbench.stats.weighting import clustered_n

OPEN_QA_JUDGES = {
    "NQ301_gpt-4.tsv": ConfusionCounts(tp=582, fn=89, fp=137, tn=679),
    "NQ301_BEM.tsv": ConfusionCounts(tp=601, fn=71, fp=217, tn=599),
}


def width(interval: Interval) -> float:
    return interval.high - interval.low


def census(counts: ConfusionCounts) -> list[Stratum]:
    """Every judged answer is labelled."""
    return [
        Stratum(counts.n_flagged, counts.n_flagged, counts.tp),
        Stratum(counts.n_unflagged, counts.n_unflagged, counts.fn),
    ]


def by_question(answers: Answers, is_flagged: bool) -> float:
    chosen = [place for place, flagged in enumerate(answers.is_flagged) if flagged is is_flagged]
    return clustered_n(
        [answers.is_wrong[place] for place in chosen],
        [answers.questions[place] for place in chosen],
    )


def share_ratio(answers: Answers) -> float:
    """How much wider the human share's interval is by question than by answer."""
    n, n_wrong = len(answers.is_wrong), sum(answers.is_wrong)
    effective = clustered_n(answers.is_wrong, answers.questions)
    by_answer = jeffreys_interval(n_wrong, n)
    return width(jeffreys_interval(n_wrong / n * effective, effective)) / width(by_answer)


def linearised_ratio(values: Sequence[bool], clusters: Sequence[str]) -> float:
    """The same from the textbook's variance of a ratio of cluster totals, without a correlation."""
    n, rate = len(values), sum(values) / len(values)
    residuals: dict[str, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        residuals[cluster] = residuals.get(cluster, 0.0) + value - rate
    n_clusters = len(residuals)
    variance = n_clusters / (n_clusters - 1) * sum(r * r for r in residuals.values()) / n**2
    return float((variance / (rate * (1 - rate) / n)) ** 0.5)


def test_mt_rag_metric_has_its_four_counts(real_data: Path) -> None:
    counts = mt_rag(real_data).counts()
    assert counts == ConfusionCounts(tp=31, fn=5, fp=37, tn=167)
    assert counts.n == 240


def test_mt_rag_metric_is_informative_and_too_pessimistic(real_data: Path) -> None:
    counts = mt_rag(real_data).counts()
    accuracy = accuracy_uniform(counts)
    assert accuracy.sensitivity.estimate == pytest.approx(31 / 36)
    assert accuracy.sensitivity.interval == pytest.approx((0.713, 0.939), abs=5e-4)
    assert accuracy.false_positive_rate.estimate == pytest.approx(37 / 204)
    assert accuracy.youden.low > 0.5
    # 37 alarms against 5 misses: (37 - 5) / 240.
    bias = judge_bias_uniform(counts)
    assert bias.difference == pytest.approx(32 / 240)
    assert bias.reading == "too_pessimistic"
    kappa = agreement(counts, np.random.default_rng(1), n_draws=2_000).kappa
    assert kappa is not None
    # p_o = 198/240, p_e = (68 * 36 + 172 * 204) / 240^2.
    assert kappa.estimate == pytest.approx((0.825 - 0.651667) / (1 - 0.651667), abs=1e-4)


def test_mt_rag_corrections_give_the_human_share_back(real_data: Path) -> None:
    # Labelled throughout, both corrections must give people's own 36 of 240.
    counts = mt_rag(real_data).counts()
    assert post_stratified(census(counts)).estimate == pytest.approx(0.15, abs=1e-12)
    assert post_stratified_items(census(counts)).interval == pytest.approx((0.15, 0.15), abs=1e-12)
    corrected = rogan_gladen(counts.n_flagged, counts.n, counts)
    assert corrected.estimate == pytest.approx(0.15, abs=1e-12)
    assert corrected.low < 0.15 < corrected.high
    assert width(corrected.interval) > width(post_stratified(census(counts)).interval)


def test_ragas_metric_on_21_answers_is_shown_with_its_doubt(real_data: Path) -> None:
    counts = ragas(real_data).counts()
    assert counts == ConfusionCounts(tp=9, fn=2, fp=3, tn=7)
    accuracy = accuracy_uniform(counts)
    assert accuracy.sensitivity.n == 11
    assert accuracy.sensitivity.interval == pytest.approx(wilson_interval(9, 11), abs=1e-12)
    assert width(accuracy.sensitivity.interval) > 0.4
    assert 0 < accuracy.youden.low < accuracy.youden.high < 1
    assert judge_bias_uniform(counts).reading == "no_clear_bias"
    # 12 of 21 flagged elsewhere too: the interval says how little 21 labels know.
    corrected = rogan_gladen(12, 21, counts)
    assert corrected.estimate == pytest.approx(11 / 21, abs=1e-12)
    assert width(corrected.interval) > 0.5


@pytest.mark.parametrize("judge", OPEN_QA_JUDGES)
def test_open_qa_judges_have_their_four_counts(real_data: Path, judge: str) -> None:
    answers = open_qa(real_data, judge)
    assert answers.counts() == OPEN_QA_JUDGES[judge]
    assert len(set(answers.questions)) == 301


@pytest.mark.parametrize("judge", OPEN_QA_JUDGES)
def test_a_hundred_labels_by_verdict_hold_the_share_of_all_answers(
    real_data: Path, judge: str
) -> None:
    # Known for every answer, the human share of .45 can be looked for with 100 labels of each draw.
    answers = open_qa(real_data, judge)
    wrong, flagged = np.array(answers.is_wrong), np.array(answers.is_flagged)
    sides = [np.flatnonzero(flagged == verdict) for verdict in (True, False)]
    rng = np.random.default_rng(12)
    n_runs, held, found_held = 400, 0, 0
    for _ in range(n_runs):
        drawn = [rng.choice(side, 50, replace=False) for side in sides]
        strata = [
            Stratum(side.size, 50, int(wrong[labelled].sum()))
            for side, labelled in zip(sides, drawn, strict=True)
        ]
        result = post_stratified_items(strata)
        held += result.low <= wrong.mean() <= result.high
        labels = np.concatenate(drawn)
        counts = Answers([""] * 100, wrong[labels].tolist(), flagged[labels].tolist()).counts()
        found = begg_greenes(sides[0].size, sides[1].size, counts, rng, n_draws=500)
        truth = flagged[wrong].mean()
        found_held += found.sensitivity.low <= truth <= found.sensitivity.high
    # 95 % with three standard errors of 400 runs.
    assert held / n_runs >= 0.917
    assert found_held / n_runs >= 0.90


@pytest.mark.parametrize("judge", OPEN_QA_JUDGES)
def test_labels_of_half_the_questions_correct_the_other_half(real_data: Path, judge: str) -> None:
    answers = open_qa(real_data, judge)
    halves: tuple[list[int], list[int]] = ([], [])
    for place, question in enumerate(answers.questions):
        halves[int(question) % 2].append(place)
    source, target = (
        Answers(*([column[place] for place in half] for column in answers)) for half in halves
    )
    n_flagged = sum(target.is_flagged)
    corrected = rogan_gladen(n_flagged, len(target.is_flagged), source.counts())
    truth = sum(target.is_wrong) / len(target.is_wrong)
    observed = n_flagged / len(target.is_flagged)
    assert corrected.low <= truth <= corrected.high
    assert abs(corrected.estimate - truth) < abs(observed - truth)


def test_a_judge_that_knows_nothing_is_refused_elsewhere_and_used_here(real_data: Path) -> None:
    answers = open_qa(real_data, "NQ301_gpt-4.tsv")
    coin = np.random.default_rng(4).random(len(answers.is_wrong)) < 0.5
    counts = answers._replace(is_flagged=coin.tolist()).counts()
    with pytest.raises(UninformativeJudge, match="JUDGE_UNINFORMATIVE"):
        rogan_gladen(counts.n_flagged, counts.n, counts)
    with pytest.raises(UninformativeJudge):
        rogan_gladen_point(0.5, counts.tp / counts.n_failed, 1.0)
    human_share = counts.n_failed / counts.n
    # A tenth of each side labelled: as wide as human labels alone, and right.
    strata = [
        Stratum(n, n // 10, round(n_wrong / n * (n // 10)))
        for n, n_wrong in ((counts.n_flagged, counts.tp), (counts.n_unflagged, counts.fn))
    ]
    kept = post_stratified(strata)
    assert kept.low < human_share < kept.high
    n_labels = sum(item.n_labelled for item in strata)
    alone = jeffreys_interval(human_share * n_labels, n_labels)
    assert width(kept.interval) == pytest.approx(width(alone), rel=0.05)


def test_a_judge_turned_round_is_refused_elsewhere_and_as_good_as_ever_here(
    real_data: Path,
) -> None:
    answers = open_qa(real_data, "NQ301_BEM.tsv")
    turned = answers._replace(is_flagged=[not flagged for flagged in answers.is_flagged])
    counts = turned.counts()
    with pytest.raises(UninformativeJudge):
        rogan_gladen(counts.n_flagged, counts.n, counts)
    right_way = post_stratified(census(answers.counts()))
    assert post_stratified(census(counts)).interval == pytest.approx(right_way.interval, abs=1e-12)


def test_one_class_of_real_labels_is_refused_by_name(real_data: Path) -> None:
    answers = ragas(real_data)
    wrong = [place for place, is_wrong in enumerate(answers.is_wrong) if is_wrong]
    counts = Answers(*([column[place] for place in wrong] for column in answers)).counts()
    with pytest.raises(NotEnoughLabels, match="ONE_CLASS_ONLY"):
        rogan_gladen(12, 21, counts)


@pytest.mark.parametrize("name", ["MT-RAG", "Open QA"])
def test_intervals_by_question_are_wider_by_the_published_ratio(real_data: Path, name: str) -> None:
    answers = mt_rag(real_data) if name == "MT-RAG" else open_qa(real_data, "NQ301_gpt-4.tsv")
    published = REAL_RATIOS[name]
    assert (len(answers.is_wrong), len(set(answers.questions))) == published[:2]
    ratio = share_ratio(answers)
    assert ratio == pytest.approx(published.of_share, abs=0.005)
    # Another way to the same figure, which knows nothing of a correlation.
    assert ratio == pytest.approx(linearised_ratio(answers.is_wrong, answers.questions), rel=0.05)
    sides = {
        verdict: [
            w for w, f in zip(answers.is_wrong, answers.is_flagged, strict=True) if f is verdict
        ]
        for verdict in (True, False)
    }
    by_answer = [Stratum(20 * len(side), len(side), sum(side)) for side in sides.values()]
    effective = [
        Stratum(20 * len(side), len(side), sum(side), by_question(answers, verdict))
        for verdict, side in sides.items()
    ]
    corrected = width(post_stratified(effective).interval) / width(
        post_stratified(by_answer).interval
    )
    assert corrected == pytest.approx(published.of_corrected, abs=0.005)
    assert 1 < corrected < ratio


def test_a_mean_over_questions_is_not_the_share_of_answers(real_data: Path) -> None:
    # A question with many different answers has many wrong ones, so each counting once tells less.
    answers = open_qa(real_data, "NQ301_gpt-4.tsv")
    number = {question: place for place, question in enumerate(dict.fromkeys(answers.questions))}
    means = cluster_means(
        np.array(answers.is_wrong, float),
        np.array([number[question] for question in answers.questions]),
    )
    by_mean = mean_over_clusters(means, np.random.default_rng(1))
    assert by_mean.n == 301
    assert by_mean.high < sum(answers.is_wrong) / len(answers.is_wrong)
