from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from db.store import Store
from tests.ui.label_items import current, entries, queue_of, record, written
from workbench.services.labelling.add_gold import add_gold
from workbench.services.labelling.guidelines import set_guideline
from workbench.services.labelling.label_traces import LabelItem, progress, undo_last
from workbench.ui.label_acts import SETTLE_SECONDS, carry_out
from workbench.ui.label_desk import Act, Desk, open_item, read_act
from workbench.ui.label_draft import asked


class Person:
    """Somebody at a desk, who acts on what is shown; time passes only as told."""

    def __init__(self, store: Store, queue_id: int, name: str = "ann1", **fields: Any) -> None:
        self.store = store
        self.desk = Desk(name, queue_id, **fields)
        self.now = 100.0
        self.seqs = count(1)
        self.item: LabelItem | None = None
        self.look()

    def look(self) -> None:
        self.desk, self.item = open_item(self.store, self.desk, self.now)

    def do(self, name: str, value: str = "", note: str | None = None, after: float = 1.0) -> None:
        assert self.item is not None
        self.now += after
        draft = self.desk.drafts[self.item.trace_id]
        question = asked(self.item.facts, draft, self.item.own)
        own_note = self.item.own.note if self.item.own else None
        shown_note = draft.note if draft.note is not None else own_note
        act = Act(
            name,
            next(self.seqs),
            self.item.trace_id,
            value,
            question.key if question else "",
            (shown_note or "") if note is None else note,
        )
        self.desk = carry_out(self.store, self.desk, act, self.now)
        self.look()

    def press(self, *digits: str, **options: Any) -> None:
        for digit in digits:
            self.do("answer", digit, **options)

    @property
    def at(self) -> str:
        assert self.item is not None
        return self.item.request_id

    @property
    def question(self) -> str:
        assert self.item is not None
        question = asked(self.item.facts, self.desk.drafts[self.item.trace_id], self.item.own)
        return question.key if question else ""


@pytest.fixture
def person(sqlite_store: Store, tmp_path: Path) -> Person:
    path = written(tmp_path, [record(f"q-{n}") for n in range(1, 5)])
    return Person(sqlite_store, queue_of(sqlite_store, path))


def case(store: Store, cases: Path, name: str, **options: Any) -> Person:
    (folder,) = cases.glob(f"{name}*")
    return Person(store, queue_of(store, folder / "traces.jsonl", **options))


def at_item(person: Person, request_id: str) -> Person:
    person.do("find", request_id)
    assert person.at == request_id
    return person


def test_a_wrong_answer_with_its_evidence_in_the_prompt_is_two_keys(person: Person) -> None:
    first = person.at
    person.press("2", "2")
    assert current(person.store) == {first: ("verdict", "wrong", "generation", None)}
    assert person.desk.line.text == f"Saved {first} as wrong · generation · misread. Z undoes."
    assert person.at != first


def test_a_right_answer_is_one_key(person: Person) -> None:
    first = person.at
    person.press("1")
    assert current(person.store) == {first: ("verdict", "correct", None, None)}


def test_five_quick_presses_label_one_item(person: Person) -> None:
    first = person.at
    person.press("1", note="wrong year")
    for _ in range(4):
        person.press("1", after=0.06)
    assert current(person.store) == {first: ("verdict", "correct", None, "wrong year")}
    assert len(entries(person.store)) == 1
    assert progress(person.store, person.desk.queue_id, "ann1").n_done == 1


def test_a_key_pressed_twice_does_not_answer_the_next_question_of_the_item(
    person: Person,
) -> None:
    person.press("2")
    person.press("2", after=0.12)
    assert person.question == "error_type"
    assert entries(person.store) == []


def test_an_act_that_was_carried_out_is_not_carried_out_again(person: Person) -> None:
    person.press("2")
    assert person.item is not None
    again = Act("answer", person.desk.seq, person.item.trace_id, "1", "error_type")
    assert carry_out(person.store, person.desk, again, person.now + 9) is person.desk


def test_a_press_meant_for_another_item_or_question_does_nothing(person: Person) -> None:
    assert person.item is not None
    other = Act("answer", 50, person.item.trace_id + 1, "1", "answer")
    assert carry_out(person.store, person.desk, other, person.now + 9).drafts == person.desk.drafts
    stale = Act("answer", 51, person.item.trace_id, "1", "error_type")
    carry_out(person.store, person.desk, stale, person.now + 9)
    assert entries(person.store) == []


def test_undo_takes_back_the_last_answer_then_what_was_saved(person: Person) -> None:
    first = person.at
    person.press("1", note="a thought")
    person.press("2")
    person.do("undo")
    assert person.question == "answer"
    person.do("undo")
    assert person.at == first
    assert current(person.store) == {}
    assert person.desk.drafts[person.desk.trace_id or 0].note == "a thought"
    person.do("undo")
    assert "nothing of yours to undo" in person.desk.line.text


def test_skip_and_note_leave_the_item_without_a_verdict_and_reachable(
    sqlite_store: Store, cases: Path
) -> None:
    person = case(sqlite_store, cases, "lab-09")
    at_item(person, "q-1").do("skip")
    at_item(person, "q-2").do("save_note", note="ask the ticket team")
    at_item(person, "q-3").press("2")
    assert current(sqlite_store) == {
        "q-1": ("skip", None, None, None),
        "q-2": ("note", None, None, "ask the ticket team"),
        "q-3": ("verdict", "wrong", "retrieval", None),
    }
    so_far = progress(sqlite_store, person.desk.queue_id, "ann1")
    assert (so_far.n_done, so_far.n_skipped, so_far.n_total) == (1, 2, 3)
    assert person.item is None
    person.desk = replace(person.desk, is_revisiting=True)
    person.look()
    assert person.at in ("q-1", "q-2")


def test_a_saved_verdict_is_shown_and_changed_in_place(person: Person) -> None:
    first = person.at
    person.press("1")
    person.do("find", first)
    assert person.question == "stored"
    person.press("2")
    assert person.question == "answer"
    person.press("2", "1")
    assert current(person.store) == {first: ("verdict", "wrong", "generation", None)}
    assert len({e["request_id"] for e in entries(person.store)}) == 1


def test_keeping_a_saved_verdict_writes_nothing(person: Person) -> None:
    first = person.at
    person.press("1")
    person.do("find", first)
    person.press("1")
    assert len(entries(person.store)) == 1
    assert person.at != first


def test_no_value_of_one_item_is_on_the_next(sqlite_store: Store, cases: Path) -> None:
    person = at_item(case(sqlite_store, cases, "app-03"), "q-1")
    person.press("2", "2", note="note-of-q-1")
    at_item(person, "q-2")
    assert person.question == "answer"
    assert person.desk.drafts[person.desk.trace_id or 0].note is None
    person.do("enter")
    assert "Nothing chosen yet" in person.desk.line.text
    person.do("save_note", note=" ")
    assert "Nothing to save yet" in person.desk.line.text
    at_item(person, "q-1")
    assert person.item is not None
    assert person.item.own is not None
    assert (person.item.own.answer, person.item.own.note) == ("wrong", "note-of-q-1")
    at_item(person, "q-2")
    person.press("1")
    assert current(sqlite_store) == {
        "q-1": ("verdict", "wrong", "generation", "note-of-q-1"),
        "q-2": ("verdict", "correct", None, None),
    }


def test_a_second_tab_stops_the_save_and_keeps_the_note(sqlite_store: Store, cases: Path) -> None:
    tab_a = at_item(case(sqlite_store, cases, "app-09"), "q-1")
    tab_b = at_item(Person(sqlite_store, tab_a.desk.queue_id), "q-1")
    tab_b.press("1")
    tab_a.press("2", note="from tab A")
    assert "labelled by you meanwhile" in tab_a.desk.line.text
    assert current(sqlite_store) == {"q-1": ("verdict", "correct", None, None)}
    assert tab_a.at == "q-1"
    assert tab_a.question == "stored"
    assert tab_a.desk.drafts[tab_a.desk.trace_id or 0].note == "from tab A"


def test_a_step_taken_after_another_tab_saved_is_void_and_said(
    sqlite_store: Store, person: Person
) -> None:
    other = Person(sqlite_store, person.desk.queue_id)
    assert other.at == person.at
    other.press("1")
    person.press("2")
    assert "labelled by you meanwhile" in person.desk.line.text
    assert person.item is not None
    assert person.item.own is not None
    assert person.desk.drafts[person.item.trace_id].past == ()
    assert [entry["answer"] for entry in entries(sqlite_store)] == ["correct"]


def test_an_answer_is_not_saved_over_gold_that_changed_unseen(
    sqlite_store: Store, person: Person
) -> None:
    person.press("2")
    add_gold(sqlite_store, person.desk.shown.item.trace_id, "ben", ("d2",))
    person.do("answer", "1", note="as I typed it")
    assert "was changed while you had it open" in person.desk.line.text
    assert entries(sqlite_store) == []
    assert person.item is not None
    assert (person.item.gold, person.item.own) == ((("d1",), ("d2",)), None)
    assert person.desk.drafts[person.item.trace_id].note == "as I typed it"
    asked_about, seen = person.at, person.item.gold_version_id
    person.press("2", "1")
    (entry,) = entries(sqlite_store)
    assert (entry["request_id"], entry["answer"]) == (asked_about, "wrong")
    assert entry["gold_version_id"] == seen


def test_answers_of_an_item_left_open_are_asked_anew_after_its_gold_changed(
    sqlite_store: Store, person: Person
) -> None:
    first = person.at
    person.press("2", note="as I typed it")
    assert person.question == "error_type"
    trace_id = person.desk.shown.item.trace_id
    person.do("find", next(name for name in ("q-1", "q-2", "q-3") if name != first))
    add_gold(sqlite_store, trace_id, "ben", ("d2",))
    person.do("find", first)
    assert "was changed after you began" in person.desk.line.text
    assert person.question == "answer"
    assert person.desk.drafts[trace_id].note == "as I typed it"
    person.press("1")
    (entry,) = entries(sqlite_store)
    assert (entry["request_id"], entry["answer"]) == (first, "correct")


def test_answers_are_asked_anew_where_a_reload_finds_other_gold(
    sqlite_store: Store, person: Person
) -> None:
    person.press("2")
    add_gold(sqlite_store, person.desk.shown.item.trace_id, "ben", ("d2",))
    person.desk = replace(person.desk, shown=None)
    person.look()
    assert "was changed after you began" in person.desk.line.text
    assert person.question == "answer"


def test_what_was_skipped_is_gone_through_once_and_then_what_is_still_open(
    sqlite_store: Store, person: Person
) -> None:
    order = []
    for _ in range(2):
        order.append(person.at)
        person.do("skip")
    while person.item is not None:
        last = person.at
        person.press("1")
    person.desk = replace(person.desk, is_revisiting=True, trace_id=None)
    person.look()
    assert person.at == order[0]
    person.do("skip")
    assert person.at == order[1]
    assert undo_last(sqlite_store, person.desk.queue_id, "ann1") is not None
    person.do("skip")
    assert person.at == last
    person.press("1")
    assert person.item is None
    person.desk = replace(person.desk, is_revisiting=True, trace_id=None)
    person.look()
    assert person.at == order[0]


def test_a_verdict_follows_the_guideline_that_was_read(sqlite_store: Store, person: Person) -> None:
    read = set_guideline(sqlite_store, person.desk.queue_id, "Right means all of it.").guideline
    person.look()
    set_guideline(sqlite_store, person.desk.queue_id, "Right means most of it.")
    person.press("1")
    assert [e["guideline_id"] for e in entries(sqlite_store)] == [read.guideline_id]


def test_the_side_door_asks_once_and_sets_the_item_aside(person: Person) -> None:
    first = person.at
    person.do("disputed")
    assert person.question == "aside:reference_disputed"
    person.do("close")
    assert person.question == "answer"
    person.do("ambiguous")
    person.do("ambiguous", after=0.1)
    assert entries(person.store) == []
    person.do("ambiguous")
    (entry,) = entries(person.store)
    assert (entry["request_id"], entry["unresolved"], entry["answer"]) == (
        first,
        "query_ambiguous",
        None,
    )


def test_another_stage_needs_its_reason(person: Person) -> None:
    first = person.at
    person.do("stage")
    person.press("4")
    assert person.question == "aside:reason"
    person.do("reason", "  ")
    assert person.question == "aside:reason"
    person.do("reason", "the ids are stale")
    person.press("2")
    (entry,) = entries(person.store)
    assert (entry["request_id"], entry["stage"]) == (first, "retrieval")
    assert entry["override_reason"] == "the ids are stale"


def test_a_stage_without_its_reason_can_be_given_up(person: Person) -> None:
    person.do("stage")
    person.press("4")
    person.do("close")
    assert person.question == "answer"
    assert person.desk.drafts[person.desk.trace_id or 0].answers.named_stage is None


def test_flag_and_confidence_are_saved_with_the_verdict(person: Person) -> None:
    person.do("flag")
    person.do("confidence")
    person.do("confidence")
    person.press("1")
    (entry,) = entries(person.store)
    assert (entry["is_flagged"], entry["confidence"]) == (True, "medium")


def test_a_note_on_a_saved_verdict_keeps_the_verdict(person: Person) -> None:
    first = person.at
    person.press("1")
    person.do("find", first)
    person.do("save_note", note="second thought")
    assert person.at == first
    assert current(person.store) == {first: ("verdict", "correct", None, "second thought")}


def test_a_twin_accepted_as_a_source_is_gold_at_once(sqlite_store: Store, cases: Path) -> None:
    person = at_item(case(sqlite_store, cases, "rag-03"), "q-1")
    assert person.item is not None
    # The same text stands for the gold passage already, and the item says so.
    assert person.item.facts.evidence == "reached"
    assert "Gold d-100 was found as d-900: same text." in person.item.warnings
    assert person.item.candidates is not None
    assert [p.twin_of for p in person.item.candidates] == ["d-100", None]
    person.do("gold", "d-900")
    assert person.item.facts.evidence == "reached"
    assert person.item.gold == (("d-100",), ("d-900",))
    person.do("gold", "d-900")
    assert person.item.gold == (("d-100",),)


def test_two_passages_joined_are_needed_together(person: Person) -> None:
    assert person.item is not None
    person.do("gold", "d2")
    person.do("join", "d5")
    assert person.item.gold == (("d1",), ("d2", "d5"))


def test_a_passage_without_an_id_is_no_source(person: Person) -> None:
    person.do("gold", "")
    assert "no id" in person.desk.line.text


def test_back_and_forward_stop_at_the_ends_of_the_queue(person: Person) -> None:
    seen = [person.at]
    for _ in range(3):
        person.do("forward")
        seen.append(person.at)
    assert len(set(seen)) == 4
    person.do("forward")
    assert person.at == seen[-1]
    assert "last item" in person.desk.line.text
    person.do("back")
    assert person.at == seen[-2]


def test_an_unknown_request_id_is_said_and_leaves_the_item(person: Person) -> None:
    first = person.at
    person.do("find", "nowhere")
    assert person.at == first
    assert "nowhere" in person.desk.line.text


def test_the_judge_is_told_only_after_saving_and_only_where_the_queue_reveals(
    sqlite_store: Store, cases: Path
) -> None:
    person = case(sqlite_store, cases, "lab-11", reveals_judge=True, wanted_labels=2)
    person.desk = replace(person.desk, reveals_judge=True)
    assert person.desk.opinions == ()
    at_item(person, "q-1").press("1")
    assert [o.verdict for o in person.desk.opinions] == ["fail"]
    person.do("flag")
    assert person.desk.opinions == ()
    blind = Person(sqlite_store, person.desk.queue_id, name="ann2")
    blind.press("1")
    assert blind.desk.opinions == ()


def test_what_is_no_act_is_not_read() -> None:
    assert read_act(None) is None
    assert read_act({"act": "answer"}) is None
    assert read_act({"act": "answer", "seq": "x", "item": "1"}) is None
    assert read_act({"act": "skip", "seq": 3, "item": "7", "note": None}) == Act("skip", 3, 7)


def test_nothing_counts_in_the_first_moments_of_an_item(person: Person) -> None:
    person.press("1", after=SETTLE_SECONDS / 2)
    assert entries(person.store) == []
    person.press("1", after=SETTLE_SECONDS)
    assert len(entries(person.store)) == 1
