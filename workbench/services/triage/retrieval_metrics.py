"""How good the ranked lists of a run are, with intervals resampled by question.

Chosen: a question counts once, as a topic does in trec_eval, with the mean over its traces; a run
that asks one question a hundred times must not look like a hundred questions. Relevant is any
passage of any gold set, which these flat measures cannot tell apart: whether a *complete* set came
through is the funnel of `triage_traces`. The order of a list is the logged rank; a mapping of
scores is ranked as trec_eval does.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote

import numpy as np

from db import read_retrieval, read_triage
from db.read_gold_twins import has_twins
from db.read_retrieval import LISTS, GoldPlace, JudgedHit, RankedTrace
from workbench.domain.refusals import Code, Warning_
from workbench.domain.vocabulary import Evidence
from workbench.errors import InputError
from workbench.report.counted import counted_as
from workbench.services.open_store import Store
from workbench.services.triage.gold_by_text import gold_by_text_warnings
from workbench.services.triage.place_evidence import ensure_evidence
from workbench.stats.cluster_bootstrap import METHOD, cluster_means, mean_over_clusters
from workbench.stats.retrieval import (
    IntArray,
    Judged,
    Measure,
    Relevant,
    highest_precision,
    measure_lists,
)

__all__ = ["LISTS", "SEED", "MetricRow", "RankedLists", "RetrievalResult", "measure_retrieval"]

SEED = 20_250_303
KS = (5, 10)
LARGEST_K = 1_000_000
REASONS = (
    "endpoint_unavailable",
    "gold_unknown",
    "gold_empty",
    "not_comparable",
    "list_not_logged",
)
LISTS_END_EARLY = "LISTS_END_EARLY"


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One measure at one k over questions; null with `reason` where no question could be used."""

    metric: Measure
    k: int
    estimate: float | None
    low: float | None
    high: float | None
    method: str
    n: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """The measures of a run's lists, what they rest on, and what was left out.

    `n_questions` and `n_traces` were used; `left_out` counts traces by reason, each once.
    """

    run: str
    list: str
    k: tuple[int, ...]
    n_questions: int
    n_traces: int
    left_out: Mapping[str, int]
    metrics: tuple[MetricRow, ...]
    seed: int
    warnings: tuple[Warning_, ...] = ()


@dataclass(frozen=True, slots=True)
class RankedLists:
    """Ranked lists as numbers: what `measure_lists` takes; `n_listed` has a column per k."""

    judged: Judged
    relevant: Relevant
    question_of: IntArray
    n_listed: IntArray


def measure_retrieval(
    store: Store,
    run: str,
    ks: Sequence[int] = KS,
    list_name: str = "candidates",
    where: Mapping[str, str] | None = None,
    seed: int = SEED,
) -> RetrievalResult:
    """Give recall, precision, hit rate, MRR, nDCG and holes at each k for a run's lists.

    Parameters
    ----------
    run
        The run to report on.
    ks
        How many ranks are looked at.
    list_name
        `candidates`, `reranked` or `prompt`.
    where
        Field values that choose traces of the run.
    seed
        Seed of the resampling; a row depends on nothing but it, the measure, k and the traces.

    Raises
    ------
    InputError
        Unknown run or list, or a k below 1.
    """
    depths = checked_ks(ks)
    if list_name not in LISTS:
        raise InputError(f"{list_name!r} is no list. Give one of: {', '.join(LISTS)}.")
    ensure_evidence(store)
    chosen = where or {}
    with store.reading() as connection:
        run_id = read_triage.read_run_id(connection, run)
        if run_id is None:
            known = ", ".join(read_triage.read_run_names(connection)) or "none"
            raise InputError(
                f"There is no run {run!r}. Known runs: {known}. Import traces with --run "
                f"{quote(run)}"
            )
        traces = read_retrieval.read_ranked_traces(connection, run_id, chosen, list_name)
        judged = read_retrieval.read_judged_hits(connection, run_id, chosen, list_name, max(depths))
        lengths = read_retrieval.read_list_lengths(connection, run_id, chosen, list_name, depths)
        if has_twins(connection):
            places = read_retrieval.read_places_by_text(
                connection, run_id, chosen, list_name, max(depths)
            )
            judged = with_gold_by_text(judged, places)
        relevant = read_retrieval.read_relevant(connection, run_id, chosen)
        by_text = gold_by_text_warnings(connection, [run_id], chosen)
        joint = read_retrieval.read_joint_queries(connection, run_id, chosen)
    used, left_out = _sorted_out(traces)
    lists = _numbered(used, judged, lengths, relevant, len(depths))
    return RetrievalResult(
        run=run,
        list=list_name,
        k=depths,
        n_questions=np.unique(lists.question_of).size,
        n_traces=len(used),
        left_out=left_out,
        metrics=measured_rows(lists, depths, seed, _reason(left_out)),
        seed=seed,
        warnings=(
            *_warnings(left_out, len(joint.intersection(trace.query_id for trace in used))),
            *by_text,
            *short_lists(lists, depths),
        ),
    )


def with_gold_by_text(judged: Iterable[JudgedHit], places: Iterable[GoldPlace]) -> list[JudgedHit]:
    """Give the judged hits, with gold under another id counted as gold.

    `places` come by trace, gold passage and rank: a passage that a list holds under two ids is
    found once, as it is where it holds one id twice.
    """
    found: dict[tuple[int, int], JudgedHit] = {}
    met: set[tuple[int, str]] = set()
    for trace_id, rank, gold_id, grade in places:
        new = JudgedHit(trace_id, rank, grade, (trace_id, gold_id) in met)
        met.add((trace_id, gold_id))
        # One text may stand for several gold passages.
        same = found.get((trace_id, rank), new)
        found[trace_id, rank] = JudgedHit(
            trace_id, rank, max(grade, same.grade), new.is_repeat and same.is_repeat
        )
    return [*found.values(), *(hit for hit in judged if (hit.trace_id, hit.rank) not in found)]


def checked_ks(ks: Sequence[int]) -> tuple[int, ...]:
    """Give the ks in ascending order, each once; raises InputError for none, or one too small."""
    if not ks or min(ks) < 1 or max(ks) > LARGEST_K:
        given = ", ".join(map(str, ks)) or "nothing"
        raise InputError(f"k must be between 1 and {LARGEST_K}, not {given}.")
    return tuple(sorted(set(ks)))


def measured_rows(
    lists: RankedLists, ks: Sequence[int], seed: int, reason: str = ""
) -> tuple[MetricRow, ...]:
    """Give a row for every measure and k; all null with the reason where there is no list."""
    rows = []
    for column, k in enumerate(ks):
        if not lists.question_of.size:
            rows += [MetricRow(name, k, None, None, None, METHOD, 0, reason) for name in Measure]
            continue
        values = measure_lists(
            lists.judged, lists.relevant, lists.question_of, lists.n_listed[:, column], k
        )
        for number, name in enumerate(Measure):
            # Each row has draws of its own, so that asking for one more k changes no other row.
            rng = np.random.default_rng([seed, number, k])
            highest = highest_precision(lists.relevant, k) if name is Measure.PRECISION else 1.0
            found = mean_over_clusters(cluster_means(values[name], lists.question_of), rng, highest)
            rows.append(
                MetricRow(name, k, found.estimate, found.low, found.high, found.method, found.n)
            )
    return tuple(sorted(rows, key=lambda row: list(Measure).index(row.metric)))


def short_lists(lists: RankedLists, ks: Sequence[int]) -> Iterable[Warning_]:
    """Give a warning where half of the lists or more end before the largest k."""
    n_lists = lists.question_of.size
    n_short = int(np.count_nonzero(lists.n_listed[:, -1] < ks[-1])) if n_lists else 0
    if 2 * n_short >= n_lists > 0:
        yield Warning_(
            LISTS_END_EARLY,
            f"{n_short} of {n_lists} lists end before rank {ks[-1]}: precision@{ks[-1]} counts "
            "their empty places as misses",
            "Give a smaller -k.",
        )


def _sorted_out(traces: Sequence[RankedTrace]) -> tuple[list[RankedTrace], dict[str, int]]:
    used, reasons = [], Counter[str]()
    for trace in traces:
        reason = _left_out_because(trace)
        if reason is None:
            used.append(trace)
        else:
            reasons[reason] += 1
    return used, {reason: reasons[reason] for reason in REASONS}


def _left_out_because(trace: RankedTrace) -> str | None:
    if trace.evidence == Evidence.ENDPOINT_UNAVAILABLE:
        return "endpoint_unavailable"
    if trace.n_sets is None:
        return "gold_unknown"
    if trace.n_sets == 0:
        return "gold_empty"
    if trace.evidence == Evidence.NOT_COMPARABLE:
        return "not_comparable"
    return None if trace.is_logged else "list_not_logged"


def _numbered(
    used: Sequence[RankedTrace],
    judged: Sequence[read_retrieval.JudgedHit],
    lengths: Sequence[tuple[int, ...]],
    relevant: Sequence[read_retrieval.RelevantPassage],
    n_ks: int,
) -> RankedLists:
    trace_ids = np.array([trace.trace_id for trace in used], dtype=np.int64)
    query_ids = np.array([trace.query_id for trace in used], dtype=np.int64)
    known, question_of = np.unique(query_ids, return_inverse=True)
    hits = np.array(judged, dtype=np.int64).reshape(-1, 4)
    hits = hits[np.isin(hits[:, 0], trace_ids)]
    gold = np.array(relevant, dtype=np.int64).reshape(-1, 2)
    gold = gold[np.isin(gold[:, 0], known)]
    listed = np.array(lengths, dtype=np.int64).reshape(-1, n_ks + 1)
    listed = listed[np.isin(listed[:, 0], trace_ids)]
    n_listed = np.zeros((trace_ids.size, n_ks), dtype=np.int64)
    # Traces come in ascending order of their ids, so an id's place is found by bisection.
    n_listed[np.searchsorted(trace_ids, listed[:, 0])] = listed[:, 1:]
    return RankedLists(
        Judged(np.searchsorted(trace_ids, hits[:, 0]), hits[:, 1], hits[:, 2], hits[:, 3] == 1),
        Relevant(np.searchsorted(known, gold[:, 0]), gold[:, 1]),
        question_of,
        n_listed,
    )


def _reason(left_out: Mapping[str, int]) -> str:
    some = ", ".join(f"{reason.replace('_', ' ')} {n}" for reason, n in left_out.items() if n)
    return f"no trace has both gold and the list ({some or 'no trace was chosen'})"


def _warnings(left_out: Mapping[str, int], n_joint: int) -> Iterable[Warning_]:
    if left_out["not_comparable"]:
        yield Warning_(
            Code.NOT_COMPARABLE,
            f"{counted_as(left_out['not_comparable'], 'trace is', 'traces are')} "
            "left out: the gold ids occur nowhere "
            "among their index's candidates",
            "Import the index's corpus, or gold with its ids.",
        )
    if n_joint:
        yield Warning_(
            Code.SETS_FLATTENED,
            f"{counted_as(n_joint, 'question has', 'questions have')} "
            "gold that needs several passages together: each passage "
            "counts by itself here",
            "Whether a complete set came through is in: workbench triage.",
        )
