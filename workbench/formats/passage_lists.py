"""The lists of passages of a trace: candidates, reranked, in the prompt.

Chosen: four parallel columns for a list and not one object for a passage, since an import
of a hundred thousand traces makes three million of them. The usual list is read by column;
anything unusual goes, whole, through the reader that takes it item by item.
"""

from typing import NamedTuple

from workbench.formats.field_values import (
    LONGEST_ID,
    WrongField,
    kind_of,
    read_id,
    read_integer,
    read_number,
    read_text,
    short_enough,
    usable,
)
from workbench.formats.json_values import NeedsCare
from workbench.formats.problems import Findings

FIELDS = ("doc_id", "score", "rank", "text")
ID_ALIASES = ("id", "passage_id", "document_id", "_id")
TEXT_ALIASES = ("content", "passage", "page_content")


class Passages(NamedTuple):
    """One list in its logged order, by column; `others` are unknown fields by position."""

    doc_ids: list[str | None]
    ranks: list[int]
    scores: list[float | None]
    texts: list[str | None]
    others: dict[str, object] | None = None


def read_passages(value: object, name: str, line: int, findings: Findings) -> Passages | None:
    """Read a list of passages; None where it was not logged.

    The order is the logged rank, then the order of the file; ranks from 0 begin at 1.
    Without ranks the order of the file is the rank.
    """
    if value is None:
        return None
    if not isinstance(value, list):
        raise WrongField(name, f"must be a list of passages, not {kind_of(value)}.")
    if not value:
        return Passages([], [], [], [])
    passages = _by_column(value) or _by_item(value, name, line, findings)
    scores = passages.scores
    if scores[0] is None and scores[-1] is None and not any(scores):
        return passages
    try:
        if scores != sorted(scores, reverse=True):  # type: ignore[type-var]
            _remark_rising(line, findings)
    except TypeError:
        known = [score for score in scores if score is not None]
        if known != sorted(known, reverse=True):
            _remark_rising(line, findings)
    return passages


def _remark_rising(line: int, findings: Findings) -> None:
    findings.remark(
        "rank_against_score",
        "lists where a score rises with the rank: the logged rank was followed",
        line,
    )


def _by_column(items: list[object]) -> Passages | None:
    if set(map(type, items)) == {str}:
        return _bare_ids(items)  # type: ignore[arg-type]
    try:
        doc_ids = [item["doc_id"] for item in items]  # type: ignore[index]
        if set(map(type, doc_ids)) != {str} or "" in doc_ids:
            return None
        _check_ids(doc_ids)
        first: dict[str, object] = items[0]  # type: ignore[assignment]
        n, n_fields = len(items), 1
        scores: list[float | None] = [None] * n
        texts: list[str | None] = [None] * n
        ranks = list(range(1, n + 1))
        if "score" in first:
            scores = [item["score"] for item in items]  # type: ignore[index]
            n_fields += 1
            if set(map(type, scores)) != {float}:
                return None
        if "text" in first:
            texts = [item["text"] for item in items]  # type: ignore[index]
            n_fields += 1
            if set(map(type, texts)) != {str}:
                return None
            usable("".join(texts))  # type: ignore[arg-type]
        if "rank" in first:
            n_fields += 1
            if [item["rank"] for item in items] != ranks:  # type: ignore[index]
                return None
        if sum(map(len, items)) != n_fields * n:  # type: ignore[arg-type]
            return None
    except (KeyError, TypeError):
        return None
    return Passages(doc_ids, ranks, scores, texts)


def _check_ids(doc_ids: list[str]) -> None:
    joined = usable("".join(doc_ids))
    if len(joined) > LONGEST_ID:
        for doc_id in doc_ids:
            short_enough(doc_id, "doc_id")


def _bare_ids(doc_ids: list[str | None]) -> Passages | None:
    if "" in doc_ids:
        return None
    _check_ids(doc_ids)  # type: ignore[arg-type]
    n = len(doc_ids)
    return Passages(doc_ids, list(range(1, n + 1)), [None] * n, [None] * n)


class _Item(NamedTuple):
    doc_id: str | None
    rank: int | None
    score: float | None
    text: str | None
    others: dict[str, object]


def _by_item(items: list[object], name: str, line: int, findings: Findings) -> Passages:
    read = [
        _item(item, f"{name}[{position}]", line, findings) for position, item in enumerate(items)
    ]
    ranks = _ranks([item.rank for item in read], name, line, findings)
    order = sorted(range(len(read)), key=ranks.__getitem__)
    others: dict[str, object] = {
        str(at): read[i].others for at, i in enumerate(order) if read[i].others
    }
    return Passages(
        [read[i].doc_id for i in order],
        [ranks[i] for i in order],
        [read[i].score for i in order],
        [read[i].text for i in order],
        others or None,
    )


def _item(value: object, name: str, line: int, findings: Findings) -> _Item:
    if isinstance(value, str | int) and not isinstance(value, bool):
        if value == "":
            raise WrongField(name, "has an empty id.")
        return _Item(short_enough(usable(str(value)), name), None, None, None, {})
    if type(value) is float:
        raise NeedsCare
    if not isinstance(value, dict):
        raise WrongField(name, f"must be a passage or its id, not {kind_of(value)}.")
    known = set(FIELDS)
    record = value
    for field, aliases in (("doc_id", ID_ALIASES), ("text", TEXT_ALIASES)):
        alias = next((a for a in aliases if a in value), None)
        if value.get(field) is None and alias is not None:
            record = {**record, field: value[alias]}
            known.add(alias)
            findings.remark(
                f"{field}_from_{alias}", f"passages name {field} as {alias}: read as such", line
            )
    try:
        doc_id = read_id(record, "doc_id")
        text = read_text(record, "text", line, findings)
        score = read_number(record, "score", line, findings)
        rank = read_integer(record, "rank", line, findings)
    except WrongField as trouble:
        raise WrongField(f"{name}.{trouble.field}", trouble.message) from None
    if doc_id is None and not text:
        raise WrongField(name, "has neither doc_id nor text.")
    if rank is not None and rank < 0:
        raise WrongField(f"{name}.rank", "must not be negative.")
    others = {field: item for field, item in value.items() if field not in known}
    return _Item(doc_id, rank, score, text, others)


def _ranks(given: list[int | None], name: str, line: int, findings: Findings) -> list[int]:
    known = [rank for rank in given if rank is not None]
    if len(known) < len(given):
        if known:
            findings.remark(
                "ranks_missing",
                f"{name} with some ranks missing: the order of the file was followed",
                line,
            )
        return list(range(1, len(given) + 1))
    if 0 in known:
        findings.remark("ranks_from_zero", "ranks that begin at 0 were moved to begin at 1", line)
        return [rank + 1 for rank in known]
    if len(set(known)) < len(known):
        findings.remark(
            "ranks_tied", "equal ranks in one list: the order of the file was kept", line
        )
    if max(known) >= 2**31 - 1:
        raise WrongField(name, "has a rank too large to be one.")
    return known
