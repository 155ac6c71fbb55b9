"""How a catalogue fact is asked for, stated, and got wrong: one entry a fact.

A wrong value stays close to the right one (another number, a neighbouring shelf), since an error
anybody sees at a glance teaches an annotator nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass

from workbench.simulation.corpus import Book, stock_words


@dataclass(frozen=True, slots=True)
class Fact:
    """One kind of fact: `{t}` in the questions is the title, `{d}` the description."""

    name: str
    asked_by_title: tuple[str, ...]
    asked_by_description: tuple[str, ...]
    asked_carelessly: str
    value: Callable[[Book], str]
    misread_value: Callable[[Book], str]
    guessed_value: Callable[[Book], str]
    sentence: str
    title_sentence: str
    vague: str | Callable[[Book], str]
    ignored: str


def _digits_swapped(number: int) -> int:
    digits = str(number)
    swapped = int(digits[:-2] + digits[-1] + digits[-2])
    return number + 20 if swapped == number or digits[-1] == "0" else swapped


def _other_price(book: Book) -> str:
    pounds, pence = book.price.removeprefix("£").split(".")
    return f"£{int(pounds) + 2 if book.pages % 2 else int(pounds) - 1}.{pence}"


def _other_shelf(book: Book) -> str:
    return f"{book.shelf[0]}{int(book.shelf[1]) % 6 + 2}"


def _vague_year(book: Book) -> str:
    return "Some time in the last ten or fifteen years." if book.year > 2000 else "Before the war."


PUBLISHERS = (
    "Pier House",
    "Night Heron",
    "Copperplate",
    "Tall Reed",
    "Orchard Gate",
    "Fathom Books",
    "Sixpenny",
)


def _other_publisher(book: Book) -> str:
    others = [name for name in PUBLISHERS if name != book.publisher]
    return others[book.pages % len(others)]


FACTS = (
    Fact(
        name="price",
        asked_by_title=(
            "How much is {t}?",
            "What does {t} cost?",
            "Price of {t}, please?",
            "What would I have to pay for {t}?",
        ),
        asked_by_description=(
            "How much is {d}?",
            "I can't remember the title, but what would {d} cost me?",
            "What do you charge for {d}?",
        ),
        asked_carelessly="how much is {t}",
        value=lambda book: book.price,
        misread_value=_other_price,
        guessed_value=_other_price,
        sentence="It costs {v}.",
        title_sentence="{t} costs {v}.",
        vague=lambda book: f"It is priced like most of our other {book.binding} titles.",
        ignored="I can't see a price for it, but books of that kind are mostly between £8 and £25.",
    ),
    Fact(
        name="pages",
        asked_by_title=(
            "How many pages does {t} have?",
            "What is the page count of {t}?",
            "I have a two-hour train ride. How many pages is {t}?",
        ),
        asked_by_description=(
            "How thick is {d}, in pages?",
            "Is it a long read, {d}? How many pages?",
        ),
        asked_carelessly="how many pages has {t}",
        value=lambda book: str(book.pages),
        misread_value=lambda book: str(_digits_swapped(book.pages)),
        guessed_value=lambda book: str(_digits_swapped(book.pages)),
        sentence="It has {v} pages.",
        title_sentence="{t} has {v} pages.",
        vague="It is of middling length.",
        ignored="I don't have the length of that one. Most books have between 200 and 400 pages.",
    ),
    Fact(
        name="year",
        asked_by_title=(
            "When was {t} published?",
            "What year did {t} come out?",
            "From which year is your copy of {t}?",
        ),
        asked_by_description=("When did {d} come out?", "What year is {d} from?"),
        asked_carelessly="when did {t} come out",
        value=lambda book: str(book.year),
        misread_value=lambda book: str(book.year + (1 if book.pages % 2 else -2)),
        guessed_value=lambda book: str(book.year + (1 if book.pages % 2 else -2)),
        sentence="It came out in {v}.",
        title_sentence="{t} came out in {v}.",
        vague=_vague_year,
        ignored="I don't have a publication date for that book.",
    ),
    Fact(
        name="publisher",
        asked_by_title=(
            "Who publishes {t}?",
            "Which press brought out {t}?",
            "I need the publisher of {t} for a bibliography.",
        ),
        asked_by_description=("Which press is behind {d}?",),
        asked_carelessly="publisher of {t}",
        value=lambda book: book.publisher,
        misread_value=lambda book: book.author,
        guessed_value=_other_publisher,
        sentence="It is published by {v}.",
        title_sentence="{t} is published by {v}.",
        vague="One of the smaller independent presses.",
        ignored="I'm not able to say who published it. The title page will tell you.",
    ),
    Fact(
        name="shelf",
        asked_by_title=(
            "Which shelf is {t} on?",
            "I'm in the shop now. On what shelf do I find {t}?",
            "Shelf number for {t}?",
        ),
        asked_by_description=(
            "On which shelf do you keep {d}?",
            "I'm standing by the till and looking for {d}. Which shelf?",
        ),
        asked_carelessly="what shelf is {t} on",
        value=lambda book: book.shelf,
        misread_value=_other_shelf,
        guessed_value=_other_shelf,
        sentence="It is on shelf {v}.",
        title_sentence="{t} is on shelf {v}.",
        vague=lambda book: f"You will find it {book.room}.",
        ignored="Please ask one of the booksellers; shelves change quite often in most shops.",
    ),
    Fact(
        name="stock",
        asked_by_title=(
            "How many copies of {t} have you got?",
            "Before I come over: how many of {t} are in the shop?",
            "Is {t} in stock, and how many?",
        ),
        asked_by_description=(
            "Have you got {d}? How many, if so?",
            "Could I pick up {d} today, or are you out? How many are there?",
        ),
        asked_carelessly="do u have {t} in stock how many",
        value=lambda book: stock_words(book.n_stock),
        misread_value=lambda book: stock_words((book.n_stock + 2) % 8 or 3),
        guessed_value=lambda book: stock_words((book.n_stock + 2) % 8 or 3),
        sentence="According to the catalogue: {v}.",
        title_sentence="{t}: {v}.",
        vague="It is a title that we usually have about the place.",
        ignored="I can't check the stock from here. It is best to ring before you come.",
    ),
)

FACT_BY_NAME = {fact.name: fact for fact in FACTS}

INVENTIONS = (
    "It is on offer this week at 20 per cent off.",
    "A film of it opens in the autumn.",
    "The author is signing copies here next Friday.",
    "You can also have it as an e-book from our website.",
    "Every copy comes with a free tote bag.",
    "It has been translated into eleven languages.",
    "It was our bestseller last Christmas.",
    "If you buy two, the third is free.",
    "The next printing is going to cost £2 more.",
    "It was on the shortlist for last year's Booksellers' Medal.",
)


def stated(fact: Fact, value: str) -> str:
    """The fact as a sentence of its own."""
    return fact.sentence.format(v=value)
