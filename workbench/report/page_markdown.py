"""A page as Markdown for a pull request; the tables stand for the charts.

Every character that Markdown or its hosts would act on is escaped: a run's name can neither show
a picture nor break a table nor call somebody's attention.
"""

import re
from collections.abc import Sequence

from workbench.report.page import Block, Figures, Page, Paragraph, Remarks, Section, Table

ACTIVE = re.compile(r"([\\`*_{}\[\]()<>#+!|~$-])")
# A zero-width space after these: no entity or backslash keeps a host from linking what follows.
CALLS = re.compile(r"((?<![A-Za-z0-9])@|://|www\.)")
INVISIBLE = "\u200b"


def markdown_page(page: Page) -> str:
    """Give the page as Markdown, headings, tables and lists."""
    lines = [f"# {_text(page.title)}", "", _text(page.subject), "", f"**{_text(page.headline)}**"]
    for section in page.sections:
        lines += ["", *_section(section)]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    one_line = " ".join(text.split())
    return CALLS.sub(rf"\g<1>{INVISIBLE}", _escaped(one_line))


def _escaped(text: str) -> str:
    # A hyphen, plus or bracket acts at the start of a line alone, and reads badly when escaped.
    return ACTIVE.sub(
        lambda found: found[0] if found[0] in "-+()!" and found.start() else f"\\{found[0]}",
        text.replace("&", "&amp;"),
    )


def _section(section: Section) -> list[str]:
    lines = [f"## {_text(section.title)}"]
    if section.reading:
        lines += ["", _text(section.reading)]
    for block in section.blocks:
        if shown := _block(block):
            lines += ["", *shown]
    return lines


def _block(block: Block) -> list[str]:
    if isinstance(block, Paragraph):
        return [_text(block.text)]
    if isinstance(block, Figures):
        rows = [(one.label, one.value, one.limits, one.reading) for one in block.shown]
        return _table(Table(("Figure", "Value", "95 % interval", "Reads"), rows, n_words=4))
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Remarks):
        return [f"**{_text(block.title)}**", "", *(f"- {_text(line)}" for line in block.lines)]
    return []


def _table(table: Table) -> list[str]:
    marks = ["---" if place < table.n_words else "---:" for place in range(len(table.columns))]
    title = [f"**{_text(table.title)}**", ""] if table.title else []
    return [*title, _row(table.columns), "| " + " | ".join(marks) + " |", *map(_row, table.rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_text(cell) for cell in cells) + " |"
