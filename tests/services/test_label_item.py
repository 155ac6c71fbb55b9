"""What an annotator sees of a trace, and what of it stays hidden."""

import json
import re
from dataclasses import replace

import pytest
from sqlalchemy import event, select

from db import models
from tests import builders
from tests.services.labelling import answer, census, judged
from tests.services.planted import plant_traces
from workbench.domain.questions import (
    Answers,
    LadderFacts,
    RungState,
    ladder,
    next_question,
    recorded_stage,
)
from workbench.domain.records import Candidate
from workbench.domain.vocabulary import Answer, Evidence, Stage
from workbench.services.exporting.export_tables import table_bytes
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.build_queue import build_queue, queue_status
from workbench.services.labelling.label_traces import (
    find_item,
    next_item,
    progress,
    record_entry,
    undo_last,
    why_empty,
)

CUT = "The prompt was cut: the list may be longer than what the model saw."
MAYBE_CUT = "Nothing says whether the prompt was cut."


@pytest.fixture
def opened(store, cases):
    """Give a function that imports a case's traces and opens one of them for `ann1`."""

    def open_case(case):
        report = import_traces(store, cases / case / "traces.jsonl")
        assert report.is_imported
        queue = build_queue(store, run="default", judge=None, size=None, seed=1)
        return lambda request_id: find_item(store, queue.queue_id, "ann1", request_id)

    return open_case


def rungs(item, answers=None):
    return {rung.stage: rung for rung in ladder(item.facts, answers or Answers())}


# Case rag-03: the same text under another id.


def test_a_passage_with_the_gold_text_counts_as_gold_and_is_said(opened):
    item = opened("rag-03-near-duplicate-passage")("q-1")
    hinted = {passage.doc_id: passage.twin_of for passage in item.candidates}
    assert hinted == {"d-900": "d-100", "d-4": None}
    assert item.facts.evidence is Evidence.REACHED
    assert "Gold d-100 was found as d-900: same text." in item.warnings
    assert item.prompt[0].twin_of == "d-100"


def test_a_text_that_differs_in_one_figure_is_no_twin(opened):
    item = opened("rag-03-near-duplicate-passage")("q-3")
    assert [passage.twin_of for passage in item.candidates] == [None]
    assert item.facts.evidence is Evidence.RETRIEVAL
    assert not any("same text" in warning for warning in item.warnings)


def test_the_gold_text_is_found_in_another_run_of_the_question(store):
    text = "A day ticket is valid until 03:00."
    one = builders.trace("q-1", question_id="k", run="a", candidates=None, prompt=None)
    old = builders.trace("q-1", question_id="k", run="b", gold=None)
    plant_traces(
        store,
        [
            replace(one, candidates=(Candidate("d-900", 1, None, text),)),
            replace(old, candidates=(Candidate("d1", 1, None, text),)),
        ],
    )
    queue = build_queue(store, run="a", judge=None, size=None, seed=1)
    item = find_item(store, queue.queue_id, "ann1", "q-1")
    assert item.candidates[0].twin_of == "d1"


# Case rag-08: the prompt list logged before it was cut.


@pytest.mark.parametrize(("request_id", "place"), [("q-1", "5th of 5"), ("q-2", "1st of 5")])
def test_a_cut_prompt_is_warned_of_with_the_golds_place_in_it(opened, request_id, place):
    item = opened("rag-08-logged-before-truncation")(request_id)
    assert item.warnings == (CUT, f"The gold passage is {place} in the prompt.")
    assert rungs(item)[Stage.PACKING].state is RungState.ASKED
    wrong = Answers(answer=Answer.WRONG)
    assert next_question(item.facts, wrong).key == "rung:packing"
    no = Answers(held={Stage.PACKING: False}, answer=Answer.WRONG)
    assert recorded_stage(item.facts, no) is Stage.PACKING


def test_a_whole_prompt_needs_no_warning_and_a_failure_is_generation(opened):
    item = opened("rag-08-logged-before-truncation")("q-3")
    assert item.warnings == ()
    assert item.facts.evidence is Evidence.REACHED
    assert recorded_stage(item.facts, Answers(answer=Answer.WRONG)) is Stage.GENERATION


def test_unknown_truncation_is_not_taken_for_no(opened):
    item = opened("rag-08-logged-before-truncation")("q-4")
    assert item.is_truncated is None
    assert MAYBE_CUT in item.warnings
    assert CUT not in item.warnings


# Case rag-10: the same passage twice in one list.


def test_repeats_are_marked_and_counted_once(opened):
    open_item = opened("rag-10-passage-retrieved-twice")
    item = open_item("q-1")
    assert [(p.doc_id, p.n_times, p.rank) for p in item.candidates] == [("A", 2, 1), ("C", 1, 3)]
    assert (item.n_found, item.n_needed) == (1, 2)
    assert item.facts.evidence is Evidence.RETRIEVAL
    assert "Repeated in the retrieved list, counted once: A ×2." in item.warnings
    item = open_item("q-2")
    assert [(p.doc_id, p.n_times) for p in item.candidates] == [("A", 3)]
    assert (item.n_found, item.n_needed) == (1, 1)
    assert item.facts.evidence is Evidence.REACHED
    item = open_item("q-3")
    assert item.facts.evidence is Evidence.RERANKING
    assert [(p.doc_id, p.n_times) for p in item.reranked] == [("A", 2)]
    item = open_item("q-4")
    assert (item.n_found, item.n_needed) == (1, 1)
    assert item.facts.evidence is Evidence.REACHED


# Case rag-14: rewritten query none, unchanged, changed.


def test_the_states_of_a_rewrite_are_told_apart(opened):
    open_item = opened("rag-14-query-rewrite")
    for request_id in ("q-1", "q-5"):
        item = open_item(request_id)
        assert item.rewritten_query is None
        assert rungs(item)[Stage.REWRITING].state is RungState.NOT_LOGGED
    unchanged = open_item("q-2")
    assert unchanged.rewritten_query == unchanged.query
    assert "The rewrite made no change to the query." in unchanged.warnings
    changed = open_item("q-3")
    assert changed.query == "And what about the one for tourists?"
    assert changed.rewritten_query == "tourists what about one"
    assert not any("rewrite" in text for text in changed.warnings)
    empty = open_item("q-4")
    assert empty.rewritten_query == ""
    assert "The rewrite step gave an empty query." in empty.warnings


def test_a_changed_rewrite_can_be_named_before_retrieval(opened):
    item = opened("rag-14-query-rewrite")("q-3")
    assert rungs(item)[Stage.REWRITING].state is RungState.ASKED
    answers = Answers(held={Stage.REWRITING: False}, answer=Answer.WRONG)
    assert recorded_stage(item.facts, answers) is Stage.REWRITING


def test_a_stage_named_where_it_was_not_logged_is_said(store, cases):
    import_traces(store, cases / "rag-14-query-rewrite" / "traces.jsonl")
    queue_id = build_queue(store, run="default", judge=None, size=None, seed=1).queue_id
    answers = Answers(
        answer=Answer.WRONG, named_stage=Stage.REWRITING, override_reason="told by the team"
    )
    item = find_item(store, queue_id, "ann1", "q-1")
    record_entry(store, answer(item, "ann1", answers=answers))
    warned = find_item(store, queue_id, "ann1", "q-1").warnings
    assert "You named rewriting, but no rewrite step was logged for this trace." in warned


# Lists, texts and gold.


def test_not_logged_and_empty_lists_are_told_apart(store):
    traces = [
        builders.trace("q-1", candidates=None, prompt=None),
        builders.trace("q-2", candidates=(), reranked=(), prompt=()),
    ]
    queue_id = census(store, traces)
    item = find_item(store, queue_id, "ann1", "q-1")
    assert (item.candidates, item.reranked, item.prompt) == (None, None, None)
    assert not item.facts.has_candidates
    item = find_item(store, queue_id, "ann1", "q-2")
    assert (item.candidates, item.reranked, item.prompt) == ((), (), ())


def test_a_passages_fate_and_text_are_known_in_every_list(store):
    lists = {"reranked": ("d2", "d1"), "prompt": ("d2",), "gold": (("d2",), ("d7", "d8"))}
    candidates = (Candidate("d1", 1, 0.9, "first"), Candidate("d2", 2, 0.8, "second"))
    trace = replace(builders.trace(**lists), candidates=candidates)
    queue_id = census(store, [trace])
    item = find_item(store, queue_id, "ann1", "q-1")
    first, second = item.candidates
    assert (first.is_gold, first.is_reranked, first.is_in_prompt) == (False, True, False)
    assert (second.is_gold, second.is_reranked, second.is_in_prompt) == (True, True, True)
    assert [(p.doc_id, p.rank, p.text) for p in item.prompt] == [("d2", 1, "second")]
    assert item.gold == (("d2",), ("d7", "d8"))


def test_gold_that_is_unknown_is_not_gold_that_is_empty(store):
    queue_id = census(store, [builders.trace("q-1", gold=None), builders.trace("q-2", gold=())])
    assert find_item(store, queue_id, "ann1", "q-1").gold is None
    assert find_item(store, queue_id, "ann1", "q-1").facts.evidence is Evidence.UNKNOWN
    assert find_item(store, queue_id, "ann1", "q-2").gold == ()


def test_ids_of_another_index_are_said(store):
    traces = [builders.trace(f"q-{n}", gold=((f"old-{n}",),), is_truncated=False) for n in (1, 2)]
    queue_id = census(store, traces)
    item = find_item(store, queue_id, "ann1", "q-1")
    assert item.facts.evidence is Evidence.NOT_COMPARABLE
    assert item.warnings == (
        "The gold ids are not from this index: none of them occurs among its candidates.",
    )


def test_a_rewrite_of_blanks_is_an_empty_one(store):
    queue_id = census(store, [builders.trace(rewritten_query="  ")])
    item = find_item(store, queue_id, "ann1", "q-1")
    assert not item.facts.has_rewrite
    assert "The rewrite step gave an empty query." in item.warnings


def test_facts_say_what_was_logged(store):
    trace = builders.trace(rewritten_query="day ticket", reranked=("d1",), is_truncated=True)
    queue_id = census(store, [trace])
    assert find_item(store, queue_id, "ann1", "q-1").facts == LadderFacts(
        Evidence.REACHED, has_rewrite=True, has_reranked=True, is_truncated=True
    )


# Case lab-05: importing the same file again.


def test_labels_stay_with_the_content_they_were_given_for(store, cases):
    case = cases / "lab-05-reimport-keeps-labels"
    import_traces(store, case / "traces.jsonl")
    assert import_human_verdicts(store, case / "verdicts.csv", run="default").is_imported
    queue_id = build_queue(store, run="default", judge=None, size=None, seed=1).queue_id
    assert progress(store, queue_id, "ann1").n_done == 2
    for file_name in ("traces.jsonl", "traces_reordered.jsonl"):
        report = import_traces(store, case / file_name)
        assert (report.n_new, report.n_changed, report.n_unchanged) == (0, 0, 3)
        counts = progress(store, queue_id, "ann1")
        assert (counts.n_done, counts.n_total) == (2, 3)
    import_traces(store, case / "traces_changed.jsonl")
    assert queue_status(store, queue_id).n_changed == 1
    assert progress(store, queue_id, "ann1").n_done == 1
    old = find_item(store, queue_id, "ann1", "q-2")
    assert old.own.answer is not None
    assert "another content" in old.warnings[0]
    rows = json.loads(table_bytes(store, "verdicts", "json", with_history=True))["verdicts"]
    assert {row["request_id"]: row["is_current"] for row in rows} == {"q-1": True, "q-2": False}
    new_queue = build_queue(store, run="default", judge=None, size=None, seed=1).queue_id
    new = find_item(store, new_queue, "ann1", "q-2")
    assert new.answer != old.answer
    assert new.own is None


# Case lab-11: blind to the judge.


def test_nothing_of_the_judge_is_in_an_item(store, cases):
    case = cases / "lab-11-blind-to-judge"
    import_traces(store, case / "traces.jsonl")
    sentinels = (case / "sentinels.txt").read_text().split()
    judge = "owl-judge-KESTREL@v3-PLOVER"
    queue_id = build_queue(store, run="default", judge=judge, size=2, seed=1).queue_id
    while (item := next_item(store, queue_id, "ann1")) is not None:
        shown = repr(item) + repr(progress(store, queue_id, "ann1"))
        assert not [sentinel for sentinel in sentinels if sentinel in shown]
        record_entry(store, answer(item, "ann1"))


def test_labelling_never_reads_a_table_of_the_judges(store):
    queue_id = census(store, judged(2, 2), judge="strict", size=3)
    statements = []
    event.listen(
        store.engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_rest: statements.append(statement),
    )
    item = next_item(store, queue_id, "ann1")
    find_item(store, queue_id, "ann1", item.request_id)
    record_entry(store, answer(item, "ann1"))
    undo_last(store, queue_id, "ann1")
    progress(store, queue_id, "ann1")
    next_item(store, queue_id, "ann1", is_revisiting=True)
    why_empty(store, queue_id, "ann1")
    assert len(statements) > 20
    hidden = re.compile(r"judge_verdicts|\bjudges\b|verdict_words|queue_strata|\bsignals\b|probes")
    assert not [statement for statement in statements if hidden.search(statement)]
    # Of the unknown fields one value alone is taken, by its name.
    one_value = re.compile(r"JSON_EXTRACT\(traces\.extra, \?\)|traces\.extra -> %\(extra_1\)s")
    whole = [one_value.sub("", statement) for statement in statements]
    assert not [statement for statement in whole if "extra" in statement]


def test_of_the_unknown_fields_only_the_expected_claims_are_seen(store):
    extra = {"expected_claims": ["Until 03:00", {"id": "c", "text": "Every day"}], "grader": "bad"}
    queue_id = census(store, [builders.trace("q-1", extra=extra), builders.trace("q-2")])
    item = find_item(store, queue_id, "ann1", "q-1")
    assert [(claim.claim_id, claim.text) for claim in item.claims] == [
        ("1", "Until 03:00"),
        ("c", "Every day"),
    ]
    assert "bad" not in repr(item)
    assert find_item(store, queue_id, "ann1", "q-2").claims == ()


def test_the_item_says_nothing_of_how_it_was_drawn(store):
    queue_id = census(store, judged(10, 30), judge="strict", size=8)
    item = next_item(store, queue_id, "ann1")
    with store.reading() as connection:
        row = connection.execute(
            select(models.queue_items).where(models.queue_items.c.trace_id == item.trace_id)
        ).one()
    assert row.slice not in repr(item)
    assert str(row.inclusion_probability) not in repr(item)
