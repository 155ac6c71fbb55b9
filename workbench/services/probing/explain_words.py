"""What an explanation says in words: where the trace stops, and what to measure next."""

from shlex import quote
from typing import Any

from workbench.domain.gates import Gate, GateResult, GateState
from workbench.domain.records import GoldSets
from workbench.services.probing.read_rights import Right

MEASURE_NEXT: dict[Gate, str] = {
    Gate.CORPUS: "Import the corpus of index version {index}: workbench import corpus FILE.",
    Gate.EMBEDDING: "Log query_embedding_model and index_embedding_model.",
    Gate.TOP_K: "Log the retrieved passages as candidates.",
    Gate.PROMPT: "Log the ids of the passages in the prompt, or the prompt as sent.",
    Gate.GOLD_ANSWER: "Ask with the gold passages alone: workbench probe export --run {run} -o "
    "FILE.",
}
GOLD_NEXT = "Import its gold, or name it while labelling."


def gates_sentence(
    right: Right,
    judge: str | None,
    gates: tuple[GateResult, ...],
    stop: GateResult | None,
    error: str | None,
) -> str:
    """Say whether the answer is right, by whom, and at which gate the trace stops."""
    if error is not None:
        return "The endpoint failed: there is no answer to explain."
    unknown = [gate for gate in gates if gate.state is GateState.NOT_KNOWN]
    said = {True: "The answer is right", False: "The answer is wrong", None: ""}[right.is_right]
    by = {"judge": f" by the judge {judge}", "people": " by people", "file": ""}.get(right.by, "")
    if right.is_disputed:
        said, by = "Whether the answer is right is disputed", ""
    elif right.is_right is None:
        said, by = "Whether the answer is right is not known", ""
    if stop is not None:
        number = 1 + next(place for place, gate in enumerate(gates) if gate is stop)
        link = ", although" if right.is_right else ";"
        return f"{said}{by}{link} gate {number} fails. {stop.measurement}"
    if unknown:
        n_passed = sum(gate.state is GateState.PASSED for gate in gates)
        return (
            f"{said}{by}. No gate fails that was measured: {n_passed} of {len(gates)} passed, "
            f"{len(unknown)} not known."
        )
    if right.is_right is False:
        return (
            f"{said}{by}, and every gate is passed: the generator answers rightly from the gold "
            "alone, so what stood beside it in the prompt, or its place there, is left to look at."
        )
    return f"{said}{by}, and every gate is passed."


def second_defect(stop: GateResult | None, probe: Right) -> str:
    """Say that generation fails as well, where the probe shows it."""
    if stop is None or stop.gate is Gate.GOLD_ANSWER or probe.is_right is not False:
        return ""
    return (
        "With the gold passages alone the answer is wrong too: once this gate is mended, "
        "generation fails next."
    )


def next_steps(gates: tuple[GateResult, ...], gold: GoldSets | None, row: Any) -> tuple[str, ...]:
    """Give what to run so that the gates not known can be measured."""
    steps = [GOLD_NEXT] if gold is None else []
    for gate in gates:
        if gate.state is GateState.NOT_KNOWN and (gold is not None or gate.gate is Gate.EMBEDDING):
            index = row.index_version or "(not given)"
            steps.append(MEASURE_NEXT[gate.gate].format(index=index, run=quote(row.run)))
    return tuple(steps)
