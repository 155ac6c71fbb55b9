"""A page as blocks of plain text, numbers and charts; knows no markup.

Chosen: one content and two writers, so that the HTML page and the Markdown of a pull request
cannot say different things. Rejected: HTML turned into Markdown afterwards, which loses what a
cell was.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import altair as alt

Tone = Literal["note", "warning", "refusal"]


class Figure(NamedTuple):
    """One number: what it is, the number, its limits, and the sentence that reads it."""

    label: str
    value: str
    limits: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers side by side."""

    shown: Sequence[Figure]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence or two."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under their columns; the first `n_words` columns hold words."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    n_words: int = 1
    title: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of the table that follows it, with what it shows in a sentence."""

    figure: alt.LayerChart
    description: str


@dataclass(frozen=True, slots=True)
class Remarks:
    """Lines to read with care, under one title."""

    title: str
    lines: Sequence[str]
    tone: Tone = "note"


Block = Figures | Paragraph | Table | Chart | Remarks


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, the sentence that reads what follows, and the blocks."""

    title: str
    reading: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page: what it is about, its one sentence, and its sections."""

    title: str
    subject: str
    headline: str
    sections: Sequence[Section]
