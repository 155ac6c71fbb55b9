"""The command that says how good the ranked lists of a run are."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, Where, app, names, opened, pairs, stop
from workbench.cli.printing import print_json, print_table, print_warnings, say
from workbench.report.counted import counted

if TYPE_CHECKING:
    from workbench.services.triage.retrieval_metrics import RetrievalResult


class RankedList(StrEnum):
    """Which list of a trace is measured or written."""

    CANDIDATES = "candidates"
    RERANKED = "reranked"
    PROMPT = "prompt"


@app.command(epilog="Example: workbench metrics --run spring -k 5,10 --list reranked")
def metrics(
    run: Annotated[str, typer.Option(help="Run to measure.")],
    k: Annotated[
        str, typer.Option("-k", metavar="N,…", help="How many ranks are looked at.")
    ] = "5,10",
    ranked_list: Annotated[
        RankedList, typer.Option("--list", help="The list that is measured.")
    ] = RankedList.CANDIDATES,
    seed: Annotated[
        int | None, typer.Option(help="Seed of the resampling; it is printed.", min=0)
    ] = None,
    where: Where = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say how good retrieval is, by gold and the ids and texts that were listed.

    Gives recall, precision, hit rate, MRR, nDCG and holes (passages that nobody judged) at k,
    with intervals resampled by question. The order of a list is the logged rank.
    """
    given = names(k)
    if not all(part.isascii() and part.isdigit() for part in given):
        stop(f"-k {k}: write whole numbers with commas, for example -k 5,10")
    from workbench.services.triage.retrieval_metrics import SEED, measure_retrieval

    result = measure_retrieval(
        opened(db),
        run,
        [int(part) for part in given],
        ranked_list.value,
        pairs(where),
        SEED if seed is None else seed,
    )
    if as_json:
        from workbench.formats.results_json import fields_json

        print_json(fields_json(result))
        return
    _print_result(result)


def _print_result(result: "RetrievalResult") -> None:
    say(
        f"Run {result.run}, {result.list}: {counted(result.n_questions, 'question')}, "
        f"{counted(result.n_traces, 'trace')}"
    )
    used = [row for row in result.metrics if row.estimate is not None]
    if used:
        print_table(
            ("measure", "mean", "95 % interval"),
            [
                (
                    f"{row.metric.replace('_', ' ')}@{row.k}",
                    f"{row.estimate:.3f}",
                    f"{row.low:.3f} to {row.high:.3f}",
                )
                for row in used
            ],
        )
        say("A passage that nobody judged counts as not relevant; hole@k is the share of those.")
    else:
        say(f"No measure: {result.metrics[0].reason}.")
    left_out = [f"{why.replace('_', ' ')} {n}" for why, n in result.left_out.items() if n]
    say(f"Traces left out: {', '.join(left_out) or 'none'}")
    if used:
        say(f"Interval: {used[0].method}; seed {result.seed}")
    print_warnings(result.warnings)
