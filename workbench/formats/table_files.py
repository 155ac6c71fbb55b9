"""Tables to files: CSV, parquet, JSON and Markdown, columns in a fixed order.

CSV is for people and their spreadsheets: text that a spreadsheet would run gets an apostrophe,
numbers stay plain numbers. JSON and parquet keep every text as it was. One unit a column, said in
its name: `…_share` is 0 to 1, `…_n` and `n_…` are counts.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from math import isfinite

from workbench.formats.spreadsheet_cells import PROTECTED_COLUMN, protect_cell

Row = Mapping[str, object]


def csv_bytes(rows: Iterable[Row], columns: Sequence[str]) -> bytes:
    """Write rows as CSV in UTF-8 with a header, line breaks inside cells quoted."""
    cells = ([_cell(row.get(column)) for column in columns] for row in rows)
    return _csv([protect_cell(column) for column in columns], cells)


def marked_csv_bytes(rows: Iterable[Row], columns: Sequence[str]) -> bytes:
    """Write rows as `csv_bytes` does; the column is_protected says where it changed a text.

    A file with that column is read back as it was.
    """
    cells = []
    for row in rows:
        written = [_cell(row.get(column)) for column in columns]
        plain = [_text(row.get(column)) for column in columns]
        is_protected = any(
            protect_cell(text) == cell != text for text, cell in zip(plain, written, strict=True)
        )
        cells.append([*written, _cell(is_protected)])
    return _csv([*columns, PROTECTED_COLUMN], cells)


def protected_csv_bytes(rows: Iterable[Mapping[str, str]], columns: Sequence[str]) -> bytes:
    """Write rows whose texts were made harmless already, and say so themselves."""
    return _csv(columns, ([row.get(column, "") for column in columns] for row in rows))


def _csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    out = io.StringIO(newline="")
    # RFC 4180's line end; with a bare one the writer would leave a lone return unquoted.
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue().encode("utf-8")


def json_bytes(value: object) -> bytes:
    """Write a value as strict JSON in UTF-8; raises ValueError for NaN and infinity."""
    text = json.dumps(value, allow_nan=False, ensure_ascii=False, indent=1)
    # A lone surrogate cannot be written as UTF-8; its escape can.
    return (text + "\n").encode("utf-8", "backslashreplace")


def jsonl_bytes(values: Iterable[object]) -> bytes:
    """Write one value a line as strict JSON; escapes keep every character of every text."""
    return b"".join(json.dumps(value, allow_nan=False).encode("ascii") + b"\n" for value in values)


def parquet_bytes(rows: Sequence[Row], columns: Sequence[str], notes: Mapping[str, str]) -> bytes:
    """Write rows as parquet; `notes` go into the file's own metadata."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    arrays, names = [], []
    for column in columns:
        values = [_value(row.get(column)) for row in rows]
        array = pa.array(_of_one_kind(values))
        arrays.append(array.cast(pa.string()) if pa.types.is_null(array.type) else array)
        names.append(column)
    table = pa.table(arrays, names=names).replace_schema_metadata(
        {name.encode(): text.encode() for name, text in notes.items()}
    )
    out = io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()


def markdown_bytes(
    rows: Iterable[Row], columns: Sequence[str], title: str, lines: Sequence[str] = ()
) -> bytes:
    """Write rows as a Markdown table under a title; bars and line breaks cannot break it."""
    written = [f"# {_markdown(title)}", ""]
    written.append("| " + " | ".join(_markdown(column) for column in columns) + " |")
    written.append("|" + " --- |" * len(columns))
    written += [
        "| " + " | ".join(_markdown(_text(row.get(column))) for column in columns) + " |"
        for row in rows
    ]
    for line in lines:
        written += ["", _markdown(line)]
    return ("\n".join(written) + "\n").encode("utf-8")


def _value(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return value + 0.0 if isfinite(value) else None
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, allow_nan=False, ensure_ascii=False)
    return value


def _of_one_kind(values: list[object]) -> list[object]:
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return [None if value is None else float(str(value)) for value in values]
    if len(kinds) > 1:
        return [None if value is None else str(value) for value in values]
    return values


def _cell(value: object) -> str:
    value = _value(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return protect_cell(str(value))


def _text(value: object) -> str:
    value = _value(value)
    return "" if value is None else str(value)


def _markdown(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
    # Whoever looks at the page fetches no picture that a note names.
    escaped = escaped.replace("![", "!\\[")
    return " ".join(escaped.split("\n")).replace("\r", " ").replace("\t", " ")
