"""Gold passages as JSON lines: an id of a question or a request, and its gold."""

from pathlib import Path
from typing import NamedTuple

from workbench.domain.records import GoldSets
from workbench.formats.careful_reading import read_value
from workbench.formats.field_values import WrongField, kind_of, read_id
from workbench.formats.gold_sets import STRINGS, GoldText, read_gold_fields
from workbench.formats.json_records import json_records
from workbench.formats.json_values import NotJson
from workbench.formats.problems import Findings

QUESTION_FIELDS = ("question_id", "query_id", "_id", "id")


class GoldLine(NamedTuple):
    """The gold of one question, or of one request where `is_request`."""

    identity: str
    is_request: bool
    sets: GoldSets
    line: int
    texts: tuple[GoldText, ...] = ()


def read_gold_lines(path: Path, findings: Findings) -> list[GoldLine]:
    """Read every line; null gold says nothing and is passed over with a remark."""
    gold: list[GoldLine] = []
    for line, content, trouble in json_records(path):
        if trouble is not None:
            findings.refuse(line, None, trouble)
            continue
        try:
            read = read_value(content, line, findings, _gold_line)
        except NotJson as error:
            findings.refuse(line, None, str(error))
        except WrongField as error:
            findings.refuse(line, error.field or None, error.message)
        else:
            if read is not None:
                gold.append(read)
    return gold


def _gold_line(
    value: object,
    line: int,
    findings: Findings,
    raw: str | None = None,  # noqa: ARG001 (the reader's shape)
    is_faithful: bool = True,  # noqa: ARG001
) -> GoldLine | None:
    if not isinstance(value, dict):
        raise WrongField("", f"must be a JSON object, not {kind_of(value)}.")
    name = next((n for n in QUESTION_FIELDS if value.get(n) is not None), "request_id")
    identity = read_id(value, name)
    if identity is None:
        raise WrongField("question_id", "is missing; give question_id or request_id.")
    if "gold_passages" not in value and STRINGS not in value:
        raise WrongField("gold_passages", "is missing; give gold_passages or gold_strings.")
    gold = read_gold_fields(value, line, findings)
    if gold.sets is None:
        findings.remark("gold_unknown", "null gold was passed over: it says nothing", line)
        return None
    return GoldLine(identity, name == "request_id", gold.sets, line, gold.texts)
