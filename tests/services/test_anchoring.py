"""What the sight of the judge does to answers, planted and through the label screen's services."""

import pytest

from db.store import Store
from tests.services.labelling import answer, census, judged
from tests.services.planted import plant_label
from workbench.domain.refusals import Refusal
from workbench.services.labelling.anchoring import Anchoring, anchoring
from workbench.services.labelling.label_traces import read_item, record_entry
from workbench.services.labelling.people_agreement import people_agreement


def say(store: Store, queue_id: int, trace_id: int, name: str, is_right: bool) -> None:
    item = read_item(store, queue_id, name, trace_id)
    record_entry(store, answer(item, name, is_right=is_right))


def test_flips_are_counted_by_their_direction(store: Store) -> None:
    # The judge fails q-1 to q-3 and passes q-4 to q-6.
    queue_id = census(store, judged(3, 3), reveals_judge=True, wanted_labels=2)
    blind_then_after = [
        (1, True, False),  # to the judge
        (2, True, None),  # differs, kept
        (3, False, None),  # same, kept
        (4, True, False),  # away from the judge
        (5, True, True),  # said again
        (6, False, True),  # to the judge
    ]
    for trace_id, blind, after in blind_then_after:
        say(store, queue_id, trace_id, "ada", blind)
        if after is not None:
            say(store, queue_id, trace_id, "ada", after)
    found = anchoring(store, "strict@2", "default")
    assert isinstance(found, Anchoring)
    assert (found.n, found.n_differed, found.n_same) == (6, 3, 3)
    assert (found.n_toward, found.n_away) == (2, 1)
    assert found.flipped.estimate == pytest.approx(3 / 6)
    assert not isinstance(found.toward, Refusal)
    assert found.toward.estimate == pytest.approx(2 / 3)
    assert found.toward.low < 2 / 3 < found.toward.high
    assert (found.failing_blind, found.failing_after) == pytest.approx((2 / 6, 3 / 6))
    assert "2 of the 3 that differed moved to the judge's side" in found.sentence
    (row,) = found.by_annotator
    assert (row.annotator, row.n, row.n_flipped, row.n_toward, row.n_away) == ("ada", 6, 3, 2, 1)


def test_the_blind_answer_stays_the_one_that_counts(store: Store) -> None:
    queue_id = census(store, judged(1, 0), reveals_judge=True, wanted_labels=2)
    say(store, queue_id, 1, "ada", True)
    say(store, queue_id, 1, "ada", False)
    say(store, queue_id, 1, "ben", True)
    found = people_agreement(store, "default")
    assert not isinstance(found.agreement, Refusal)
    assert found.agreement.observed.estimate == 1.0


def test_a_queue_that_shows_nothing_measures_nothing(store: Store) -> None:
    queue_id = census(store, judged(2, 0))
    say(store, queue_id, 1, "ada", True)
    say(store, queue_id, 1, "ada", False)
    found = anchoring(store, "strict@2", "default")
    assert isinstance(found, Refusal)
    assert "--reveal" in found.next_step


def test_nobody_moved_is_a_result(store: Store) -> None:
    queue_id = census(store, judged(1, 1), reveals_judge=True)
    say(store, queue_id, 1, "ada", False)
    say(store, queue_id, 2, "ada", True)
    found = anchoring(store, "strict@2")
    assert isinstance(found, Anchoring)
    assert found.flipped.estimate == 0.0
    assert isinstance(found.toward, Refusal)
    assert "moved nobody" in found.sentence


def test_a_verdict_imported_from_a_file_was_shown_nothing(store: Store) -> None:
    queue_id = census(store, judged(2, 0), reveals_judge=True)
    plant_label(store, 1, "wrong", "ben")
    assert isinstance(anchoring(store, "strict@2", "default"), Refusal)
    say(store, queue_id, 2, "ada", True)
    found = anchoring(store, "strict@2", "default")
    assert isinstance(found, Anchoring)
    assert found.n == 1
