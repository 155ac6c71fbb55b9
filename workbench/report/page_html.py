"""A page as one HTML file: style and charts inside, nothing fetched, every text escaped.

The page forbids itself any fetch, script and form, so that a slip in escaping could neither run
nor call home. Charts are drawn on no ground, in colours that read on light and dark.
"""

import json
import re
from collections.abc import Sequence
from html import escape

import vl_convert

from workbench.report.page import (
    Block,
    Chart,
    Figure,
    Figures,
    Page,
    Paragraph,
    Remarks,
    Section,
    Table,
)
from workbench.report.page_style import STYLE

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
CHART_WIDTH = 640


def html_page(page: Page) -> str:
    """Give the page as HTML that opens offline, light or dark, and prints."""
    sections = "".join(
        _section(number, section) for number, section in enumerate(page.sections, start=1)
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(page.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<header><h1>{_text(page.title)}</h1><p>{_text(page.subject)}</p></header>\n"
        f'<p class="headline">{_text(page.headline)}</p>\n{sections}</main>\n</body>\n</html>\n'
    )


def _text(text: str) -> str:
    """The text for HTML; a percent sign stays on the line of its number."""
    return escape(text).replace(" %", "&nbsp;%")


def _section(number: int, section: Section) -> str:
    blocks = "".join(
        _block(block, f"s{number}b{place}-") for place, block in enumerate(section.blocks)
    )
    reading = f"<p>{_text(section.reading)}</p>" if section.reading else ""
    return f"<section><h2>{_text(section.title)}</h2>{reading}{blocks}</section>\n"


def _block(block: Block, prefix: str) -> str:
    if isinstance(block, Paragraph):
        return f"<p>{_text(block.text)}</p>"
    if isinstance(block, Figures):
        return f'<div class="figures">{"".join(map(_figure, block.shown))}</div>'
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Chart):
        return _chart(block, prefix)
    return _remarks(block)


def _figure(figure: Figure) -> str:
    limits = f'<p class="limits">{_text(figure.limits)}</p>' if figure.limits else ""
    reading = f"<p>{_text(figure.reading)}</p>" if figure.reading else ""
    return (
        f'<div class="card"><p class="label">{_text(figure.label)}</p>'
        f'<p class="value">{_text(figure.value)}</p>{limits}{reading}</div>'
    )


def _table(table: Table) -> str:
    caption = f"<caption>{_text(table.title)}</caption>" if table.title else ""
    head = "".join(
        f'<th scope="col"{_kind(place, table)}>{_text(name)}</th>'
        for place, name in enumerate(table.columns)
    )
    body = "".join(f"<tr>{_cells(row, table)}</tr>" for row in table.rows)
    return (
        f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cells(row: Sequence[str], table: Table) -> str:
    return "".join(
        f'<th scope="row">{_text(cell)}</th>'
        if place == 0
        else f"<td{_kind(place, table)}>{_text(cell)}</td>"
        for place, cell in enumerate(row)
    )


def _kind(place: int, table: Table) -> str:
    return "" if place < table.n_words else ' class="n"'


def _chart(chart: Chart, prefix: str) -> str:
    spec = json.loads(chart.figure.to_json())
    spec |= {"background": "transparent", "width": CHART_WIDTH}
    svg = _renumbered(str(vl_convert.vegalite_to_svg(json.dumps(spec))), prefix)
    return f'<figure role="img" aria-label="{escape(chart.description)}">{svg}</figure>'


def _renumbered(svg: str, prefix: str) -> str:
    """The picture with ids of its own: they are counted on from picture to picture otherwise."""
    names = {name: f"{prefix}{n}" for n, name in enumerate(re.findall(r'\bid="([^"]+)"', svg))}
    return re.sub(
        r'(\bid="|url\(#|href="#)([^")]+)',
        lambda found: found[1] + names.get(found[2], found[2]),
        svg,
    )


def _remarks(block: Remarks) -> str:
    lines = "".join(f"<li>{_text(line)}</li>" for line in block.lines)
    return (
        f'<div class="remarks {block.tone}" role="note"><p class="label">{_text(block.title)}</p>'
        f"<ul>{lines}</ul></div>"
    )
