"""Effective numbers of labels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import NotEnoughLabels
from workbench.stats.interval import jeffreys_interval
from workbench.stats.weighting import clustered_n, hajek_rate

values = st.lists(st.booleans(), min_size=1, max_size=60)


@given(values, st.floats(0.1, 50))
def test_equal_weights_are_no_weights(labels: list[bool], weight: float) -> None:
    result = hajek_rate(labels, [weight] * len(labels))
    assert result.n_effective == pytest.approx(len(labels))
    assert result.rate.estimate == pytest.approx(sum(labels) / len(labels))
    assert result.rate.interval == pytest.approx(
        jeffreys_interval(sum(labels), len(labels)), abs=1e-6
    )


@given(st.lists(st.tuples(st.booleans(), st.floats(0.1, 50)), min_size=1, max_size=60))
def test_effective_number_never_exceeds_the_labels(pairs: list[tuple[bool, float]]) -> None:
    labels, weights = zip(*pairs, strict=True)
    assert 1 - 1e-9 <= hajek_rate(labels, weights).n_effective <= len(pairs) + 1e-9


def test_weights_must_be_positive_and_as_many_as_labels() -> None:
    with pytest.raises(ValueError, match="above 0"):
        hajek_rate([True, False], [1.0, 0.0])
    with pytest.raises(ValueError, match="match values"):
        hajek_rate([True], [1.0, 2.0])
    with pytest.raises(NotEnoughLabels):
        hajek_rate([], [])


@given(values)
def test_one_item_a_question_counts_in_full(labels: list[bool]) -> None:
    assert clustered_n(labels, range(len(labels))) == len(labels)


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 12)), min_size=1, max_size=80))
def test_clusters_never_add_labels(pairs: list[tuple[bool, int]]) -> None:
    labels, clusters = zip(*pairs, strict=True)
    assert 0 < clustered_n(labels, clusters) <= len(labels)


def test_five_equal_answers_a_question_count_as_one() -> None:
    # Within a question all alike: correlation 1, design effect 5.
    labels = [question % 3 == 0 for question in range(30) for _ in range(5)]
    clusters = [question for question in range(30) for _ in range(5)]
    assert clustered_n(labels, clusters) == pytest.approx(30)


def test_few_questions_are_allowed_for_by_hand() -> None:
    # Three questions with answers 1,1,0 / 1,0,0 / 0,0,1: hits 2, 1, 1 of 3. Between the questions
    # 3 * (.2222^2 + .1111^2 + .1111^2) / 2 = .1111, within (2/3 + 2/3 + 2/3) / 6 = .3333: the
    # correlation is below 0, so 0. Student's quantiles: 2.3060 with 8, 4.3027 with 2 degrees of
    # freedom: 9 * .2872 = 2.59, raised to the 3 questions.
    labels = [True, True, False, True, False, False, False, False, True]
    assert clustered_n(labels, [0, 0, 0, 1, 1, 1, 2, 2, 2]) == pytest.approx(3)
    # Six such questions: 17 and 5 degrees of freedom, 2.1098 and 2.5706: 18 * .6736.
    assert clustered_n(labels * 2, [n // 3 for n in range(18)]) == pytest.approx(12.125, abs=0.01)


def test_one_question_counts_as_one_label() -> None:
    assert clustered_n([True, False, True, False], ["q"] * 4) == pytest.approx(1)


def test_a_higher_level_takes_few_questions_for_less() -> None:
    labels = [place % 3 == 0 for place in range(24)]
    clusters = [place // 4 for place in range(24)]
    assert clustered_n(labels, clusters, 0.99) < clustered_n(labels, clusters, 0.95)
    with pytest.raises(ValueError, match="confidence"):
        clustered_n(labels, clusters, 95)


def test_clean_sample_counts_its_questions_only() -> None:
    assert clustered_n([False] * 20, [item // 4 for item in range(20)]) == pytest.approx(5)


def test_independent_answers_keep_nearly_all_their_weight() -> None:
    rng = np.random.default_rng(6)
    sizes = [
        clustered_n(list(rng.random(200) < 0.3), [item // 4 for item in range(200)])
        for _ in range(50)
    ]
    assert 170 < np.mean(sizes) <= 200
