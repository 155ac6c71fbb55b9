"""Commands that send results on: a page for people, and an exit code for a build."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.app import (
    DOES_NOT_HOLD,
    NO_DATABASE,
    AsJson,
    Database,
    Where,
    app,
    opened,
    pairs,
)
from workbench.cli.printing import print_json, remark, say
from workbench.cli.result_commands import MaybeJudge

CalibratedOn = Annotated[
    str | None, typer.Option(metavar="RUN", help="Labels come from this other run.")
]


@app.command(epilog="Example: workbench report --run spring --judge strict@2 -o report.html")
def report(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Page to write: .html or .md.")
    ],
    run: Annotated[str | None, typer.Option(help="Run to report on.")] = None,
    judge: MaybeJudge = None,
    calibrated_on: CalibratedOn = None,
    where: Where = None,
    db: Database = NO_DATABASE,
) -> None:
    """Write one page to send to somebody: HTML that opens offline, or Markdown.

    Shares, funnel, judge card, warnings and method; no texts of traces.
    """
    from workbench.services.reporting.make_report import format_of, report_bytes
    from workbench.services.written_file import written_file

    written_as = format_of(output)
    content = report_bytes(
        opened(db), datetime.now(UTC), written_as, run, judge, calibrated_on, pairs(where)
    )
    with written_file(output) as out:
        out.write(content)
    remark(f"Wrote {output}.")


@app.command(
    epilog="Example: workbench check --run spring --judge strict@2 --max-corrected 0.25 "
    "--bucket retrieval_miss"
)
def check(
    run: Annotated[str, typer.Option(help="Run to check.")],
    judge: Annotated[
        str, typer.Option(metavar="NAME@VERSION", help="The judge; NAME alone if one version.")
    ],
    max_corrected: Annotated[
        float | None, typer.Option(help="Most that may truly fail, from 0 to 1.")
    ] = None,
    bucket: Annotated[
        str | None, typer.Option(help="Failing bucket that --max-corrected holds for.")
    ] = None,
    min_sensitivity: Annotated[
        float | None, typer.Option(help="Least sensitivity of the judge, from 0 to 1.")
    ] = None,
    max_false_positive_rate: Annotated[
        float | None, typer.Option(help="Most right answers the judge may fail, from 0 to 1.")
    ] = None,
    calibrated_on: CalibratedOn = None,
    where: Where = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Exit with 0 if the limits hold, 1 if not, 2 for wrong input.

    The end of the 95 % interval decides, never the estimate; a refused number does not hold.
    """
    from workbench.services.reporting.check_limits import Limits, check_limits

    limits = Limits(max_corrected, bucket, min_sensitivity, max_false_positive_rate)
    result = check_limits(opened(db), run, judge, limits, calibrated_on, pairs(where))
    if as_json:
        from workbench.formats.results_json import fields_json

        print_json(fields_json(result))
    else:
        for one in result.checks:
            say(one.sentence)
    if not result.holds:
        raise typer.Exit(DOES_NOT_HOLD)
