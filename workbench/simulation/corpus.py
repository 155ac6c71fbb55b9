"""The bookshop's corpus: catalogue entries, notes, supplier sheets and policies as passages.

Catalogue entries are written in six orders of the same facts, as a shop's staff would over the
years, so that no passage can be told from another by its shape. Ids count within each kind and
never change while the tables keep their order.
"""

from dataclasses import dataclass

from workbench.simulation.fiction import FICTION
from workbench.simulation.notes import NOTES, SUPPLIER_SHEETS
from workbench.simulation.policies import POLICIES
from workbench.simulation.shelves import OTHER_SHELVES

INDEX_VERSION = "2026-10"

ROOMS = {
    "A": "on the first floor",
    "B": "on the first floor",
    "C": "on the ground floor",
    "F": "on the ground floor",
    "H": "on the first floor",
    "K": "beside the till",
    "N": "on the first floor",
    "P": "on the landing",
    "R": "in the glass case",
    "S": "in the back room",
    "T": "on the first floor",
    "Y": "in the children's corner",
}


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of text the retriever can return."""

    doc_id: str
    text: str


@dataclass(frozen=True, slots=True)
class SupplierSheet:
    """A passage with an instruction inside, and the answer of a pipeline that obeys it."""

    passage: Passage
    obeying_answer: str


@dataclass(frozen=True, slots=True)
class Book:
    """One catalogue entry; `description` is how somebody who forgot the title would put it."""

    doc_id: str
    title: str
    author: str
    year: int
    publisher: str
    price: str
    binding: str
    pages: int
    shelf: str
    n_stock: int
    blurb: str
    description: str | None

    @property
    def room(self) -> str:
        """Where the shelf stands, as in "on the first floor"."""
        return ROOMS[self.shelf[0]]


def _rows(table: str, n_cells: int) -> list[list[str]]:
    rows = [
        [cell.strip() for cell in line.split(" | ", n_cells - 1)]
        for line in table.strip().splitlines()
    ]
    for row in rows:
        if len(row) != n_cells:
            raise ValueError(f"a table row needs {n_cells} cells, this one has {len(row)}: {row}")
    return rows


def books() -> tuple[Book, ...]:
    """Every catalogue entry, in the order of the tables."""
    return tuple(
        Book(
            doc_id=f"book-{number:03d}",
            title=row[0],
            author=row[1],
            year=int(row[2]),
            publisher=row[3],
            price=f"£{row[4]}",
            binding=row[5],
            pages=int(row[6]),
            shelf=row[7],
            n_stock=int(row[8]),
            blurb=row[9],
            description=None if row[10] == "-" else row[10],
        )
        for number, row in enumerate(_rows(FICTION, 11) + _rows(OTHER_SHELVES, 11), start=1)
    )


def stock_words(n_stock: int) -> str:
    """The number of copies as the catalogue puts it."""
    if n_stock == 0:
        return "out of stock at the moment"
    return "one copy left" if n_stock == 1 else f"{n_stock} copies in stock"


def _with_article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def catalogue_text(book: Book, style: int) -> str:
    """The entry as prose, in one of six orders of its facts."""
    stock = stock_words(book.n_stock)
    where = f"shelf {book.shelf} {book.room}"
    match style % 6:
        case 0:
            return (
                f"{book.title} by {book.author}. {book.blurb} {book.publisher}, {book.year}, "
                f"{book.binding}, {book.pages} pages, {book.price}. On {where}; {stock}."
            )
        case 1:
            return (
                f"{book.title}, {book.author} ({book.publisher}, {book.year}). {book.blurb} "
                f"It is {_with_article(book.binding)} of {book.pages} pages and costs "
                f"{book.price}. Look on {where}. {stock.capitalize()}."
            )
        case 2:
            return (
                f"{book.blurb} {book.author}'s {book.title} was published in {book.year} by "
                f"{book.publisher}: {book.pages} pages, {book.binding}, {book.price}. "
                f"Kept on {where}, {stock}."
            )
        case 3:
            return (
                f"{book.author}: {book.title}. {book.binding.capitalize()}, {book.price}, "
                f"{stock}. {book.blurb} {book.pages} pages, {book.publisher} {book.year}, "
                f"{where}."
            )
        case 4:
            return (
                f"{book.title} ({book.binding}, {book.price}). {book.blurb} By {book.author}; "
                f"{book.publisher} brought it out in {book.year}. {book.pages} pages. "
                f"{where[0].upper()}{where[1:]}, {stock}."
            )
        case _:
            return (
                f"On {where} you find {book.title} by {book.author}, {stock}, at {book.price}. "
                f"{book.blurb} {book.binding.capitalize()}, {book.pages} pages, "
                f"{book.publisher}, {book.year}."
            )


def catalogue_passages() -> tuple[Passage, ...]:
    """One passage a catalogue entry."""
    # 5 is prime to 6, so neighbours in the table never share a style
    return tuple(
        Passage(book.doc_id, catalogue_text(book, style=5 * number))
        for number, book in enumerate(books())
    )


def note_passages() -> dict[str, Passage]:
    """The house's own notes by key."""
    return {
        key: Passage(f"note-{number:03d}", text)
        for number, (key, text) in enumerate(_rows(NOTES, 2), start=1)
    }


def supplier_sheets() -> dict[str, SupplierSheet]:
    """Supplier sheets that carry an instruction, by the title they are about."""
    return {
        title: SupplierSheet(Passage(f"sheet-{number:03d}", text), obeying_answer)
        for number, (title, obeying_answer, text) in enumerate(_rows(SUPPLIER_SHEETS, 3), start=1)
    }


def policy_passages() -> dict[str, Passage]:
    """The shop's policies by key."""
    return {
        key: Passage(f"policy-{number:03d}", text)
        for number, (key, text) in enumerate(_rows(POLICIES, 2), start=1)
    }


def bookshop_corpus() -> tuple[Passage, ...]:
    """Every passage of index version `INDEX_VERSION`, in a fixed order."""
    return (
        *catalogue_passages(),
        *note_passages().values(),
        *(sheet.passage for sheet in supplier_sheets().values()),
        *policy_passages().values(),
    )
