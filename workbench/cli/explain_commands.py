"""The command that walks one trace through its five gates."""

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, app, opened
from workbench.cli.printing import print_json, print_warnings, say

if TYPE_CHECKING:
    from workbench.services.probing.explain_trace import Explanation

MARKS = {"passed": "ok", "failed": "FAILS", "not_known": "not known", "not_reached": "–"}


@app.command(epilog="Example: workbench explain shop-0042 --run spring")
def explain(
    request_id: Annotated[str, typer.Argument(help="The trace, as its file names it.")],
    run: Annotated[
        str | None, typer.Option(help="Its run; not needed where only one holds it.")
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(metavar="NAME@VERSION", help="Judge for an answer that no person judged."),
    ] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say at which of five gates one answer was lost, and what measurement proves it.

    Corpus, embedding models, top k, prompt, and the answer to the gold passages alone. The
    first that fails ends the walk; one that nobody measured is "not known".
    """
    from workbench.formats.results_json import fields_json
    from workbench.services.probing.explain_trace import explain_trace

    found = explain_trace(opened(db), request_id, run, judge)
    if as_json:
        print_json(fields_json(found))
        return
    _print(found)


def _print(found: "Explanation") -> None:
    say(f"{found.run}, {found.request_id}: {found.query}")
    say(f"Answer: {found.answer or '(none)'}")
    say(f"\n{found.sentence}")
    if found.owner:
        say(f"Owner: {found.owner}.")
    if found.second_defect:
        say(found.second_defect)
    say()
    width = max(len(gate.question) for gate in found.gates)
    for number, gate in enumerate(found.gates, start=1):
        mark = MARKS[gate.state]
        say(f"{number}  {gate.question:<{width}}  {mark:<9}  {gate.measurement}".rstrip())
    for step in found.next_steps:
        say(f"Next: {step}")
    print_warnings(found.warnings)
