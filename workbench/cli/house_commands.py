"""Commands around the store: demo, serve, upgrade, backup, doctor, simulate."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.app import DOES_NOT_HOLD, NO_DATABASE, AsJson, Database, app, opened
from workbench.cli.printing import print_json, remark, say

DEMO_FILE = "workbench-demo.db"
# The size of the pool; counting it here would load the simulation for every command.
MOST_QUESTIONS = 2135


@app.command(epilog="Example: workbench demo")
def demo(
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address and open nothing.")
    ] = False,
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8501,
) -> None:
    """Open the app on sample data, beside your own store.

    The store is the file workbench-demo.db in the current folder. What you label in it is kept.
    Delete the file to begin again.
    """
    from workbench.services.housekeeping.make_demo import make_demo
    from workbench.services.housekeeping.serve_app import serve_app

    report = make_demo(Path(DEMO_FILE), remark)
    remark(report.sentence)
    serve_app(
        f"sqlite:///{report.path.resolve()}",
        port=port,
        opens_browser=not no_browser,
        say=remark,
    )


@app.command(epilog="Example: workbench serve --port 8600")
def serve(
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8501,
    address: Annotated[
        str, typer.Option(help="Address to listen on; others than this machine can then reach it.")
    ] = "127.0.0.1",
    db: Database = NO_DATABASE,
) -> None:
    """Serve the app on your store.

    Only this machine can reach it unless --address says otherwise.
    """
    from workbench.services.housekeeping.serve_app import serve_app

    opened(db).close()
    serve_app(db, port=port, address=address, opens_browser=False, say=remark)


@app.command(epilog="Example: workbench upgrade --db sqlite:///team.db")
def upgrade(db: Database = NO_DATABASE) -> None:
    """Make the store, or bring it to this version.

    A SQLite file is copied first; the copy stays beside it.
    """
    from workbench.services.housekeeping.upgrade_store import upgrade_store

    report = upgrade_store(db)
    if report.copy is not None:
        remark(f"Copied first to {report.copy}")
    if report.found is None:
        say(f"Made the store {report.address} at revision {report.revision}.")
    elif report.is_changed:
        say(f"Upgraded {report.address} from {report.found} to {report.revision}.")
    else:
        say(f"{report.address} is at revision {report.revision}; nothing to do.")
    if report.n_swept:
        say(f"Swept {report.n_swept} imports that were cut off; import those files again.")


@app.command(epilog="Example: workbench backup store-monday.db")
def backup(
    file: Annotated[Path, typer.Argument(help="New file for the copy.")],
    db: Database = NO_DATABASE,
) -> None:
    """Copy the store while people go on labelling."""
    from workbench.services.housekeeping.backup_store import backup_store

    report = backup_store(db, file)
    say(f"Copied {report.address} to {report.path}: {report.n_bytes / 1e6:.1f} MB.")


@app.command(epilog="Example: workbench doctor --json")
def doctor(db: Database = NO_DATABASE, as_json: AsJson = False) -> None:
    """Say what is wrong with the store and how to mend it.

    The exit code is 1 if something is wrong.
    Imports that were cut off are swept and stages that are out of date are computed again.
    """
    from workbench.services.housekeeping.check_store import check_store

    report = check_store(db)
    if as_json:
        findings = [
            {
                "check": finding.check,
                "is_wrong": finding.is_wrong,
                "message": finding.message,
                "remedy": finding.remedy,
            }
            for finding in report.findings
        ]
        print_json({"address": report.address, "is_sound": report.is_sound, "findings": findings})
    else:
        say(report.address)
        width = max(len(finding.check) for finding in report.findings)
        for finding in report.findings:
            mark = "WRONG" if finding.is_wrong else "ok   "
            say(f"{mark}  {finding.check.ljust(width)}  {finding.message}")
            if finding.remedy:
                say(f"{' ' * (width + 9)}To mend it: {finding.remedy}")
    if not report.is_sound:
        raise typer.Exit(DOES_NOT_HOLD)


@app.command(epilog="Example: workbench simulate --questions 400 --seed 7 -o practice")
def simulate(
    questions: Annotated[
        int, typer.Option(help="How many questions.", min=1, max=MOST_QUESTIONS)
    ] = 400,
    seed: Annotated[int, typer.Option(help="The same seed gives the same files.", min=0)] = 7,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Folder for the files.")
    ] = Path("simulated"),
    release: Annotated[
        str | None,
        typer.Option(help="Plant a release three fifths of the way: truncation."),
    ] = None,
    with_exports: Annotated[
        bool, typer.Option("--exports", help="Also as other tools would export the traces.")
    ] = False,
    run: Annotated[
        str | None,
        typer.Option(help="Name of the run: the same seed under two names can be compared."),
    ] = None,
) -> None:
    """Write traces of a made-up system with known truth.

    Gives traces.jsonl, corpus.jsonl and truth.csv: for practice, tests and teaching.
    """
    from workbench.services.housekeeping.simulate_traces import simulate_traces

    report = simulate_traces(output, questions, seed, release, with_exports, run)
    say(report.sentence)
