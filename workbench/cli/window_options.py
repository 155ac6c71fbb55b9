"""The options that choose traces by time: --since and --until, beside --where."""

from datetime import datetime
from typing import Annotated

import typer

from workbench.cli.app import pairs, stop
from workbench.domain.trace_window import instant, with_window
from workbench.errors import InputError

Since = Annotated[
    str | None,
    typer.Option(metavar="DATE", help="Only traces from here on, UTC: 2026-04-03, or with a time."),
]
Until = Annotated[
    str | None, typer.Option(metavar="DATE", help="Only traces before this instant, UTC.")
]


def chosen_traces(where: list[str] | None, since: str | None, until: str | None) -> dict[str, str]:
    """Give the field values that choose traces, a window of time among them."""
    at_since, at_until = instant_of(since, "--since"), instant_of(until, "--until")
    return with_window(pairs(where), at_since, at_until)


def instant_of(text: str | None, option: str) -> datetime | None:
    """Give the instant of an option; ends the command where it is none."""
    if text is None:
        return None
    try:
        return instant(text)
    except InputError as error:
        stop(f"{option}: {error}")
