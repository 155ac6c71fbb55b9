"""What kind of file this is, from its first records; the person who imports has the last word."""

from collections.abc import Collection, Mapping
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

from workbench.formats.json_records import Record, Shape, json_records, shape_of
from workbench.formats.json_values import NotJson, parse_faithfully
from workbench.formats.mapped_table import suggest_mapping
from workbench.formats.problems import Findings
from workbench.formats.qrels import has_qrels_header, looks_like_qrels
from workbench.formats.tables import Table, is_parquet, looks_like_table, read_table
from workbench.formats.text_lines import OpenedFile, line_heads
from workbench.formats.trec_run import looks_like_run

Kind = Literal["traces", "judge", "human", "gold", "corpus", "counts"]

COUNT_FIELDS = frozenset({"strata", "judged", "flagged", "human fail", "human pass", "tp"})
EXPORT_FIELDS = frozenset({"run", "selection", "n", "verdicts"})
CORPUS_IDS = frozenset({"doc_id", "_id", "id", "docid", "passage_id"})


class Sample(NamedTuple):
    """The first records of a file, as JSON values or as a table, and what they look like."""

    kind: Kind
    format: str
    records: list[Record]
    values: list[Mapping[str, object]]
    table: Table | None
    is_complete: bool


def sample_file(path: Path, n: int, mapping: Mapping[str, object] | None = None) -> Sample:
    """Read up to `n` records; raises InputError where the file cannot be read at all."""
    heads = [] if is_parquet(path) else first_lines(path)
    name = path.name.removesuffix(".gz").lower()
    is_named_table = name.endswith((".csv", ".parquet"))
    if heads and heads[0].lstrip()[:1] in ("{", "["):
        return _json_sample(path, n)
    may_be_qrels = not is_named_table or has_qrels_header(heads)
    if may_be_qrels and mapping is None and looks_like_qrels(heads):
        return Sample("gold", "relevance judgements", [], [], None, False)
    if looks_like_run(heads):
        return Sample("traces", "TREC run", [], [], None, False)
    if is_named_table or looks_like_table(path):
        table = read_table(path, Findings(), n + 1)
        kind = _kind_of_table(set(table.columns), mapping)
        rows = table.rows[:n]
        what = {",": "CSV", "\t": "TSV", "parquet": "parquet"}.get(table.separator, "")
        return Sample(
            kind,
            what or f"table with separator {table.separator}",
            [],
            [dict(row.cells) for row in rows],
            Table(table.columns, table.separator, rows),
            len(table.rows) <= n,
        )
    return Sample("corpus", "ids, one a line", [], [{"doc_id": h} for h in heads], None, False)


def is_qrels(path: Path) -> bool:
    """Whether a file holds relevance judgements, by its first lines and its name."""
    if is_parquet(path):
        return False
    heads = first_lines(path)
    if not heads or heads[0].lstrip()[:1] in ("{", "["):
        return False
    is_csv = path.name.removesuffix(".gz").lower().endswith(".csv")
    return looks_like_qrels(heads) and (not is_csv or has_qrels_header(heads))


def first_lines(path: Path, n: int = 20) -> list[str]:
    """Give the first lines that hold something."""
    opened = OpenedFile(path)
    try:
        lines = (line.decode("utf-8", "replace").rstrip("\r\n") for line in line_heads(opened))
        return list(islice((line for line in lines if line.strip()), n))
    except (OSError, EOFError):
        return []
    finally:
        opened.close()


def _json_sample(path: Path, n: int) -> Sample:
    shape: Shape = shape_of(path)
    records = list(islice(json_records(path), n + 1))
    values: list[Mapping[str, object]] = []
    for record in records[:n]:
        try:
            value = parse_faithfully(record.content).value if record.trouble is None else None
        except NotJson:
            continue
        if isinstance(value, dict):
            values += exported_verdicts(value) or [value]
    names: set[str] = {name for value in values for name in value}
    kind = _kind_of_fields(names)
    what = "JSON lines" if shape == "lines" else f"JSON {shape}"
    return Sample(kind, what, records[:n], values, None, len(records) <= n)


def exported_verdicts(value: Mapping[str, object]) -> list[dict[str, object]]:
    """Give the rows of a JSON export of people's verdicts; none where it is something else."""
    rows = value.get("verdicts")
    if not EXPORT_FIELDS.issubset(value) or not isinstance(rows, list):
        return []
    return [row for row in rows if isinstance(row, dict)]


def _kind_of_fields(names: Collection[str]) -> Kind:
    has = names.__contains__
    if has("query") or has("question"):
        return "traces"
    if "annotator" in names:
        return "human"
    if "gold_passages" in names:
        return "gold"
    if has("request_id") and (has("judge") or has("judges") or has("verdict") or has("score")):
        return "judge"
    if COUNT_FIELDS.intersection(names):
        return "counts"
    if not has("request_id") and CORPUS_IDS.intersection(names):
        return "corpus"
    return "traces"


def _kind_of_table(columns: Collection[str], mapping: Mapping[str, object] | None) -> Kind:
    if mapping is not None:
        return _kind_of_fields({field.partition(".")[0] for field in mapping})
    if CORPUS_IDS.intersection(columns) and {"text", "contents"}.intersection(columns):
        return "corpus"
    kind = _kind_of_fields(columns)
    kind = "traces" if kind == "corpus" else kind
    if kind == "traces" and not {"query", "question"}.intersection(columns):
        guessed = suggest_mapping(columns, ("request_id", "query", "annotator", "verdict"))
        return _kind_of_fields(guessed) if "annotator" in guessed else kind
    return kind
