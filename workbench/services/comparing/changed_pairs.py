"""Questions whose two answers were judged, or labelled, differently: texts to read side by side."""

from collections.abc import Mapping

from db import read_pairs
from workbench.domain.vocabulary import JudgeVerdict
from workbench.services.comparing.compare_results import ChangedPair
from workbench.services.comparing.pair_strata import LabelledPair, bucket_in, read_run_pair
from workbench.services.open_store import Store
from workbench.services.triage.observe_run import most_used_judge

N_TO_READ = 100


def changed_pairs(
    store: Store, run_a: str, run_b: str, judge: str | None = None, limit: int = N_TO_READ
) -> tuple[ChangedPair, ...]:
    """Give questions whose answers were labelled, or else judged, differently in the two runs.

    Those that people found changed come first, then the judge's flips, at most `limit` of each
    direction; within each, what broke stands before what was fixed.
    """
    chosen = judge if judge is not None else most_used_judge(store, run_b)[0]
    both = read_run_pair(store, run_a, run_b, chosen)
    known = {pair.row.trace_a: pair for pair in both.touched}
    judge_id = both.target_a.judge_id
    ids = (both.target_a.run_ids[0], both.target_b.run_ids[0])
    with store.reading() as connection:
        rows = read_pairs.read_flipped_pairs(connection, *ids, judge_id, limit)
        flipped = [known.get(row.trace_a) or LabelledPair(row, None, None) for row in rows]
        by_people = [pair for pair in both.decided if pair.change]
        seen = {pair.row.trace_a for pair in by_people}
        chosen_pairs = [
            *sorted(by_people, key=lambda pair: (-pair.change, pair.row.trace_a)),
            *sorted(
                (pair for pair in flipped if pair.row.trace_a not in seen),
                key=lambda pair: (pair.row.verdict_a is JudgeVerdict.FAIL, pair.row.trace_a),
            ),
        ]
        traces = [trace for pair in chosen_pairs for trace in (pair.row.trace_a, pair.row.trace_b)]
        texts = read_pairs.read_trace_texts(connection, traces, judge_id)
    return tuple(_to_read(pair, texts) for pair in chosen_pairs)


def _to_read(pair: LabelledPair, texts: Mapping[int, read_pairs.TraceText]) -> ChangedPair:
    row = pair.row
    text_a, text_b = texts[row.trace_a], texts[row.trace_b]
    return ChangedPair(
        question=text_a.question_id or text_a.request_id,
        query=text_a.query,
        reference_answer=text_a.reference_answer,
        trace_a=row.trace_a,
        trace_b=row.trace_b,
        request_a=text_a.request_id,
        request_b=text_b.request_id,
        answer_a=text_a.answer,
        answer_b=text_b.answer,
        judge_a=row.verdict_a,
        judge_b=row.verdict_b,
        rationale_a=text_a.rationale,
        rationale_b=text_b.rationale,
        people_a=None if pair.label_a is None else pair.label_a.answer,
        people_b=None if pair.label_b is None else pair.label_b.answer,
        bucket_a=bucket_in(row.evidence_a, row.verdict_a, pair.label_a),
        bucket_b=bucket_in(row.evidence_b, row.verdict_b, pair.label_b),
    )
