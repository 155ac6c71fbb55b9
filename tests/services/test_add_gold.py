"""Gold edited while labelling: versions with author and reason, stages decided anew at once."""

import pytest
from sqlalchemy import select

from db import models
from tests import builders
from tests.services.labelling import answer, census
from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Answer, Evidence
from workbench.errors import InputError
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.add_gold import add_gold, remove_gold
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import find_item, record_entry


def versions(store):
    with store.reading() as connection:
        return connection.execute(
            select(models.gold_versions).order_by(models.gold_versions.c.gold_version_id)
        ).all()


def test_a_twin_accepted_as_source_is_gold_of_its_own(store, cases):
    # Case rag-03: the change is visible with who and when.
    import_traces(store, cases / "rag-03-near-duplicate-passage" / "traces.jsonl")
    queue_id = build_queue(store, run="default", judge=None, size=None, seed=1).queue_id
    item = find_item(store, queue_id, "ann1", "q-1")
    assert not item.candidates[0].is_gold
    version = add_gold(store, item.trace_id, "ann1", ("d-900",), "same text")
    item = find_item(store, queue_id, "ann1", "q-1")
    assert item.facts.evidence is Evidence.REACHED
    assert item.gold == (("d-100",), ("d-900",))
    assert item.gold_version_id == version
    assert item.candidates[0].is_gold
    stored = versions(store)[-1]
    assert (stored.author, stored.reason) == ("ann1", "same text")
    assert stored.created_at is not None
    record_entry(store, answer(item, "ann1"))
    (change,) = find_item(store, queue_id, "ann1", "q-1").own.gold_changes
    assert (change["action"], change["doc_ids"]) == ("add", ["d-900"])
    assert change["at"].startswith(stored.created_at.date().isoformat())


def test_other_queries_keep_their_gold(store):
    queue_id = census(store, [builders.trace("q-1"), builders.trace("q-2")])
    add_gold(store, find_item(store, queue_id, "ann1", "q-1").trace_id, "ann1", ("d2",))
    assert find_item(store, queue_id, "ann1", "q-2").gold == (("d1",),)


def test_every_trace_of_the_query_is_decided_anew(store):
    traces = [
        builders.trace("q-1", question_id="k", candidates=("d2",), prompt=("d2",)),
        builders.trace("q-2", question_id="k", candidates=("d2", "d3"), prompt=("d3",)),
    ]
    queue_id = census(store, traces)
    first = find_item(store, queue_id, "ann1", "q-1")
    assert first.facts.evidence is Evidence.RETRIEVAL
    add_gold(store, first.trace_id, "ann1", ("d2",))
    found = [find_item(store, queue_id, "ann1", name).facts.evidence for name in ("q-1", "q-2")]
    assert found == [Evidence.REACHED, Evidence.PACKING]


def test_several_ids_are_all_needed_together(store):
    queue_id = census(store, [builders.trace(candidates=("a", "b"), prompt=("a",))])
    item = find_item(store, queue_id, "ann1", "q-1")
    add_gold(store, item.trace_id, "ann1", ("a", "b"))
    item = find_item(store, queue_id, "ann1", "q-1")
    assert item.gold == (("d1",), ("a", "b"))
    assert item.facts.evidence is Evidence.PACKING
    assert (item.n_found, item.n_needed) == (2, 2)


def test_the_first_source_of_an_unknown_gold_becomes_the_gold(store):
    queue_id = census(store, [builders.trace(gold=None)])
    item = find_item(store, queue_id, "ann1", "q-1")
    add_gold(store, item.trace_id, "ann1", ("d1",))
    assert find_item(store, queue_id, "ann1", "q-1").gold == (("d1",),)


def test_taking_that_source_back_makes_the_gold_unknown_again(store):
    queue_id = census(store, [builders.trace(gold=None)])
    item = find_item(store, queue_id, "ann1", "q-1")
    add_gold(store, item.trace_id, "ann1", ("d1",))
    remove_gold(store, item.trace_id, "ann1", ("d1",))
    item = find_item(store, queue_id, "ann1", "q-1")
    assert (item.gold, item.gold_version_id) == (None, None)
    assert item.facts.evidence is Evidence.UNKNOWN
    add_gold(store, item.trace_id, "ann1", ("d2",))
    assert find_item(store, queue_id, "ann1", "q-1").gold == (("d2",),)
    record_entry(
        store,
        answer(
            find_item(store, queue_id, "ann1", "q-1"),
            "ann1",
            answers=Answers(answer=Answer.WRONG),
        ),
    )
    changes = find_item(store, queue_id, "ann1", "q-1").own.gold_changes
    assert [change["action"] for change in changes] == ["add", "remove", "add"]


def test_a_source_added_to_an_empty_gold_can_be_taken_back(store):
    queue_id = census(store, [builders.trace(gold=())])
    item = find_item(store, queue_id, "ann1", "q-1")
    add_gold(store, item.trace_id, "ann1", ("d1",))
    remove_gold(store, item.trace_id, "ann1", ("d1",))
    assert find_item(store, queue_id, "ann1", "q-1").gold == ()


def test_the_last_imported_source_cannot_be_taken_away(store):
    queue_id = census(store, [builders.trace()])
    item = find_item(store, queue_id, "ann1", "q-1")
    with pytest.raises(InputError, match="only gold source left"):
        remove_gold(store, item.trace_id, "ann1", ("d1",))
    add_gold(store, item.trace_id, "ann1", ("d2",))
    remove_gold(store, item.trace_id, "ann1", ("d1",), "outdated")
    assert find_item(store, queue_id, "ann1", "q-1").gold == (("d2",),)
    assert len(versions(store)) == 3


def test_adding_what_is_there_changes_nothing(store):
    queue_id = census(store, [builders.trace()])
    item = find_item(store, queue_id, "ann1", "q-1")
    assert add_gold(store, item.trace_id, "ann1", ("d1",)) == item.gold_version_id
    assert len(versions(store)) == 1


def test_what_cannot_be_changed_is_said(store):
    queue_id = census(store, [builders.trace()])
    trace_id = find_item(store, queue_id, "ann1", "q-1").trace_id
    with pytest.raises(InputError, match="not one of the query's gold sources"):
        remove_gold(store, trace_id, "ann1", ("d9",))
    with pytest.raises(InputError, match="has no id"):
        add_gold(store, trace_id, "ann1", ())
    with pytest.raises(InputError, match="Give your name first"):
        add_gold(store, trace_id, " ", ("d2",))
    with pytest.raises(InputError, match="There is no trace"):
        add_gold(store, trace_id + 99, "ann1", ("d2",))
    assert len(versions(store)) == 1


def test_an_edit_of_another_annotator_is_not_told_as_ones_own(store):
    queue_id = census(store, [builders.trace()], wanted_labels=2)
    item = find_item(store, queue_id, "ann1", "q-1")
    add_gold(store, item.trace_id, "ann2", ("d2",))
    record_entry(store, answer(find_item(store, queue_id, "ann1", "q-1"), "ann1"))
    assert find_item(store, queue_id, "ann1", "q-1").own.gold_changes == ()
