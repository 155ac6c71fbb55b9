"""Every outside file is imported with the counts it was described with, or refused rightly."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from db.store import Store
from workbench.formats.tools import not_traces
from workbench.formats.tools.detect import READERS
from workbench.formats.tools.tool_file import Reader
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.preview_file import preview_file

ANSWERS: Mapping[str, object] = {
    "request_id": ["id", "Model answer"], "question_id": "id", "query": "Question",
    "answer": "Model answer",
}  # fmt: skip


class Expected(NamedTuple):
    """What a file is to be: kind and number, or None and a part of the refusal."""

    kind: str | None
    n: int | str
    decidable: tuple[str, ...] = ()
    mapping: Mapping[str, object] | None = None
    before: str | None = None


FULL = ("coverage", "retrieval", "reranking", "packing", "generation")
RETRIEVAL = ("coverage", "retrieval")
NO_IDS = Expected(None, "trace_id")
SPANS = "exporters/phoenix_spans_rest.json"
FILES: dict[str, Expected] = {
    "azure-rag-eval/eval_results.jsonl": Expected("traces", 200),
    "azure-rag-eval/qa_dontknows.jsonl": Expected(None, "45 questions"),
    "azure-rag-eval/summary.json": Expected(None, "averages over a run"),
    "cookbook-rag/docs_evaluation_dataset.json": Expected("gold", 100),
    "cookbook-rag/evaluation_results_detailed_level_three.csv": Expected(
        "judge", 100, before="cookbook-rag/retrieval_results.json"
    ),
    "cookbook-rag/evaluation_results_detailed_one.csv": Expected(
        "judge", 100, before="cookbook-rag/retrieval_results.json"
    ),
    "cookbook-rag/evaluation_results_level_three.json": Expected(None, "averages over a run"),
    "cookbook-rag/evaluation_results_one.json": Expected(None, "averages over a run"),
    "cookbook-rag/retrieval_results.json": Expected("traces", 300, RETRIEVAL),
    "deepeval/goldens.csv": Expected("traces", 15, RETRIEVAL),
    "deepeval/goldens.json": Expected("traces", 15, RETRIEVAL),
    "exporters/deepeval_goldens.csv": Expected("traces", 6, RETRIEVAL),
    "exporters/deepeval_goldens.json": Expected("traces", 6, RETRIEVAL),
    "exporters/mlflow_traces.jsonl": Expected("traces", 3, FULL),
    "exporters/otel_console_spans.json": Expected("traces", 4),
    "exporters/phoenix_annotations_rest.json": Expected("judge", 4, before=SPANS),
    "exporters/phoenix_spans.jsonl": Expected("traces", 4),
    "exporters/phoenix_spans_rest.json": Expected("traces", 4),
    "exporters/ragas_dataset.csv": Expected("traces", 6, RETRIEVAL),
    "exporters/ragas_dataset.jsonl": Expected("traces", 6, RETRIEVAL),
    "halueval/qa_one-turn_data.json": Expected(None, "500 questions"),
    "haystack/flattened_meta.json": Expected(None, "id: is missing"),
    "haystack/with_meta.json": Expected("corpus", 1),
    "langfuse/langgraph-python-2025-08-22.trace.json": Expected("traces", 1),
    "langfuse/llamaindex-2025-06-05.trace.json": Expected("traces", 1),
    "langsmith/langsmith_js_wrap_openai_default.json": Expected("traces", 1),
    "mtrag/cloud.qrels.dev.tsv": Expected("gold", 494),
    "mtrag/cloud_questions.jsonl": Expected("traces", 188),
    "mtrag/fiqa.qrels.dev.tsv": Expected("gold", 535),
    "mtrag/fiqa_questions.jsonl": Expected("traces", 180),
    "mtrag/human_evaluations.even_tasks.json": Expected("traces", 240, RETRIEVAL),
    "mtrag/responses-10.jsonl": Expected("traces", 10, RETRIEVAL),
    "open-rag-eval/csv_results.csv": Expected("traces", 7),
    "openinference/openinference_client_span_input_output_only.json": NO_IDS,
    "openinference/openinference_client_span_tool_calls.json": NO_IDS,
    "openinference/otel_genai_client_span_tool_calls.json": NO_IDS,
    "openqa-nq301/NQ301_BEM.tsv": Expected(
        "traces", 1490, mapping={**ANSWERS, "request_id": "id", "question_id": "Question"}
    ),
    "openqa-nq301/NQ301_gpt-4.tsv": Expected("traces", 1490, mapping=ANSWERS),
    "openqa-nq301/NQ301_human.tsv": Expected("traces", 1490, mapping=ANSWERS),
    "ragas-annotated/annotated_data.json": Expected("traces", 21),
    "ragas-annotated/hf_doc_qa_eval.csv": Expected(None, "66 questions"),
    "ragchecker/checking_inputs.json": Expected("traces", 2),
    "ragchecker/checking_outputs.json": Expected("traces", 2),
    "ranx/qrels.json": Expected("gold", 5),
    "ranx/qrels.parquet": Expected("gold", 5),
    "ranx/qrels.trec": Expected("gold", 5),
    "ranx/qrels.trec.gz": Expected("gold", 5),
    "ranx/run.json": Expected(None, "Import its traces first"),
    "ranx/run.parquet": Expected(None, "Import its traces first"),
    "ranx/run.trec": Expected(None, "Import its traces first"),
    "ranx/run.trec.gz": Expected(None, "Import its traces first"),
    "scifact-stages/head8.expected_stages.json": Expected(None, "no trace"),
    "scifact-stages/qrels.beir-v1.0.0-scifact.test.txt": Expected("gold", 339),
    "scifact-stages/queries-v1.head8.jsonl": Expected("traces", 32, FULL[:-1]),
    "scifact-stages/variant-v1.jsonl": Expected("traces", 300),
    "trec/out.test": Expected(None, "measures of a ranking"),
    "trec/qrels.test": Expected("gold", 3681),
    "trec/results.test": Expected(None, "Import its traces first"),
    "trulens/alignment_report_results.json": Expected(None, "only counts"),
    "trulens/eval_span_1.json": Expected(
        None, "needs a threshold", before="trulens/record_root_span.json"
    ),
    "trulens/generation_span.json": Expected("traces", 1),
    "trulens/record_root_span.json": Expected("traces", 1),
    "trulens/retrieval_span.json": Expected("traces", 1),
    "trulens/test_otel_tru_llama__test_smoke.csv": Expected("traces", 1),
}  # fmt: skip
NOT_DATA = ("LICENSE", "SOURCE.md", "README.md")
PROVIDER = "python:provider_retrieval.py:"
RUNS = {
    "cookbook-rag/evaluation_results_detailed_one.csv": f"{PROVIDER}retrieve_base",
    "cookbook-rag/evaluation_results_detailed_level_three.csv": f"{PROVIDER}retrieve_level_three",
}


def imported(store: Store, path: Path, kind: str, run: str, mapping: object) -> ImportReport:
    columns = mapping if isinstance(mapping, Mapping) else None
    if kind == "gold":
        return import_gold(store, path)
    if kind == "corpus":
        return import_corpus(store, path)
    if kind == "judge":
        return import_judge_verdicts(store, path, run=run, mapping=columns)
    if kind == "human":
        return import_human_verdicts(store, path, run=run, mapping=columns)
    return import_traces(store, path, mapping=columns, keep_good=False)


def test_every_outside_file_is_expected_here(real_data: Path) -> None:
    there = {
        path.relative_to(real_data).as_posix()
        for path in real_data.rglob("*")
        if path.is_file()
        and not path.name.startswith(NOT_DATA)
        and not path.name.endswith(".rejects.jsonl")
    }
    assert there == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_file_imports_with_its_counts_or_is_refused_with_the_reason(
    sqlite_store: Store, real_data: Path, name: str
) -> None:
    expected, path = FILES[name], real_data / name
    if expected.before is not None:
        assert import_traces(sqlite_store, real_data / expected.before).is_imported
    preview = preview_file(path, mapping=expected.mapping)
    run = RUNS.get(name, "default")
    report = imported(sqlite_store, path, preview.kind, run, expected.mapping)
    said = " · ".join(map(str, report.problems))
    counts = f"{preview.kind} {report.n_read} read, {report.n_new} new"
    stages = ", ".join(preview.decidable) or "no stage"
    sys.stdout.write(f"{name} | {preview.format} | {counts} | {stages} | {said[:160]}\n")
    if expected.kind is None:
        assert not report.is_imported
        assert str(expected.n) in said
        return
    assert (preview.kind, report.problems) == (expected.kind, ())
    assert report.is_imported
    assert report.n_read == expected.n
    assert preview.decidable == expected.decidable
    assert preview.rows
    assert preview.problems == ()


def test_every_format_is_named_in_the_readme() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")
    refusing = [reader for reader in vars(not_traces).values() if isinstance(reader, Reader)]
    formats = {reader.format for reader in READERS if reader not in refusing}
    absent = {name for name in formats if name not in readme}
    assert absent == {"span attributes without ids"}
