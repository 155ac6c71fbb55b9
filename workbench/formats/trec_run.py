"""Ranking files in TREC form: query, Q0, passage, rank, score, tag.

The order is the logged rank; equal ranks keep the order of the file. Scores are kept and
never sort anything, so that no order depends on how ids are spelled.
"""

from collections.abc import Iterable
from pathlib import Path

from workbench.formats.field_values import WrongField
from workbench.formats.passage_lists import Passages, read_passages
from workbench.formats.problems import Findings
from workbench.formats.text_lines import encoding_message, numbered_lines


def read_run(path: Path, findings: Findings) -> dict[str, tuple[int, Passages]]:
    """Give the ranked passages of every query, with the line on which it begins."""
    items: dict[str, list[object]] = {}
    lines: dict[str, int] = {}
    for number, content in numbered_lines(path):
        try:
            cells = content.decode("utf-8").split()
        except UnicodeDecodeError as error:
            findings.refuse(number, None, encoding_message(content, error))
            continue
        if not cells:
            continue
        if len(cells) != 6:
            findings.refuse(number, None, f"has {len(cells)} columns; a run has 6.")
            continue
        query_id, _, doc_id, rank, score, _ = cells
        if not rank.isdigit():
            findings.refuse(number, "rank", f"{rank[:40]!r} is no whole number.")
            continue
        lines.setdefault(query_id, number)
        items.setdefault(query_id, []).append(
            {"doc_id": doc_id, "rank": int(rank), "score": _score(score)}
        )
    run: dict[str, tuple[int, Passages]] = {}
    for query_id, given in items.items():
        try:
            passages = read_passages(given, "candidates", lines[query_id], findings)
        except WrongField as error:
            findings.refuse(lines[query_id], error.field, error.message)
        else:
            if passages is not None:
                run[query_id] = (lines[query_id], passages)
    return run


def _score(text: str) -> object:
    try:
        return float(text)
    except ValueError:
        return text


def looks_like_run(lines: Iterable[str]) -> bool:
    """Whether the first lines have six columns with a rank and a score."""
    cells = [line.split() for line in lines if line.strip()]
    return bool(cells) and all(
        len(c) == 6 and c[3].isdigit() and isinstance(_score(c[4]), float) for c in cells
    )
