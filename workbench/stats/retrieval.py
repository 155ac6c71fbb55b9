"""How good ranked lists are: recall, precision, hit rate, reciprocal rank, nDCG and holes at k.

Chosen: six short formulas over flat arrays, equal to trec_eval by test. Rejected: `ir_measures`
(well kept, light, imported in 60 ms, wraps trec_eval itself). It wants every ranked passage as a
text with a made-up score, since it knows no other order, where only the judged ones and their
ranks are needed here: 100,000 lists of ten took it 70 seconds and 700 MB.

trec_eval's conventions are kept: precision divides by k however short the list is, the gain of
nDCG is the grade itself, a passage nobody judged counts as not relevant, and the places of a short
list that are empty are no holes.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


class Measure(StrEnum):
    """What is measured of the first k passages of a list."""

    RECALL = "recall"
    PRECISION = "precision"
    HIT_RATE = "hit_rate"
    MRR = "mrr"
    NDCG = "ndcg"
    HOLE = "hole"


class Judged(NamedTuple):
    """The judged passages of all lists, flat: `list_no` from 0, `rank` from 1, `grade` from 0.

    Relevant is a grade of 1 and more. A passage listed again has `is_repeat` and no longer counts
    as found, but its place is no hole.
    """

    list_no: IntArray
    rank: IntArray
    grade: IntArray
    is_repeat: BoolArray


class Relevant(NamedTuple):
    """All relevant passages of the questions, flat: `question_no` from 0, `grade` from 1."""

    question_no: IntArray
    grade: IntArray


def measure_lists(
    judged: Judged, relevant: Relevant, question_of: IntArray, n_listed: IntArray, k: int
) -> dict[Measure, FloatArray]:
    """Gives every measure at k for every list.

    Parameters
    ----------
    judged
        Judged passages of the lists; those beyond rank k are passed over.
    relevant
        Relevant passages, at least one for each question that a list belongs to.
    question_of : ndarray of int, shape (n_lists,)
        The question of each list.
    n_listed : ndarray of int, shape (n_lists,)
        How many passages the list holds at ranks up to k, judged or not.
    k : int
        How many ranks are looked at, at least 1.

    Returns
    -------
    dict
        For each measure an array of shape (n_lists,), fractions in [0, 1].

    Raises
    ------
    ValueError
        If k is below 1, or a list belongs to a question without a relevant passage.

    Notes
    -----
    With g_r the grade at rank r (0 where repeated or not relevant), R the question's relevant
    passages and g*_r their grades in falling order:
    recall = #{r <= k: g_r > 0} / |R|; precision = #{r <= k: g_r > 0} / k;
    hit rate = 1 if any g_r > 0, else 0; reciprocal rank = 1 / min{r <= k: g_r > 0}, 0 if none;
    nDCG = sum(g_r / log2(r + 1)) / sum(g*_r / log2(r + 1)), both over r <= k;
    hole = passages at r <= k that nobody judged / k.

    References
    ----------
    trec_eval measures recall, P, success, recip_rank, ndcg_cut and unj (Buckley; Soboroff); nDCG:
    Jarvelin & Kekalainen 2002, ACM TOIS 20, 422-446; holes: Thakur et al. 2021 (BEIR).
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    n_lists = question_of.size
    n_questions = int(question_of.max(initial=-1)) + 1
    n_relevant = np.bincount(relevant.question_no, minlength=n_questions)[question_of]
    if n_relevant.min(initial=1) < 1:
        raise ValueError("every question must have a relevant passage")
    is_top = judged.rank <= k
    is_found = is_top & ~judged.is_repeat & (judged.grade > 0)
    list_no, rank, grade = (
        judged.list_no[is_found],
        judged.rank[is_found],
        judged.grade[is_found],
    )
    n_found = np.bincount(list_no, minlength=n_lists)
    reciprocal = np.zeros(n_lists)
    np.maximum.at(reciprocal, list_no, 1 / rank)
    gain = np.bincount(list_no, weights=grade / np.log2(rank + 1), minlength=n_lists)
    n_judged = np.bincount(judged.list_no[is_top], minlength=n_lists)
    return {
        Measure.RECALL: n_found / n_relevant,
        Measure.PRECISION: n_found / k,
        Measure.HIT_RATE: (n_found > 0).astype(np.float64),
        Measure.MRR: reciprocal,
        Measure.NDCG: gain / _ideal_gains(relevant, n_questions, k)[question_of],
        Measure.HOLE: (n_listed - n_judged) / k,
    }


def highest_precision(relevant: Relevant, k: int) -> float:
    """Gives the best precision at k that any of the questions allows, having few passages.

    Parameters
    ----------
    relevant
        Relevant passages, at least one.
    k : int
        How many ranks are looked at, at least 1.

    Returns
    -------
    float
        In (0, 1]: 1/k where no question has more than one relevant passage.
    """
    return min(int(np.bincount(relevant.question_no).max()), k) / k


def trec_order(scores: Mapping[str, float]) -> list[str]:
    """Gives passages in the order in which trec_eval ranks them.

    Parameters
    ----------
    scores
        The score of each passage.

    Returns
    -------
    list of str
        Highest score first; of equal scores the id that sorts last comes first, and the rank
        column of a run file has no say.

    References
    ----------
    trec_eval 10, form_res_rels.c.
    """
    return sorted(scores, key=lambda doc_id: (scores[doc_id], doc_id), reverse=True)


def _ideal_gains(relevant: Relevant, n_questions: int, k: int) -> FloatArray:
    order = np.lexsort((-relevant.grade, relevant.question_no))
    question_no, grade = relevant.question_no[order], relevant.grade[order]
    starts = np.searchsorted(question_no, question_no, side="left")
    rank = np.arange(question_no.size) - starts + 1
    is_top = rank <= k
    discounted = grade[is_top] / np.log2(rank[is_top] + 1)
    return np.bincount(question_no[is_top], discounted, n_questions).astype(np.float64)
