"""Labels on their way back to the tools that the traces came from.

Chosen: the current verdicts alone, blind where there are both, as everywhere; skips and notes
stay here. What a tool's format cannot say is said when the file is written.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from db.read_passage_texts import read_corpus_texts
from workbench.domain.refusals import Code, Warning_
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError
from workbench.formats.table_files import jsonl_bytes, marked_csv_bytes
from workbench.formats.tools.human_labels import (
    LANGFUSE_COLUMNS,
    PHOENIX_COLUMNS,
    HumanLabel,
    flat_phoenix_row,
    langfuse_rows,
    phoenix_rows,
)
from workbench.formats.tools.write_ragas import RAGAS_COLUMNS, Said, ragas_row
from workbench.report.counted import counted_as
from workbench.services.exporting.asked_file import Asked, File, chosen_runs
from workbench.services.exporting.export_traces import Record, full_traces
from workbench.services.open_store import Store

TRACES_PER_READ = 200


def phoenix_file(store: Store, asked: Asked) -> File:
    """Give span annotations; raises InputError where no labelled trace came from spans."""
    labels = list(_labels(store, asked))
    rows = phoenix_rows(labels)
    if labels and not rows:
        raise InputError(
            "No labelled trace knows the spans it was made of, and Phoenix annotates spans. "
            "Import the traces from the spans that Phoenix exports."
        )
    n_without = len(labels) - len(rows)
    warnings = (
        (
            Warning_(
                Code.LEFT_OUT,
                f"{counted_as(n_without, 'verdict is', 'verdicts are')} "
                "left out: such traces were not made of spans",
            ),
        )
        if n_without
        else ()
    )
    shown = [flat_phoenix_row(row) for row in rows] if asked.format == "csv" else rows
    return _file(asked, shown, PHOENIX_COLUMNS, warnings)


def langfuse_file(store: Store, asked: Asked) -> File:
    """Give scores on traces, the request id being Langfuse's trace id."""
    return _file(asked, langfuse_rows(_labels(store, asked)), LANGFUSE_COLUMNS)


def _file(
    asked: Asked,
    rows: Sequence[Mapping[str, object]],
    columns: tuple[str, ...],
    warnings: tuple[Warning_, ...] = (),
) -> File:
    if asked.format == "csv":
        return File(marked_csv_bytes(rows, columns), len(rows), warnings)
    return File(jsonl_bytes(rows), len(rows), warnings)


def _labels(store: Store, asked: Asked) -> Iterator[HumanLabel]:
    for record in full_traces(store, chosen_runs(store, asked.run, asked.where), asked.where):
        spans = record.get("spans")
        span_id = spans.get("root") if isinstance(spans, Mapping) else None
        for entry in _verdicts(record):
            yield HumanLabel(
                request_id=record["request_id"],
                run=record["run"],
                annotator=entry["annotator"],
                verdict=entry["answer"] or entry["unresolved"],
                stage=entry["stage"],
                error_type=entry["error_type"],
                note=entry["notes"],
                confidence=entry["confidence"],
                labelled_at=entry["labelled_at"],
                # Langfuse's traces have no root span: their own id stands in its place.
                span_id=None if span_id == record["request_id"] else span_id,
            )


def _verdicts(record: Record) -> Iterator[Record]:
    for entry in record["human_verdicts"]:
        if entry["kind"] == EntryKind.VERDICT and (entry["answer"] or entry["unresolved"]):
            yield entry


def ragas_file(store: Store, asked: Asked) -> File:
    """Give one sample a trace, labelled or not."""
    rows: list[Record] = []
    n_several = 0
    records = full_traces(store, chosen_runs(store, asked.run, asked.where), asked.where)
    for some in _chunks(records):
        texts = _gold_texts(store, some)
        for record in some:
            gold = record["gold_passages"]
            n_several += len(gold or ()) > 1
            said = [
                Said(
                    entry["annotator"],
                    entry["answer"] or entry["unresolved"],
                    entry["stage"],
                    entry["error_type"],
                    entry["notes"],
                )
                for entry in _verdicts(record)
            ]
            known = {**texts.get(record["index_version"] or "", {}), **_own_texts(record)}
            # An empty list is what the reranker left; only without a reranker others stand for it.
            reranked = record["reranked"]
            contexts = record["candidates"] if reranked is None else reranked
            rows.append(ragas_row(record, contexts, _first_set(gold), known, said))
    warnings = (
        (
            Warning_(
                Code.SETS_FLATTENED,
                f"{counted_as(n_several, 'trace has', 'traces have')} "
                "several gold sets, any one of which is enough; a Ragas "
                "sample holds one, and the first is written",
                "Export traces to keep the sets.",
            ),
        )
        if n_several
        else ()
    )
    return _file(asked, rows, RAGAS_COLUMNS, warnings)


def _first_set(gold: Sequence[Any] | None) -> list[str] | None:
    if not gold:
        return None if gold is None else []
    return list(gold[0]) if isinstance(gold[0], list) else [gold[0]]


def _own_texts(record: Record) -> dict[str, str]:
    listed = [*(record["candidates"] or ()), *(record["reranked"] or ())]
    return {item["doc_id"]: item["text"] for item in listed if item.get("text") is not None}


def _gold_texts(store: Store, records: Iterable[Record]) -> dict[str, dict[str, str]]:
    wanted: dict[str, set[str]] = {}
    for record in records:
        missing = set(_first_set(record["gold_passages"]) or ()) - _own_texts(record).keys()
        wanted.setdefault(record["index_version"] or "", set()).update(missing)
    with store.reading() as connection:
        return {
            index: read_corpus_texts(connection, index, doc_ids)
            for index, doc_ids in wanted.items()
            if doc_ids
        }


def _chunks(records: Iterator[Record]) -> Iterator[list[Record]]:
    while some := list(islice(records, TRACES_PER_READ)):
        yield some
