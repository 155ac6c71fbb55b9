"""Tables as they are saved in the wild, and cells that a spreadsheet would run."""

import csv
import io
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.domain.records import HumanEntry
from workbench.domain.vocabulary import Answer, EntryKind
from workbench.errors import InputError
from workbench.formats.mapped_table import (
    check_mapping,
    mapped_records,
    mapping_example,
    suggest_mapping,
)
from workbench.formats.problems import Findings
from workbench.formats.spreadsheet_cells import protect_cell, unprotect_cell
from workbench.formats.tables import TableRow, read_table
from workbench.formats.verdict_csv import VERDICT_COLUMNS, VerdictRow, rows_to_entries, verdict_csv


def table(tmp_path: Path, content: str | bytes, findings: Findings | None = None) -> list[TableRow]:
    path = tmp_path / "t.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_table(path, findings or Findings()).rows


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_the_one_of_the_header(tmp_path: Path, separator: str) -> None:
    text = f'a{separator}"b;,|\tz"{separator}c\r\n1{separator}"x\r\ny"{separator}3\r\n'
    assert table(tmp_path, text) == [TableRow(2, {"a": "1", "b;,|\tz": "x\r\ny", "c": "3"})]


@pytest.mark.parametrize("first", ["sep=;\r\n", '"sep=;"\n', "SEP=;\r"])
def test_a_line_that_names_the_separator_is_no_header(tmp_path: Path, first: str) -> None:
    end = first.lstrip('"sepSEP=;')
    rows = table(tmp_path, f"{first}id;note, long{end}1;a,b,c{end}")
    assert rows == [TableRow(3, {"id": "1", "note, long": "a,b,c"})]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
@pytest.mark.parametrize("text", ["id,note\n1,Zürich\n", '{"request_id": "q"}\n'])
def test_two_byte_text_without_its_mark_is_named(tmp_path: Path, encoding: str, text: str) -> None:
    mark = "\ufeff" if encoding == "utf-32-be" else ""
    with pytest.raises(InputError, match=r"looks like UTF-(16|32)"):
        table(tmp_path, (mark + text).encode(encoding))


def test_cells_stay_the_text_that_was_written(tmp_path: Path) -> None:
    rows = table(tmp_path, "id,n\n007,1e5\n3.10,NA\n")
    assert [row.cells for row in rows] == [{"id": "007", "n": "1e5"}, {"id": "3.10", "n": "NA"}]


def test_lines_count_through_quoted_breaks_and_blanks(tmp_path: Path) -> None:
    rows = table(tmp_path, 'a,b\n"x\ny",1\n\nz,2\n')
    assert [row.line for row in rows] == [2, 5]


def test_a_carriage_return_alone_is_text(tmp_path: Path) -> None:
    assert table(tmp_path, b"a,b\n1,\r=2+2\n")[0].cells["b"] == "\r=2+2"


def test_an_uneven_row_is_a_problem_with_its_line(tmp_path: Path) -> None:
    findings = Findings()
    assert [row.line for row in table(tmp_path, "a,b\n1\n1,2\n1,2,3\n", findings)] == [3]
    assert [problem.line for problem in findings.problems] == [2, 4]


def test_a_quote_inside_a_cell_is_read_and_said(tmp_path: Path) -> None:
    findings = Findings()
    rows = table(tmp_path, 'a\tb\n"Mercy" by Gaye\t2\n', findings)
    assert rows[0].cells["a"] == "Mercy by Gaye"
    assert [notice.code for notice in findings.notices()] == ["loose_quotes"]


@pytest.mark.parametrize("content", [b"", b"\n", b"a,a\n1,2\n"])
def test_a_table_without_usable_header_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(InputError):
        table(tmp_path, content)


def test_a_workbook_is_refused_by_what_it_is(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="spreadsheet workbook"):
        table(tmp_path, b"PK\x03\x04rest")


def test_parquet_is_read_as_text(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pd.DataFrame({"id": ["007"], "gold": [["d1", "d2"]], "x": [None]}).to_parquet(path)
    assert read_table(path, Findings()).rows[0].cells == {
        "id": "007",
        "gold": '["d1", "d2"]',
        "x": "",
    }


def test_a_mapping_joins_columns_sets_constants_and_fills_objects() -> None:
    rows = [TableRow(2, {"id": "1", "Model answer": "Yes", "ok?": " No"})]
    mapping: dict[str, object] = {
        "request_id": ["id", "Model answer"],
        "judge.name": {"const": "gpt-4"},
        "judge.verdict": "ok?",
        "gold_passages": "id",
    }
    assert mapped_records(rows, mapping, Findings())[0].fields == {
        "request_id": "1|Yes",
        "judge": {"name": "gpt-4", "verdict": " No"},
        "gold_passages": ["1"],
    }


def test_a_mapping_to_no_column_is_refused() -> None:
    with pytest.raises(InputError, match="Frage"):
        check_mapping({"query": "Frage"}, ["question"], "t.csv")


def test_a_mapping_is_suggested_from_the_names() -> None:
    suggested = suggest_mapping(["id", "Question", "Model answer", "Acceptable?"])
    assert suggested == {"request_id": "id", "query": "Question", "answer": "Model answer"}


def test_an_example_of_a_mapping_holds_what_is_needed_even_where_names_say_nothing() -> None:
    assert mapping_example(["Ticket", "Frage"], ("request_id", "query")) == (
        """--mapping '{"request_id": "COLUMN", "query": "COLUMN"}'"""
    )
    assert '"query": "Question"' in mapping_example(["Ticket", "Question"], ("request_id", "query"))


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\t=1", "\r=1", "＝1", "＋", "－", "＠"])
def test_a_cell_that_would_run_is_protected(text: str) -> None:
    assert protect_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["fine = good", "", "'quoted'", "1-2"])
def test_other_cells_stay_as_they_are(text: str) -> None:
    assert protect_cell(text) == text


@given(st.text("'=+-@\t\r＝a", max_size=6))
def test_protection_comes_off_exactly(text: str) -> None:
    protected = protect_cell(text)
    assert unprotect_cell(protected) == text or protected == text


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12))
@example("win\r\nbreak")
@example("'=1+1")
@example("\r")
def test_notes_come_back_exactly_from_our_table(note: str) -> None:
    entry = HumanEntry("=q", "@ann", EntryKind.VERDICT, Answer.WRONG, note=note or None)
    text = verdict_csv([VerdictRow(entry, run="r", is_current=True)])
    parsed = list(csv.DictReader(io.StringIO(text, newline="")))
    assert len(parsed) == 1
    assert not any((cell or " ")[0] in "=+-@\t\r＝＋－＠" for cell in parsed[0].values())
    columns = {name: name for name in VERDICT_COLUMNS}
    records = mapped_records([TableRow(2, parsed[0])], columns, Findings())
    read = rows_to_entries(records, Findings(), {})
    expected = note or None
    assert (read[0].entry.note, read[0].entry.request_id) == (expected, "=q")
    assert read[0].entry.annotator == "@ann"


@pytest.mark.parametrize(
    ("cell", "read", "codes"),
    [
        ('{"top_p": NaN, "k": 3, "größe": "😀"}', {"top_p": None, "k": 3, "größe": "😀"}, 1),
        ('{"top_p": 1e999}', {"top_p": None}, 1),
        ('{"a": "x\\ud800y"}', {"a": "x\ufffdy"}, 1),
        ('{"a": "\\u0000"}', {"a": "\ufffd"}, 1),
        ("{'a': None, 'b': [1, 2.5]}", {"a": None, "b": [1, 2.5]}, 0),
        ('{"version": 2}', {"version": 2}, 0),
        ("{'a': b'x'}", "{'a': b'x'}", 0),
        ("{'a': {1}}", "{'a': {1}}", 0),
        ("{(1, 2): 2}", "{(1, 2): 2}", 0),
    ],
)
def test_a_cell_of_json_gives_what_a_store_can_hold(cell: str, read: object, codes: int) -> None:
    findings = Findings()
    rows = [TableRow(2, {"s": cell})]
    (record,) = mapped_records(rows, {"settings": "s"}, findings)
    assert record.fields == {"settings": read}
    assert len(findings.notices()) == codes
