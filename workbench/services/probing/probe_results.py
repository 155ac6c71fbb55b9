"""What the gold-context probe of a run gives: outcomes, each probed trace, and their stages."""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.domain.probe import Against, ProbeOutcome
from workbench.domain.records import JudgeId
from workbench.domain.refusals import Warning_
from workbench.services.probing.read_rights import By


@dataclass(frozen=True, slots=True)
class ProbeShare:
    """How many probed traces had an outcome, and their share of those checked.

    `n_partial` had part of the evidence, or an incomplete answer, to begin with.
    """

    outcome: ProbeOutcome
    reading: str
    n: int
    share: float | None
    low: float | None
    high: float | None
    n_partial: int


@dataclass(frozen=True, slots=True)
class ProbedCase:
    """One probed trace: both answers, what they prove, and what the ids said.

    `defects` holds every stage shown to fail, two where both halves of the system do.
    """

    trace_id: int
    request_id: str
    outcome: ProbeOutcome | None
    why_none: str
    is_partial: bool
    stage: str | None
    against: Against
    defects: tuple[str, ...]
    query: str
    answer: str | None
    probe_answer: str | None
    answer_by: By
    probe_by: By


@dataclass(frozen=True, slots=True)
class StageAgainst:
    """Checked failures that the ids lost at one stage, by what the probe says of them."""

    stage: str
    retrieval: int
    generation: int


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The outcomes of a run's probes, what they rest on, and where they differ from the ids."""

    run: str
    judge: JudgeId | None
    probe_runs: tuple[str, ...]
    n_failing: int
    n_probed: int
    n_checked: int
    outcomes: tuple[ProbeShare, ...]
    by_stage: tuple[StageAgainst, ...]
    left_out: Mapping[str, int]
    said_by: Mapping[str, int]
    probes_said_by: Mapping[str, int]
    n_both_defects: int
    to_read: tuple[ProbedCase, ...]
    sentence: str
    reading: str
    warnings: tuple[Warning_, ...]
