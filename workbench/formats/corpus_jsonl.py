"""The passages that an index version held: JSON lines, a table, or bare ids one a line."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from workbench.formats.careful_reading import read_value
from workbench.formats.field_values import WrongField, kind_of, read_id, read_text
from workbench.formats.json_records import Record, json_records
from workbench.formats.json_values import NotJson
from workbench.formats.problems import Findings
from workbench.formats.tables import looks_like_table, read_table
from workbench.formats.text_lines import OpenedFile, encoding_message, line_heads, numbered_lines

ID_FIELDS = ("doc_id", "_id", "id", "docid", "passage_id")
TEXT_FIELDS = ("text", "contents", "content", "passage")


class CorpusPassage(NamedTuple):
    """One passage; without a text, or an index version of its own, None."""

    line: int
    doc_id: str
    text: str | None
    index_version: str | None


def read_corpus(
    path: Path, findings: Findings, progress: Callable[[int, int], None] | None = None
) -> Iterator[CorpusPassage]:
    """Read every passage, problems going to `findings`."""
    name = path.name.removesuffix(".gz").lower()
    if name.endswith((".csv", ".tsv", ".parquet")) and looks_like_table(path):
        yield from _from_table(path, findings)
    elif _is_json(path):
        for record in json_records(path, progress):
            passage = _from_json(record, findings)
            if passage is not None:
                yield passage
    else:
        yield from _from_ids(path, findings, progress)


def _is_json(path: Path) -> bool:
    opened = OpenedFile(path)
    try:
        for line in line_heads(opened):
            if line.strip() and not line.startswith(b"# "):
                return line.lstrip()[:1] in (b"{", b"[")
    except (OSError, EOFError):
        return False
    finally:
        opened.close()
    return False


def _from_ids(
    path: Path, findings: Findings, progress: Callable[[int, int], None] | None
) -> Iterator[CorpusPassage]:
    for line, content in numbered_lines(path, progress):
        try:
            doc_id = content.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            findings.refuse(line, None, encoding_message(content, error))
            continue
        if len(doc_id.split()) > 1:
            findings.refuse(
                line, "doc_id", "holds blanks: give one id a line, or JSON lines with doc_id."
            )
        elif "\x00" in doc_id:
            findings.refuse(line, "doc_id", "holds a NUL character.")
        elif doc_id:
            yield CorpusPassage(line, doc_id, None, None)


def _from_json(record: Record, findings: Findings) -> CorpusPassage | None:
    if record.trouble is not None:
        findings.refuse(record.line, None, record.trouble)
        return None
    try:
        return read_value(record.content, record.line, findings, _passage)
    except NotJson as error:
        findings.refuse(record.line, None, str(error))
    except WrongField as error:
        findings.refuse(record.line, error.field or None, error.message)
    return None


def _passage(
    value: object,
    line: int,
    findings: Findings,
    raw: str | None = None,  # noqa: ARG001 (the reader's shape)
    is_faithful: bool = True,  # noqa: ARG001
) -> CorpusPassage:
    if not isinstance(value, dict):
        raise WrongField("", f"must be a JSON object, not {kind_of(value)}.")
    name = next((n for n in ID_FIELDS if value.get(n) is not None), "doc_id")
    doc_id = read_id(value, name)
    if doc_id is None:
        raise WrongField("doc_id", "is missing; every passage needs one.")
    text_field = next((n for n in TEXT_FIELDS if value.get(n) is not None), "text")
    text = read_text(value, text_field, line, findings)
    return CorpusPassage(line, doc_id, text, read_id(value, "index_version"))


def _from_table(path: Path, findings: Findings) -> Iterator[CorpusPassage]:
    table = read_table(path, findings)
    id_column = next((n for n in ID_FIELDS if n in table.columns), None)
    text_column = next((n for n in TEXT_FIELDS if n in table.columns), None)
    if id_column is None:
        findings.refuse(
            1,
            "doc_id",
            f"no column {', '.join(ID_FIELDS)} among {', '.join(table.columns)}.",
        )
        return
    for line, cells in table.rows:
        if not cells[id_column]:
            findings.refuse(line, "doc_id", "is missing; every passage needs one.")
            continue
        text = cells[text_column] if text_column else None
        yield CorpusPassage(
            line, cells[id_column], text or None, cells.get("index_version") or None
        )
