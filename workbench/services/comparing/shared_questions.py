"""Why two runs have no question to compare, with what stands in their files."""

from shlex import quote

from db.read_pairs import read_question_keys
from workbench.domain.refusals import Code, Refusal
from workbench.services.comparing.pair_strata import RunPair
from workbench.services.open_store import Store

N_SHOWN = 3
LONGEST = 40


def no_shared_question(store: Store, both: RunPair) -> Refusal | None:
    """Give why no question pairs, with some ids of each run; None where some do."""
    targets = (both.target_a, both.target_b)
    run_a, run_b = (target.runs[0] for target in targets)
    if both.counts.n_pairs:
        return None
    if both.counts.n_common:
        return Refusal(
            Code.QUESTION_REPEATED,
            f"Every question of both {run_a} and {run_b} has several traces in one of them, and "
            "which to take would decide the result",
            "Give each run one trace a question.",
        )
    with store.reading() as connection:
        held = [
            _ids_of(target.runs[0], read_question_keys(connection, target.run_ids[0], N_SHOWN))
            for target in targets
        ]
    labelled = (
        ""
        if both.target_b.judge is None
        else " Runs on different questions are told apart by people's labels: workbench calibrate "
        f"--judge {quote(str(both.target_b.judge))} --by run."
    )
    return Refusal(
        Code.QUESTIONS_DIFFER,
        f"{run_a} and {run_b} share no question_id: {'; '.join(held)}",
        "Write the same question_id for the same question into both files, and import them again "
        "under the same names." + labelled,
    )


def _ids_of(run: str, keys: list[tuple[str, str]]) -> str:
    ids = [_short(key) for kind, key in keys if kind == "question"]
    if ids:
        return f"{run} has {', '.join(ids)}"
    return f"{run} has none, but request_id {', '.join(_short(key) for _, key in keys)}"


def _short(key: str) -> str:
    return key if len(key) <= LONGEST else f"{key[: LONGEST - 1]}…"
