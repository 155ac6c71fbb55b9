"""Another generator behind the same pipeline: what it gets wrong more often, or less.

Chosen: the answers of a finished run are given again where the generator differs, with random
numbers of their own, so that everything else in the run stays what it was. Rejected: a second
stream inside the run, which would have changed every run made before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from workbench.domain.vocabulary import Bucket, Stage
from workbench.simulation.answers import DECLINES, GivenAnswer
from workbench.simulation.judges import JUDGES, judge_answer
from workbench.simulation.query import Query
from workbench.simulation.simulate import Simulation, Truth


@dataclass(frozen=True, slots=True)
class Generator:
    """How a generator differs from the usual one; shares of the answers each applies to.

    `slips`: right answers with the evidence in the prompt that go wrong all the same. `mends`:
    such wrong answers that come right. `invents` and `declines`: what becomes of queries that
    nothing in the corpus answers.
    """

    slips: float = 0.0
    mends: float = 0.0
    invents: float = 0.0
    declines: float = 0.0


def answered_by(
    made: Simulation, queries: Sequence[Query], generator: Generator, rng: np.random.Generator
) -> Simulation:
    """Give the run as this generator would have answered it; one stream for each trace."""
    traces, truths = [], []
    streams = rng.spawn(len(queries))
    for trace, truth, query, stream in zip(made.traces, made.truth, queries, streams, strict=True):
        answer_rng, judge_rng = stream.spawn(2)
        answer = _another(truth, query, generator, answer_rng)
        if answer is None:
            traces.append(trace)
            truths.append(truth)
            continue
        judges = [judge_answer(judge, query, answer, judge_rng) for judge in JUDGES]
        # The probe belonged to the answer that was.
        traces.append(trace | {"answer": answer.text, "judges": judges, "probe": None})
        truths.append(_true_of(truth, query, answer))
    return replace(made, traces=tuple(traces), truth=tuple(truths))


def _another(
    truth: Truth, query: Query, generator: Generator, rng: np.random.Generator
) -> GivenAnswer | None:
    """The answer where it is another one, else None."""
    slip_draw, mend_draw, invent_draw, decline_draw, words_draw = rng.random(5)
    if truth.is_wrong is None:
        return None
    if not query.is_answerable():
        if truth.is_wrong and decline_draw < generator.declines:
            text = DECLINES[int(words_draw * len(DECLINES))]
            return GivenAnswer(text, "rightly_declined", None, "nothing in the corpus answers this")
        if not truth.is_wrong and invent_draw < generator.invents:
            return GivenAnswer(query.missed, "wrong", None, "invented; should have declined")
        return None
    if truth.bucket == Bucket.GENERATION_ERROR and mend_draw < generator.mends:
        right = query.right[int(words_draw * len(query.right))]
        return GivenAnswer(right, "correct", None, "")
    # A note says that it was right for another reason than its evidence.
    has_evidence = truth.bucket == Bucket.CORRECT and not truth.note
    if has_evidence and query.slips and slip_draw < generator.slips:
        slip = query.slips[int(words_draw * len(query.slips))]
        verdict = "wrongly_declined" if slip.declines else "wrong"
        return GivenAnswer(slip.text, verdict, slip.error_type, f"planted: {slip.error_type}")
    return None


def _true_of(truth: Truth, query: Query, answer: GivenAnswer) -> Truth:
    stage, bucket = None, Bucket.CORRECT
    if answer.is_wrong():
        stage = Stage.GENERATION if query.is_answerable() else Stage.COVERAGE
        bucket = Bucket.GENERATION_ERROR if query.is_answerable() else Bucket.COVERAGE_GAP
    return Truth(
        truth.request_id,
        answer.is_wrong(),
        str(bucket),
        None if stage is None else str(stage),
        answer.error_type,
        answer.verdict,
        answer.note,
    )
