"""Saving and undoing: once, for the item that was on screen, and never losing what stood."""

import threading
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from db import models
from tests import builders
from tests.services.labelling import answer, census, judged, label_all, label_next
from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, Evidence, Stage, Unresolved
from workbench.errors import InputError, VerdictConflict
from workbench.services.labelling.add_gold import add_gold
from workbench.services.labelling.label_traces import (
    find_item,
    next_item,
    progress,
    read_item,
    record_entry,
    undo_last,
)


def entries(store, *, is_current=None):
    e, t, a = models.human_entries.c, models.traces.c, models.annotators.c
    statement = (
        select(t.request_id, a.name.label("annotator"), models.human_entries)
        .join(models.traces, t.trace_id == e.trace_id)
        .join(models.annotators, a.annotator_id == e.annotator_id)
        .order_by(e.entry_id)
    )
    if is_current is not None:
        statement = statement.where(e.is_current == is_current)
    with store.reading() as connection:
        return connection.execute(statement).all()


def current(store):
    return [
        (row.request_id, row.annotator, row.answer, row.note)
        for row in entries(store, is_current=True)
    ]


# Case lab-01: quick submits of one verdict.


def test_five_quick_submits_leave_one_verdict_and_the_next_items_untouched(store):
    queue_id = census(store, 3)
    first = answer(
        find_item(store, queue_id, "ann1", "q-1"), "ann1", is_right=False, note="wrong year"
    )
    saved = [record_entry(store, first) for _ in range(5)]
    assert [each.is_repeat for each in saved] == [False, True, True, True, True]
    assert len({each.entry_id for each in saved}) == 1
    assert current(store) == [("q-1", "ann1", "wrong", "wrong year")]
    counts = progress(store, queue_id, "ann1")
    assert (counts.n_done, counts.n_total) == (1, 3)
    assert len(entries(store)) == 1


def test_five_submits_at_the_same_moment_leave_one_verdict(store):
    queue_id = census(store, 1)
    submission = answer(next_item(store, queue_id, "ann1"), "ann1")
    threads = [threading.Thread(target=record_entry, args=(store, submission)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(entries(store)) == 1


# Case lab-08: labelling makes no second record.


def test_a_changed_verdict_replaces_the_first_and_both_are_kept(store):
    queue_id = census(store, 3)
    record_entry(store, answer(find_item(store, queue_id, "ann1", "q-1"), "ann1", is_right=True))
    record_entry(store, answer(find_item(store, queue_id, "ann1", "q-1"), "ann1", is_right=False))
    assert current(store) == [("q-1", "ann1", "wrong", None)]
    assert [row.answer for row in entries(store)] == ["correct", "wrong"]
    with store.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(models.traces)) == 3
    counts = progress(store, queue_id, "ann1")
    assert (counts.n_done, counts.n_open, counts.n_total) == (1, 2, 3)


# Case lab-09: skip, and note without verdict.


def test_skip_and_note_alone_are_no_verdicts_and_can_be_reached_again(store):
    queue_id = census(store, 3)
    for request_id, fields in (
        ("q-1", {"kind": EntryKind.SKIP}),
        ("q-2", {"kind": EntryKind.NOTE, "note": "ask the ticket team"}),
        ("q-3", {"is_right": False}),
    ):
        item = find_item(store, queue_id, "ann1", request_id)
        record_entry(store, answer(item, "ann1", **fields))
    counts = progress(store, queue_id, "ann1")
    assert (counts.n_done, counts.n_skipped, counts.n_open, counts.n_total) == (1, 2, 0, 3)
    stored = {row.request_id: row for row in entries(store, is_current=True)}
    assert (stored["q-1"].kind, stored["q-1"].answer) == ("skip", None)
    assert (stored["q-2"].kind, stored["q-2"].answer) == ("note", None)
    assert stored["q-2"].note == "ask the ticket team"
    assert stored["q-3"].answer == "wrong"
    again = set()
    while (item := next_item(store, queue_id, "ann1", is_revisiting=True)) is not None:
        again.add(item.request_id)
        record_entry(store, answer(item, "ann1"))
    assert again == {"q-1", "q-2"}


def test_a_skip_after_a_verdict_leaves_the_verdict(store):
    queue_id = census(store, 1)
    label_next(store, queue_id, "ann1", is_right=False)
    item = find_item(store, queue_id, "ann1", "q-1")
    record_entry(store, answer(item, "ann1", kind=EntryKind.SKIP))
    assert current(store) == [("q-1", "ann1", "wrong", None)]


def test_a_note_after_a_verdict_keeps_the_verdict_and_adds_the_note(store):
    queue_id = census(store, 1)
    label_next(store, queue_id, "ann1", is_right=False)
    item = find_item(store, queue_id, "ann1", "q-1")
    record_entry(store, answer(item, "ann1", kind=EntryKind.NOTE, note="see the ticket"))
    assert current(store) == [("q-1", "ann1", "wrong", "see the ticket")]
    newest = entries(store, is_current=True)[0]
    assert (newest.kind, newest.error_type, newest.stage) == ("verdict", "misread", "generation")
    assert progress(store, queue_id, "ann1").n_done == 1


def test_a_flag_raised_after_a_verdict_keeps_verdict_and_note(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    record_entry(store, answer(item, "ann1", note="see the ticket"))
    again = read_item(store, queue_id, "ann1", item.trace_id)
    flagged = answer(again, "ann1", kind=EntryKind.NOTE, answers=Answers(), is_flagged=True)
    record_entry(store, flagged)
    (row,) = entries(store, is_current=True)
    assert (row.answer, row.note, row.is_flagged) == ("correct", "see the ticket", True)


def test_a_verdict_on_gold_or_stages_that_changed_unseen_is_refused_and_the_rest_is_kept(store):
    queue_id = census(store, 1)
    shown = next_item(store, queue_id, "ann1")
    with_less_known = replace(shown, facts=replace(shown.facts, evidence=Evidence.UNKNOWN))
    with pytest.raises(VerdictConflict, match="changed while you had it open"):
        record_entry(store, answer(shown, "ann1"), shown=with_less_known)
    add_gold(store, shown.trace_id, "ann2", ("d9",))
    with pytest.raises(VerdictConflict, match="changed while you had it open"):
        record_entry(store, answer(shown, "ann1"), shown=shown)
    assert entries(store) == []
    record_entry(store, answer(shown, "ann1", kind=EntryKind.SKIP), shown=shown)
    now = read_item(store, queue_id, "ann1", shown.trace_id)
    record_entry(store, answer(now, "ann1"), shown=now)
    (row,) = entries(store, is_current=True)
    assert (row.kind, row.gold_version_id) == ("verdict", now.gold_version_id)


@pytest.mark.parametrize("author", ["ann1", "ann2"])
def test_an_entry_tells_the_changes_of_gold_that_its_annotator_made(store, author):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    add_gold(store, item.trace_id, author, ("d9",))
    shown = read_item(store, queue_id, "ann1", item.trace_id)
    record_entry(store, answer(shown, "ann1"), shown=shown)
    (row,) = entries(store)
    assert [change["doc_ids"] for change in row.gold_changes] == [["d9"]] * (author == "ann1")


def test_a_lease_is_not_written_again_at_every_key(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    lease = select(models.leases.c.leased_at, models.leases.c.expires_at)
    with store.reading() as connection:
        taken = connection.execute(lease).all()
    read_item(store, queue_id, "ann1", item.trace_id)
    with store.reading() as connection:
        assert connection.execute(lease).all() == taken


def test_an_empty_note_is_refused(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    with pytest.raises(InputError, match="note is empty"):
        record_entry(store, answer(item, "ann1", kind=EntryKind.NOTE, note="  "))


# Case app-03: what is shown is what is saved.


def test_each_item_starts_empty_or_with_its_own_stored_answer(store):
    queue_id = census(store, 3)
    record_entry(
        store,
        answer(
            find_item(store, queue_id, "ann1", "q-1"), "ann1", is_right=False, note="note-of-q-1"
        ),
    )
    second = find_item(store, queue_id, "ann1", "q-2")
    assert second.own is None
    with pytest.raises(InputError, match="Choose first"):
        record_entry(store, answer(second, "ann1", answers=Answers()))
    back = find_item(store, queue_id, "ann1", "q-1")
    assert (back.own.answer, back.own.note) == (Answer.WRONG, "note-of-q-1")
    record_entry(store, answer(find_item(store, queue_id, "ann1", "q-2"), "ann1", note=""))
    assert current(store) == [
        ("q-1", "ann1", "wrong", "note-of-q-1"),
        ("q-2", "ann1", "correct", None),
    ]


# Case app-07: reload.


def test_a_reload_resumes_at_the_first_open_item_under_the_same_name(store):
    queue_id = census(store, 4)
    done = [next_item(store, queue_id, "ann1").request_id]
    label_next(store, queue_id, "ann1", is_right=True)
    done.append(next_item(store, queue_id, "ann1").request_id)
    label_next(store, queue_id, "ann1", is_right=False)
    open_item = next_item(store, queue_id, "ann1")
    assert next_item(store, queue_id, "ann1").request_id == open_item.request_id
    assert open_item.request_id not in done
    assert {row.annotator for row in entries(store)} == {"ann1"}
    assert progress(store, queue_id, "ann1").n_done == 2


def test_nothing_is_saved_without_a_name(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    with pytest.raises(InputError, match="name first"):
        record_entry(store, answer(item, ""))
    assert entries(store) == []


# Case app-09: two tabs.


def test_a_save_from_a_stale_tab_is_stopped_and_touches_no_other_item(store):
    queue_id = census(store, 3)
    tab_a = find_item(store, queue_id, "ann1", "q-1")
    tab_b = find_item(store, queue_id, "ann1", "q-1")
    record_entry(store, answer(tab_b, "ann1", is_right=True))
    with pytest.raises(VerdictConflict, match="labelled by you meanwhile"):
        record_entry(store, answer(tab_a, "ann1", is_right=False, note="from tab A"))
    assert current(store) == [("q-1", "ann1", "correct", None)]


def test_a_save_for_an_item_outside_the_queue_is_refused(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    with pytest.raises(InputError, match="holds no item"):
        record_entry(store, answer(item, "ann1", trace_id=item.trace_id + 1000))


# What a verdict holds.


def test_a_wrong_answer_with_evidence_in_the_prompt_is_generation(store):
    queue_id = census(store, [builders.trace()])
    label_next(store, queue_id, "ann1", is_right=False)
    row = entries(store)[0]
    assert (row.stage, row.error_type, row.is_override) == ("generation", "misread", False)
    assert row.labelled_at == row.recorded_at


def test_a_wrong_answer_whose_passage_was_not_retrieved_is_retrieval(store):
    queue_id = census(store, [builders.trace(gold=(("d9",),))])
    item = next_item(store, queue_id, "ann1")
    record_entry(store, answer(item, "ann1", answers=Answers(answer=Answer.WRONG)))
    assert entries(store)[0].stage == "retrieval"


def test_a_wrong_answer_where_no_source_exists_should_have_declined(store):
    queue_id = census(store, [builders.trace(gold=())])
    item = next_item(store, queue_id, "ann1")
    record_entry(store, answer(item, "ann1", answers=Answers(answer=Answer.WRONG)))
    row = entries(store)[0]
    assert (row.stage, row.should_have_declined) == ("coverage", True)


def test_an_override_needs_a_reason(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    named = {"answer": Answer.WRONG, "named_stage": Stage.PACKING}
    with pytest.raises(InputError, match="Say why"):
        record_entry(store, answer(item, "ann1", answers=Answers(**named)))
    answers = Answers(**named, override_reason="the prompt text lacks it")
    record_entry(store, answer(item, "ann1", answers=answers))
    row = entries(store)[0]
    assert (row.stage, row.is_override) == ("packing", True)
    assert row.override_reason == "the prompt text lacks it"


def test_the_side_door_stores_no_answer(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    answers = Answers(answer=Answer.WRONG, unresolved=Unresolved.REFERENCE_DISPUTED)
    record_entry(store, answer(item, "ann1", answers=answers))
    row = entries(store)[0]
    assert (row.kind, row.answer, row.stage) == ("verdict", None, None)
    assert row.unresolved == "reference_disputed"


def test_confidence_flag_and_seconds_are_kept(store):
    queue_id = census(store, 1)
    label_next(store, queue_id, "ann1", confidence="low", is_flagged=True, seconds_spent=12.5)
    own = find_item(store, queue_id, "ann1", "q-1").own
    assert (own.confidence, own.is_flagged, own.seconds_spent) == ("low", True, 12.5)


def test_an_unknown_confidence_is_refused(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    with pytest.raises(InputError, match="none of low, medium, high"):
        record_entry(store, answer(item, "ann1", confidence="very"))


# Undo.


def test_undo_takes_the_newest_entry_back_and_twice_goes_further(store):
    queue_id = census(store, 3)
    order = label_all(store, queue_id, "ann1")
    undone = [undo_last(store, queue_id, "ann1") for _ in range(3)]
    names = [read_item(store, queue_id, "ann1", trace_id).request_id for trace_id in undone]
    assert names == order[::-1]
    assert undo_last(store, queue_id, "ann1") is None
    assert current(store) == []
    assert [row.kind for row in entries(store)] == ["verdict"] * 3 + ["undo"] * 3
    assert progress(store, queue_id, "ann1").n_open == 3


def test_undoing_a_change_brings_the_first_answer_back(store):
    queue_id = census(store, 1)
    label_next(store, queue_id, "ann1", is_right=True)
    item = find_item(store, queue_id, "ann1", "q-1")
    record_entry(store, answer(item, "ann1", is_right=False))
    undo_last(store, queue_id, "ann1")
    assert current(store) == [("q-1", "ann1", "correct", None)]
    undo_last(store, queue_id, "ann1")
    assert current(store) == []


def test_undoing_a_skip_after_a_verdict_leaves_the_verdict(store):
    queue_id = census(store, 1)
    label_next(store, queue_id, "ann1")
    item = find_item(store, queue_id, "ann1", "q-1")
    record_entry(store, answer(item, "ann1", kind=EntryKind.SKIP))
    undo_last(store, queue_id, "ann1")
    assert current(store) == [("q-1", "ann1", "correct", None)]


def test_the_same_answer_can_be_given_again_after_an_undo(store):
    queue_id = census(store, 1)
    label_next(store, queue_id, "ann1")
    undo_last(store, queue_id, "ann1")
    assert not label_next(store, queue_id, "ann1").is_repeat
    assert current(store) == [("q-1", "ann1", "correct", None)]


def test_undo_touches_nobody_elses_entries(store):
    queue_id = census(store, 2)
    label_next(store, queue_id, "ann1")
    assert undo_last(store, queue_id, "ann2") is None
    label_next(store, queue_id, "ann2")
    undo_last(store, queue_id, "ann2")
    assert [row[1] for row in current(store)] == ["ann1"]


# Reveal.


def test_an_answer_after_the_reveal_is_kept_beside_the_blind_one(store):
    queue_id = census(store, judged(1, 0), judge="strict", reveals_judge=True)
    label_next(store, queue_id, "ann1", is_right=True)
    item = find_item(store, queue_id, "ann1", "q-1")
    record_entry(store, answer(item, "ann1", is_right=False))
    assert current(store) == [("q-1", "ann1", "correct", None)]
    assert [row.is_after_reveal for row in entries(store)] == [False, True]
    assert progress(store, queue_id, "ann1").n_done == 1


def test_a_blind_answer_cannot_be_undone_after_the_reveal(store):
    queue_id = census(store, judged(2, 0), judge="strict", reveals_judge=True)
    label_next(store, queue_id, "ann1")
    with pytest.raises(InputError, match="blind answer stays"):
        undo_last(store, queue_id, "ann1")
    item = next_item(store, queue_id, "ann1")
    record_entry(store, answer(item, "ann1", kind=EntryKind.SKIP))
    assert undo_last(store, queue_id, "ann1") == item.trace_id


# Many at once.


def test_eight_people_saving_at_once_lose_nothing_and_double_nothing(store):
    queue_id = census(store, 400)
    troubles: list[BaseException] = []
    saved: dict[str, list[int]] = {f"ann{n}": [] for n in range(8)}

    def work(annotator: str) -> None:
        try:
            for _ in range(50):
                saved[annotator].append(label_next(store, queue_id, annotator).entry_id)
        except BaseException as trouble:
            troubles.append(trouble)

    threads = [threading.Thread(target=work, args=(name,)) for name in saved]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    rows = entries(store)
    assert len(rows) == 400
    assert {row.entry_id for row in rows} == {each for ids in saved.values() for each in ids}
    assert len({row.request_id for row in rows}) == 400
    assert all(row.is_current for row in rows)


def test_ids_of_error_types_are_kept_as_chosen(store):
    queue_id = census(store, len(ErrorType))
    for error_type in ErrorType:
        item = next_item(store, queue_id, "ann1")
        answers = Answers(answer=Answer.WRONG, error_type=error_type)
        record_entry(store, answer(item, "ann1", answers=answers))
    assert [row.error_type for row in entries(store)] == list(ErrorType)
