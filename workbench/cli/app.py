"""The frame of the commands: shared options, and how troubles become lines and exit codes.

Exit codes: 0 done (a refused number is a result too), 1 the checked thing does not hold,
2 wrong input or a store that cannot be used.
"""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from workbench import settings
from workbench.cli.printing import remark, say
from workbench.errors import StatisticsError, WorkbenchError

if TYPE_CHECKING:
    from workbench.services.open_store import Store

DOES_NOT_HOLD = 1
WRONG_INPUT = 2
INTERRUPTED = 130

app = typer.Typer(
    name="workbench",
    help="Label RAG traces, measure the judge, and correct the triage table it gives.",
    epilog="Start here: workbench demo",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
)


def _address(context: typer.Context, given: str | None) -> str:
    return given or context.find_root().obj or settings.database_url()


Database = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="URL",
        callback=_address,
        show_default=False,
        help=f"Store address [default: {settings.DATABASE_VARIABLE}, "
        f"else {settings.DEFAULT_DATABASE_URL}].",
    ),
]
NO_DATABASE = ""

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="FIELD=VALUE", help="Keep only these traces; repeatable."),
]


def _version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version

        say(f"judge-workbench {version('judge-workbench')}")
        raise typer.Exit


@app.callback()
def frame(
    context: typer.Context,
    db: Annotated[
        str | None,
        typer.Option("--db", metavar="URL", help="Store address, for any command."),
    ] = None,
    _show_version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Label RAG traces, measure the judge, and correct the triage table it gives."""
    context.obj = db


def opened(url: str) -> "Store":
    """Give the open store, or end with what to do; it is closed when the command ends."""
    from workbench.services.housekeeping.check_store import check_address
    from workbench.services.open_store import open_store

    check_address(url)
    store = open_store(url)
    _opened.append(store)
    return store


_opened: list["Store"] = []


def pairs(given: list[str] | None, option: str = "--where") -> dict[str, str]:
    """Give FIELD=VALUE options as a mapping; ends the command where one is not of that form."""
    found = {}
    for text in given or []:
        field, sign, value = text.partition("=")
        if not sign or not field.strip():
            stop(f"{option} {text}: write it as FIELD=VALUE, for example {option} model=m-small")
        if field.strip() in found:
            stop(f"{option} {text}: {field.strip()} has a value already. Give each field once.")
        found[field.strip()] = value
    return found


def names(given: str) -> tuple[str, ...]:
    """Give a comma-separated option as its parts."""
    return tuple(part.strip() for part in given.split(",") if part.strip())


def leave_out(beside: str, given: Mapping[str, object]) -> None:
    """End the command where one of these options was given, which says nothing beside another."""
    named = [option for option, value in given.items() if value]
    if named:
        stop(f"{beside} goes without {', '.join(named)}.")


def stop(message: str) -> NoReturn:
    """End the command as wrong input, with one line on standard error."""
    remark(message)
    raise typer.Exit(WRONG_INPUT)


def run(arguments: list[str] | None = None) -> int:
    """Run one command; gives the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A trace may hold what the terminal's encoding does not.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app(args=arguments, prog_name="workbench")
    except StatisticsError as refusal:
        say(f"No estimate: {refusal}")
        return 0
    except WorkbenchError as trouble:
        remark(str(trouble))
        return WRONG_INPUT
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            # Help that was read far enough.
            return 0
        code = end.code if isinstance(end.code, int) else 0
        if code == INTERRUPTED:
            remark("Interrupted. What was not finished is not kept.")
        return code
    finally:
        while _opened:
            _opened.pop().close()
    return 0
