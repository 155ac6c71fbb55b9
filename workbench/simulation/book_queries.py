"""Queries about books, written from the catalogue: by title, by description, misspelt.

The choice of phrasing follows the position in the tables and not a random number, so the pool is
the same for every seed.
"""

from collections.abc import Iterator

from workbench.simulation.corpus import Book, books, supplier_sheets
from workbench.simulation.facts import FACT_BY_NAME, FACTS, INVENTIONS, Fact, stated
from workbench.simulation.pair_queries import two_book_queries, two_edition_queries
from workbench.simulation.query import Query, Slip

OTHER_SOURCES = {("publisher", "Ropewalk Local Press"), ("shelf", "Ropewalk Local Press")}
"""Facts that a note states as well; left out, so that gold stays complete."""


def misspell(text: str, seed: int) -> str:
    """The text in lower case with one slip in each longer word."""
    words = []
    for number, word in enumerate(text.lower().replace(",", "").split()):
        middle = len(word) // 2
        if len(word) < 5:
            words.append(word)
        elif (seed + number) % 3 == 0:
            words.append(word[:middle] + word[middle + 1 :])
        elif (seed + number) % 3 == 1:
            words.append(word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :])
        else:
            words.append(word[:middle] + word[middle] + word[middle:])
    return " ".join(words)


def _fact_slips(fact: Fact, book: Book, number: int) -> tuple[Slip, ...]:
    invention = INVENTIONS[number % len(INVENTIONS)]
    vague = fact.vague if isinstance(fact.vague, str) else fact.vague(book)
    return (
        Slip("misread", stated(fact, fact.misread_value(book))),
        Slip("unsupported_claim", f"{stated(fact, fact.value(book))} {invention}"),
        Slip("wrong_specificity", vague),
        Slip("ignored_context", fact.ignored, declines=True),
    )


def _reference(fact: Fact, book: Book) -> str:
    return fact.title_sentence.format(t=book.title, v=fact.value(book))


def _single_books() -> tuple[Book, ...]:
    catalogue = books()
    titles = [book.title for book in catalogue]
    return tuple(book for book in catalogue if titles.count(book.title) == 1)


def _has_other_source(fact: Fact, book: Book) -> bool:
    if (fact.name, book.publisher) in OTHER_SOURCES:
        return True
    return fact.name == "publisher" and book.title in supplier_sheets()


def _about_one_book(number: int, book: Book, single: tuple[Book, ...]) -> Iterator[Query]:
    for fact_number, fact in enumerate(FACTS):
        if _has_other_source(fact, book):
            continue
        phrasing = number + fact_number
        reference = _reference(fact, book)
        right = stated(fact, fact.value(book))
        slips = _fact_slips(fact, book, phrasing)
        missed = stated(fact, fact.guessed_value(book))
        mistaken = next(
            other
            for other in (*single[number + 11 :], *single)
            if fact.value(other) != fact.value(book)
        )
        by_title = fact.asked_by_title[phrasing % len(fact.asked_by_title)]
        titled = f"{book.title} by {book.author}" if phrasing % 3 == 0 else book.title
        yield Query(
            "title",
            by_title.format(t=titled),
            reference,
            ((book.doc_id,),),
            (right, reference),
            missed,
            slips,
            fact.name,
        )
        if book.description is not None:
            described = fact.asked_by_description[phrasing % len(fact.asked_by_description)]
            # three in four customers remember who wrote it, if not what it is called
            author = (
                "",
                f" (by {book.author})",
                f" (by {book.author})",
                f" ({book.author}, I think)",
            )
            yield Query(
                "description",
                described.format(d=f"{book.description}{author[phrasing % 4]}"),
                f"{book.title} by {book.author} is meant. {right}",
                ((book.doc_id,),),
                (f"That is {book.title} by {book.author}. {right}", reference),
                f"That sounds like {mistaken.title} by {mistaken.author}. "
                f"{stated(fact, fact.value(mistaken))}",
                slips,
                fact.name,
                names_title=False,
            )
        if fact_number == number % len(FACTS):
            yield Query(
                "misspelt",
                fact.asked_carelessly.format(t=misspell(book.title, number)),
                reference,
                ((book.doc_id,),),
                (reference, right),
                missed,
                slips,
                fact.name,
            )


def _two_facts(number: int, book: Book) -> Iterator[Query]:
    first = FACTS[number % len(FACTS)]
    second = FACTS[(number + 2) % len(FACTS)]
    if _has_other_source(first, book) or _has_other_source(second, book):
        return
    first_right, second_right = (stated(fact, fact.value(book)) for fact in (first, second))
    first_wrong, second_wrong = (stated(fact, fact.misread_value(book)) for fact in (first, second))
    nouns = {
        "price": "the price",
        "pages": "the number of pages",
        "year": "the year of publication",
        "publisher": "the publisher",
        "shelf": "the shelf",
        "stock": "the number of copies in stock",
    }
    asked = f"{nouns[first.name]} and {nouns[second.name]}"
    texts = (
        f"Could you tell me {asked} of {book.title}?",
        f"{book.title}: {asked}, please.",
        f"I'd need two things about {book.title}: {asked}.",
    )
    yield Query(
        "two facts",
        texts[number % len(texts)],
        f"{_reference(first, book)} {second_right}",
        ((book.doc_id,),),
        (f"{_reference(first, book)} {second_right}", f"{first_right} {second_right}"),
        f"{first_wrong} {second_wrong}",
        (
            Slip("incomplete", _reference(first, book)),
            Slip("misread", f"{first_right} {second_wrong}"),
            Slip(
                "unsupported_claim",
                f"{first_right} {second_right} {INVENTIONS[number % len(INVENTIONS)]}",
            ),
        ),
    )


def _with_format(number: int, book: Book) -> Iterator[Query]:
    price, pages, year = book.price, book.pages, book.year
    ramble = (
        f"Thank you for asking about {book.title}! {book.author}'s book was published by "
        f"{book.publisher} in {year}. It is a {book.binding} edition with {pages} pages, and we "
        f"sell it for {price}."
    )
    demands = (
        (
            f"What is the price of {book.title}? Give me the figure only.",
            f"{price} (the figure only).",
            price,
            FACT_BY_NAME["price"].misread_value(book),
        ),
        (
            f"{book.title}: reply as JSON with the keys price and pages, nothing else.",
            f'{{"price": "{price}", "pages": {pages}}} (JSON only).',
            f'{{"price": "{price}", "pages": {pages}}}',
            f'{{"price": "{FACT_BY_NAME["price"].misread_value(book)}", "pages": {pages}}}',
        ),
        (
            f"For my list I need {book.title} in the form Author / Title / Year, on one line.",
            f"{book.author} / {book.title} / {year} (in that form).",
            f"{book.author} / {book.title} / {year}",
            f"{book.author} / {book.title} / {FACT_BY_NAME['year'].misread_value(book)}",
        ),
    )
    text, reference, right, misread = demands[number % len(demands)]
    yield Query(
        "format",
        text,
        reference,
        ((book.doc_id,),),
        (right,),
        misread,
        (Slip("wrong_format", ramble), Slip("misread", misread)),
    )


def book_queries() -> tuple[Query, ...]:
    """Every query written from the catalogue, in a fixed order."""
    single = _single_books()
    queries: list[Query] = []
    for number, book in enumerate(single):
        queries += _about_one_book(number, book, single)
        queries += _two_facts(number, book)
        queries += _with_format(number, book)
        # half the pairs are neighbours on a shelf, half come from far apart
        partner = single[(number + (1 if number % 2 else 37)) % len(single)]
        queries += two_book_queries(number, book, partner)
    catalogue = books()
    twins = [
        (first, second)
        for position, first in enumerate(catalogue)
        for second in catalogue[position + 1 :]
        if first.title == second.title
    ]
    for number, (first, second) in enumerate(twins):
        queries += two_edition_queries(number, first, second)
    return tuple(queries)
