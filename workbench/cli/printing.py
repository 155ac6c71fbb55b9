"""How results look in a terminal: short aligned text, every estimate with its interval."""

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from workbench.domain.refusals import Refusal, Warning_
from workbench.report.percent import percent, percent_range

if TYPE_CHECKING:
    from workbench.stats.interval import Estimate

NOTHING = "–"
# A trace's text may hold what a terminal obeys: it is shown, and does nothing.
_DEAF = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"}
_DEAF |= {127: 0x2421} | dict.fromkeys(range(128, 160), 0xFFFD)


def json_text(value: Mapping[str, Any]) -> str:
    """Give strict JSON: fractions, null where refused, never NaN."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)


def print_json(value: Mapping[str, Any]) -> None:
    """Print the result as JSON."""
    _put(json_text(value), is_remark=False)


def say(text: str = "", is_remark: bool = False) -> None:
    """Print a line of the result, or a remark on it, with nothing in it that a terminal obeys."""
    _put(text.replace("\r\n", "\n").translate(_DEAF), is_remark)


def remark(text: str) -> None:
    """Print a line for the person, not for the next program."""
    say(text, is_remark=True)


def _put(text: str, is_remark: bool) -> None:
    try:
        typer.echo(text, err=is_remark)
    except BrokenPipeError:
        # The reader has seen enough; the work and its exit code do not depend on that.
        unread = sys.stderr if is_remark else sys.stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), unread.fileno())


def print_warnings(warnings: Iterable[Warning_], said: Sequence[str] = ()) -> None:
    """Print each warning as a remark with its next step, but for those that were said already."""
    for warning in warnings:
        if warning.message not in said:
            remark(f"Note: {Refusal(warning.code, warning.message.rstrip('.'), warning.next_step)}")


def share_text(value: float | None) -> str:
    """Give a fraction in percent, or a dash where there is none."""
    return NOTHING if value is None else percent(value)


def between_text(low: float | None, high: float | None) -> str:
    """Give the limits of a fraction in percent, or a dash where there are none."""
    return NOTHING if low is None or high is None else f"{percent(low)} to {percent(high)}"


def estimate_text(value: "Estimate | Refusal") -> str:
    """Give an estimated share with its limits, in a cell of a table; a dash for a refusal."""
    if isinstance(value, Refusal):
        return NOTHING
    limits = percent_range(value.low, value.high).replace(" %", "")
    return f"{percent(value.estimate)} ({limits})"


def counts_text(counts: Mapping[str, int]) -> str:
    """Give the counts above 0 with their names, or `none`."""
    return ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in counts.items() if n) or "none"


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print columns aligned: words to the left, numbers to the right."""
    body = [tuple(row) for row in rows]
    columns = list(zip(*(tuple(header), *body), strict=True))
    widths = [max(map(len, column)) for column in columns]
    are_numbers = [n > 0 and _is_number(column[1:]) for n, column in enumerate(columns)]
    for row in (tuple(header), *body):
        cells = [
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(row, widths, are_numbers, strict=True)
        ]
        say("  ".join(cells).rstrip())


def _is_number(cells: Iterable[str]) -> bool:
    return all(not cell or cell[0].isdigit() or cell[0] in "-–" for cell in cells)
