"""What the screens say of probes, gates, failure points and budgets; knows nothing of Streamlit."""

from collections.abc import Mapping

from workbench.domain.gates import GateState
from workbench.domain.probe import Against
from workbench.domain.vocabulary import Stage
from workbench.report.percent import percent
from workbench.report.probe_charts import ShareRow
from workbench.report.words import named
from workbench.services.probing.explain_trace import Explanation
from workbench.services.probing.probe_results import ProbedCase, ProbeResult
from workbench.services.results import Refusal
from workbench.services.triage.failure_points import FailurePoints
from workbench.services.triage.gold_places import GoldPlaces
from workbench.services.triage.prompt_budget import PromptBudget
from workbench.services.triage.what_if import WhatIf
from workbench.ui.judge_view import Shown

OUTCOMES = {
    "retrieval": "Right with the gold: retrieval or packing",
    "generation": "Wrong with the gold: generation",
    "unresolved": "Unresolved: gold disputed",
    "no_failure": "No failure: the answer is right",
}
AGAINST = {
    Against.DIFFER: "The evidence stood in the prompt, and alone it is enough. Look at what stood "
    "beside it and in which order, whether the gold is right, and, where only the judge says so, "
    "whether the first answer is wrong at all.",
    Against.BOTH: "The evidence was lost, and the generator fails on it too: two defects.",
}
LEFT_OUT = {
    "not_probed": "failing, and not asked with the gold passages",
    "no_source": "failing, and no passage of the corpus holds the answer",
    "probe_not_judged": "with an answer to the gold passages that nobody judged",
    "probe_undecided": "with an answer to the gold passages that people left open",
    "answer_not_judged": "probed, with an answer of the run that nobody judged",
    "answer_undecided": "probed, with an answer of the run that people left open",
}
PLACES_LEFT_OUT = {
    "gold_not_in_prompt": "without the gold in the prompt",
    "not_judged": "without a verdict",
    "several_passages_needed": "whose evidence needs several passages, at several places",
    "fewer_than_three_passages": "with fewer than three passages, so without a middle",
}
MARKS = {
    GateState.PASSED: ("✓", "passed"),
    GateState.FAILED: ("✗", "fails here"),
    GateState.NOT_KNOWN: ("?", "not known"),
    GateState.NOT_REACHED: ("–", "not reached"),
}
PLACE_NAMES = {"first": "Gold first", "middle": "Gold in the middle", "last": "Gold last"}


def outcome_shares(result: ProbeResult) -> list[ShareRow]:
    """The outcomes as a chart draws them."""
    return [
        ShareRow(OUTCOMES[row.outcome], row.share, row.low, row.high, f"{row.n:,}")
        for row in result.outcomes
    ]


def outcome_rows(result: ProbeResult) -> list[dict[str, object]]:
    """One row for each outcome, with counts, share and limits."""
    return [
        {
            "Outcome": OUTCOMES[row.outcome],
            "Traces": row.n,
            "Share": row.share,
            "From": row.low,
            "To": row.high,
            "Of these partial": row.n_partial,
        }
        for row in result.outcomes
    ]


def stage_rows(result: ProbeResult) -> list[dict[str, object]]:
    """What the probe says of the failures that the ids lost at each stage."""
    return [
        {
            "Ids say": named(row.stage),
            "Right with the gold": row.retrieval,
            "Wrong with the gold": row.generation,
        }
        for row in result.by_stage
    ]


def case_line(case: ProbedCase) -> str:
    """One case as a line to choose."""
    said = "right" if case.outcome == "retrieval" else "wrong"
    stage = named(case.stage or "")
    return f"{case.request_id} · ids: {stage}, with gold: {said} · {case.query[:70]}"


def left_out_lines(counts: Mapping[str, int], words: Mapping[str, str]) -> list[str]:
    """Each reason that traces were left out, with its count."""
    return [
        f"{n:,} trace{'s' if n != 1 else ''} {words.get(why, why)}"
        for why, n in counts.items()
        if n
    ]


def probe_figures(result: ProbeResult) -> tuple[Shown, ...]:
    """How many failures there are, how many were probed, how many could be decided."""
    return (
        Shown("Failing", f"{result.n_failing:,}", "", "By people where they say, else the judge."),
        Shown("Asked with the gold", f"{result.n_probed:,}", "", "Nothing else was changed."),
        Shown("Both answers judged", f"{result.n_checked:,}", "", "These have an outcome."),
    )


def point_rows(found: FailurePoints) -> list[dict[str, object]]:
    """One row for each failure point, as the judge counts and as people do."""
    return [
        {
            "Point": str(row.point),
            "What": row.name,
            "Judge": row.observed_n,
            "People": row.human_n,
            "Share": row.human_share,
            "From": row.low,
            "To": row.high,
            "Buckets": ", ".join(named(bucket) for bucket in row.buckets),
        }
        for row in found.points
    ]


def point_shares(found: FailurePoints) -> list[ShareRow]:
    """The failure points' shares as a chart draws them."""
    return [
        ShareRow(f"{row.point}  {row.name}", row.human_share, row.low, row.high, f"{row.human_n:,}")
        for row in found.points
    ]


def period_rows(found: PromptBudget) -> list[dict[str, object]]:
    """One row for each period of a budget."""
    return [
        {
            "From": row.start,
            "Traces": row.n,
            "Would fit": _one(row.fits),
            "Middle half": ""
            if row.fits_low is None or row.fits_high is None
            else f"{row.fits_low:.1f} to {row.fits_high:.1f}",
            "Packed": _one(row.packed),
            "Tokens beside": None if row.fixed_tokens is None else round(row.fixed_tokens),
            "Prompt cut": row.truncated,
            "Cut from": row.truncated_low,
            "Cut to": row.truncated_high,
        }
        for row in found.periods
    ]


def budget_figures(found: PromptBudget) -> tuple[Shown, ...]:
    """The budget, what stands beside the passages, and how many fit."""
    source = {
        "asked": "As asked.",
        "settings": "Named by the traces' settings.",
        "largest_prompt": "The longest prompt, since no setting names it.",
        "unknown": "No prompt's tokens were logged.",
    }[found.limit_from]
    fixed = found.fixed_tokens
    return (
        Shown("Budget", "not known" if found.limit is None else f"{found.limit:,}", "", source),
        Shown(
            "Beside the passages",
            "not known" if fixed is None else f"{fixed:,.0f}",
            "",
            "Tokens of system prompt, history and query: the median.",
        ),
        Shown(
            "Passages that fit",
            "not known" if found.fits is None else f"{found.fits:.1f}",
            "" if found.packed is None else f"{found.packed:.1f} are packed",
            "" if not found.method else f"Told by {found.method}.",
        ),
    )


def change_text(found: PromptBudget) -> str:
    """Whether the room changed, in a sentence."""
    if isinstance(found.change, Refusal):
        return f"{found.change.reason}. {found.change.next_step}".strip()
    change = found.change
    limits = f"95 % interval {change.low:+.1f} to {change.high:+.1f}"
    said = (
        f"The newest {found.every} against all before: {change.estimate:+.1f} passages ({limits})."
    )
    return said.replace("-", "−")


def place_shares(places: GoldPlaces) -> list[ShareRow]:
    """The places as a chart draws them."""
    return [
        ShareRow(
            PLACE_NAMES[row.place],
            None if row.right is None else row.right.estimate,
            None if row.right is None else row.right.low,
            None if row.right is None else row.right.high,
            f"{row.n:,} of {row.n_questions:,} questions",
        )
        for row in places.places
    ]


def place_rows(places: GoldPlaces) -> list[dict[str, object]]:
    """One row for each place of the gold in the prompt."""
    return [
        {
            "Place": PLACE_NAMES[row.place],
            "Traces": row.n,
            "Questions": row.n_questions,
            "Judged right": None if row.right is None else row.right.estimate,
            "From": None if row.right is None else row.right.low,
            "To": None if row.right is None else row.right.high,
        }
        for row in places.places
    ]


def what_if_figures(found: WhatIf) -> tuple[Shown, ...]:
    """What comes out now and then, and the stage that caps it."""
    then = [row for row in found.ceilings if row.stage == found.then_caps]
    has_generation = any(row.stage == Stage.GENERATION for row in found.ceilings)
    return (
        Shown(
            "Comes out right now" if has_generation else "Evidence held to the end now",
            f"{found.now.estimate:.2f}",
            f"{found.now.low:.2f} to {found.now.high:.2f}",
            "All stages as they are, multiplied.",
        ),
        Shown(
            "With these rates",
            f"{found.then.estimate:.2f}",
            f"{found.then.low:.2f} to {found.then.high:.2f}",
            "A rate that was chosen counts as certain.",
        ),
        Shown(
            "Caps the system",
            named(found.then_caps),
            f"at {percent(then[0].rate)}",
            "Nothing at another stage makes up for it.",
        ),
    )


def ceiling_rows(found: WhatIf) -> list[dict[str, object]]:
    """One row for each stage: what reaches it, and what it alone could give."""
    return [
        {
            "Stage": named(row.stage),
            "Rate": row.rate,
            "Most it can pass on": row.reached,
            "If it lost nothing": row.if_perfect,
        }
        for row in found.ceilings
    ]


def gate_rows(found: Explanation) -> list[dict[str, object]]:
    """One row for each gate, to take along."""
    return [
        {
            "Gate": number,
            "Question": gate.question,
            "State": MARKS[gate.state][1],
            "Measured": gate.measurement,
        }
        for number, gate in enumerate(found.gates, start=1)
    ]


def right_text(found: Explanation) -> str:
    """What is said of the answer, and by whom."""
    by = {"people": "People say", "judge": "The judge says", "file": "The file says"}
    if found.is_right is None:
        return "Left open by people" if found.said_by == "people" else "Judged by nobody"
    return f"{by.get(found.said_by, '')} {'right' if found.is_right else 'wrong'}"


def _one(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
