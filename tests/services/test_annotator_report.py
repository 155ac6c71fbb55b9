"""One annotator's pace, agreement, drift and answers too fast to be read."""

import numpy as np
import pytest

from db.store import Store
from tests import builders
from tests.services.labelling import answer, census, label_next
from tests.services.planted import plant_label, plant_traces
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import EntryKind
from workbench.services.labelling.annotator_report import AnnotatorReport, annotator_reports
from workbench.services.labelling.label_traces import next_item, record_entry, undo_last
from workbench.stats.interval import difference_of_proportions


def only(store: Store, **asked: str) -> AnnotatorReport:
    (report,) = annotator_reports(store, **asked)
    return report


def test_every_act_is_counted_once(store: Store) -> None:
    queue_id = census(store, 4)
    label_next(store, queue_id, "ada", is_right=False)
    label_next(store, queue_id, "ada", is_right=True, is_flagged=True)
    label_next(store, queue_id, "ada", kind=EntryKind.SKIP)
    label_next(store, queue_id, "ada", is_right=True)
    undo_last(store, queue_id, "ada")
    found = only(store)
    assert found.annotator == "ada"
    assert (found.n_labelled, found.n_failing, found.n_passing) == (2, 1, 1)
    assert (found.n_skips, found.n_undos, found.n_flagged) == (1, 1, 1)
    assert found.sentence == "ada labelled 2 traces."


def test_pace_is_that_of_first_verdicts(store: Store) -> None:
    ids = plant_traces(store, [builders.trace(f"q-{n}") for n in range(5)])
    for n, seconds in enumerate((10.0, 20.0, 30.0, 40.0, 50.0)):
        plant_label(store, ids[f"q-{n}"], "correct", seconds_spent=seconds, is_current=n > 0)
    plant_label(store, ids["q-0"], "wrong", seconds_spent=1.0)
    found = only(store).pace
    assert found is not None
    assert (found.median, found.low_quartile, found.high_quartile, found.n) == (30, 20, 40, 5)


def test_an_answer_sooner_than_its_text_can_be_read_is_listed(store: Store) -> None:
    # 100 words take ten seconds at the fastest.
    long = builders.trace("long", query="word " * 60, answer="word " * 40)
    short = builders.trace("short", query="word", answer="word")
    ids = plant_traces(store, [long, short])
    plant_label(store, ids["long"], "correct", seconds_spent=9.9)
    plant_label(store, ids["short"], "correct", seconds_spent=1.0)
    found = only(store, run="default")
    assert not isinstance(found.too_fast, Refusal)
    assert (found.too_fast.estimate, found.too_fast.n) == (0.5, 2)
    (fast,) = found.fast_answers
    assert (fast.request_id, fast.n_words, fast.fewest_seconds) == ("long", 100, 10.0)


def test_without_times_nothing_is_called_too_fast(store: Store) -> None:
    ids = plant_traces(store, [builders.trace("q-1")])
    plant_label(store, ids["q-1"], "correct")
    found = only(store)
    assert isinstance(found.too_fast, Refusal)
    assert found.pace is None


def test_agreement_is_with_the_majority_of_the_others(store: Store) -> None:
    ids = plant_traces(store, [builders.trace(f"q-{n}") for n in range(4)])
    votes = {
        "q-0": ("wrong", "wrong", "wrong"),
        "q-1": ("wrong", "correct", "correct"),
        # The others are divided: there is no majority to agree with.
        "q-2": ("wrong", "correct", "wrong"),
    }
    for name, given in votes.items():
        for person, said in zip(("ada", "ben", "cyd"), given, strict=True):
            plant_label(store, ids[name], said, person)
    plant_label(store, ids["q-3"], "wrong", "ada")
    (found,) = annotator_reports(store, annotator="ada")
    assert not isinstance(found.agreement, Refusal)
    assert (found.agreement.estimate, found.agreement.n) == (0.5, 2)
    assert "agrees with the others on 50.0 % of 2 shared ones" in found.sentence


def test_drift_is_looked_for_between_the_halves_of_a_queue(store: Store) -> None:
    queue_id = census(store, 40)
    for n in range(40):
        item = next_item(store, queue_id, "ada")
        assert item is not None
        seconds = 30.0 if n < 20 else 10.0
        record_entry(store, answer(item, "ada", is_right=n < 20, seconds_spent=seconds))
    found = only(store)
    assert not isinstance(found.drift, Refusal)
    assert found.drift.is_seen
    assert (found.drift.earlier, found.drift.later) == (0.0, 1.0)
    assert found.drift.difference.estimate == 1.0
    assert (found.drift.seconds_earlier, found.drift.seconds_later) == (30.0, 10.0)
    assert "in the later half more are found failing, by 100.0 points" in found.sentence


def test_a_steady_annotator_does_not_drift(store: Store) -> None:
    queue_id = census(store, 24)
    for n in range(24):
        label_next(store, queue_id, "ada", is_right=n % 3 != 0)
    found = only(store)
    assert not isinstance(found.drift, Refusal)
    assert not found.drift.is_seen
    assert found.drift.difference.low < 0 < found.drift.difference.high


def test_too_few_or_imported_verdicts_say_nothing_of_drift(store: Store) -> None:
    ids = plant_traces(store, [builders.trace(f"q-{n}") for n in range(30)])
    for trace_id in ids.values():
        plant_label(store, trace_id, "correct")
    found = only(store)
    assert isinstance(found.drift, Refusal)
    assert "from 20 on" in found.drift.reason


def test_in_thousand_steady_annotators_drift_is_seen_no_more_often_than_stated() -> None:
    rng = np.random.default_rng(20_250_303)
    n_seen = 0
    for share in (0.1, 0.3):
        for earlier, later in rng.binomial(50, share, (1000, 2)):
            low, high = difference_of_proportions(int(later), 50, int(earlier), 50).interval
            n_seen += low > 0 or high < 0
    assert n_seen / 2000 == pytest.approx(0.05, abs=0.02)
