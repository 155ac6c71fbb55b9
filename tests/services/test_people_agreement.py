"""Agreement of people with each other, by hand and against a library."""

import krippendorff
import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from db.store import Store
from tests import builders
from tests.services.planted import plant_label, plant_traces
from workbench.domain.refusals import Refusal
from workbench.services.labelling.people_agreement import people_agreement

# Two people on 20 traces: 8 both wrong, 2 wrong to ada alone, 1 to ben alone, 9 both right.
PAIRS = [("wrong", "wrong")] * 8 + [("wrong", "correct")] * 2
PAIRS += [("correct", "wrong")] + [("correct", "correct")] * 9


def two_people(store: Store) -> dict[str, int]:
    ids = plant_traces(store, [builders.trace(f"q-{n}") for n in range(len(PAIRS) + 1)])
    for n, (first, second) in enumerate(PAIRS):
        plant_label(store, ids[f"q-{n}"], first, "ada")
        plant_label(store, ids[f"q-{n}"], second, "ben")
    plant_label(store, ids[f"q-{len(PAIRS)}"], "wrong", "ada")
    return ids


def test_kappa_is_that_of_the_shared_traces(store: Store) -> None:
    two_people(store)
    found = people_agreement(store, "default")
    assert (found.n_annotators, found.n_shared, found.n_double) == (2, 20, 20)
    assert not isinstance(found.agreement, Refusal)
    assert found.agreement.observed.estimate == pytest.approx(17 / 20)
    assert found.agreement.kappa is not None
    expected = cohens_kappa(np.array([[8, 2], [1, 9]])).kappa
    assert found.agreement.kappa.estimate == pytest.approx(expected)
    (pair,) = found.pairs
    assert (pair.both_failing, pair.first_only, pair.second_only, pair.both_passing) == (8, 2, 1, 9)
    assert "85.0 % of 20 traces" in found.sentence


def test_alpha_takes_everybody(store: Store) -> None:
    ids = two_people(store)
    third = {"q-0": "wrong", "q-8": "wrong", "q-10": "correct", "q-12": "wrong"}
    for name, given in third.items():
        plant_label(store, ids[name], given, "cyd")
    found = people_agreement(store)
    rows = np.full((3, len(PAIRS)), np.nan)
    for n, (first, second) in enumerate(PAIRS):
        rows[0, n], rows[1, n] = first == "wrong", second == "wrong"
    for name, given in third.items():
        rows[2, int(name[2:])] = given == "wrong"
    expected = krippendorff.alpha(rows, level_of_measurement="nominal")
    assert found.alpha_of_all == pytest.approx(expected)
    assert [(pair.first, pair.second, pair.n) for pair in found.pairs] == [
        ("ada", "ben", 20),
        ("ada", "cyd", 4),
        ("ben", "cyd", 4),
    ]


def test_cant_tell_is_no_side(store: Store) -> None:
    ids = plant_traces(store, [builders.trace("q-1")])
    plant_label(store, ids["q-1"], "cant_tell", "ada")
    plant_label(store, ids["q-1"], "wrong", "ben")
    found = people_agreement(store, "default")
    assert (found.n_shared, found.n_double) == (1, 0)
    assert isinstance(found.agreement, Refusal)
    assert "two labels" in found.agreement.next_step


def test_stages_are_compared_where_both_find_a_failure(store: Store) -> None:
    ids = plant_traces(store, [builders.trace("q-1"), builders.trace("q-2")])
    plant_label(store, ids["q-1"], "wrong", "ada", stage="retrieval")
    plant_label(store, ids["q-1"], "wrong", "ben", stage="generation")
    plant_label(store, ids["q-2"], "wrong", "ada", stage="retrieval")
    plant_label(store, ids["q-2"], "wrong", "ben", stage="retrieval")
    found = people_agreement(store, "default")
    assert (found.stage_named, found.stage_same) == (2, 1)
    assert "the same on 1 of 2" in found.sentence


def test_one_class_alone_has_no_kappa_but_ac1(store: Store) -> None:
    ids = plant_traces(store, [builders.trace(f"q-{n}") for n in range(3)])
    for trace_id in ids.values():
        plant_label(store, trace_id, "correct", "ada")
        plant_label(store, trace_id, "correct", "ben")
    found = people_agreement(store)
    assert not isinstance(found.agreement, Refusal)
    assert found.agreement.kappa is None
    assert "AC1 1.00" in found.sentence
