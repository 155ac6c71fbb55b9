"""One stage's rankings as a TREC run file, under the same names as the exported qrels.

Chosen: one list a query and each passage once, as the tools that read such files demand; what
had to stay behind is counted and said.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from workbench.domain.refusals import Code, Warning_
from workbench.errors import InputError
from workbench.formats.trec_run import Ranked, run_lines
from workbench.report.counted import counted_as
from workbench.services.exporting.asked_file import Asked, File, Ranking, chosen_runs, only_run
from workbench.services.exporting.export_traces import Record, full_traces
from workbench.services.open_store import Store

LIST_OF: dict[Ranking, str] = {
    "candidates": "candidates",
    "reranked": "reranked",
    "prompt": "prompt_passages",
}
LEFT = {
    "unlogged": ("trace logged no such list", "traces logged no such list"),
    "repeated": (
        "trace asks a question that an earlier one asked: a query has one list",
        "traces ask a question that an earlier one asked: a query has one list",
    ),
    "nameless": ("passage has no id", "passages have no id"),
    "twice": (
        "passage came twice in a list and stays at its best rank",
        "passages came twice in a list and stay at their best rank",
    ),
}


def ranking_file(store: Store, asked: Asked) -> File:
    """Give the ranked passages of every query of a run.

    Raises
    ------
    InputError
        Several runs and none named; no passage at all; ids that hold blanks, which part the
        columns of such a file.
    """
    run = asked.run or only_run(store)
    rankings: dict[str, list[Ranked]] = {}
    left: Counter[str] = Counter()
    for record in full_traces(store, chosen_runs(store, run, asked.where), asked.where):
        name = record["question_id"] or record["request_id"]
        if record[LIST_OF[asked.ranking]] is None:
            left["unlogged"] += 1
        elif name in rankings:
            left["repeated"] += 1
        else:
            rankings[name] = _once(_passages(record, asked.ranking), left)
    n_rows = sum(map(len, rankings.values()))
    if not n_rows:
        raise InputError(
            f"No chosen trace of run {run} has a passage with an id among its {asked.ranking}."
        )
    refuse_blanks(
        ((name, passage.doc_id) for name, listed in rankings.items() for passage in listed),
        "Export traces instead.",
    )
    content, keeps_scores = run_lines(rankings.items(), f"{run}-{asked.ranking}")
    return File(content, n_rows, tuple(_warnings(left, keeps_scores)))


def refuse_blanks(pairs: Iterable[tuple[str, str]], remedy: str) -> None:
    """Raise InputError where a query or passage has an id that TREC's columns would part."""
    for query_id, doc_id in pairs:
        parted = next((name for name in (query_id, doc_id) if len(name.split()) != 1), None)
        if parted is not None:
            raise InputError(
                f"Tools part the columns of such a file by blanks, and the id {parted[:80]!r} "
                f"(query {query_id[:80]!r}) is empty or holds one. {remedy}"
            )


def _passages(record: Record, ranking: Ranking) -> Iterator[Record]:
    for place, item in enumerate(record[LIST_OF[ranking]], start=1):
        given = item if isinstance(item, dict) else {"doc_id": item}
        yield {"rank": place, "score": None, **given}


def _once(passages: Iterator[Record], left: Counter[str]) -> list[Ranked]:
    kept: dict[str, Ranked] = {}
    for item in sorted(passages, key=lambda passage: passage["rank"]):
        if item["doc_id"] is None:
            left["nameless"] += 1
        elif item["doc_id"] in kept:
            left["twice"] += 1
        else:
            kept[item["doc_id"]] = Ranked(item["doc_id"], item["rank"], item["score"])
    return list(kept.values())


def _warnings(left: Counter[str], keeps_scores: bool) -> Iterator[Warning_]:
    for why, n in left.items():
        yield Warning_(Code.LEFT_OUT, counted_as(n, *LEFT[why]))
    if not keeps_scores:
        yield Warning_(
            Code.RANKS_AS_SCORES,
            "Scores are missing, tie or contradict the ranks, and tools sort such a file by "
            "score alone: it carries 1/rank as scores, which keeps the order",
        )
