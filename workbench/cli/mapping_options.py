"""Column mappings as commands take them: saved by name, in a file, or as JSON in the command."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import stop
from workbench.cli.printing import remark

if TYPE_CHECKING:
    from workbench.services.importing.import_report import ImportReport
    from workbench.services.open_store import Store

Mapped = Annotated[
    str | None,
    typer.Option(
        "--mapping",
        metavar="NAME|FILE|JSON",
        help="For tables: a saved column mapping, or JSON {our field: their column}, in a file or "
        "as it is.",
    ),
]
SaveMapping = Annotated[
    str | None,
    typer.Option(
        "--save-mapping",
        metavar="NAME",
        help="Keep --mapping in the store under this name once the file is in.",
    ),
]


def read_mapping(
    store: "Store", given: str | None, saved_as: str | None
) -> dict[str, object] | None:
    """Give the mapping that --mapping means; ends the command where there is none."""
    if given is None:
        if saved_as is not None:
            stop(f"--save-mapping {saved_as}: there is nothing to save without --mapping.")
        return None
    from workbench.services.importing.column_mappings import read_mappings

    saved = read_mappings(store)
    if given.lstrip().startswith("{"):
        return _object(given, "--mapping")
    if given in saved:
        return saved[given]
    if not Path(given).is_file():
        stop(
            f"--mapping {given}: no saved mapping and no file of that name. "
            f"Saved: {', '.join(sorted(saved)) or 'none'}."
        )
    return json_object(Path(given))


def keep_mapping(
    store: "Store",
    name: str | None,
    kind: str,
    columns: dict[str, object] | None,
    reports: Iterable["ImportReport"],
) -> None:
    """Save the mapping under a name, once every file is in."""
    if name is None or not all(report.is_imported for report in reports):
        return
    from workbench.services.importing.column_mappings import save_mapping

    save_mapping(store, name, kind, columns or {})
    remark(f"Saved the mapping as {name}: --mapping {name} serves for the next file.")


def json_object(path: Path) -> dict[str, object]:
    """Give the JSON object in a file; ends the command where there is none."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (ValueError, OSError) as error:
        stop(f"{path}: not JSON: {error}")
    return _object(text, str(path))


def _object(text: str, source: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        stop(f"{source}: not JSON: {error}")
    if not isinstance(value, dict):
        stop(f"{source}: a JSON object is needed, this is a {type(value).__name__}")
    return value
