"""Results as JSON: the promised keys, fractions, null with its reason."""

import json
import math

import pytest

from db.store import Store
from tests.services.test_correct_prevalence import CELLS, FAIL, PASS, fill
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design
from workbench.formats.results_json import calibrate_json, correct_json, plain, triage_json
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_counts import correct_counts
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.triage.triage_traces import triage_traces
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import Estimate, Interval


def test_the_card_has_the_promised_keys(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    card = json.loads(
        json.dumps(calibrate_json(calibrate_judge(sqlite_store, "owl@1", "r")), allow_nan=False)
    )
    assert (card["judge"]["name"], card["judge"]["version"]) == ("owl", "1")
    assert card["design"] == "by_verdict"
    assert set(card["counts"]) == {"tp", "fn", "fp", "tn", "unusable"}
    for name in ("sensitivity", "false_positive_rate", "observed_prevalence"):
        assert {"estimate", "low", "high", "method", "n"} <= set(card[name])
        assert 0 <= card[name]["low"] <= card[name]["estimate"] <= card[name]["high"] <= 1
    assert {"estimate", "low", "high", "method", "assumption"} <= set(card["corrected_prevalence"])
    assert {"reading", "difference", "low", "high", "p_value"} <= set(card["bias"])
    assert {"observed", "kappa", "ac1", "alpha"} <= set(card["agreement"])
    assert isinstance(card["warnings"], list)


def test_the_table_has_the_promised_keys(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    table = json.loads(
        json.dumps(correct_json(correct_prevalence(sqlite_store, "r", "owl@1")), allow_nan=False)
    )
    assert table["observed"] == 58 / 179
    assert {"estimate", "low", "high", "method", "assumption"} <= set(table["corrected"])
    for row in table["buckets"]:
        assert {
            "bucket", "stage", "observed_n", "observed_share", "corrected_share", "low", "high",
            "n_labels", "owner",
        } <= set(row)  # fmt: skip
    assert sum(row["corrected_share"] for row in table["buckets"]) == pytest.approx(1, abs=1e-12)


def test_the_triage_has_the_promised_keys(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    result = json.loads(
        json.dumps(triage_json(triage_traces(sqlite_store, "r", "owl@1")), allow_nan=False)
    )
    assert {"run", "n", "buckets", "human_buckets", "funnel", "outside", "next_project"} <= set(
        result
    )
    assert result["right_without_evidence"] == 21
    assert {"bucket", "n", "share", "low", "high"} <= set(result["buckets"][0])
    assert {"stage", "entered", "survived", "rate", "low", "high"} <= set(result["funnel"][0])
    assert set(result["outside"]) == {
        "label_missing", "endpoint_unavailable", "unresolved", "unjudged", "not_comparable",
    }  # fmt: skip


def test_a_refused_share_is_null_with_its_reason(sqlite_store: Store) -> None:
    refused = correct_json(correct_counts(84, 200, ConfusionCounts(8, 12, 18, 22)))
    assert refused["corrected"] is None
    assert refused["reason"]
    assert refused["code"] == "JUDGE_UNINFORMATIVE"
    fill(sqlite_store, {("reached", FAIL): (3, 3, 0), ("reached", PASS): (3, 3, 0)}, Design.UNIFORM)
    card = calibrate_json(calibrate_judge(sqlite_store, "owl@1", "r"))
    assert card["sensitivity"]["estimate"] is None  # type: ignore[index]
    assert card["sensitivity"]["reason"]  # type: ignore[index]


def test_nothing_labelled_leaves_every_key_with_a_null(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (3, 0, 0)})
    card = calibrate_json(calibrate_judge(sqlite_store, "owl@1", "r"))
    assert card["bias"]["reading"] is None  # type: ignore[index]
    assert card["agreement"]["kappa"] is None  # type: ignore[index]
    assert card["bias"]["reason"]  # type: ignore[index]


def test_no_number_is_minus_zero_or_not_a_number() -> None:
    assert math.copysign(1, plain(-0.0)) == 1  # type: ignore[arg-type]
    assert plain(math.nan) is None
    assert plain((math.inf, 1.5)) == [None, 1.5]
    written = plain(Estimate(1 / 3, Interval(0.1, 0.5), "m", 3))
    assert json.loads(json.dumps(written))["estimate"] == 1 / 3
    assert plain(Refusal("CODE", "why", "then")) == {
        "estimate": None, "low": None, "high": None, "method": None, "n": None,
        "code": "CODE", "reason": "why", "next_step": "then",
    }  # fmt: skip
