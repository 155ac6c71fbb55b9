"""How far people agree with each other on right or wrong, on the traces that several labelled.

Chosen: the verdicts as they were given, before anybody decided between them; a decision would make
people look as if they had agreed. Each trace counts once, with its first two verdicts, so that the
intervals rest on independent items; alpha takes all verdicts. Can't tell and set aside say neither
right nor wrong and are counted beside.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from db.read_adjudications import OpinionRow, read_shared_opinions
from workbench.domain.disagreement import FAILING, PASSING, outcome
from workbench.domain.refusals import Code, Refusal
from workbench.report.counted import counted
from workbench.report.percent import coefficient, coefficient_range, percent, percent_range
from workbench.services.labelling.adjudicate import run_ids_of
from workbench.services.labelling.disputes import said_of
from workbench.services.open_store import Store
from workbench.stats.agreement import Agreement, agreement, krippendorff_alpha_nominal
from workbench.stats.counts import ConfusionCounts

SEED = 20_250_303

N_DRAWS_OF_A_PAIR = 10_000
"""Draws behind the interval of two people; twenty people make 190 pairs, each from the seed."""

ASSUMPTION = "on the traces that several people labelled, as they were drawn"


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two annotators on the traces both labelled; `first_only` were wrong to the first alone."""

    first: str
    second: str
    both_failing: int
    first_only: int
    second_only: int
    both_passing: int
    agreement: Agreement

    @property
    def n(self) -> int:
        """Gives the traces on which both said right or wrong."""
        return self.both_failing + self.first_only + self.second_only + self.both_passing


@dataclass(frozen=True, slots=True)
class PeopleAgreement:
    """Agreement of people with each other, beyond chance, with what it rests on.

    `n_shared` traces have several verdicts, of which `n_double` at least two that say right or
    wrong; `alpha_of_all` takes every verdict on them. `stage_named`, `stage_same`: traces that two
    found failing and named a stage of, and those where it was the same one.
    """

    n_annotators: int
    n_shared: int
    n_double: int
    agreement: Agreement | Refusal
    alpha_of_all: float | None
    pairs: tuple[PairAgreement, ...]
    stage_named: int
    stage_same: int
    assumption: str
    seed: int
    sentence: str


def people_agreement(store: Store, run: str | None = None, seed: int = SEED) -> PeopleAgreement:
    """Give how far annotators agree with each other on a run, or on all of them.

    Raises
    ------
    InputError
        No such run. Too few shared traces are a refusal inside the result.
    """
    with store.reading() as connection:
        rows = read_shared_opinions(connection, run_ids_of(connection, run))
    by_trace: dict[int, list[OpinionRow]] = defaultdict(list)
    for row in rows:
        by_trace[row.trace_id].append(row)
    told = {
        trace_id: {row.annotator: fails for row in opinions if (fails := _fails(row)) is not None}
        for trace_id, opinions in by_trace.items()
    }
    double = [said for said in told.values() if len(said) > 1]
    names = sorted({row.annotator for row in rows})
    overall: Agreement | Refusal = Refusal(
        Code.NOT_ENOUGH_LABELS,
        "No trace was called right or wrong by two people, so their agreement is unknown",
        "Let two people label the same traces: ask for two labels each when a queue is drawn.",
    )
    if double:
        counts = _counts([sorted(said.items())[:2] for said in double])
        overall = agreement(counts, np.random.default_rng(seed))
    stages = [_stages(opinions) for opinions in by_trace.values()]
    named = [pair for pair in stages if len(pair) > 1]
    n_same = sum(pair[0] == pair[1] for pair in named)
    return PeopleAgreement(
        n_annotators=len(names),
        n_shared=len(by_trace),
        n_double=len(double),
        agreement=overall,
        alpha_of_all=krippendorff_alpha_nominal([[said.get(n) for said in double] for n in names]),
        pairs=_pairs(double, seed),
        stage_named=len(named),
        stage_same=n_same,
        assumption=ASSUMPTION,
        seed=seed,
        sentence=_sentence(overall, len(double), len(named), n_same),
    )


def _fails(row: OpinionRow) -> bool | None:
    found = outcome(said_of(row))
    return found == FAILING if found in (FAILING, PASSING) else None


def _stages(opinions: Sequence[OpinionRow]) -> list[str]:
    return [row.stage for row in opinions if row.stage is not None and _fails(row)]


def _counts(pairs: Sequence[Sequence[tuple[str, bool]]]) -> ConfusionCounts:
    """The first in the judge's place: what the first alone calls failing is "judge only"."""
    said = [(pair[0][1], pair[1][1]) for pair in pairs]
    return ConfusionCounts(
        tp=said.count((True, True)),
        fp=said.count((True, False)),
        fn=said.count((False, True)),
        tn=said.count((False, False)),
    )


def _pairs(double: Sequence[dict[str, bool]], seed: int) -> tuple[PairAgreement, ...]:
    told: dict[tuple[str, str], list[Sequence[tuple[str, bool]]]] = defaultdict(list)
    for said in double:
        for pair in combinations(sorted(said.items()), 2):
            told[pair[0][0], pair[1][0]].append(pair)
    found = []
    for (first, second), shared in sorted(told.items()):
        counts = _counts(shared)
        agreed = agreement(counts, np.random.default_rng(seed), n_draws=N_DRAWS_OF_A_PAIR)
        found.append(
            PairAgreement(first, second, counts.tp, counts.fp, counts.fn, counts.tn, agreed)
        )
    return tuple(found)


def _sentence(found: Agreement | Refusal, n: int, n_named: int, n_same: int) -> str:
    if isinstance(found, Refusal):
        return str(found)
    observed = found.observed
    said = (
        f"People agree on right or wrong on {percent(observed.estimate)} of "
        f"{counted(n, 'trace')} that two labelled ({percent_range(observed.low, observed.high)})"
    )
    if found.kappa is not None:
        said += (
            f"; beyond chance that is kappa {coefficient(found.kappa.estimate)} "
            f"({coefficient_range(*found.kappa.interval)})"
        )
    else:
        limits = coefficient_range(*found.ac1.interval)
        said += f"; AC1 {coefficient(found.ac1.estimate)} ({limits})"
    if n_named:
        said += f". Where both name a stage, it is the same on {n_same} of {n_named}"
    return said + "."
