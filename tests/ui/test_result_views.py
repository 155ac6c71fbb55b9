"""What the judge and triage screens say of a result, refusals included."""

from dataclasses import replace

import pytest

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Refusal, Warning_
from workbench.domain.vocabulary import Design
from workbench.report.words import how_drawn, refused_rows
from workbench.services.results import (
    AgreementCard,
    BiasCard,
    CorrectedBucket,
    CorrectedTable,
    Disagreement,
    FunnelStage,
    GroupRow,
    GroupTable,
    JudgeCard,
    JudgeCounts,
    LeftOut,
    NextProjectCard,
    OutsideCounts,
)
from workbench.stats.interval import Estimate, Interval
from workbench.ui import judge_view, triage_view

JUDGE = JudgeId("strict", "2")
REFUSED = Refusal("DESIGN_UNKNOWN", "Nobody said how the labels were drawn", "Declare the design")


def _estimate(point: float, low: float, high: float, n: int = 100) -> Estimate:
    return Estimate(point, Interval(low, high), "Wilson", n)


CARD = JudgeCard(
    judge=JUDGE,
    runs=("spring",),
    design=Design.QUEUE,
    counts=JudgeCounts(31, 5, 9, 52, 3),
    sensitivity=_estimate(0.861, 0.702, 0.941, 36),
    false_positive_rate=_estimate(0.148, 0.083, 0.249, 61),
    wrong_if_flagged=_estimate(0.775, 0.62, 0.88, 40),
    wrong_if_passed=_estimate(0.088, 0.03, 0.19, 57),
    observed_prevalence=_estimate(0.402, 0.355, 0.451, 400),
    corrected_prevalence=_estimate(0.335, 0.268, 0.401, 97),
    bias=BiasCard("too_pessimistic", 0.07, 0.01, 0.13, 0.021, "weighted", 97, "Too pessimistic."),
    agreement=AgreementCard(
        0.856, 0.69, 0.73, 0.69, {"kappa": Interval(0.53, 0.81)}, 0.335, 0.402, -0.22, 0.04
    ),
    verdict_words=(),
    left_out=LeftOut(cant_tell=2, skipped=1),
    by_group=None,
    where={},
    seed=7,
    warnings=(Warning_("STRATUM_THIN", "Only 4 labels."),),
)

TABLE = CorrectedTable(
    run="spring",
    judge=JUDGE,
    calibrated_on=None,
    design=Design.QUEUE,
    target="system",
    n=400,
    n_flagged=161,
    observed=0.402,
    observed_interval=Interval(0.355, 0.451),
    corrected=_estimate(0.335, 0.268, 0.401, 97),
    buckets=(
        CorrectedBucket(
            "retrieval_miss", "retrieval", 61, 0.1525, 0.128, 0.09, 0.17, 0.07, 0.2, 19, 12, "x"
        ),
    ),
    human_buckets=(),
    outside=OutsideCounts(unjudged=3),
    counts=CARD.counts,
    method="post-stratified",
    assumption="",
    sentence="The judge fails 40.2 % of the answers; 33.5 % truly fail.",
    seed=7,
    warnings=(),
)


def test_an_error_rate_is_read_as_so_many_of_a_hundred() -> None:
    sensitivity, false_positive = judge_view.error_rates(CARD)
    assert sensitivity.value == "86.1 %"
    assert sensitivity.limits == "70.2 % to 94.1 % · Wilson · 36 labels"
    assert sensitivity.reading == "Of 100 answers that people find wrong, the judge fails 86."
    assert false_positive.reading.endswith("the judge fails 15.")


def test_a_refused_number_gives_its_reason_and_no_value() -> None:
    observed, corrected = judge_view.prevalences(replace(CARD, corrected_prevalence=REFUSED))
    assert observed.value == "40.2 %"
    assert corrected.value == "no number"
    assert corrected.reading == "Nobody said how the labels were drawn. Declare the design."


def test_the_bias_sentence_is_the_headline_with_what_it_rests_on() -> None:
    sentence, basis = judge_view.headline(CARD)
    assert sentence == "Too pessimistic."
    assert basis.startswith("97 labels with both verdicts, drawn by a queue")
    assert basis.endswith("p 0.021.")


def test_the_headline_of_a_uniform_draw_says_that_it_counts_the_labelled_alone() -> None:
    _, basis = judge_view.headline(replace(CARD, design=Design.UNIFORM))
    assert basis.endswith(judge_view.ON_LABELLED)


def test_without_a_bias_the_headline_says_that_it_cannot_be_told() -> None:
    sentence, basis = judge_view.headline(replace(CARD, bias=REFUSED))
    assert "cannot be said yet" in sentence
    assert "Declare the design" in basis


def test_kappa_stands_beside_the_base_rates_and_an_undefined_one_gives_its_reason() -> None:
    assert isinstance(CARD.agreement, AgreementCard)
    undefined = replace(CARD.agreement, kappa=None, reason="only one class")
    names = {shown.label: shown for shown in judge_view.agreement_figures(CARD)}
    assert names["Kappa"].value == "0.69"
    assert names["Kappa"].limits == "0.53 to 0.81"
    assert names["Failing, by people and judge"].value == "33.5 % / 40.2 %"
    assert "−0.22" in names["Failing, by people and judge"].limits
    shown = judge_view.agreement_figures(replace(CARD, agreement=undefined))[1]
    assert (shown.value, shown.reading) == ("undefined", "only one class")


def test_labels_that_do_not_count_are_named() -> None:
    assert judge_view.left_out_text(CARD) == "Left out: 2 can't tell, 1 skipped."
    assert judge_view.left_out_text(replace(CARD, left_out=LeftOut())) == ""


def _disagreement(trace_id: int, judge_verdict: str) -> Disagreement:
    return Disagreement(
        trace_id, f"q-{trace_id}", "spring", judge_verdict, None, "correct", None, "ada", None,
        "How long?", None, None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (judge_view.EVERYONE, [1, 2, 3]),
        (judge_view.JUDGE_ONLY, [1, 3]),
        (judge_view.PEOPLE_ONLY, [2]),
    ],
)
def test_disagreements_are_chosen_by_who_found_the_failure(which: str, expected: list[int]) -> None:
    rows = [_disagreement(1, "fail"), _disagreement(2, "pass"), _disagreement(3, "fail")]
    chosen = judge_view.chosen_disagreements(rows, which)
    assert [row.trace_id for row in chosen] == expected


def test_the_total_of_the_groups_comes_last_and_from_counts() -> None:
    few = GroupRow("v2", 1, 3, 1 / 3, 0.06, 0.79, True)
    total = GroupRow("all", 7, 23, 7 / 23, 0.15, 0.51, False)
    table = GroupTable("index_version", (few,), total, few_below=10)
    rows = judge_view.group_rows(table)
    assert [row["Group"] for row in rows] == ["v2", "all"]
    assert [row["Few labels"] for row in rows] == ["few", ""]
    assert rows[-1]["Failing"] == 7


def test_the_failing_total_stands_below_the_buckets() -> None:
    rows = triage_view.corrected_rows(TABLE)
    assert [row["Bucket"] for row in rows] == ["Retrieval miss", "Failing in all", "All traces"]
    assert (rows[1]["Observed"], rows[1]["Corrected share"]) == (61, 0.335)


def test_a_refused_correction_leaves_the_observed_share_and_no_total() -> None:
    refused = replace(
        TABLE,
        corrected=REFUSED,
        buckets=(
            replace(
                TABLE.buckets[0], corrected_share=None, reason="STRATUM_UNLABELLED: not labelled"
            ),
        ),
    )
    observed, corrected, _ = triage_view.share_figures(refused)
    assert observed.value == "40.2 %"
    assert corrected.value == "no number"
    rows = triage_view.corrected_rows(refused)
    assert rows[1]["Corrected share"] is None
    # The reason of the total stands above and holds for every row.
    assert refused_rows(refused) == []
    assert refused_rows(replace(refused, corrected=TABLE.corrected)) == [
        "Retrieval miss: not labelled."
    ]
    assert triage_view.shares_headline(refused) == (
        "The judge fails 161 of 400 answers (40.2 %); what truly fails cannot be said yet."
    )
    assert triage_view.shares_headline(TABLE) == TABLE.sentence


def test_only_what_stands_outside_the_shares_is_listed() -> None:
    assert triage_view.outside_rows(TABLE.outside) == [
        {"Traces": 3, "Why they are outside the shares": "No usable judge verdict"}
    ]


PROJECT = NextProjectCard(
    "retrieval_miss", "retrieval", 0.38, "generation_error", False, "corrected", "search", (), (),
    "FP2",
)  # fmt: skip


def test_the_next_project_is_named_with_its_share_and_a_close_second() -> None:
    assert triage_view.project_headline(PROJECT) == (
        "Mend retrieval first: 38.0 % of the failures are lost there."
    )
    close = triage_view.project_headline(replace(PROJECT, is_too_close=True))
    assert close.endswith("Generation error is too close to tell apart.")


def test_the_slider_of_generation_begins_at_the_corrected_rate() -> None:
    stages = (FunnelStage("generation", 10, 6, 0.6, 0.3, 0.8),)
    corrected = Estimate(0.9, Interval(0.7, 1.0), "post-stratified", 8)
    assert triage_view.usable_rates(stages, corrected) == {"generation": 0.9}


def test_a_stage_without_a_rate_has_no_slider() -> None:
    stages = (
        FunnelStage("retrieval", 10, 8, 0.8, 0.5, 0.9),
        FunnelStage("packing", 0, 0, None, None, None),
    )
    assert triage_view.usable_rates(stages, None) == {"retrieval": 0.8}


def test_no_labels_were_drawn_in_no_way() -> None:
    assert how_drawn(Design.UNKNOWN, 0) == "There are none yet."
    assert how_drawn(Design.UNKNOWN, 3) == "They were chosen in a way that nobody declared."
