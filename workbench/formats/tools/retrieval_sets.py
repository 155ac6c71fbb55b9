"""Queries, judgements and documents of retrieval benchmarks in JSON and parquet.

BEIR queries become traces without an answer, to which a ranking file adds candidates; ranx
holds judgements and rankings as one object by query, or as a table; Haystack documents are a
corpus. Data sets of questions with their gold chunks give gold.
"""

from collections.abc import Mapping, Sequence

from workbench.formats.corpus_jsonl import CorpusPassage
from workbench.formats.gold_jsonl import GoldLine
from workbench.formats.passage_lists import Passages
from workbench.formats.problems import Findings
from workbench.formats.qrels import Judgement
from workbench.formats.sniff import COUNT_FIELDS
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
    list_of,
    number_of,
    object_of,
    refusing,
    remark_any_of,
    text_of,
)

RANX_COLUMNS = frozenset({"q_id", "doc_id", "score"})
CHUNKS = "correct_chunks"
NOT_DOCUMENTS = frozenset(
    {"query", "question", "role", "messages", "annotator", "gold_passages", "problem", "line"}
)


def _serves_queries(kind: str | None, file_name: str) -> bool:
    return kind == "traces" or (kind is None and ("quer" in file_name or "question" in file_name))


def _are_queries(head: Head) -> bool:
    return head.first.keys() <= {"_id", "text", "metadata"} and head.has("_id", "text")


def _read_queries(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    findings.remark(
        "queries_alone",
        "queries without candidates or answers: import a ranking file for the same run to add "
        "candidates, and judgements for the gold",
    )
    return ToolFile(
        traces=[
            ToolRecord(
                item.line,
                {
                    "request_id": first_text(item.value, "_id"),
                    "question_id": first_text(item.value, "_id"),
                    "query": first_text(item.value, "text"),
                },
                {"metadata": item.value["metadata"]} if item.value.get("metadata") else {},
                said=(item.value,),
            )
            for item in items
        ]
    )


BEIR_QUERIES = Reader("BEIR queries", _are_queries, _read_queries, _serves_queries)


def ranked_or_judged(head: Head) -> str | None:
    """Say whether a file of ranx holds a ranking or judgements; None where it is neither."""
    if head.columns:
        if head.columns != RANX_COLUMNS:
            return None
        scores: list[object] = [item.value.get("score") for item in head.items]
        is_whole = all(str(score).lstrip("-").isdigit() for score in scores)
        return "judged" if is_whole else "ranked"
    if COUNT_FIELDS & head.first.keys():
        return None
    values = [value for item in head.items for value in item.value.values()]
    if len(head.items) != 1 or not values or not all(isinstance(v, Mapping) for v in values):
        return None
    grades = [grade for value in values for grade in object_of(value).values()]
    if not grades or any(isinstance(g, bool) or not isinstance(g, int | float) for g in grades):
        return None
    return "judged" if all(isinstance(grade, int) for grade in grades) else "ranked"


def graded_pairs(items: Sequence[Item]) -> list[tuple[int, str, str, object]]:
    """Give line, query, document and grade or score of every pair in the file's order."""
    pairs: list[tuple[int, str, str, object]] = []
    for item in items:
        if "q_id" in item.value:
            query_id, doc_id = first_text(item.value, "q_id"), first_text(item.value, "doc_id")
            pairs.append((item.line, query_id or "", doc_id or "", item.value.get("score")))
            continue
        for query_id, held in item.value.items():
            for doc_id, grade in object_of(held).items():
                pairs.append((item.line, query_id, doc_id, grade))
    return pairs


def _are_judgements(head: Head) -> bool:
    return ranked_or_judged(head) == "judged"


def _read_judgements(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    held = ToolFile()
    for line, query_id, doc_id, grade in graded_pairs(items):
        text = str(grade)
        if not query_id or not doc_id or not text.lstrip("-").isdigit() or len(text) > 9:
            findings.refuse(
                line, "score", f"{text[:40]!r} is no whole number, or an id is missing."
            )
            continue
        held.judgements.append(Judgement(query_id, doc_id, int(text), line))
    return held


JUDGEMENTS = Reader("ranx judgements", _are_judgements, _read_judgements, main="gold")


def read_ranking(items: Sequence[Item], findings: Findings) -> dict[str, tuple[int, Passages]]:
    """Give the passages of every query by falling score, with the line on which it begins."""
    scored: dict[str, list[tuple[float, str]]] = {}
    lines: dict[str, int] = {}
    for line, query_id, doc_id, given in graded_pairs(items):
        score = number_of(given)
        if not query_id or not doc_id or score is None:
            said = {"q_id": query_id, "doc_id": doc_id, "score": given}
            findings.refuse(line, "score", "an id is missing or the score is no number.", (said,))
            continue
        lines.setdefault(query_id, line)
        scored.setdefault(query_id, []).append((score, doc_id))
    findings.remark("ranked_by_score", "no ranks are given: the order is that of the scores")
    ranking: dict[str, tuple[int, Passages]] = {}
    for query_id, pairs in scored.items():
        # A stable sort: equal scores keep the file's order, however ids are spelled.
        pairs.sort(key=lambda pair: -pair[0])
        n = len(pairs)
        ranking[query_id] = (
            lines[query_id],
            Passages(
                [doc_id for _, doc_id in pairs],
                list(range(1, n + 1)),
                [score for score, _ in pairs],
                [None] * n,
            ),
        )
    return ranking


def _are_ranked(head: Head) -> bool:
    return ranked_or_judged(head) == "ranked"


RANKING = Reader(
    "ranx ranking",
    _are_ranked,
    refusing("it is a ranking: import it as traces of a run whose traces are in the store."),
)


def _are_documents(head: Head) -> bool:
    first = head.first
    if head.columns or not isinstance(first.get("content"), str) or NOT_DOCUMENTS & first.keys():
        return False
    return "id" in first or "meta" in first or "doc_id" not in first


def _read_documents(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    held = ToolFile()
    for item in items:
        doc_id = first_text(item.value, "id")
        if doc_id is None:
            findings.refuse(
                item.line,
                "id",
                "is missing: without the id that the store gave it, this document cannot be told "
                "from others. Write documents out of the document store.",
            )
            continue
        held.corpus.append(
            CorpusPassage(item.line, doc_id, first_text(item.value, "content"), None)
        )
    return held


DOCUMENTS = Reader(
    "Haystack documents",
    _are_documents,
    _read_documents,
    lambda kind, _file_name: kind in (None, "corpus"),
    "corpus",
)


def _are_gold_chunks(head: Head) -> bool:
    return {"question", CHUNKS} <= head.first.keys()


def _read_gold_chunks(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    held = ToolFile()
    for item in items:
        identity = first_text(item.value, "id", "question_id")
        ids = [text_of(given) for given in list_of(item.value.get(CHUNKS))]
        named = [doc_id for doc_id in ids if doc_id is not None]
        if identity is None or len(named) < len(ids) or not isinstance(item.value[CHUNKS], list):
            findings.refuse(item.line, CHUNKS, "needs an id and a list of passage ids.")
            continue
        remark_any_of(named, item.line, findings)
        held.gold.append(GoldLine(identity, False, tuple((d,) for d in named), item.line))
    return held


GOLD_CHUNKS = Reader("questions with gold chunks", _are_gold_chunks, _read_gold_chunks, main="gold")
