"""People's verdicts as rows that other tools take back: Phoenix annotations, Langfuse scores.

Chosen: one row for each current verdict and thing said, under a key made of the run, the
trace, the author and the thing, so that sending the rows again replaces them there instead of
doubling them. Field names are those of Phoenix's `log_span_annotations` and of Langfuse's
`POST /api/public/scores`; what is not known is left out, since a data frame would fill it with
NaN and send that.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from workbench.domain.vocabulary import FAILING_ANSWERS, PASSING_ANSWERS
from workbench.formats.timestamps import read_time
from workbench.formats.tools.tool_file import object_of

NAME = "human_verdict"
PHOENIX_COLUMNS = (
    "span_id", "name", "annotator_kind", "label", "score", "explanation", "identifier",
)  # fmt: skip
LANGFUSE_COLUMNS = (
    "id", "traceId", "name", "value", "dataType", "comment", "source", "timestamp",
)  # fmt: skip
KEYS = uuid.UUID("5a2ff5a4-3c5e-4c53-9d13-1d2f6a3d0c11")


@dataclass(frozen=True, slots=True)
class HumanLabel:
    """One annotator's current verdict on one trace; `span_id` where its spans are known."""

    request_id: str
    run: str
    annotator: str
    verdict: str
    stage: str | None = None
    error_type: str | None = None
    note: str | None = None
    confidence: str | None = None
    labelled_at: str | None = None
    span_id: str | None = None

    @property
    def score(self) -> float | None:
        """1 for a right answer, 0 for a wrong one, None where nobody could say."""
        if self.verdict in PASSING_ANSWERS:
            return 1.0
        return 0.0 if self.verdict in FAILING_ANSWERS else None

    @property
    def details(self) -> dict[str, str]:
        """What was said beside the verdict, as far as it was said."""
        said = {
            "annotator": self.annotator,
            "run": self.run,
            "stage": self.stage,
            "error_type": self.error_type,
            "confidence": self.confidence,
            "labelled_at": self.labelled_at,
        }
        return {name: text for name, text in said.items() if text}


def phoenix_rows(labels: Iterable[HumanLabel]) -> list[dict[str, object]]:
    """Give an annotation for each label whose span is known, its author as the identifier."""
    return [
        {
            "span_id": label.span_id,
            "name": NAME,
            "annotator_kind": "HUMAN",
            "result": _known(label=label.verdict, score=label.score, explanation=label.note),
            "identifier": label.annotator,
            "metadata": label.details,
        }
        for label in labels
        if label.span_id is not None
    ]


def flat_phoenix_row(row: Mapping[str, object]) -> dict[str, object]:
    """Give an annotation with its result beside the other fields, as a table holds it."""
    return {**row, **object_of(row["result"])}


def _known(**fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


def langfuse_rows(labels: Iterable[HumanLabel]) -> list[dict[str, object]]:
    """Give scores on the trace: the verdict as a word, and where said the stage and the error.

    Langfuse knows no missing number, so right and wrong are words too. Their source is API,
    since it takes an annotation only under a score config of its own; a score that is sent
    again replaces the first by its id and its time.
    """
    rows: list[dict[str, object]] = []
    for label in labels:
        said = {
            NAME: label.verdict,
            "failed_stage": label.stage,
            "error_type": label.error_type,
        }
        for name, value in said.items():
            if value is None:
                continue
            key = "\0".join((label.run, label.request_id, label.annotator, name))
            at = read_time(label.labelled_at).instant
            rows.append(
                _known(
                    id=str(uuid.uuid5(KEYS, key)),
                    traceId=label.request_id,
                    name=name,
                    value=value,
                    dataType="CATEGORICAL",
                    comment=label.note if name == NAME else None,
                    source="API",
                    timestamp=None if at is None else at.isoformat(),
                    metadata=label.details,
                )
            )
    return rows
