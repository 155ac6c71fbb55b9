"""Ranking files in TREC form, in and out: query, Q0, passage, rank, score, tag.

The order is the logged rank; equal ranks keep the order of the file. Scores are kept and
never sort anything, so that no order depends on how ids are spelled.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from workbench.formats.field_values import WrongField, remark_non_finite
from workbench.formats.passage_lists import Passages, read_passages
from workbench.formats.problems import Findings
from workbench.formats.qrels import blank_parted
from workbench.formats.text_lines import encoding_message, numbered_lines


def read_run(path: Path, findings: Findings) -> dict[str, tuple[int, Passages]]:
    """Give the ranked passages of every query, with the line on which it begins."""
    items: dict[str, list[object]] = {}
    lines: dict[str, int] = {}
    for number, content in numbered_lines(path):
        try:
            line = content.decode("utf-8")
        except UnicodeDecodeError as error:
            findings.refuse(number, None, encoding_message(content, error), content)
            continue
        if "\x00" in line:
            findings.refuse(number, None, "holds a NUL character: take it out.", content)
            continue
        cells = blank_parted(line)
        if not cells:
            continue
        if _is_comment(cells):
            findings.remark("comments", "lines that begin with # were passed over", number)
            continue
        if len(cells) != 6:
            findings.refuse(number, None, f"has {len(cells)} columns; a run has 6.", content)
            continue
        query_id, _, doc_id, rank, score, _ = cells
        if not _is_rank(rank):
            findings.refuse(number, "rank", f"{rank[:40]!r} is no whole number.", content)
            continue
        lines.setdefault(query_id, number)
        items.setdefault(query_id, []).append(
            {"doc_id": doc_id, "rank": int(rank), "score": _finite(score, number, findings)}
        )
    run: dict[str, tuple[int, Passages]] = {}
    for query_id, given in items.items():
        try:
            passages = read_passages(given, "candidates", lines[query_id], findings)
        except WrongField as error:
            findings.refuse(lines[query_id], error.field, error.message, query_id.encode())
        else:
            if passages is not None:
                run[query_id] = (lines[query_id], passages)
    return run


def _is_comment(cells: Sequence[str]) -> bool:
    return cells[0].startswith("#") and len(cells) != 6


def _is_rank(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 11


def _finite(text: str, line: int, findings: Findings) -> object:
    score = _score(text)
    if isinstance(score, float) and not math.isfinite(score):
        remark_non_finite(findings, line)
        return None
    return score


def _score(text: str) -> object:
    try:
        return float(text)
    except ValueError:
        return text


def looks_like_run(lines: Iterable[str]) -> bool:
    """Whether the first lines have six columns with a rank and a score."""
    cells = [cells for line in lines if (cells := blank_parted(line)) and not _is_comment(cells)]
    return bool(cells) and all(
        len(c) == 6 and (_is_rank(c[3]) or c[1] == "Q0") and isinstance(_score(c[4]), float)
        for c in cells
    )


class Ranked(NamedTuple):
    """A passage at its rank, to be written."""

    doc_id: str
    rank: int
    score: float | None


def run_lines(rankings: Iterable[tuple[str, Sequence[Ranked]]], tag: str) -> tuple[bytes, bool]:
    """Write the rankings of all queries; whether the scores are the system's own.

    Tools that read such files sort by score and never look at the rank. Where a score is
    missing, ties, or contradicts the order, that order would be lost: the whole file then
    carries 1/rank as scores.
    """
    listed = [(name, list(passages)) for name, passages in rankings]
    keeps_scores = all(_falls(passages) for _, passages in listed)
    label = "_".join(tag.split()) or "run"
    lines = []
    for name, passages in listed:
        for rank, passage in enumerate(passages, start=1):
            score = passage.score if keeps_scores else 1 / rank
            lines.append(f"{name} Q0 {passage.doc_id} {rank} {score!r} {label}\n")
    return "".join(lines).encode("utf-8"), keeps_scores


def _falls(passages: Sequence[Ranked]) -> bool:
    scores = [passage.score for passage in passages if passage.score is not None]
    has_all = len(scores) == len(passages)
    return has_all and all(before > after for before, after in pairwise(scores))
