"""Traces of tracing tools through the store: Phoenix, MLflow, Langfuse, LangSmith, TruLens."""

import json
from pathlib import Path

import pytest

from db.store import Store
from tests.formats.tool_files import fields_of, read_tool_file, read_traces
from workbench.domain.records import JudgeId
from workbench.formats.tools.tool_file import Options
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.preview_file import preview_file


def test_annotations_find_the_traces_of_their_spans(sqlite_store: Store, real_data: Path) -> None:
    folder = real_data / "exporters"
    import_traces(sqlite_store, folder / "phoenix_spans.jsonl")
    path = folder / "phoenix_annotations_rest.json"
    judged = import_judge_verdicts(sqlite_store, path, run="default")
    people = import_human_verdicts(sqlite_store, path, run="default")
    assert (judged.n_new, judged.problems) == (4, ())
    assert (people.n_new, people.problems) == (4, ())
    assert [word.judge for word in judged.judge_words] == ["correctness@judge-a"] * 2
    counts = calibrate_judge(sqlite_store, "correctness@judge-a").counts
    assert counts.tp + counts.fn + counts.fp + counts.tn == 4


def test_annotations_of_unknown_spans_are_problems(sqlite_store: Store, real_data: Path) -> None:
    folder = real_data / "exporters"
    import_traces(sqlite_store, folder / "mlflow_traces.jsonl")
    path = folder / "phoenix_annotations_rest.json"
    report = import_judge_verdicts(sqlite_store, path, run="default")
    assert not report.is_imported
    assert {problem.field for problem in report.problems} == {"span_id"}


def test_annotations_alone_are_no_traces(sqlite_store: Store, real_data: Path) -> None:
    path = real_data / "exporters/phoenix_annotations_rest.json"
    report = import_traces(sqlite_store, path)
    assert not report.is_imported
    assert "workbench import verdicts" in report.problems[0].message


def test_mlflow_gives_lists_gold_and_both_kinds_of_assessment(
    sqlite_store: Store, real_data: Path
) -> None:
    path = real_data / "exporters/mlflow_traces.jsonl"
    traces, codes = read_traces(path)
    for trace in traces:
        assert trace.candidates is not None
        assert trace.reranked is not None
        assert trace.prompt is not None
        lengths = [len(x.ranks) for x in (trace.candidates, trace.reranked, trace.prompt)]
        assert lengths == [3, 2, 2]
        assert trace.gold is not None
        assert len(trace.gold) == 2
        assert trace.request_id.startswith("tr-")
        assert trace.opinions[0].judge == JudgeId("correctness", "judge-a")
        assert trace.opinions[0].word == "no"
    assert codes["gold_any_of"] == 3
    report = import_traces(sqlite_store, path)
    assert any(notice.code == "also_human" for notice in report.notices)
    people = import_human_verdicts(sqlite_store, path, run="default")
    assert (people.n_new, people.problems) == (3, ())


def test_langfuse_reads_messages_and_keeps_scores_as_signals(real_data: Path) -> None:
    folder = real_data / "langfuse"
    traces, codes = read_traces(folder / "langgraph-python-2025-08-22.trace.json")
    assert traces[0].query == "Search the web for 'example' and summarize."
    assert traces[0].answer is not None
    assert traces[0].answer.startswith("The search for")
    assert traces[0].signals == {"hallucination": 0.1, "toxicity": 0}
    assert traces[0].candidates is None
    assert traces[0].opinions == ()
    assert codes["score:toxicity"] == 1
    (plain,) = read_traces(folder / "llamaindex-2025-06-05.trace.json")[0]
    assert (plain.query, plain.prompt_tokens) == ("What is Langfuse?", 13)


def test_a_threshold_turns_a_score_into_a_verdict(real_data: Path) -> None:
    path = real_data / "langfuse/langgraph-python-2025-08-22.trace.json"
    (trace,) = read_traces(path, Options({"hallucination": 0.5}))[0]
    assert [(o.judge.name, o.score, o.threshold) for o in trace.opinions] == [
        ("hallucination", 0.1, 0.5)
    ]
    assert "hallucination" not in trace.signals


def test_langfuse_scores_of_people_and_words_of_judges(tmp_path: Path) -> None:
    def score(name: str, source: str, kind: str, value: object) -> dict[str, object]:
        return {"name": name, "source": source, "dataType": kind, "stringValue": value,
                "value": 1, "authorUserId": "ada"}  # fmt: skip

    path = tmp_path / "export.json"
    trace = {
        "id": "t1", "input": '{"question": "Why?"}', "output": "\"Because.\"",
        "timestamp": "2026-01-01T00:00:00Z", "observations": [
            {"id": "o1", "type": "RETRIEVER", "parentObservationId": None, "input": "Why?",
             "output": '[{"id": "d1", "content": "Because it is."}]'}],
        "scores": [score("correctness", "ANNOTATION", "BOOLEAN", None),
                   score("tone", "ANNOTATION", "CATEGORICAL", "kind"),
                   score("helpful", "EVAL", "CATEGORICAL", "pass")],
    }  # fmt: skip
    path.write_text(json.dumps([trace]))
    _, held, findings = read_tool_file(path)
    assert fields_of(held.human[0], "annotator", "verdict") == ("ada", "correct")
    assert len(held.human) == 1
    assert "rating:tone" in {notice.code for notice in findings.notices()}
    (read,) = read_traces(path)[0]
    assert (read.query, read.answer) == ("Why?", "Because.")
    assert read.candidates is not None
    assert read.candidates.doc_ids == ["d1"]
    assert [(o.judge, o.word) for o in read.opinions] == [(JudgeId("helpful", "EVAL"), "pass")]


def test_a_patch_without_id_completes_its_post(real_data: Path) -> None:
    (trace,) = read_traces(real_data / "langsmith/langsmith_js_wrap_openai_default.json")[0]
    assert trace.request_id == "dc34609e-3eeb-459d-bc2a-6fedb01d2e6e"
    assert (trace.query, trace.answer) == ("howdy", "Howdy! How can I assist you today?")
    assert trace.model == "gpt-4o-mini-2024-07-18"
    assert trace.created_at is not None
    assert trace.created_at.year == 2024


def test_listed_runs_of_langsmith_give_one_trace(tmp_path: Path) -> None:
    common = {"trace_id": "r", "session_id": "s"}
    runs = [
        {"id": "r", "run_type": "chain", "inputs": {"question": "Why?"},
         "outputs": {"output": "Because."}, "start_time": "2026-01-01T00:00:00", **common},
        {"id": "d", "run_type": "retriever", "parent_run_id": "r", "inputs": {"query": "why so"},
         "outputs": {"documents": [{"page_content": "First text.", "metadata": {"id": "d1"}},
                                   {"page_content": "Second text.", "metadata": {"id": "d2"}}]},
         **common},
        {"id": "m", "run_type": "llm", "parent_run_id": "r", "outputs": {"text": "Because."},
         "inputs": {"prompts": ["Use this: Second text. Question: Why?"]}, **common},
    ]  # fmt: skip
    path = tmp_path / "runs.jsonl"
    path.write_text("\n".join(map(json.dumps, runs)))
    (trace,) = read_traces(path)[0]
    assert (trace.query, trace.rewritten_query, trace.answer) == ("Why?", "why so", "Because.")
    assert trace.candidates is not None
    assert trace.candidates.doc_ids == ["d1", "d2"]
    assert trace.prompt is not None
    assert trace.prompt.doc_ids == ["d2"]


def test_layers_of_one_retrieval_count_once(real_data: Path) -> None:
    path = real_data / "trulens/test_otel_tru_llama__test_smoke.csv"
    (trace,) = read_traces(path)[0]
    assert trace.query == "What is multi-headed attention?"
    assert trace.candidates is not None
    assert len(trace.candidates.ranks) == 3


def test_trulens_spans_in_one_file_are_one_trace(real_data: Path, tmp_path: Path) -> None:
    names = ("record_root_span", "retrieval_span", "generation_span", "eval_span_1")
    spans = [(real_data / f"trulens/{name}.json").read_text("utf-8") for name in names]
    path = tmp_path / "spans.json"
    path.write_text("\n".join(spans), "utf-8")
    _, held, _ = read_tool_file(path, options=Options({"answer_relevance": 0.5}))
    assert (len(held.traces), len(held.judge)) == (1, 1)
    assert fields_of(held.judge[0], "judge", "judge_version", "score", "threshold") == (
        "answer_relevance", "llama3.1-70b", 1, 0.5,
    )  # fmt: skip
    fields = held.traces[0].fields
    assert isinstance(fields["candidates"], list)
    assert len(fields["candidates"]) == 4
    assert fields["reference_answer"] == "Like attention but with more heads."


def test_an_eval_span_is_imported_with_a_threshold(sqlite_store: Store, real_data: Path) -> None:
    import_traces(sqlite_store, real_data / "trulens/record_root_span.json")
    report = import_judge_verdicts(
        sqlite_store,
        real_data / "trulens/eval_span_1.json",
        run="default",
        mapping={"thresholds": {"answer_relevance": 0.5}},
    )
    assert (report.n_new, report.problems) == (1, ())


@pytest.mark.parametrize("mapping", [{"thresholds": 4}, {"thresholds": {"a": "four"}}])
def test_a_threshold_that_is_no_number_is_refused(
    sqlite_store: Store, real_data: Path, mapping: dict[str, object]
) -> None:
    path = real_data / "azure-rag-eval/eval_results.jsonl"
    report = import_traces(sqlite_store, path, mapping=mapping)
    assert not report.is_imported
    assert "thresholds" in report.problems[0].message
    assert preview_file(path, mapping=mapping).problems
