"""What notebooks get: the same numbers as the commands, and words read with care."""

import doctest
import importlib
import inspect
import pkgutil

import pandas as pd
import pytest

from workbench import notebook, stats
from workbench.domain.refusals import Refusal
from workbench.notebook.frames import verdicts_of
from workbench.services.calibration.correct_counts import correct_counts
from workbench.services.results import Estimate

MODULES = [f"workbench.notebook.{one.name}" for one in pkgutil.iter_modules(notebook.__path__)]
FUNCTIONS = [name for name in notebook.__all__ if name[0].islower()]

LABELS = pd.DataFrame(
    {
        "judge": ["fail"] * 60 + ["pass"] * 100 + [None],
        "human": ["wrong"] * 45 + ["correct"] * 15 + ["wrong"] * 5 + ["correct"] * 95 + ["wrong"],
    }
)
COUNTS = stats.ConfusionCounts(tp=45, fn=5, fp=15, tn=95)


def number(value: object) -> Estimate:
    assert isinstance(value, Estimate), value
    return value


@pytest.mark.parametrize("module", MODULES)
def test_every_example_runs(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_shows_an_example(name: str) -> None:
    text = inspect.getdoc(getattr(notebook, name)) or ""
    for section in ("Parameters\n---", "Returns\n---", "Examples\n---", ">>> "):
        assert section in text


def test_counts_give_what_the_command_gives() -> None:
    mine = notebook.correct(120, 400, tp=45, fn=5, fp=15, tn=85)
    assert mine == correct_counts(120, 400, stats.ConfusionCounts(45, 5, 15, 85))
    assert number(mine.corrected).estimate == 0.2


def test_a_uniform_frame_is_counted() -> None:
    found = notebook.calibrate(LABELS, n_flagged=150, n_passed=250)
    assert (found.counts, found.n_unusable) == (COUNTS, 1)
    assert found.sensitivity == stats.sensitivity_uniform(COUNTS)
    assert found.false_positive_rate == stats.false_positive_rate_uniform(COUNTS)
    # .375 of the traces at 45/60 wrong, .625 at 5/100.
    assert number(found.corrected).estimate == pytest.approx(0.375 * 0.75 + 0.625 * 0.05)


def test_a_frame_by_verdict_is_weighted_up_to_all_traces() -> None:
    found = notebook.calibrate(LABELS, design="by_verdict", n_flagged=150, n_passed=850)
    # 150 * .75 = 112.5 found, 850 * .05 = 42.5 missed.
    assert number(found.sensitivity).estimate == pytest.approx(112.5 / 155)
    assert number(found.sensitivity).method == "Begg-Greenes, Beta draws"
    same = notebook.bias(LABELS, design="queue", n_flagged=150, n_passed=850)
    assert not isinstance(found.bias, Refusal)
    assert same.difference == pytest.approx(found.bias.difference)


def test_labels_chosen_by_truth_go_through_the_error_rates() -> None:
    found = notebook.calibrate(LABELS, design="by_truth", n_flagged=150, n_passed=250)
    assert number(found.corrected).method == "Rogan-Gladen, Lang-Reiczigel"
    assert isinstance(found.bias, Refusal)
    assert isinstance(found.agreement, Refusal)
    with pytest.raises(ValueError, match="by_truth"):
        notebook.bias(LABELS, design="by_truth")


def test_what_labels_cannot_say_is_a_refusal() -> None:
    right = pd.DataFrame({"judge": ["pass"] * 20, "human": ["correct"] * 20})
    found = notebook.calibrate(right)
    assert isinstance(found.sensitivity, Refusal)
    assert isinstance(found.corrected, Refusal)
    assert "n_flagged" in found.corrected.next_step
    table = notebook.as_frame(found).set_index("quantity")
    assert pd.isna(table.loc["sensitivity", "estimate"])
    assert "not estimable" in str(table.loc["sensitivity", "reason"])
    assert table.loc["false_positive_rate", "estimate"] == 0.0
    assert "one class" in str(table.loc["agreement_kappa", "reason"])


@pytest.mark.parametrize("sizes", [{}, {"n_flagged": 10}])
def test_labels_by_verdict_need_the_sizes(sizes: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="n_flagged and n_passed"):
        notebook.calibrate(LABELS, design="by_verdict", **sizes)  # type: ignore[arg-type]


def test_labels_of_unknown_origin_measure_nothing() -> None:
    with pytest.raises(ValueError, match="unknown"):
        notebook.calibrate(LABELS, design="unknown")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "read"),
    [
        (["fail", "Pass", "PASSED."], [True, False, False]),
        (["wrong", "correct", "can't tell", None], [True, False, None, None]),
        (["retrieval", "generation_error", "ok"], [True, True, False]),
        (["error: timeout", float("nan"), "rightly_declined"], [None, None, False]),
    ],
)
def test_words_that_say_what_they_mean_are_read(values: list[object], read: list[object]) -> None:
    assert verdicts_of(pd.DataFrame({"v": values}), "v", None) == read


@pytest.mark.parametrize("values", [[True, False], [1, 0], ["yes", "no"]])
def test_words_that_may_mean_both_are_asked_for(values: list[object]) -> None:
    frame = pd.DataFrame({"v": values})
    with pytest.raises(ValueError, match="say which value fails"):
        verdicts_of(frame, "v", None)
    assert verdicts_of(frame, "v", values[1]) == [False, True]
    assert verdicts_of(frame, "v", {"v": values[0]}) == [True, False]


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"'verdict'; columns: \['judge', 'human'"):
        notebook.calibrate(LABELS, judge="verdict")


TARGET = pd.DataFrame(
    {
        "stage": ["retrieval"] * 100 + ["generation"] * 300,
        "judge": ["fail"] * 80 + ["pass"] * 20 + ["fail"] * 60 + ["pass"] * 240,
    }
)
DRAWN = pd.DataFrame(
    {
        "stage": ["retrieval"] * 30 + ["generation"] * 40,
        "judge": ["fail"] * 20 + ["pass"] * 10 + ["fail"] * 20 + ["pass"] * 20,
        "human": ["wrong"] * 18 + ["correct"] * 12 + ["wrong"] * 10 + ["correct"] * 30,
    }
)


def test_the_corrected_table_is_that_of_the_statistics() -> None:
    table = notebook.correct_frame(TARGET, DRAWN).set_index("bucket")
    strata = [
        stats.BucketStratum("retrieval", True, 80, 20, 18),
        stats.BucketStratum("retrieval", False, 20, 10, 0),
        stats.BucketStratum("generation", True, 60, 20, 10),
        stats.BucketStratum("generation", False, 240, 20, 0),
    ]
    known = stats.bucket_shares(strata)
    for row in (*known.rows, known.total):
        assert table.loc[row.bucket, "corrected_share"] == pytest.approx(row.estimate)
        assert table.loc[row.bucket, "low"] == pytest.approx(row.interval.low)
    assert table["corrected_share"][:-1].sum() == pytest.approx(1)
    assert table["observed_n"][:-1].sum() == 400
    assert table.loc["failing", "observed_share"] == pytest.approx(140 / 400)
    wider = notebook.correct_frame(TARGET, DRAWN, is_joint=True).set_index("bucket")
    assert wider.loc["retrieval", "high"] > table.loc["retrieval", "high"]


def test_traces_without_a_verdict_are_left_out_and_counted() -> None:
    more = pd.concat([TARGET, pd.DataFrame({"stage": ["retrieval"] * 3, "judge": [None] * 3})])
    table = notebook.correct_frame(more, DRAWN)
    assert table.attrs["n_unjudged"] == 3
    assert table["observed_n"][:-1].sum() == 400


def test_without_stages_only_failing_is_told_apart() -> None:
    table = notebook.correct_frame(TARGET, DRAWN, stage=None)
    assert table["bucket"].tolist() == ["failing", "evaluation_error", "correct"]
    # 140 flagged at 28/40 wrong, 260 passed at 0/30.
    assert table["corrected_share"][0] == pytest.approx(140 * 0.7 / 400)


def test_a_stratum_without_labels_has_limits_and_a_reason() -> None:
    table = notebook.correct_frame(TARGET, DRAWN[DRAWN["stage"] == "generation"])
    row = table.set_index("bucket").loc["retrieval"]
    assert pd.isna(row["corrected_share"])
    assert "STRATUM_UNLABELLED" in row["reason"]
    assert row["low"] < row["high"]


def test_labels_must_be_of_the_target() -> None:
    with pytest.raises(ValueError, match="not found there"):
        notebook.correct_frame(TARGET[TARGET["stage"] == "generation"], DRAWN)
    bare = pd.DataFrame({"stage": [None, None], "judge": ["fail", "pass"]})
    with pytest.raises(ValueError, match="2 rows have no stage"):
        notebook.correct_frame(bare, DRAWN)


def test_pairs_drawn_by_the_judge_are_weighted() -> None:
    pairs = pd.DataFrame(
        {
            "judge_a": ["fail"] * 100 + ["pass"] * 300,
            "judge_b": ["pass"] * 100 + ["pass"] * 300,
            "before": ["wrong"] * 20 + [None] * 80 + ["correct"] * 30 + [None] * 270,
            "after": ["correct"] * 15
            + ["wrong"] * 5
            + [None] * 80
            + ["correct"] * 30
            + [None] * 270,
        }
    )
    found = notebook.compare(pairs, judge_before="judge_a", judge_after="judge_b")
    # A quarter of the questions got better in 15 of 20 cases, the others did not change.
    assert found.estimate == pytest.approx(-0.25 * 0.75)
    with pytest.raises(ValueError, match="both judge_before and judge_after"):
        notebook.compare(pairs, judge_before="judge_a")


def test_more_labels_are_planned_where_they_help() -> None:
    found = notebook.plan(600, 2000, tp=20, fn=2, fp=5, tn=23)
    assert sum(found.n_labels) == found.n_total
    assert found.half_width_expected <= 0.05


def test_the_statistics_are_there_by_name() -> None:
    for name in stats.__all__:
        assert getattr(stats, name).__module__.startswith("workbench.stats.")
    assert stats.wilson_interval(60, 200).low == pytest.approx(0.2407, abs=1e-4)
