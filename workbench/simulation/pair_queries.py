"""Queries about two books, or about one book in two bindings, written from the catalogue."""

from collections.abc import Iterator

from workbench.simulation.corpus import Book
from workbench.simulation.facts import FACT_BY_NAME, INVENTIONS, stated
from workbench.simulation.query import Query, Slip


def two_book_queries(number: int, first: Book, second: Book) -> Iterator[Query]:
    """A comparison of two books, if they differ in what is asked; both entries are needed."""
    gold = ((first.doc_id, second.doc_id),)
    partial = f"{first.title} has {first.pages} pages."
    if number % 3 == 0:
        if first.pages == second.pages:
            return
        longer, shorter = (first, second) if first.pages > second.pages else (second, first)
        text = f"Which is longer, {first.title} or {second.title}?"
        right = f"{longer.title}: {longer.pages} pages against {shorter.pages}."
        wrong = f"{shorter.title} is the longer one."
        misread = f"{shorter.title}: {longer.pages} pages against {shorter.pages}."
    elif number % 3 == 1:
        if first.year == second.year:
            return
        older, newer = (first, second) if first.year < second.year else (second, first)
        text = f"Which came out first, {first.title} or {second.title}?"
        right = f"{older.title} in {older.year}; {newer.title} followed in {newer.year}."
        wrong = f"{newer.title} was first, as far as I can tell."
        misread = f"{newer.title} in {older.year}; {older.title} followed in {newer.year}."
        partial = f"{first.title} came out in {first.year}."
    else:
        text = f"What do {first.title} and {second.title} cost together?"
        pence = [round(100 * float(book.price.removeprefix("£"))) for book in (first, second)]
        total = f"£{sum(pence) // 100}.{sum(pence) % 100:02d}"
        right = f"{total} together: {first.price} and {second.price}."
        wrong = f"£{(sum(pence) + 300) // 100}.{(sum(pence) + 300) % 100:02d} for both."
        misread = f"£{(sum(pence) - 100) // 100}.{sum(pence) % 100:02d} together."
        partial = f"{first.title} costs {first.price}."
    yield Query(
        "two books",
        text,
        right,
        gold,
        (right,),
        wrong,
        (Slip("incomplete", partial), Slip("misread", misread)),
    )


def two_edition_queries(number: int, first: Book, second: Book) -> Iterator[Query]:
    """Queries about a title in two bindings: one entry is meant, either will do, or both."""
    title, author = first.title, first.author
    other_publisher = FACT_BY_NAME["publisher"].guessed_value(first)
    for book, other in ((first, second), (second, first)):
        for fact in (
            FACT_BY_NAME["price"],
            FACT_BY_NAME["pages"],
            FACT_BY_NAME["year"],
            FACT_BY_NAME["stock"],
        ):
            if fact.name == "price" and book.publisher == "Gannet Press":
                continue  # the note on Gannet Classics states it too
            value, other_value = fact.value(book), fact.value(other)
            if value == other_value:
                continue
            asked = fact.asked_by_title[number % len(fact.asked_by_title)]
            right = stated(fact, value)
            yield Query(
                "edition",
                asked.format(t=f"the {book.binding} of {title}"),
                f"{title} ({book.binding}). {right}",
                ((book.doc_id,),),
                (right, f"{right} That is the {book.binding}."),
                stated(fact, other_value),
                (
                    Slip("misread", stated(fact, other_value)),
                    Slip("unsupported_claim", f"{right} {INVENTIONS[number]}"),
                ),
            )
    yield Query(
        "edition",
        f"{title}: who is it by and who publishes it?",
        f"{author}; {first.publisher}.",
        ((first.doc_id,), (second.doc_id,)),
        (f"It is by {author} and published by {first.publisher}.",),
        f"It is published by {other_publisher}; I can't see the author.",
        (
            Slip("incomplete", f"It is by {author}."),
            Slip(
                "misread",
                f"It is by {author} and published by {other_publisher}.",
            ),
        ),
    )
    yield Query(
        "edition",
        f"In how many bindings do you have {title}, and what do they cost?",
        f"Two: {first.binding} at {first.price} and {second.binding} at {second.price}.",
        ((first.doc_id, second.doc_id),),
        (f"Two: the {first.binding} at {first.price} and the {second.binding} at {second.price}.",),
        f"Only one, the {second.binding}, at {second.price}.",
        (
            Slip("incomplete", f"There is the {first.binding} at {first.price}."),
            Slip(
                "misread",
                f"Two: the {first.binding} at {second.price} and the {second.binding} "
                f"at {first.price}.",
            ),
        ),
    )
