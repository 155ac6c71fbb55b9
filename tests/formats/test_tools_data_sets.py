"""Data sets and results of evaluation libraries, each as its writer wrote it."""

import json
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import select

from db.models import current_traces, hits
from db.store import Store
from tests import builders
from tests.formats.tool_files import read_tool_file, read_traces
from workbench.domain.triage import evidence_loss
from workbench.domain.vocabulary import STAGE_OF_EVIDENCE
from workbench.formats.passage_lists import Passages
from workbench.formats.tools.detect import find_tool
from workbench.formats.tools.tool_file import Options
from workbench.formats.trace_jsonl import TraceLine
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces


def ids(passages: Passages | None) -> list[str] | None:
    return None if passages is None else [doc for doc in passages.doc_ids if doc is not None]


def same(trace: TraceLine) -> TraceLine:
    """What two encodings must agree on: an empty cell is something empty or nothing."""
    candidates = trace.candidates if trace.candidates and trace.candidates.ranks else None
    return trace._replace(extra={}, answer=trace.answer or None, candidates=candidates)


def test_printed_lists_and_real_lists_are_the_same_samples(real_data: Path) -> None:
    table, codes = read_traces(real_data / "exporters/ragas_dataset.csv")
    lines, _ = read_traces(real_data / "exporters/ragas_dataset.jsonl")
    assert len(table) == 6
    assert [same(trace) for trace in table] == [same(trace) for trace in lines]
    assert codes["empty_answer"] == sum(not trace.answer for trace in lines)
    assert {trace.answer for trace in lines if not trace.answer} == {None, ""}


def test_a_gold_text_stands_in_for_an_id(real_data: Path) -> None:
    first = read_traces(real_data / "exporters/ragas_dataset.jsonl")[0][0]
    assert first.gold is not None
    found = [gold[0] in (ids(first.candidates) or []) for gold in first.gold]
    assert found == [False, True]


def test_ragas_ids_are_taken_where_they_are_given(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    sample = {
        "user_input": [{"type": "human", "content": "Why?"}, {"type": "ai", "content": "What?"}],
        "retrieved_contexts": ["First text.", "Second text."],
        "retrieved_context_ids": ["d1", "d2"],
        "reference_context_ids": ["d2"],
        "response": "Because.",
        "faithfulness": 0.25,
    }
    path.write_text(json.dumps(sample))
    (trace,) = read_traces(path, Options({"faithfulness": 0.5}))[0]
    assert (trace.query, ids(trace.candidates), trace.gold) == ("Why?", ["d1", "d2"], (("d2",),))
    assert [opinion.judge.name for opinion in trace.opinions] == ["faithfulness"]


@pytest.mark.parametrize("name", ["exporters/deepeval_goldens", "deepeval/goldens"])
def test_goldens_joined_with_bars_are_the_same_goldens(real_data: Path, name: str) -> None:
    table, _ = read_traces(real_data / f"{name}.csv")
    listed, _ = read_traces(real_data / f"{name}.json")
    assert [same(trace) for trace in table] == [same(trace) for trace in listed]


def test_accepted_and_edited_verdicts_become_the_persons_own(
    sqlite_store: Store, real_data: Path
) -> None:
    path = real_data / "ragas-annotated/annotated_data.json"
    traces, _ = read_traces(path)
    words = Counter(opinion.word for trace in traces for opinion in trace.opinions)
    assert words == {"0 (number)": 12, "1 (number)": 9}
    _, held, _ = read_tool_file(path)
    # Rejected are three 0 and two 1: 9 - 2 + 3 answers are right in the person's eyes.
    assert Counter(record.fields["verdict"] for record in held.human) == {
        "correct": 10, "wrong": 11,
    }  # fmt: skip
    assert import_traces(sqlite_store, path, judge_fail_value="0").n_new == 21
    assert import_human_verdicts(sqlite_store, path, run="default").n_new == 21


def test_ragchecker_metrics_are_signals(real_data: Path) -> None:
    plain, _ = read_traces(real_data / "ragchecker/checking_inputs.json")
    checked, codes = read_traces(real_data / "ragchecker/checking_outputs.json")
    assert [len(trace.candidates.ranks) for trace in checked if trace.candidates] == [4, 3]
    assert [trace._replace(signals={}) for trace in checked] == plain
    assert checked[1].signals["claim_recall"] == 1.0
    assert codes["ids_by_query"] == 3


def test_rows_of_one_query_are_one_trace(real_data: Path) -> None:
    traces, _ = read_traces(real_data / "open-rag-eval/csv_results.csv")
    assert len({(trace.run, trace.request_id) for trace in traces}) == len(traces) == 7
    assert traces[0].candidates is not None
    assert traces[0].candidates.doc_ids == [None] * 3
    assert traces[0].candidates.texts[2] == "The earth is round."
    assert all(trace.answer for trace in traces)


def test_mt_rag_has_three_answers_to_eighty_tasks(real_data: Path) -> None:
    traces, codes = read_traces(real_data / "mtrag/human_evaluations.even_tasks.json")
    runs = Counter(trace.run for trace in traces)
    assert runs == {"reference": 80, "gpt-4o": 80, "llama-3.1-405b-instruct": 80}
    assert len({trace.question_id for trace in traces}) == 80
    assert codes["score:RougeL"] == 240
    assert "rating:faithfulness" in codes
    assert all(trace.candidates is None or None not in trace.candidates.texts for trace in traces)


def test_mt_rag_ratings_are_imported_by_name_and_word(sqlite_store: Store, real_data: Path) -> None:
    path = real_data / "mtrag/human_evaluations.even_tasks.json"
    import_traces(sqlite_store, path)
    ratings = {"1": "wrong", "2": "wrong", "3": "correct", "4": "correct"}
    report = import_human_verdicts(
        sqlite_store,
        path,
        run="gpt-4o",
        mapping={"annotation": "faithfulness", "words": ratings},
    )
    assert report.problems == ()
    assert report.n_new == report.n_read
    passed_over = {notice.code: notice.n for notice in report.notices}
    assert passed_over["run:reference"] > 0


def test_mt_rag_questions_are_named_as_its_qrels_name_them(real_data: Path) -> None:
    traces, codes = read_traces(real_data / "mtrag/responses-10.jsonl")
    assert traces[1].request_id == "dd6b6ffd177f2b311abe676261279d2f::2"
    assert traces[1].question_id == "dd6b6ffd177f2b311abe676261279d2f<::>2"
    assert traces[0].gold == ()
    assert (len(traces[1].gold or ()), ids(traces[0].candidates)) == (3, [])
    assert codes["non_finite"] == 32


def test_azure_grades_are_verdicts_at_the_published_threshold(real_data: Path) -> None:
    folder = real_data / "azure-rag-eval"
    summary = json.loads((folder / "summary.json").read_text())
    thresholds = {"gpt_groundedness": 4.0, "gpt_relevance": 4.0}
    traces, _ = read_traces(folder / "eval_results.jsonl", Options(thresholds))
    assert len(traces) == len({trace.request_id for trace in traces}) == 200
    passed = Counter(
        opinion.judge.name
        for trace in traces
        for opinion in trace.opinions
        if opinion.word == "score at or above the threshold"
    )
    assert passed == {name: summary[name]["pass_count"] for name in thresholds}


def test_azure_contexts_are_parted_at_their_sources(real_data: Path) -> None:
    traces, codes = read_traces(real_data / "azure-rag-eval/eval_results.jsonl")
    assert ids(traces[0].candidates) == [
        f"Northwind_Health_Plus_Benefits_Details.pdf#page={page}" for page in (4, 3, 5)
    ]
    assert codes.get("context_not_parted", 0) == sum(trace.candidates is None for trace in traces)
    assert codes.get("context_not_parted", 0) <= 1


def test_every_claim_is_lost_at_the_stage_worked_out_by_hand(real_data: Path) -> None:
    folder = real_data / "scifact-stages"
    listed = json.loads((folder / "head8.expected_stages.json").read_text())
    expected = {(item["query"], item["pipeline"]): item["stage"] for item in listed}
    traces, _ = read_traces(folder / "queries-v1.head8.jsonl")
    assert len(traces) == 32
    for read in traces:
        made = builders.trace(
            read.request_id, ids(read.candidates), ids(read.reranked), ids(read.prompt), read.gold
        )
        stage = STAGE_OF_EVIDENCE[evidence_loss(made, read.gold).evidence]
        word = expected[read.request_id, read.run or ""]
        assert stage == SPELLED.get(word, word)


# With `none` nothing is lost and the reply is right: the evidence reached the prompt.
SPELLED = {"prompt_assembly": "packing", "none": "generation"}


def test_half_of_the_revised_replies_name_a_relevant_document(real_data: Path) -> None:
    folder = real_data / "scifact-stages"
    traces, _ = read_traces(folder / "variant-v1.jsonl")
    pairs = [
        line.split()
        for line in (folder / "qrels.beir-v1.0.0-scifact.test.txt").read_text().splitlines()
    ]
    relevant = {(query, doc) for query, _, doc, _ in pairs}
    right = [(t.request_id, (t.answer or "").removeprefix("ID: ")) in relevant for t in traces]
    assert (len(right), sum(right)) == (300, 151)


@pytest.mark.parametrize("name", ["run.json", "run.parquet", "run.trec", "run.trec.gz"])
def test_one_ranking_in_four_encodings(
    sqlite_store: Store, real_data: Path, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "traces.jsonl"
    path.write_text('{"request_id": "q1", "query": "a"}\n{"request_id": "q2", "query": "b"}\n')
    import_traces(sqlite_store, path)
    report = import_traces(sqlite_store, real_data / "ranx" / name)
    assert (report.n_read, report.problems) == (2, ())
    trace = current_traces.c
    with sqlite_store.reading() as connection:
        found = connection.execute(
            select(trace.request_id, hits.c.doc_id, hits.c.rank, hits.c.score)
            .join(current_traces, trace.trace_id == hits.c.trace_id)
            .order_by(trace.request_id, hits.c.position)
        )
        assert [tuple(row) for row in found] == [
            ("q1", "d3", 1, 0.3), ("q1", "d2", 2, 0.2), ("q1", "d1", 3, 0.1),
            ("q2", "d2", 1, 0.2), ("q2", "d1", 2, 0.1),
        ]  # fmt: skip


@pytest.mark.parametrize("name", ["qrels.json", "qrels.parquet", "qrels.trec", "qrels.trec.gz"])
def test_the_same_judgements_in_four_encodings(
    sqlite_store: Store, real_data: Path, name: str
) -> None:
    first = import_gold(sqlite_store, real_data / "ranx/qrels.trec")
    again = import_gold(sqlite_store, real_data / "ranx" / name)
    assert (first.n_new, again.n_new, again.n_unchanged, again.n_read) == (2, 0, 2, 5)


def test_queries_then_judgements_meet(sqlite_store: Store, real_data: Path) -> None:
    assert import_traces(sqlite_store, real_data / "mtrag/cloud_questions.jsonl").n_new == 188
    report = import_gold(sqlite_store, real_data / "mtrag/cloud.qrels.dev.tsv")
    assert "no_trace_yet" not in {notice.code for notice in report.notices}


def test_a_file_of_ours_is_never_taken_for_another_tools(cases: Path) -> None:
    ours = [path for path in cases.rglob("*") if path.suffix in (".jsonl", ".csv", ".tsv", ".txt")]
    taken = {path.parent.name for path in ours if find_tool(path) is not None}
    assert taken == {"imp-12-flattened-spans"}
