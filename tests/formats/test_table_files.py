"""Tables to files: safe in a spreadsheet, strict as JSON, whole as Markdown."""

import csv
import io
import json
import math

import pyarrow.parquet as pq
import pytest

from workbench.formats.table_files import (
    csv_bytes,
    json_bytes,
    jsonl_bytes,
    markdown_bytes,
    parquet_bytes,
)

ROWS = [
    {"name": "=1+1", "share": -0.25, "n": 3, "is_few": True, "sets": [["d1", "d2"]]},
    {"name": 'a, "b"\r\nc|d', "share": None, "n": 4, "is_few": False, "sets": None},
]
COLUMNS = ("name", "share", "n", "is_few", "sets")


def read_csv(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))


def test_csv_protects_text_and_leaves_numbers() -> None:
    rows = read_csv(csv_bytes(ROWS, COLUMNS))
    assert rows[1] == ["'=1+1", "-0.25", "3", "true", '[["d1", "d2"]]']


def test_csv_keeps_line_breaks_in_one_row() -> None:
    rows = read_csv(csv_bytes(ROWS, COLUMNS))
    assert len(rows) == 3
    assert all(len(row) == len(COLUMNS) for row in rows)
    assert rows[2][0] == 'a, "b"\r\nc|d'


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"])
def test_no_text_cell_starts_a_formula(start: str) -> None:
    cell = read_csv(csv_bytes([{start: f"{start}cmd"}], [start]))
    assert cell == [[f"'{start}"], [f"'{start}cmd"]]


def test_not_a_number_is_an_empty_cell() -> None:
    assert csv_bytes([{"x": math.nan}], ["x"]) == b'x\r\n""\r\n'
    assert b"-0.0" not in csv_bytes([{"x": -0.0}], ["x"])


def test_json_is_strict_and_keeps_digits() -> None:
    assert json.loads(json_bytes({"x": 1 / 3}))["x"] == 1 / 3
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_bytes({"x": math.nan})


def test_json_lines_keep_a_lone_surrogate() -> None:
    (line,) = jsonl_bytes([{"x": "a\ud800b\u2028"}]).splitlines()
    assert json.loads(line) == {"x": "a\ud800b\u2028"}


def test_parquet_keeps_kinds_and_notes() -> None:
    table = pq.read_table(io.BytesIO(parquet_bytes(ROWS, COLUMNS, {"selection": "a=b"})))
    assert table.column_names == list(COLUMNS)
    assert table.to_pylist()[0]["name"] == "=1+1"
    assert table.to_pylist()[0]["share"] == -0.25
    assert table.schema.metadata[b"selection"] == b"a=b"


def test_parquet_of_nothing_still_has_its_columns() -> None:
    table = pq.read_table(io.BytesIO(parquet_bytes([], COLUMNS, {})))
    assert table.column_names == list(COLUMNS)


def test_markdown_shows_no_picture_that_a_text_names() -> None:
    rows = [{"notes": "see ![x](http://evil.example/x.png) and [1]"}]
    (line,) = markdown_bytes(rows, ("notes",), "T").decode("utf-8").splitlines()[4:]
    assert line == "| see !\\[x](http://evil.example/x.png) and [1] |"


def test_markdown_table_cannot_be_broken() -> None:
    lines = markdown_bytes(ROWS, ("name", "n"), "T", ["why | so"]).decode("utf-8").splitlines()
    assert lines[2:6] == [
        "| name | n |",
        "| --- | --- |",
        "| =1+1 | 3 |",
        '| a, "b"  c\\|d | 4 |',
    ]
