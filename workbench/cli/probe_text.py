"""The outcomes of a probe as a person reads them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.cli.printing import between_text, print_table, print_warnings, say, share_text

if TYPE_CHECKING:
    from workbench.services.probing.probe_results import ProbeResult

N_SHOWN = 20

LEFT_OUT = {
    "not_probed": "not probed",
    "no_source": "no gold passage to hand over",
    "gold_unknown": "gold not known",
    "gold_disputed": "gold disputed",
    "text_unknown": "a gold passage's text not known",
    "probe_not_judged": "probe judged by nobody",
    "probe_undecided": "probe looked at and not decided",
    "answer_not_judged": "answer judged by nobody",
    "answer_undecided": "answer looked at and not decided",
}


def left_out_words(counts: Iterable[tuple[str, int]]) -> str:
    """Give the reasons for leaving traces out with their counts."""
    return ", ".join(f"{LEFT_OUT.get(why, why)} {n}" for why, n in counts if n)


def print_outcomes(result: "ProbeResult") -> None:
    """Print the probe's outcomes, beside the ids, and what is to be read."""
    say(result.sentence)
    if result.reading:
        say(result.reading)
    say(
        f"\nRun {result.run}: {result.n_failing} failing, {result.n_probed} probed, "
        f"{result.n_checked} with both answers judged"
    )
    if result.n_checked:
        print_table(
            ("outcome", "traces", "share", "95 % interval", "means"),
            [
                (
                    row.outcome,
                    str(row.n),
                    share_text(row.share),
                    between_text(row.low, row.high),
                    row.reading,
                )
                for row in result.outcomes
            ],
        )
    if result.by_stage:
        say("\nBeside the stage that the ids name:")
        print_table(
            ("stage", "right with gold", "wrong with gold"),
            [(row.stage, str(row.retrieval), str(row.generation)) for row in result.by_stage],
        )
    if result.n_both_defects:
        say(f"{result.n_both_defects} show both defects: evidence lost, and not used.")
    if result.to_read:
        say("\nTo read, where the two say different things:")
        print_table(
            ("request", "ids say", "the probe says", "query"),
            [
                (case.request_id, case.stage or "", str(case.outcome), case.query[:60])
                for case in result.to_read[:N_SHOWN]
            ],
        )
        if len(result.to_read) > N_SHOWN:
            say(f"… and {len(result.to_read) - N_SHOWN} more; --json lists them all.")
    if left_out := left_out_words(result.left_out.items()):
        say(f"Left out: {left_out}")
    print_warnings(result.warnings)
