"""What was rejected is written as it stood in its file, and comes in once it is mended."""

import gzip
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db.engine import open_engine
from db.store import Store
from workbench.formats.problems import Findings, Problem
from workbench.formats.tools import whole_traces
from workbench.formats.tools.detect import find_tool
from workbench.formats.tools.tool_file import Options
from workbench.resources import sample_data
from workbench.services.exporting.export_tables import table_bytes
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.preview_file import preview_file
from workbench.services.importing.rejects_file import Rejects

EXPORTS = sample_data() / "exports"
REAL = (
    "azure-rag-eval/eval_results.jsonl",
    "deepeval/goldens.csv",
    "exporters/deepeval_goldens.csv",
    "exporters/deepeval_goldens.json",
    "exporters/mlflow_traces.jsonl",
    "exporters/otel_console_spans.json",
    "exporters/phoenix_spans.jsonl",
    "exporters/phoenix_spans_rest.json",
    "exporters/ragas_dataset.csv",
    "langfuse/langgraph-python-2025-08-22.trace.json",
    "langfuse/llamaindex-2025-06-05.trace.json",
    "langsmith/langsmith_js_wrap_openai_default.json",
    "mtrag/human_evaluations.even_tasks.json",
    "mtrag/responses-10.jsonl",
    "open-rag-eval/csv_results.csv",
    "ragas-annotated/annotated_data.json",
    "ragchecker/checking_inputs.json",
    "ragchecker/checking_outputs.json",
    "scifact-stages/variant-v1.jsonl",
    "scifact-stages/queries-v1.head8.jsonl",
    "trulens/test_otel_tru_llama__test_smoke.csv",
)


@pytest.fixture
def second(migrated_file: Path, tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "second.db"
    path.write_bytes(migrated_file.read_bytes())
    store = Store(open_engine(f"sqlite:///{path}"))
    yield store
    store.close()


def rejected_whole(path: Path, folder: Path) -> Path:
    """The rejects of a file of which every trace is rejected."""
    source = find_tool(path, "traces")
    assert source is not None
    with closing(Rejects(folder / path.name, True)) as rejects:
        for part in source.parts(Findings(), Options()):
            for record in part.traces:
                rejects.keep(Problem(record.line, None, "is made up"), record.said)
        written = rejects.write()
    assert written is not None
    return written


def exported(store: Store) -> list[bytes]:
    return sorted(table_bytes(store, "traces", "jsonl").splitlines())


def rejects_of(report: ImportReport) -> list[dict[str, str]]:
    assert report.rejects_file is not None
    text = report.rejects_file.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def mend(report: ImportReport, old: str, new: str) -> Path:
    """Mend what the file of rejects says, as by hand in its contents."""
    path = report.rejects_file
    assert path is not None
    rejects = rejects_of(report)
    for reject in rejects:
        assert old in reject["content"]
        reject["content"] = reject["content"].replace(old, new, 1)
    path.write_text("".join(json.dumps(r) + "\n" for r in rejects), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", sorted(path.name for path in EXPORTS.iterdir()))
def test_every_trace_of_a_tool_is_written_so_that_it_is_read_again(
    sqlite_store: Store, second: Store, tmp_path: Path, name: str
) -> None:
    assert import_traces(sqlite_store, EXPORTS / name).n_new == 20
    again = import_traces(second, rejected_whole(EXPORTS / name, tmp_path))
    assert (again.n_new, again.n_rejected) == (20, 0), again.problems
    assert exported(second) == exported(sqlite_store)


@pytest.mark.parametrize("name", REAL)
def test_every_trace_of_a_real_file_is_written_so_that_it_is_read_again(
    sqlite_store: Store, second: Store, tmp_path: Path, real_data: Path, name: str
) -> None:
    first = import_traces(sqlite_store, real_data / name, run="r")
    assert first.is_imported, first.problems
    again = import_traces(second, rejected_whole(real_data / name, tmp_path), run="r")
    assert again.n_new == first.n_new, again.problems
    assert exported(second) == exported(sqlite_store)


def test_lines_of_a_native_file_are_mended_in_the_file_of_rejects(
    sqlite_store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "t.jsonl.gz"
    lines = ('{"request_id": "a", "query": "A?"}', '{"request_id": "b", }', '{"query": "C?"}')
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    kept = import_traces(sqlite_store, path, keep_good=True)
    assert [reject["content"] for reject in rejects_of(kept)] == [*lines[1:]]
    unmended = import_traces(sqlite_store, tmp_path / "t.jsonl.gz.rejects.jsonl")
    assert [problem.line for problem in unmended.problems] == [None, 1, 2]
    path = tmp_path / "t.jsonl.gz.rejects.jsonl"
    text = path.read_text()
    text = text.replace('\\"b\\", }', '\\"b\\", \\"query\\": \\"B?\\"}')
    path.write_text(text.replace('{\\"query', '{\\"request_id\\": \\"c\\", \\"query'))
    mended = import_traces(sqlite_store, path)
    assert (mended.file_name, mended.n_new) == (path.name, 2), mended.problems
    assert len(exported(sqlite_store)) == 3


def test_a_value_over_several_lines_is_mended_too(sqlite_store: Store, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text('[\n{"request_id": "a",\n "query": "A?"},\n{"request_id": "b",\n "query": []}]')
    kept = import_traces(sqlite_store, path, keep_good=True)
    mended = import_traces(sqlite_store, mend(kept, "[]", '"one\\ntwo"'))
    assert mended.n_new == 1, mended.problems
    assert json.loads(exported(sqlite_store)[1])["query"] == "one\ntwo"


def test_mended_records_alone_are_read_in_place_of_the_rejected_ones(
    sqlite_store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "t.jsonl.rejects.jsonl"
    path.write_text(
        '{"request_id": "a", "query": "A?"}\n{"line": 2, "problem": "", "content": ""}\n'
    )
    assert import_traces(sqlite_store, path).n_new == 1


def test_every_span_of_a_rejected_trace_is_kept_on_a_line_of_its_own(
    sqlite_store: Store, second: Store, tmp_path: Path
) -> None:
    spans = json.loads((EXPORTS / "openinference-rest.json").read_text(encoding="utf-8"))
    assert import_traces(second, EXPORTS / "openinference-rest.json").n_new == 20
    trace_id = spans[0]["context"]["trace_id"]
    own = [span for span in spans if span["context"]["trace_id"] == trace_id]
    path = tmp_path / "spans.jsonl"
    path.write_text(
        "".join(
            json.dumps(
                {**span, "attributes": _renamed(span["attributes"])} if span in own else span
            )
            + "\n"
            for span in spans
        )
    )
    kept = import_traces(sqlite_store, path, keep_good=True)
    (reject,) = rejects_of(kept)
    assert (kept.n_new, reject["field"]) == (19, f"trace {trace_id}: query")
    written = [json.loads(line) for line in reject["content"].splitlines()]
    assert [span["context"]["span_id"] for span in written] == [
        span["context"]["span_id"] for span in own
    ]
    for span in written:
        span["attributes"] = {name.removeprefix("x."): v for name, v in span["attributes"].items()}
    assert kept.rejects_file is not None
    mended = {**reject, "content": "\n".join(map(json.dumps, written))}
    kept.rejects_file.write_text(json.dumps(mended))
    assert import_traces(sqlite_store, kept.rejects_file).n_new == 1
    assert exported(sqlite_store) == exported(second)


def _renamed(attributes: dict[str, object]) -> dict[str, object]:
    return {f"x.{name}": value for name, value in attributes.items()}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("langfuse.jsonl", '{"id": ', '{"no_id": '),
        ("ragas.jsonl", '"user_input"', '"input"'),
        ("promptfoo.json", '"query": ', '"asked": '),
        ("mlflow.jsonl", '"trace_id"', '"trace"'),
    ],
)
def test_a_record_that_its_reader_refuses_keeps_its_content(
    sqlite_store: Store, second: Store, tmp_path: Path, name: str, old: str, new: str
) -> None:
    text = (EXPORTS / name).read_text(encoding="utf-8")
    head, tail = text[: len(text) // 2], text[len(text) // 2 :]
    assert old in tail
    path = tmp_path / name
    path.write_text(head + tail.replace(old, new, 1), encoding="utf-8")
    kept = import_traces(sqlite_store, path, keep_good=True)
    (reject,) = rejects_of(kept)
    assert new in reject["content"]
    mended = import_traces(sqlite_store, mend(kept, new, old))
    assert mended.n_new == 1, mended.problems
    import_traces(second, EXPORTS / name)
    assert exported(sqlite_store) == exported(second)


def test_rows_of_a_table_are_mended_by_their_columns(sqlite_store: Store, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,asked,said\na,A?,yes\nb,,no\nc,C?\nd,D?,no,more\n")
    mapping = {"request_id": "id", "query": "asked", "answer": "said"}
    kept = import_traces(sqlite_store, path, mapping=mapping, keep_good=True)
    contents = [json.loads(reject["content"]) for reject in rejects_of(kept)]
    assert contents == [
        {"id": "c", "asked": "C?", "said": None},
        {"id": "d", "asked": "D?", "said": "no", "": ["more"]},
        {"id": "b", "asked": "", "said": "no"},
    ]
    assert kept.rejects_file is not None
    unmended = import_traces(sqlite_store, kept.rejects_file, mapping=mapping)
    assert len(unmended.problems) == 4
    contents[0]["said"], contents[2]["asked"] = "well, yes", "B?"
    del contents[1][""]
    lines = [json.dumps({"line": 0, "problem": "", "content": each}) for each in contents]
    kept.rejects_file.write_text("\n".join(lines))
    assert import_traces(sqlite_store, kept.rejects_file, mapping=mapping).n_new == 3
    assert json.loads(exported(sqlite_store)[2])["answer"] == "well, yes"


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_verdicts_are_mended_too(sqlite_store: Store, tmp_path: Path, ending: str) -> None:
    traces = tmp_path / "t.jsonl"
    traces.write_text('{"request_id": "a", "query": "A?"}\n{"request_id": "b", "query": "B?"}\n')
    import_traces(sqlite_store, traces)
    rows = [("request_id", "verdict", "annotator"), ("a", "pass", "ann"), ("x", "fail", "ann")]
    path = tmp_path / f"v.{ending}"
    records = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    path.write_text(
        "\n".join(map(",".join, rows) if ending == "csv" else map(json.dumps, records)) + "\n"
    )
    for take in (
        lambda path: import_human_verdicts(sqlite_store, path, run="default", keep_good=True),
        lambda path: import_judge_verdicts(
            sqlite_store, path, run="default", judge="owl@1", keep_good=True
        ),
    ):
        kept = take(path)
        (reject,) = rejects_of(kept)
        assert "no trace of run" in reject["problem"]
        mended = take(mend(kept, '"x"', '"b"'))
        assert (mended.n_new, mended.n_rejected) == (1, 0), mended.problems


def test_a_preview_of_rejects_shows_the_records_in_them(tmp_path: Path) -> None:
    preview = preview_file(rejected_whole(EXPORTS / "langfuse.jsonl", tmp_path), "traces")
    assert (preview.format, preview.n_records_sampled) == ("Langfuse traces", 20)


def test_nothing_is_kept_of_a_file_that_goes_in_whole_or_not_at_all(
    sqlite_store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"request_id": "a", "query": "A?"}\nno\n')
    assert import_traces(sqlite_store, path).rejects_file is None
    assert list(tmp_path.glob("*.rejects.jsonl")) == []


def test_a_file_in_parts_keeps_the_content_of_every_rejected_trace(
    sqlite_store: Store, tmp_path: Path
) -> None:
    spans = json.loads((EXPORTS / "openinference-rest.json").read_text(encoding="utf-8"))
    padding = "x" * (2 * whole_traces.PART_BYTES // len(spans))
    path = tmp_path / "spans.jsonl"
    text = "".join(json.dumps({**span, "padding": padding}) + "\n" for span in spans)
    path.write_text(text.replace('"input.value"', '"x.value"').replace('"llm.', '"y.'))
    more = json.dumps({"trace_id": "t", "span_id": "s", "attributes": {"input.value": "Q?"}})
    path.write_text(path.read_text() + more + "\n")
    kept = import_traces(sqlite_store, path, keep_good=True)
    assert (kept.n_new, kept.n_rejected) == (1, 20)
    n_spans = sum(len(reject["content"].splitlines()) for reject in rejects_of(kept))
    assert n_spans == len(spans)
