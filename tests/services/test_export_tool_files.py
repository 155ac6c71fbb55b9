"""Labels on their way back: what other tools take in, and what our own readers make of it."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from db.engine import open_engine
from db.store import Store
from tests.services.labelling import label_next
from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, Unresolved
from workbench.errors import InputError
from workbench.formats.problems import Findings
from workbench.formats.trec_run import read_run
from workbench.resources import sample_data
from workbench.services.exporting.export_tables import Ranking, export, table_bytes
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.build_queue import build_queue

EXPORTS = sample_data() / "exports"
WRONG = Answers(answer=Answer.WRONG, error_type=ErrorType.MISREAD)


@pytest.fixture
def second(migrated_file: Path, tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "second.db"
    path.write_bytes(migrated_file.read_bytes())
    store = Store(open_engine(f"sqlite:///{path}"))
    yield store
    store.close()


def labelled(store: Store, name: str, run: str = "default") -> Store:
    """Twenty traces of one export, five of them labelled: one skipped, one unsettled."""
    assert import_traces(store, EXPORTS / name, run=run).is_imported
    queue = build_queue(store, run=run, judge=None, size=None, seed=7)
    label_next(store, queue.queue_id, "ada", note='=cmd|"x"\nsecond line 🎉')
    label_next(store, queue.queue_id, "ada", answers=WRONG, confidence="low")
    label_next(store, queue.queue_id, "bo", answers=Answers(answer=Answer.CANT_TELL))
    label_next(store, queue.queue_id, "bo", answers=Answers(unresolved=Unresolved.QUERY_AMBIGUOUS))
    label_next(store, queue.queue_id, "bo", kind=EntryKind.SKIP, answers=Answers())
    return store


def lines_of(store: Store, what: str) -> list[dict[str, Any]]:
    content = table_bytes(store, what, "jsonl")  # type: ignore[arg-type]
    return [json.loads(line) for line in content.splitlines()]


def said(store: Store) -> list[tuple[str, str, str, str]]:
    text = table_bytes(store, "verdicts", "json").decode()
    rows = json.loads(text)["verdicts"]
    return sorted(
        (row["request_id"], row["annotator"], row["verdict"] or row["unresolved"], row["notes"])
        for row in rows
        if row["kind"] == "verdict"
    )


def test_phoenix_gets_an_annotation_of_each_root_span(sqlite_store: Store) -> None:
    labelled(sqlite_store, "openinference-rest.json")
    spans = json.loads((EXPORTS / "openinference-rest.json").read_text(encoding="utf-8"))
    roots = {span["context"]["span_id"] for span in spans if span["parent_id"] is None}
    rows = lines_of(sqlite_store, "phoenix")
    assert {row["span_id"] for row in rows} <= roots
    assert {(row["name"], row["annotator_kind"]) for row in rows} == {("human_verdict", "HUMAN")}
    results = {row["result"]["label"]: (row["result"], row["identifier"]) for row in rows}
    # What is not known is left out: no NaN is ever sent.
    note = '=cmd|"x"\nsecond line 🎉'
    assert results == {
        "correct": ({"label": "correct", "score": 1.0, "explanation": note}, "ada"),
        "wrong": ({"label": "wrong", "score": 0.0}, "ada"),
        "cant_tell": ({"label": "cant_tell"}, "bo"),
        "query_ambiguous": ({"label": "query_ambiguous"}, "bo"),
    }
    wrong = next(row["metadata"] for row in rows if row["result"]["label"] == "wrong")
    assert {"error_type", "confidence", "stage", "labelled_at"} <= set(wrong)


def test_phoenix_annotations_are_read_back_as_the_same_verdicts(
    sqlite_store: Store, second: Store, tmp_path: Path
) -> None:
    labelled(sqlite_store, "openinference-rest.json")
    export(sqlite_store, "phoenix", "jsonl", tmp_path / "annotations.jsonl")
    import_traces(second, EXPORTS / "openinference-console.json")
    report = import_human_verdicts(second, tmp_path / "annotations.jsonl", run="default")
    assert report.is_imported, report.problems
    assert said(second) == said(sqlite_store)


def test_traces_without_spans_cannot_be_annotated_there(sqlite_store: Store) -> None:
    labelled(sqlite_store, "langfuse.jsonl")
    with pytest.raises(InputError, match="annotates spans"):
        table_bytes(sqlite_store, "phoenix", "jsonl")


def test_what_is_left_out_of_phoenix_is_counted(sqlite_store: Store, tmp_path: Path) -> None:
    labelled(sqlite_store, "langfuse.jsonl", "other")
    labelled(sqlite_store, "openinference-rest.json")
    report = export(sqlite_store, "phoenix", "jsonl", tmp_path / "p.jsonl")
    assert report.n_rows == 4
    assert "4 verdicts are left out" in report.warnings[0].message


def test_langfuse_gets_scores_that_replace_themselves(sqlite_store: Store) -> None:
    labelled(sqlite_store, "langfuse.jsonl")
    lines = (EXPORTS / "langfuse.jsonl").read_text(encoding="utf-8").splitlines()
    ids = {json.loads(line)["id"] for line in lines}
    rows = lines_of(sqlite_store, "langfuse")
    assert {row["traceId"] for row in rows} <= ids
    assert {row["dataType"] for row in rows} == {"CATEGORICAL"}
    assert sorted(f"{row['name']}={row['value']}" for row in rows) == [
        "error_type=misread",
        "failed_stage=generation",
        "human_verdict=cant_tell",
        "human_verdict=correct",
        "human_verdict=query_ambiguous",
        "human_verdict=wrong",
    ]
    assert {row["source"] for row in rows} == {"API"}
    assert all(datetime.fromisoformat(row["timestamp"]).tzinfo for row in rows)
    assert len({row["id"] for row in rows}) == len(rows)
    assert rows == lines_of(sqlite_store, "langfuse")


def test_langfuse_scores_are_read_back_as_the_same_verdicts(
    sqlite_store: Store, second: Store, tmp_path: Path
) -> None:
    labelled(sqlite_store, "langfuse.jsonl")
    scores: dict[object, list[dict[str, object]]] = {}
    for row in lines_of(sqlite_store, "langfuse"):
        # As Langfuse lists what it was sent: words of a person's under stringValue.
        listed = {**row, "stringValue": row["value"], "source": "ANNOTATION"}
        listed["authorUserId"] = row["metadata"]["annotator"]
        scores.setdefault(row["traceId"], []).append(listed)
    lines = (EXPORTS / "langfuse.jsonl").read_text(encoding="utf-8").splitlines()
    traces = [json.loads(line) for line in lines]
    path = tmp_path / "with_scores.jsonl"
    path.write_text(
        "".join(json.dumps(t | {"scores": scores.get(t["id"], [])}) + "\n" for t in traces),
        encoding="utf-8",
    )
    import_traces(second, path)
    chosen = {"annotation": "human_verdict"}
    report = import_human_verdicts(second, path, run="default", mapping=chosen)
    assert report.is_imported, report.problems
    assert said(second) == said(sqlite_store)


def test_a_ragas_data_set_carries_what_people_said(
    sqlite_store: Store, second: Store, tmp_path: Path
) -> None:
    import_traces(sqlite_store, sample_data() / "traces.jsonl")
    queue = build_queue(sqlite_store, run="spring", judge=None, size=5, seed=7)
    label_next(sqlite_store, queue.queue_id, "ada", note="fine")
    export(sqlite_store, "ragas", "jsonl", tmp_path / "samples.jsonl")
    rows = lines_of(sqlite_store, "ragas")
    assert len(rows) == 400
    (row,) = [row for row in rows if row["human_verdict"]]
    assert (row["human_verdict"], row["human_note"], row["human_annotators"]) == (
        "correct",
        "fine",
        ["ada"],
    )
    assert import_traces(second, tmp_path / "samples.jsonl").n_new == 400


def test_ragas_takes_the_texts_of_reranked_passages_from_where_they_were_retrieved(
    sqlite_store: Store, tmp_path: Path
) -> None:
    candidates = [
        {"doc_id": name, "rank": rank, "text": f"text of {name}"}
        for rank, name in enumerate(("d1", "d2", "d3"), start=1)
    ]
    store = store_of(
        sqlite_store,
        tmp_path,
        {"request_id": "a", "candidates": candidates, "reranked": [{"doc_id": "d3"}]},
        {"request_id": "b", "candidates": candidates, "reranked": []},
        {"request_id": "c", "candidates": candidates, "reranked": None},
        {"request_id": "d", "candidates": candidates, "reranked": [{"doc_id": "d9"}]},
    )
    contexts = [row["retrieved_contexts"] for row in lines_of(store, "ragas")]
    assert contexts == [["text of d3"], [], [f"text of d{n}" for n in (1, 2, 3)], None]


def test_ragas_takes_the_texts_of_missed_gold_from_the_corpus(sqlite_store: Store) -> None:
    import_traces(sqlite_store, sample_data() / "traces.jsonl")
    without = lines_of(sqlite_store, "ragas")
    import_corpus(sqlite_store, sample_data() / "corpus.jsonl")
    rows = lines_of(sqlite_store, "ragas")
    texts = [row["reference_contexts"] for row in rows]
    assert None not in texts
    assert sum(row["reference_contexts"] is None for row in without) > 0
    assert all(len(row["reference_contexts"]) == len(row["reference_context_ids"]) for row in rows)


@pytest.mark.parametrize("what", ["phoenix", "langfuse", "ragas"])
def test_no_cell_of_these_tables_is_a_formula(sqlite_store: Store, what: str) -> None:
    name = "langfuse.jsonl" if what == "langfuse" else "openinference-rest.json"
    labelled(sqlite_store, name)
    content = table_bytes(sqlite_store, what, "csv").decode()  # type: ignore[arg-type]
    cells = [cell for row in csv.reader(io.StringIO(content, newline="")) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]
    assert '\'=cmd|"x"\nsecond line 🎉' in cells


Passages = list[dict[str, object]]


def ranked(*scores: float) -> Passages:
    return [
        {"doc_id": f"d{rank}", "rank": rank, "score": score}
        for rank, score in enumerate(scores, start=1)
    ]


def store_of(store: Store, folder: Path, *traces: dict[str, object]) -> Store:
    path = folder / "in.jsonl"
    path.write_text(
        "".join(json.dumps({"query": "?"} | record) + "\n" for record in traces), encoding="utf-8"
    )
    report = import_traces(store, path)
    assert report.is_imported, report.problems
    return store


def test_a_run_file_keeps_the_order_where_scores_tie(sqlite_store: Store, tmp_path: Path) -> None:
    tied = {"request_id": "q-1", "question_id": "p-1", "candidates": ranked(0.9, 0.4, 0.4)}
    store_of(sqlite_store, tmp_path, tied)
    report = export(sqlite_store, "runs", "txt", tmp_path / "run.txt")
    assert report.n_rows == 3
    assert [warning.code for warning in report.warnings] == ["RANKS_AS_SCORES"]
    lines = (tmp_path / "run.txt").read_text().splitlines()
    assert [line.split()[:4] for line in lines] == [
        ["p-1", "Q0", "d1", "1"],
        ["p-1", "Q0", "d2", "2"],
        ["p-1", "Q0", "d3", "3"],
    ]
    scores = [float(line.split()[4]) for line in lines]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 3


def test_scores_that_fall_with_the_rank_stay(sqlite_store: Store, tmp_path: Path) -> None:
    store_of(sqlite_store, tmp_path, {"request_id": "q-1", "candidates": ranked(0.9, 0.4)})
    content = table_bytes(sqlite_store, "runs", "txt").decode()
    assert content == "q-1 Q0 d1 1 0.9 default-candidates\nq-1 Q0 d2 2 0.4 default-candidates\n"


@pytest.mark.parametrize("ranking", ["candidates", "reranked", "prompt"])
def test_the_sample_run_is_read_back_rank_by_rank(
    sqlite_store: Store, tmp_path: Path, ranking: Ranking
) -> None:
    import_traces(sqlite_store, sample_data() / "traces.jsonl")
    path = tmp_path / "run.txt"
    export(sqlite_store, "runs", "txt", path, ranking=ranking)
    rankings = read_run(path, Findings())
    listed = {"prompt": "prompt_passages"}.get(ranking, ranking)
    expected = {
        record["question_id"]: [
            item if isinstance(item, str) else item["doc_id"] for item in record[listed]
        ]
        for record in map(json.loads, table_bytes(sqlite_store, "traces", "jsonl").splitlines())
        if record[listed]
    }
    assert {name: list(found.doc_ids) for name, (_, found) in rankings.items()} == expected


def test_a_run_file_and_its_qrels_name_the_same_queries(
    sqlite_store: Store, second: Store, tmp_path: Path
) -> None:
    import_traces(sqlite_store, sample_data() / "traces.jsonl")
    export(sqlite_store, "qrels", "txt", tmp_path / "qrels.txt")
    run = table_bytes(sqlite_store, "runs", "txt").decode().splitlines()
    qrels = (tmp_path / "qrels.txt").read_text().splitlines()
    assert {line.split()[0] for line in qrels} <= {line.split()[0] for line in run}
    assert import_gold(second, tmp_path / "qrels.txt").is_imported


def test_what_a_run_file_cannot_hold_is_counted(sqlite_store: Store, tmp_path: Path) -> None:
    twice = [*ranked(0.9, 0.4), {"doc_id": "d1", "score": 0.2}, {"text": "no id", "score": 0.1}]
    store_of(
        sqlite_store,
        tmp_path,
        {"request_id": "q-1", "question_id": "p-1", "candidates": twice},
        {"request_id": "q-2", "question_id": "p-1", "candidates": ranked(0.9)},
        {"request_id": "q-3", "question_id": "p-3"},
    )
    report = export(sqlite_store, "runs", "txt", tmp_path / "run.txt")
    assert report.n_rows == 2
    messages = " ".join(warning.message for warning in report.warnings)
    for said_so in ("1 passage has no id", "came twice", "1 trace asks", "1 trace logged no"):
        assert said_so in messages


def test_ids_with_blanks_are_refused_in_a_run_file(sqlite_store: Store, tmp_path: Path) -> None:
    blank = [{"doc_id": "d 1", "score": 0.9}]
    store_of(sqlite_store, tmp_path, {"request_id": "q-1", "candidates": blank})
    with pytest.raises(InputError, match=r"'d 1' .*holds one"):
        table_bytes(sqlite_store, "runs", "txt")
    with pytest.raises(InputError, match="among its reranked"):
        table_bytes(sqlite_store, "runs", "txt", ranking="reranked")
