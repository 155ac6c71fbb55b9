"""The command that says how annotators agree and how each works."""

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, app, opened
from workbench.cli.printing import NOTHING, print_json, print_table, remark, say
from workbench.domain.refusals import Refusal
from workbench.report.percent import percent

if TYPE_CHECKING:
    from workbench.services.labelling.adjudicate import DisputeCounts
    from workbench.services.labelling.annotator_report import AnnotatorReport
    from workbench.services.labelling.people_agreement import PeopleAgreement


@app.command(epilog="Example: workbench annotators --run spring")
def annotators(
    run: Annotated[str | None, typer.Option(help="Run to look at [default: all].")] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say how far annotators agree, and how each works.

    Gives agreement beyond chance on the traces several labelled, as they said it before anybody
    decided, and of each annotator pace, drift and answers too fast to be read.
    """
    from workbench.services.labelling.adjudicate import count_disputes
    from workbench.services.labelling.annotator_report import annotator_reports
    from workbench.services.labelling.people_agreement import people_agreement

    store = opened(db)
    agreement = people_agreement(store, run)
    reports = annotator_reports(store, run)
    disputes = count_disputes(store, run)
    if as_json:
        from workbench.formats.people_json import people_json, reports_json

        print_json(
            people_json(agreement)
            | {"annotators": reports_json(reports)}
            | {"disputed": disputes._asdict()}
        )
        return
    _print_reports(reports)
    _print_agreement(agreement)
    _print_disputes(disputes)


def _print_reports(reports: "tuple[AnnotatorReport, ...]") -> None:
    if not reports:
        say("Nobody labelled yet. Next: workbench serve")
        return
    print_table(
        (
            "annotator",
            "labelled",
            "failing",
            "can't tell",
            "set aside",
            "skips",
            "flags",
            "undone",
            "seconds",
            "too fast",
            "agrees",
        ),
        [
            (
                report.annotator,
                str(report.n_labelled),
                str(report.n_failing),
                str(report.n_cant_tell),
                str(report.n_set_aside),
                str(report.n_skips),
                str(report.n_flagged),
                str(report.n_undos),
                NOTHING if report.pace is None else f"{report.pace.median:.0f}",
                NOTHING if isinstance(report.too_fast, Refusal) else str(len(report.fast_answers)),
                NOTHING
                if isinstance(report.agreement, Refusal)
                else percent(report.agreement.estimate),
            )
            for report in reports
        ],
    )
    for report in reports:
        say(report.sentence)


def _print_agreement(agreement: "PeopleAgreement") -> None:
    say(agreement.sentence)
    if len(agreement.pairs) > 1:
        print_table(
            ("two annotators", "traces", "same", "differ"),
            [
                (
                    f"{pair.first}, {pair.second}",
                    str(pair.n),
                    percent(pair.agreement.observed.estimate),
                    str(pair.first_only + pair.second_only),
                )
                for pair in agreement.pairs
            ],
        )
    if agreement.n_double:
        remark(f"Assumption: {agreement.assumption}; seed {agreement.seed}")


def _print_disputes(disputes: "DisputeCounts") -> None:
    if disputes.n_open:
        say(
            f"{disputes.n_open} disputed traces wait for a decision, {disputes.n_decided} are "
            "decided. Decide on the screen Adjudicate: workbench serve"
        )
    elif disputes.n_decided:
        say(f"All {disputes.n_decided} disputed traces are decided.")
