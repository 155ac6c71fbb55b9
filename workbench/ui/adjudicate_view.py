"""What the adjudication screen says, from cases and choices; knows nothing of Streamlit."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from workbench.domain.disagreement import Differ
from workbench.domain.questions import ANSWER_OPTIONS, ERROR_OPTIONS
from workbench.domain.vocabulary import Stage
from workbench.report.counted import counted
from workbench.services.labelling.adjudicate import Case, Decision, Opinion, Reason
from workbench.ui.adjudicate_desk import Choice

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KEYS_TAKEN = "CR"
"""Letters that Streamlit keeps for itself: an answer named so has no key, and is clicked."""

DIFFER_WORDS: Mapping[Differ | None, str] = {
    Differ.RIGHT_OR_WRONG: "They differ on right or wrong.",
    Differ.CAN_BE_TOLD: "They differ on whether it can be told.",
    Differ.STAGE: "Both find a failure, at different stages.",
    Differ.ERROR_TYPE: "They differ on the kind of error.",
    None: "The annotators agree by now.",
}
REASONS: Mapping[Reason, str] = {
    Reason.SLIP: "A slip",
    Reason.GUIDELINE_GAP: "The guideline does not say",
    Reason.AMBIGUOUS: "Truly ambiguous",
    Reason.EXPERTISE: "It takes expertise",
}
ANSWERS = {option.value: option.text for option in ANSWER_OPTIONS}
ERRORS = {option.value: option.text for option in ERROR_OPTIONS}


def in_order(case: Case) -> tuple[Opinion, ...]:
    """Answers in an order that says nothing of who came first."""

    def key(opinion: Opinion) -> bytes:
        return blake2b(f"{case.trace_id}.{opinion.entry_id}".encode(), digest_size=8).digest()

    return tuple(sorted(case.opinions, key=key))


def key_of(letter: str) -> str | None:
    """The key that takes an answer; None where Streamlit keeps it."""
    return None if letter in KEYS_TAKEN else letter


def headline(case: Case, place: int, n: int) -> str:
    """Where in the list the case stands, and in what people differ."""
    pairs = len(case.opinions) * (len(case.opinions) - 1) // 2
    words = DIFFER_WORDS[case.differ]
    if pairs > 1:
        words += f" {round(case.agreement * pairs)} of {pairs} pairs agree."
    return f"{place} of {n} · {case.request_id} · run {case.run}. {words}"


def opinion_words(opinion: Opinion) -> tuple[str, ...]:
    """An annotator's verdict, a line each: the answer, its stage, its kind of error."""
    said = opinion.said
    lines = []
    if said.unresolved is not None:
        lines.append(f"Set aside: {said.unresolved.value.replace('_', ' ')}")
    if said.answer is not None:
        lines.append(ANSWERS[said.answer])
    if said.stage is not None:
        lines.append(f"Stage: {said.stage.value}")
    if said.error_type is not None:
        lines.append(f"Kind of error: {ERRORS[said.error_type].lower()}")
    if opinion.confidence:
        lines.append(f"Confidence: {opinion.confidence}")
    if opinion.is_flagged:
        lines.append("Flagged")
    return tuple(lines)


def choice_words(choice: Choice) -> str:
    """What was chosen so far, in a line."""
    words = [] if choice.answer is None else [ANSWERS[choice.answer]]
    if choice.stage is not None:
        words.append(choice.stage.value)
    if choice.error_type is not None:
        words.append(ERRORS[choice.error_type].lower())
    return " · ".join(words)


def decision_words(decision: Decision) -> str:
    """A decision in a line."""
    words = [ANSWERS[decision.answer]]
    if decision.stage is not None:
        words.append(decision.stage.value)
    if decision.error_type is not None:
        words.append(ERRORS[decision.error_type].lower())
    return " · ".join(words)


def who_was(case: Case) -> str:
    """Who gave which answer, for after the decision."""
    return (
        ", ".join(
            f"{letter} was {opinion.annotator}"
            for letter, opinion in zip(LETTERS, in_order(case), strict=False)
        )
        + "."
    )


def decided_rows(cases: Sequence[Case]) -> list[dict[str, object]]:
    """One line for each decided case."""
    return [
        {
            "Trace": case.request_id,
            "Run": case.run,
            "Decided": decision_words(case.decision),
            "Why": REASONS[case.decision.reason],
            "Note": case.decision.note or "",
            "By": case.decision.annotator,
            "When": f"{case.decision.decided_at:%Y-%m-%d %H:%M}",
        }
        for case in cases
        if case.decision is not None
    ]


def reasons_sentence(cases: Sequence[Case]) -> str:
    """Why people differed, counted, and what follows from the commonest reason."""
    reasons = [case.decision.reason for case in cases if case.decision is not None]
    counts = {reason: reasons.count(reason) for reason in Reason if reason in reasons}
    said = ", ".join(f"{REASONS[reason].lower()} {n}" for reason, n in counts.items())
    most = max(counts, key=lambda reason: counts[reason])
    then = {
        Reason.SLIP: "Slips are the error to expect of people.",
        Reason.GUIDELINE_GAP: "Write down what was decided: the guideline has gaps.",
        Reason.AMBIGUOUS: "Some items have no right answer: can't tell leaves the rates alone.",
        Reason.EXPERTISE: "Let somebody with the expertise label such items.",
    }[most]
    return f"Why people differed: {said}. {then}"


def withheld_sentence(n: int) -> str:
    """Why some cases are not shown."""
    verb = "is" if n == 1 else "are"
    return (
        f"{counted(n, 'case')} {verb} not shown to you: your own label is still wanted there, and "
        "reading what others said would end your blindness."
    )


STAGE_CHOICES = tuple((str(n), stage) for n, stage in enumerate(Stage, start=1))
