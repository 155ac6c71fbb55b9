"""Retrieval measures of mappings or frames, for notebooks: no store is needed.

Frames are read by their column names alone, so that no table library is loaded for mappings.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from workbench.errors import InputError
from workbench.services.triage.retrieval_metrics import (
    KS,
    SEED,
    RankedLists,
    RetrievalResult,
    checked_ks,
    measured_rows,
    short_lists,
)
from workbench.stats.retrieval import Judged, Relevant, trec_order

Ranking = Sequence[str] | Mapping[str, float]
Grades = Iterable[str] | Mapping[str, int]
Column = Sequence[Any]


def retrieval_metrics(
    rankings: Mapping[str, Ranking] | Any,
    relevance: Mapping[str, Grades] | Any,
    ks: Sequence[int] = KS,
    seed: int = SEED,
) -> RetrievalResult:
    """Give recall, precision, hit rate, MRR, nDCG and holes at each k.

    Parameters
    ----------
    rankings
        For each question the passage ids in their order, or a score for each passage, ranked as
        trec_eval does. Or a frame with the columns `question_id`, `doc_id` and `rank` or `score`.
    relevance
        For each question the relevant passage ids, or a grade for each judged passage: relevant
        from 1, not relevant at 0, judged by nobody below. Or a frame with the columns
        `question_id`, `doc_id` and, where graded, `grade`.
    ks
        How many ranks are looked at.
    seed
        Seed of the resampling by question.

    Returns
    -------
    RetrievalResult
        The same as `workbench metrics` gives; `run` and `list` are empty. Questions that have no
        relevant passage, or no entry in `relevance`, are counted in `left_out`; those without a
        ranking are passed over, as in trec_eval.

    Raises
    ------
    InputError
        A k below 1, or a frame that lacks a column.

    Examples
    --------
    >>> result = retrieval_metrics({"q1": ["d3", "d1"]}, {"q1": {"d1": 2, "d3": 0}}, ks=[2])
    >>> [(row.metric.value, row.estimate) for row in result.metrics if row.metric == "mrr"]
    [('mrr', 0.5)]
    """
    depths = checked_ks(ks)
    ranked = _ranked(rankings)
    graded = _graded(relevance)
    used = [q for q in ranked if max(graded.get(q, {}).values(), default=0) >= 1]
    left_out = {
        "gold_unknown": sum(question not in graded for question in ranked),
        "gold_empty": sum(question in graded for question in ranked) - len(used),
    }
    lists = _numbered([(ranked[q], graded[q]) for q in used], depths)
    return RetrievalResult(
        run="",
        list="",
        k=depths,
        n_questions=len(used),
        n_traces=len(used),
        left_out=left_out,
        metrics=measured_rows(lists, depths, seed, "no question has a relevant passage"),
        seed=seed,
        warnings=tuple(short_lists(lists, depths)),
    )


def _numbered(
    questions: Sequence[tuple[Sequence[str], Mapping[str, int]]], ks: Sequence[int]
) -> RankedLists:
    judged, relevant = [], []
    for number, (doc_ids, grades) in enumerate(questions):
        met: set[str] = set()
        for rank, doc_id in enumerate(doc_ids[: ks[-1]], start=1):
            if grades.get(doc_id, -1) >= 0:
                judged.append((number, rank, grades[doc_id], doc_id in met))
            met.add(doc_id)
        relevant += [(number, grade) for grade in grades.values() if grade >= 1]
    hits = np.array(judged, dtype=np.int64).reshape(-1, 4)
    gold = np.array(relevant, dtype=np.int64).reshape(-1, 2)
    lengths = np.array([len(doc_ids) for doc_ids, _ in questions], dtype=np.int64)
    return RankedLists(
        Judged(hits[:, 0], hits[:, 1], hits[:, 2], hits[:, 3] == 1),
        Relevant(gold[:, 0], gold[:, 1]),
        np.arange(lengths.size),
        np.minimum(lengths[:, None], np.array(ks)),
    )


def _ranked(rankings: Any) -> dict[str, list[str]]:
    if isinstance(rankings, Mapping):
        return {
            question: trec_order(given) if isinstance(given, Mapping) else list(given)
            for question, given in rankings.items()
        }
    by = "rank" if "rank" in rankings else "score"
    question_ids, doc_ids, values = _columns(rankings, "question_id", "doc_id", by)
    rows: dict[str, list[tuple[Any, str]]] = {}
    for question, doc_id, value in zip(question_ids, doc_ids, values, strict=True):
        rows.setdefault(question, []).append((value, doc_id))
    if by == "score":
        return {question: trec_order({d: s for s, d in found}) for question, found in rows.items()}
    return {
        question: [doc_id for _, doc_id in sorted(found, key=lambda row: row[0])]
        for question, found in rows.items()
    }


def _graded(relevance: Any) -> dict[str, dict[str, int]]:
    if isinstance(relevance, Mapping):
        return {
            question: dict(given) if isinstance(given, Mapping) else dict.fromkeys(given, 1)
            for question, given in relevance.items()
        }
    question_ids, doc_ids = _columns(relevance, "question_id", "doc_id")
    grades = _columns(relevance, "grade")[0] if "grade" in relevance else [1] * len(question_ids)
    found: dict[str, dict[str, int]] = {}
    for question, doc_id, grade in zip(question_ids, doc_ids, grades, strict=True):
        found.setdefault(question, {})[doc_id] = int(grade)
    return found


def _columns(frame: Any, *names: str) -> list[Column]:
    missing = [name for name in names if name not in frame]
    if missing:
        raise InputError(f"The frame lacks the column {', '.join(missing)}.")
    return [frame[name].tolist() for name in names]
