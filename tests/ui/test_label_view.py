from tests.ui.label_items import item, passage
from workbench.domain.questions import LadderFacts
from workbench.domain.records import HumanEntry
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, Evidence, Stage
from workbench.services.labelling.label_progress import Precision, Progress
from workbench.services.labelling.label_warnings import CUT, NO_CHANGE
from workbench.ui.label_asked import shown_ladder, trail
from workbench.ui.label_cut import SHOWN
from workbench.ui.label_desk import Desk
from workbench.ui.label_draft import Draft
from workbench.ui.label_passages import gold_line, passage_columns
from workbench.ui.label_view import bar, duration, notices, page, texts

STORED = HumanEntry(
    "q-1", "ann1", EntryKind.VERDICT, Answer.WRONG, Stage.GENERATION, ErrorType.MISREAD, note="n"
)
PROGRESS = Progress(37, 2, 61, 100, 12.4, 780.0)


def ids(columns: list[dict[str, object]]) -> dict[object, list[object]]:
    return {c["key"]: [p["id"] for p in c["passages"]] for c in columns}


def test_a_passage_stands_once_in_the_column_of_the_last_list_it_reached() -> None:
    label_item = item(
        candidates=(passage("a", 1), passage("b", 2), passage("c", 3)),
        reranked=(passage("c", 1), passage("b", 2)),
        prompt=(passage("c", 1),),
    )
    assert ids(passage_columns(label_item)) == {
        "retrieved": ["a"],
        "reranked": ["b"],
        "prompt": ["c"],
    }


def test_a_reranker_that_did_not_run_has_no_column_and_one_that_gave_nothing_has() -> None:
    assert [c["key"] for c in passage_columns(item())] == ["retrieved", "prompt"]
    columns = passage_columns(item(candidates=(), reranked=(), prompt=()))
    assert [c["empty"] for c in columns] == [
        "Nothing was retrieved.",
        "The reranker returned nothing.",
        "No passage was in the prompt.",
    ]


def test_a_list_that_was_not_logged_is_said_to_be_and_not_shown_as_empty() -> None:
    columns = passage_columns(item(candidates=None))
    assert columns[0]["empty"] == "The retrieved passages were not logged."
    assert ids(columns) == {"retrieved": [], "prompt": ["d1"]}


def test_repeats_ranks_gold_and_twin_are_marked_in_words() -> None:
    label_item = item(
        candidates=(
            passage("d1", 1, is_gold=True, n_times=3),
            passage("d-900", 4, twin_of="d1", score=None),
        ),
        prompt=(passage("d1", 2, is_gold=True, text=None),),
    )
    twin, gold = (p for c in passage_columns(label_item) for p in c["passages"])
    assert (gold["times"], gold["ranks"], gold["gold"]) == ("×3", "1 → 2", "Gold")
    assert gold["path"] == "Ranks: retrieved 1, in prompt 2"
    assert gold["text"] == "Text of d1."
    assert (twin["twin"], twin["score"], twin["is_gold"]) == ("Same text as gold d1", "", False)


def test_a_passage_of_a_set_names_what_is_needed_with_it() -> None:
    label_item = item(
        gold=(("d1", "d9"),), n_needed=2, candidates=(passage("d1", 1, is_gold=True),)
    )
    assert passage_columns(label_item)[-1]["passages"][0]["gold"] == "Gold, with d9"
    line = gold_line(label_item)
    assert line["text"] == "1 of 2 needed found among the retrieved"
    assert line["missing"] == ["d9"]


def test_unknown_gold_and_no_source_at_all_read_differently() -> None:
    assert "known yet" in str(gold_line(item(gold=None))["text"])
    assert "No source exists" in str(gold_line(item(gold=()))["text"])


def test_passages_without_ids_are_told_apart_by_their_text() -> None:
    label_item = item(
        gold=None,
        candidates=(passage(None, 1, text="same"), passage(None, 2, text="other")),
        prompt=(passage(None, 1, text="same"),),
    )
    columns = passage_columns(label_item)
    assert [[p["text"] for p in c["passages"]] for c in columns] == [["other"], ["same"]]


def test_a_changed_rewrite_stands_beside_the_query_and_never_in_its_place() -> None:
    facts = LadderFacts(Evidence.RETRIEVAL, has_rewrite=True)
    drawn = texts(item(rewritten_query="tourists what about one", facts=facts))
    assert [t["kind"] for t in drawn] == ["query", "rewritten", "reference", "answer"]
    assert drawn[0]["text"] == "How long is a day ticket valid?"
    assert drawn[1]["text"] == "tourists what about one"


def test_a_rewrite_without_change_is_a_remark_under_the_query() -> None:
    label_item = item(
        rewritten_query="How long is a day ticket valid?", warnings=(NO_CHANGE, CUT, "A fact.")
    )
    assert texts(label_item)[0]["hint"] == NO_CHANGE
    assert notices(label_item) == [
        {"tone": "warning", "text": CUT},
        {"tone": "fact", "text": "A fact."},
    ]
    assert texts(item())[0]["hint"] == ""


def test_a_missing_and_an_empty_answer_are_told_apart() -> None:
    assert texts(item(answer=None))[-1]["missing"] == "No answer was logged."
    assert texts(item(answer=""))[-1]["missing"] == "The answer is empty."


def test_an_unlabelled_item_has_no_answer_and_no_note() -> None:
    drawn = page(Desk("ann1", 1), item(), PROGRESS)
    assert drawn["note"] == ""
    assert drawn["trail"] == []
    assert drawn["question"] == {
        "key": "answer",
        "text": "Is the answer right?",
        "options": [
            {"digit": "1", "text": "Correct", "hint": ""},
            {"digit": "2", "text": "Wrong", "hint": ""},
            {"digit": "3", "text": "Rightly declined", "hint": ""},
            {"digit": "4", "text": "Wrongly declined", "hint": ""},
            {"digit": "5", "text": "Can't tell", "hint": ""},
        ],
        "is_text": False,
    }


def test_a_stored_verdict_is_shown_with_its_stage_and_its_note() -> None:
    drawn = page(Desk("ann1", 1), item(own=STORED, expected_entry_id=5), PROGRESS)
    assert drawn["trail"] == ["Your verdict", "Wrong", "Generation", "Misread the passage"]
    assert drawn["note"] == "n"
    assert drawn["question"]["key"] == "stored"
    last = shown_ladder(item().facts, Draft(), STORED)[-1]
    assert (last.stage, last.state) == (Stage.GENERATION, "lost")


def test_a_skip_is_remembered_but_the_item_is_asked_as_new() -> None:
    skipped = HumanEntry("q-1", "ann1", EntryKind.SKIP)
    drawn = page(Desk("ann1", 1), item(own=skipped, expected_entry_id=5), PROGRESS)
    assert trail(Draft(), skipped) == ["You skipped this item before"]
    assert drawn["question"]["key"] == "answer"


def test_stages_without_a_rewrite_or_a_reranker_are_not_logged() -> None:
    drawn = page(Desk("ann1", 1), item(), PROGRESS)
    words = {rung["name"]: rung["word"] for rung in drawn["ladder"]}
    assert words["Rewriting"] == words["Reranking"] == "not logged"
    details = {rung["name"]: rung["detail"] for rung in drawn["ladder"]}
    assert details["Retrieval"] == "from ids"


def test_stages_decided_by_a_passage_of_the_same_text_do_not_say_from_ids() -> None:
    twin = passage("d9", 1, twin_of="d1")
    drawn = page(Desk("ann1", 1), item(candidates=(twin,)), PROGRESS)
    details = {rung["name"]: rung["detail"] for rung in drawn["ladder"]}
    assert details["Retrieval"] == "from texts"


def test_progress_reads_in_words() -> None:
    precise = Progress(
        37, 2, 61, 100, 12.4, 780.0, Precision(0.08, 40, 0.06, "± 8 points; 40 more for ± 6")
    )
    assert bar(precise) == {
        "done": "37 of 100",
        "share": 0.37,
        "facts": [
            "12 s an item",
            "about 13 min left",
            "± 8 points; 40 more for ± 6",
            "2 skipped or only noted",
        ],
    }
    assert bar(Progress(0, 0, 0, 0, None, None)) == {"done": "0 of 0", "share": 0.0, "facts": []}


def test_durations_are_in_the_unit_a_person_would_use() -> None:
    assert [duration(s) for s in (0.2, 45, 100, 5500, 7260)] == [
        "1 s",
        "45 s",
        "2 min",
        "1 h 32 min",
        "2 h 01 min",
    ]


def test_a_megabyte_is_cut_where_the_rest_is_said_to_be() -> None:
    long = "word " * 200_000
    drawn = {row["kind"]: row for row in texts(item(answer=long, query="short"))}
    assert len(str(drawn["answer"]["text"])) == SHOWN
    assert drawn["answer"]["hint"] == (
        "950,000 more characters are not shown here; an export of the traces holds them."
    )
    assert (drawn["query"]["text"], drawn["query"]["hint"]) == ("short", "")
    place = passage_columns(item(candidates=(passage("d1", 1, text=long),), prompt=()))
    bodies = [row["text"] for column in place for row in column["passages"]]
    assert all(text.startswith("word ") and "950,000 more" in text for text in bodies)
