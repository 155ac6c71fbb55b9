"""Traces from a table of any columns, through a mapping from our fields to theirs."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from workbench.errors import InputError
from workbench.formats.field_values import WrongField
from workbench.formats.json_values import NeedsCare
from workbench.formats.mapped_table import check_mapping, mapped_records, mapping_example
from workbench.formats.problems import Findings
from workbench.formats.tables import looks_like_table, read_table
from workbench.formats.trace_jsonl import FIELDS, NumberedTrace, trace_from_value

NEEDED = ("request_id", "query")


def is_table(path: Path) -> bool:
    """Whether a file is to be read as a table: by its name, else by its first line."""
    name = path.name.removesuffix(".gz").lower()
    if name.endswith((".jsonl", ".json", ".ndjson")):
        return False
    return name.endswith((".csv", ".tsv", ".parquet")) or looks_like_table(path)


def read_trace_table(
    path: Path, mapping: Mapping[str, object] | None, findings: Findings
) -> Iterator[NumberedTrace]:
    """Read every row as a trace; without a mapping, columns must carry our field names.

    Raises InputError where the mapping does not fit the columns.
    """
    table = read_table(path, findings)
    for problem in findings.problems:
        yield NumberedTrace(problem.line or 0, None, None)
    if mapping is None:
        mapping = {name: name for name in FIELDS if name in table.columns}
        absent = [name for name in NEEDED if name not in mapping]
        if absent:
            raise InputError(
                f"{path.name} is a table without the columns {' and '.join(absent)}; it has "
                f"{', '.join(table.columns)}. Give a mapping from our fields to these columns, "
                f"perhaps: {mapping_example(table.columns, NEEDED)}"
            )
    check_mapping(mapping, table.columns, path.name)
    for line, fields, cells in mapped_records(table.rows, mapping, findings):
        content = json.dumps(cells, ensure_ascii=False).encode("utf-8", "replace")
        try:
            trace = trace_from_value(fields, line, findings)
        except WrongField as error:
            findings.refuse(line, error.field, error.message)
            trace = None
        except NeedsCare:
            findings.refuse(line, None, "holds a number or text that cannot be kept as it is.")
            trace = None
        yield NumberedTrace(line, trace, content)
