"""The command that gives a queue its guideline, or shows the one it has."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, opened
from workbench.cli.printing import print_json, remark, say
from workbench.cli.queue_commands import queue


@queue.command("guideline", epilog="Example: workbench queue guideline spring-1 guideline.md")
def guideline(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Queue it belongs to.")],
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE.md", help="Markdown text [default: show the one there is]."),
    ] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Give a queue its guideline, shown beside every question, or show the one it has.

    Every text is a version of its own; each label keeps the one it followed.
    """
    from workbench.errors import InputError
    from workbench.services.labelling.guidelines import guideline_versions, set_guideline

    store = opened(db)
    if file is not None:
        saved = set_guideline(store, name, _text(file))
        version = saved.guideline.version
        if as_json:
            print_json({"queue": saved.queue, "version": version, "is_new": saved.is_new})
        elif saved.is_new:
            say(f"Queue {saved.queue} has guideline version {version}.")
        else:
            say(f"Queue {saved.queue} has this text already, as version {version}.")
        return
    versions = guideline_versions(store, name)
    if as_json:
        print_json(
            {
                "queue": name,
                "version": versions[0].version if versions else None,
                "text": versions[0].text if versions else None,
                "created_at": versions[0].created_at.isoformat() if versions else None,
            }
        )
    elif versions:
        remark(f"Version {versions[0].version} of {versions[0].created_at:%Y-%m-%d}.")
        say(versions[0].text)
    else:
        raise InputError(
            f"Queue {name} has no guideline. Give one: workbench queue guideline {quote(name)} "
            "FILE.md"
        )


def _text(file: Path) -> str:
    from workbench.errors import InputError

    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{file} could not be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"{file} is not UTF-8 text (byte {error.start}). Save it as UTF-8."
        ) from error
