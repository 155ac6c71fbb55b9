"""Values made by other software or by hand: R packages, published examples, formulas.

Ours are compared where we have them; every other figure of the file is worked out again from its
method's formula in `tests.stats.other_methods`, so that none goes unread.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.stats import other_methods
from workbench.errors import UninformativeJudge
from workbench.stats.agreement import agreement, krippendorff_alpha_nominal
from workbench.stats.bias import bonett_price_difference, exact_mcnemar
from workbench.stats.buckets import VerdictGroup, bucket_shares_by_verdict
from workbench.stats.human_error import corrected_for_human_error, symmetric_error_from_overlap
from workbench.stats.interval import (
    Interval,
    clopper_pearson_interval,
    difference_of_proportions,
    jeffreys_interval,
    wilson_interval,
)
from workbench.stats.judge_accuracy import (
    ConfusionCounts,
    begg_greenes,
    false_positive_rate_uniform,
    sensitivity_uniform,
)
from workbench.stats.multinomial import goodman_intervals
from workbench.stats.paired import PairStratum, paired_poststratified_difference
from workbench.stats.planning import neyman_allocation, wald_label_budget
from workbench.stats.prevalence import (
    Stratum,
    post_stratified,
    post_stratified_jeffreys_draws,
    post_stratified_wilson,
    rogan_gladen,
    rogan_gladen_known,
    rogan_gladen_point,
)
from workbench.stats.weighting import hajek_rate

Case = Mapping[str, Any]
Given = Mapping[str, Any]
# Monte-Carlo intervals cannot meet the tolerance of a closed form.
DRAWS_TOLERANCE = 0.003


def limits(interval: Interval) -> dict[str, float]:
    return {"low": interval.low, "high": interval.high}


def strata(given: Given) -> list[Stratum]:
    return [
        Stratum(given["N_flag"], given["n_flag"], given["x_flag"]),
        Stratum(given["N_ok"], given["n_ok"], given["x_ok"]),
    ]


def by_verdict(given: Given) -> ConfusionCounts:
    return ConfusionCounts(
        tp=given["x_flag"],
        fn=given["x_ok"],
        fp=given["n_flag"] - given["x_flag"],
        tn=given["n_ok"] - given["x_ok"],
    )


def by_class(given: Given) -> ConfusionCounts:
    return ConfusionCounts(
        given["tp"], given["pos"] - given["tp"], given["fp"], given["neg"] - given["fp"]
    )


def two_raters(given: Given) -> ConfusionCounts:
    names = "abcd" if "a" in given else ("both", "first_only", "second_only", "neither")
    both, first_only, second_only, neither = (given[name] for name in names)
    return ConfusionCounts(tp=both, fp=first_only, fn=second_only, tn=neither)


def table(given: Given) -> other_methods.Table:
    counts = two_raters(given)
    return other_methods.Table(counts.tp, counts.fp, counts.fn, counts.tn)


def kappa_answer(given: Given) -> dict[str, Any]:
    result = agreement(two_raters(given), np.random.default_rng(1), n_draws=100)
    assert result.kappa is not None
    return {
        "kappa": result.kappa.estimate,
        "pabak": result.pabak,
        "prevalence_index": result.prevalence_index,
        "bias_index": result.bias_index,
        "observed": result.observed.estimate,
        "expected": other_methods.chance_agreement(table(given)),
        "se_fce": other_methods.kappa_delta(table(given)),
    }


def ac1_answer(given: Given) -> dict[str, Any]:
    ours = agreement(two_raters(given), np.random.default_rng(1), n_draws=100).ac1.estimate
    error, interval = other_methods.ac1_linearised(table(given))
    return {"ac1": ours, "se": error, "ci": list(interval)}


def alpha_answer(given: Given) -> dict[str, Any]:
    if "data" in given:
        return {"alpha": krippendorff_alpha_nominal(given["data"])}
    counts = two_raters(given)
    result = agreement(counts, np.random.default_rng(1), n_draws=100)
    assert result.alpha is not None
    pairs = (
        [(1, 1)] * counts.tp + [(1, 0)] * counts.fp + [(0, 1)] * counts.fn + [(0, 0)] * counts.tn
    )
    assert krippendorff_alpha_nominal(list(zip(*pairs, strict=True))) == pytest.approx(
        result.alpha.estimate, abs=1e-12
    )
    return {"alpha": result.alpha.estimate}


def mcnemar_answer(given: Given) -> dict[str, Any]:
    pair = given["b"], given["c"]
    return {"p_exact": exact_mcnemar(*pair), **other_methods.mcnemar_forms(*pair)}


def paired_difference_answer(given: Given) -> dict[str, Any]:
    first, second = given["first_only"], given["second_only"]
    rest = given["n"] - first - second if "n" in given else given["neither"]
    both = given.get("both", 0)
    result = bonett_price_difference(both, first, second, rest)
    n = both + first + second + rest
    answer = {
        "estimate": result.estimate,
        "bonett_price": list(result.interval),
        "wald": list(other_methods.wald_difference(first, second, n)),
        "agresti_min": list(other_methods.wald_difference(first + 0.5, second + 0.5, n + 2)),
        "tango": list(other_methods.tango(first, second, n)),
    }
    if "both" in given:
        answer["newcombe10"] = list(other_methods.newcombe_10(table(given)))
    return answer


def known_rates_answer(given: Given) -> dict[str, Any]:
    result = rogan_gladen_known(given["pos"], given["n"], given["sens"], 1 - given["spec"])
    low = clopper_pearson_interval(given["pos"], given["n"]).low
    return {
        "estimate": result.estimate,
        "estimate_unclipped": result.unclipped,
        "low_unclipped": rogan_gladen_point(low, given["sens"], 1 - given["spec"]),
        **limits(result.interval),
    }


def lang_reiczigel_answer(given: Given) -> dict[str, Any]:
    result = rogan_gladen(given["flagged"], given["n"], by_class(given))
    return {"estimate": result.estimate, **limits(result.interval)}


def point_answer(given: Given) -> dict[str, Any]:
    arguments = given["observed"], given["sens"], given["fpr"]
    if given["sens"] <= given["fpr"]:
        with pytest.raises(UninformativeJudge):
            rogan_gladen_point(*arguments)
        return {"must_refuse": "sens <= fpr"}
    value = rogan_gladen_point(*arguments)
    answer: dict[str, Any] = {"estimate": value, "estimate_unclipped": value}
    flags = rogan_gladen_known(round(100 * given["observed"]), 100, *arguments[1:]).flags
    if value < 0 and flags == ("OBSERVED_OUTSIDE_RANGE",):
        answer["must_flag"] = "observed below FPR"
    return answer


def begg_greenes_answer(given: Given) -> dict[str, Any]:
    counts = by_verdict(given)
    result = begg_greenes(
        given["N_flag"], given["N_ok"], counts, np.random.default_rng(1), n_draws=100
    )
    share = given["N_flag"] / (given["N_flag"] + given["N_ok"])
    return {
        "sens": result.sensitivity.estimate,
        "fpr": result.false_positive_rate.estimate,
        "rogan_gladen_of_these": rogan_gladen_point(
            share, result.sensitivity.estimate, result.false_positive_rate.estimate
        ),
        "poststratified": post_stratified(strata(given)).estimate,
        "naive_sens": sensitivity_uniform(counts).estimate,
        "naive_spec": 1 - false_positive_rate_uniform(counts).estimate,
    }


def exact_table_answer(given: Given) -> dict[str, Any]:
    tp, fn, fp, tn = (given[name] for name in ("tp", "fn", "fp", "tn"))
    return {
        name: {"est": hits / n, **limits(clopper_pearson_interval(hits, n))}
        for name, hits, n in (("sens", tp, tp + fn), ("spec", tn, tn + fp), ("ppv", tp, tp + fp))
    }


def before_after_answer(given: Given) -> dict[str, Any]:
    pairs = [
        PairStratum(*counts)
        for counts in zip(given["N_pairs"], given["n"], given["plus"], given["minus"], strict=True)
    ]
    result = paired_poststratified_difference(pairs, np.random.default_rng(1))
    error = other_methods.paired_error(given["N_pairs"], given["n"], given["plus"], given["minus"])
    # 1.96 errors of .0306 are .0601; the draws' prior adds a third of a change to each stratum.
    half_width = (result.interval.high - result.interval.low) / 2
    assert 1.96 * error < half_width < 1.2 * 1.96 * error
    return {"estimate": result.estimate, "se": error}


def dirichlet_answer(given: Given) -> dict[str, Any]:
    names = [f"bucket{place}" for place in range(given["K"])]
    group = VerdictGroup(10**9, dict(zip(names, given["counts"], strict=True)))
    rows = bucket_shares_by_verdict([group], names, np.random.default_rng(1)).rows
    total = sum(given["counts"]) + 1
    return {
        "mean": [(count + 1 / given["K"]) / total for count in given["counts"]],
        "bucket1_low": rows[1].interval.low,
        "bucket1_high": rows[1].interval.high,
        "zero_cell_high": rows[0].interval.high,
    }


def simultaneous_answer(given: Given) -> dict[str, Any]:
    intervals = goodman_intervals(given["counts"])
    lows, highs = other_methods.sison_glaz(given["counts"])
    return {
        "goodman_low": [interval.low for interval in intervals],
        "goodman_high": [interval.high for interval in intervals],
        "sisonglaz_low": lows,
        "sisonglaz_high": highs,
    }


def mean_answer(given: Given) -> dict[str, Any]:
    parts = strata(given)
    errors = other_methods.stratified_errors(
        [part.n_target for part in parts],
        [part.n_labelled for part in parts],
        [round(part.n_failed) for part in parts],
    )
    return {"estimate": post_stratified(parts).estimate, **errors}


def hajek_answer(given: Given) -> dict[str, Any]:
    result = hajek_rate([bool(value) for value in given["y"]], given["w"])
    error = other_methods.weighted_mean_error(given["y"], given["w"])
    return {
        "estimate": result.rate.estimate,
        "kish_neff": result.n_effective,
        "se_linearised_wr": error,
    }


def draws_answer(given: Given) -> dict[str, Any]:
    result = post_stratified_jeffreys_draws(strata(given), np.random.default_rng(1))
    return {"estimate": result.estimate, **limits(result.interval)}


def newcombe_answer(given: Given) -> dict[str, Any]:
    result = difference_of_proportions(given["x1"], given["n1"], given["x2"], given["n2"])
    return {"estimate": result.estimate, **limits(result.interval)}


def mover_wilson_answer(given: Given) -> dict[str, Any]:
    result = post_stratified_wilson(strata(given))
    return {"estimate": result.estimate, **limits(result.interval)}


def neyman_answer(given: Given) -> dict[str, Any]:
    raw = list(neyman_allocation(given["W"], given["p"], given["n"]))
    return {"raw": raw, "rounded": [round(labels) for labels in raw]}


def budget_answer(given: Given) -> dict[str, Any]:
    result = wald_label_budget(
        given["q"], given["ppv"], given["for"], given["N"], given["half_width"]
    )
    return {"n": result.n, "share_flagged": result.share_flagged}


def human_shift_answer(given: Given) -> dict[str, Any]:
    share, error = given["prevalence"], given["e"]
    # p (1-e) + (1-p) e, and taking the error out again must give p back.
    shifted = share * (1 - error) + (1 - share) * error
    assert corrected_for_human_error(shifted, error) == pytest.approx(share)
    # Judge and human err independently: of what a person calls wrong, p (1-e) truly is.
    flagged_wrong = share * (1 - error) * given["sens"] + (1 - share) * error * given["fpr"]
    flagged_right = share * error * given["sens"] + (1 - share) * (1 - error) * given["fpr"]
    return {
        "human_prevalence": shifted,
        "measured_sens": flagged_wrong / shifted,
        "measured_fpr": flagged_right / (1 - shifted),
    }


def six_counts(given: Given) -> dict[str, int]:
    return {name: given[name] for name in ("flagged", "n", "tp", "pos", "fp", "neg")}


def ppi_answer(given: Given, *, is_tuned: bool) -> dict[str, Any]:
    counts = {name: count for name, count in given.items() if name != "conf"}
    return other_methods.ppi(**counts, is_tuned=is_tuned)


ANSWERS: dict[str, Callable[[Given], dict[str, Any]]] = {
    "wilson": lambda given: limits(wilson_interval(given["x"], given["n"])),
    "clopper_pearson": lambda given: limits(clopper_pearson_interval(given["x"], given["n"])),
    "jeffreys": lambda given: limits(jeffreys_interval(given["x"], given["n"])),
    "rogan_gladen_known_se_sp": known_rates_answer,
    "mcnemar": mcnemar_answer,
    "paired_difference": paired_difference_answer,
    "cohen_kappa_2x2": kappa_answer,
    "multinomial_simultaneous": simultaneous_answer,
    "poststratified_mean": mean_answer,
    "hajek_mean": hajek_answer,
    "sens_fpr_exact": exact_table_answer,
    "rogan_gladen_point": point_answer,
    "lang_reiczigel": lang_reiczigel_answer,
    "poststratified_jeffreys": draws_answer,
    "begg_greenes": begg_greenes_answer,
    "poststratified_mover_wilson": mover_wilson_answer,
    "gwet_ac1": ac1_answer,
    "krippendorff_alpha_nominal": alpha_answer,
    "difference_independent_newcombe": newcombe_answer,
    "neyman_allocation": neyman_answer,
    "labels_for_half_width": budget_answer,
    "annotator_symmetric_error": lambda given: {
        "e": symmetric_error_from_overlap(given["disagree"], given["double_labelled"])
    },
    "human_error_shift": human_shift_answer,
    "paired_poststratified_difference": before_after_answer,
    "poststratified_dirichlet_row": dirichlet_answer,
    # Methods that lost in measurement and are not part of the room.
    "rogan_gladen_delta": lambda given: other_methods.rogan_gladen_delta(**six_counts(given)),
    "rogan_gladen_profile_lr": lambda given: other_methods.rogan_gladen_profile(
        **six_counts(given)
    ),
    "rogan_gladen_bayes_flat": lambda given: other_methods.rogan_gladen_flat(**six_counts(given)),
    "ppi": lambda given: ppi_answer(given, is_tuned=False),
    "ppi_plus_plus": lambda given: ppi_answer(given, is_tuned=True),
}

CLONE = Path(__file__).resolve().parents[1] / "reference" / "known_answers.json"
KNOWN_ANSWERS: list[Case] = json.loads(CLONE.read_text())["cases"]


def check(case: Case) -> None:
    answer = ANSWERS[case["method"]](case["input"])
    tolerance = case["tol"]
    # A figure that nothing works out would go unread.
    assert set(case["expected"]) <= set(answer)
    for name, expected in case["expected"].items():
        if isinstance(expected, str):
            assert answer[name] == expected
            continue
        is_drawn = case["method"] == "poststratified_dirichlet_row" and name != "mean"
        allowed = DRAWS_TOLERANCE if is_drawn else tolerance
        assert answer[name] == pytest.approx(expected, abs=allowed, rel=0), name


@pytest.mark.parametrize("case", KNOWN_ANSWERS, ids=lambda case: case["id"])
def test_known_answer_is_met_within_its_tolerance(case: Case) -> None:
    check(case)


def test_every_outside_case_is_in_the_clone(shared: Path) -> None:
    assert json.loads((shared / "stats_reference.json").read_text())["cases"] == KNOWN_ANSWERS


def test_no_known_answer_is_skipped_for_want_of_a_function() -> None:
    assert {case["method"] for case in KNOWN_ANSWERS} == set(ANSWERS)


def test_flagged_share_below_false_positive_rate_is_marked_and_cut() -> None:
    # The Helicobacter example of epi.prev: 6 of 151 flagged, specificity .927.
    result = rogan_gladen_known(6, 151, 0.964, 1 - 0.927)
    assert result.estimate == 0
    assert result.interval.low == 0
    assert result.flags == ("OBSERVED_OUTSIDE_RANGE",)
