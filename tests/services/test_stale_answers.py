"""Answers given before the gold changed: listed until looked at again, never changed."""

import pytest

from tests import builders
from tests.services.labelling import answer, census
from workbench.errors import InputError
from workbench.services.importing.import_gold import import_gold
from workbench.services.labelling.add_gold import add_gold, remove_gold
from workbench.services.labelling.edit_gold import gold_history, join_gold
from workbench.services.labelling.label_traces import find_item, record_entry, undo_last
from workbench.services.labelling.stale_answers import gold_mark, stale_answers


def two_of_one_question(store):
    traces = [builders.trace(f"q-{n}", question_id="k") for n in (1, 2)]
    return census(store, [*traces, builders.trace("other")])


def labelled(store, queue_id, name, annotator="ann1", **fields):
    item = find_item(store, queue_id, annotator, name)
    record_entry(store, answer(item, annotator, **fields))
    return item


def stale(store, queue_id, annotator="ann1"):
    return [each.request_id for each in stale_answers(store, queue_id, annotator)]


def test_a_change_by_anyone_lists_the_answers_given_before_it(store):
    queue_id = two_of_one_question(store)
    first = labelled(store, queue_id, "q-1")
    labelled(store, queue_id, "other")
    assert stale(store, queue_id) == []
    before = gold_mark(store)
    add_gold(store, first.trace_id, "ann2", ("d2",))
    assert gold_mark(store) > before
    (found,) = stale_answers(store, queue_id, "ann1")
    assert found.request_id == "q-1"
    assert (found.change.added, found.change.gone) == ((("d2",),), ())
    assert found.change.author == "ann2"
    assert found.change.changed_at is not None
    assert stale(store, queue_id, "ann2") == []


def test_the_answer_itself_stands_until_its_author_answers_again(store):
    queue_id = two_of_one_question(store)
    first = labelled(store, queue_id, "q-1")
    add_gold(store, first.trace_id, "ann2", ("d2",))
    item = find_item(store, queue_id, "ann1", "q-1")
    assert item.own.answer == "correct"
    assert item.gold_change.added == (("d2",),)
    record_entry(store, answer(item, "ann1"))
    assert stale(store, queue_id) == []
    assert find_item(store, queue_id, "ann1", "q-1").gold_change is None
    undo_last(store, queue_id, "ann1")
    assert stale(store, queue_id) == ["q-1"]


def test_a_note_on_an_old_answer_does_not_make_it_new(store):
    queue_id = two_of_one_question(store)
    first = labelled(store, queue_id, "q-1")
    add_gold(store, first.trace_id, "ann1", ("d2",))
    item = find_item(store, queue_id, "ann1", "q-1")
    record_entry(store, answer(item, "ann1", kind="note", note="see the ticket"))
    assert stale(store, queue_id) == ["q-1"]


def test_a_change_that_was_taken_back_makes_no_answer_old(store):
    queue_id = two_of_one_question(store)
    first = labelled(store, queue_id, "q-1")
    add_gold(store, first.trace_id, "ann1", ("d2",))
    remove_gold(store, first.trace_id, "ann1", ("d2",))
    assert stale(store, queue_id) == []


def test_an_answer_after_the_reveal_was_looked_at_again_and_the_blind_one_stays(store):
    queue_id = census(store, 1, reveals_judge=True)
    item = labelled(store, queue_id, "q-1")
    add_gold(store, item.trace_id, "ann1", ("d2",))
    assert stale(store, queue_id) == ["q-1"]
    labelled(store, queue_id, "q-1", is_right=False)
    assert stale(store, queue_id) == []
    item = find_item(store, queue_id, "ann1", "q-1")
    assert (item.own.answer, item.gold_change) == ("correct", None)


def test_gold_that_a_file_brings_lists_the_answers_too(store, tmp_path):
    queue_id = census(store, [builders.trace("q-1", question_id="k", gold=None)])
    labelled(store, queue_id, "q-1")
    path = tmp_path / "gold.jsonl"
    path.write_text('{"question_id": "k", "gold_passages": ["d7"]}\n', encoding="utf-8")
    assert import_gold(store, path).is_imported
    (found,) = stale_answers(store, queue_id, "ann1")
    assert (found.change.added, found.change.author) == ((("d7",),), None)


def test_a_gold_that_is_not_known_any_more_is_said(store):
    queue_id = census(store, [builders.trace("q-1", gold=None)])
    item = find_item(store, queue_id, "ann1", "q-1")
    add_gold(store, item.trace_id, "ann1", ("d1",))
    labelled(store, queue_id, "q-1")
    remove_gold(store, item.trace_id, "ann1", ("d1",))
    (found,) = stale_answers(store, queue_id, "ann1")
    assert found.change.became_unknown
    assert found.change.gone == (("d1",),)


def test_passages_joined_into_one_source_are_one_version(store):
    queue_id = two_of_one_question(store)
    item = find_item(store, queue_id, "ann1", "q-1")
    add_gold(store, item.trace_id, "ann1", ("d2",))
    join_gold(store, item.trace_id, "ann1", ("d2", "d3"), replacing=("d2",), reason="two parts")
    item = find_item(store, queue_id, "ann1", "q-1")
    assert item.gold == (("d1",), ("d2", "d3"))
    first, second, third = gold_history(store, item.trace_id)
    assert (first.author, first.action) == (None, None)
    assert (second.author, second.action, second.doc_ids) == ("ann1", "add", ("d2",))
    assert (third.version, third.action, third.reason) == (3, "join", "two parts")
    assert third.doc_ids == ("d2", "d3")


def test_one_passage_is_no_joined_source(store):
    queue_id = two_of_one_question(store)
    item = find_item(store, queue_id, "ann1", "q-1")
    with pytest.raises(InputError, match="at least two"):
        join_gold(store, item.trace_id, "ann1", ("d2", "d2"), replacing=("d2",))
