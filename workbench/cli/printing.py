"""How results look in a terminal: short aligned text, every estimate with its interval."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import typer


def json_text(value: Mapping[str, Any]) -> str:
    """Give strict JSON: fractions, null where refused, never NaN."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)


def print_json(value: Mapping[str, Any]) -> None:
    """Print the result as JSON."""
    typer.echo(json_text(value))


def remark(text: str) -> None:
    """Print a line for the person, not for the next program."""
    typer.echo(text, err=True)


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print columns aligned: the first to the left, numbers to the right."""
    table = [tuple(header), *(tuple(row) for row in rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(header))]
    for row in table:
        cells = [
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        typer.echo("  ".join(cells).rstrip())
