"""Verdicts that name a span, placed on the trace that the span belongs to."""

from collections.abc import Mapping

from db import read_span_ids
from db.store import Store
from workbench.formats.mapped_table import MappedRecord
from workbench.formats.problems import Findings

SPAN = "span_id"


def on_traces(
    store: Store, run: str, records: list[MappedRecord], findings: Findings
) -> list[MappedRecord]:
    """Give the records with request ids; a span that no trace of the run has is a problem.

    An annotation of a trace's root or of the step that answered speaks of the answer.
    """
    if not any(SPAN in record.fields for record in records):
        return records
    requests: dict[str, str] = {}
    with store.reading() as connection:
        for request_id, extra in read_span_ids.extras_of(connection, run):
            spans = (extra or {}).get("spans")
            if isinstance(spans, Mapping):
                requests.update({str(span_id): request_id for span_id in spans.values()})
    placed: list[MappedRecord] = []
    for record in records:
        span_id = str(record.fields.get(SPAN, "")).removeprefix("0x")
        if span_id not in requests:
            findings.refuse(
                record.line,
                SPAN,
                f"{span_id[:80]} is neither root nor answering span of a trace of run {run}.",
                (record.cells,),
            )
            continue
        fields: dict[str, object] = {
            name: value for name, value in record.fields.items() if name != SPAN
        }
        placed.append(
            record._replace(
                fields={**fields, "request_id": requests[span_id]},
                cells={**record.cells, "request_id": requests[span_id]},
            )
        )
    return placed
