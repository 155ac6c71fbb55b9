"""The bookshop's texts: complete, of readable length, and free of accidental twins."""

from collections import Counter

from workbench.simulation.corpus import books, bookshop_corpus, supplier_sheets
from workbench.simulation.pipeline import PipelineSettings, Retriever
from workbench.simulation.queries import MIX, query_pool


def test_corpus_holds_between_220_and_300_passages_of_readable_length() -> None:
    corpus = bookshop_corpus()
    assert 220 <= len(corpus) <= 300
    assert all(100 <= len(passage.text) <= 500 for passage in corpus)


def test_no_passage_stands_twice() -> None:
    texts = Counter(passage.text for passage in bookshop_corpus())
    assert max(texts.values()) == 1


def test_every_fact_of_a_book_stands_in_its_entry() -> None:
    texts = {passage.doc_id: passage.text for passage in bookshop_corpus()}
    for book in books():
        text = texts[book.doc_id]
        for part in (
            book.title,
            book.author,
            str(book.year),
            book.publisher,
            book.price,
            f"{book.pages} pages",
            f"helf {book.shelf} ",
        ):
            assert part in text, (book.doc_id, part)


def test_supplier_sheets_are_about_books_of_the_catalogue() -> None:
    assert supplier_sheets().keys() <= {book.title for book in books()}


def test_every_query_is_asked_once_and_has_a_known_kind() -> None:
    pool = query_pool()
    assert len({query.text for query in pool}) == len(pool)
    assert {query.kind for query in pool} == MIX.keys()


def test_a_wrong_answer_never_repeats_a_right_one() -> None:
    for query in query_pool():
        wrong = [query.missed, *(slip.text for slip in query.slips)]
        assert not set(wrong) & set(query.right), query.text
        assert query.reference_answer not in wrong, query.text


def test_no_slip_of_a_query_repeats_another() -> None:
    for query in query_pool():
        texts = [slip.text for slip in query.slips]
        assert len(set(texts)) == len(texts), query.text


def test_shares_of_the_mix_add_up() -> None:
    assert abs(sum(MIX.values()) - 1) < 1e-9


def test_a_title_typed_right_finds_its_entry() -> None:
    retriever = Retriever(bookshop_corpus())
    k = PipelineSettings().n_candidates
    named = [query for query in query_pool() if query.kind == "title"]
    n_found = sum(
        query.gold[0][0] in [c.passage.doc_id for c in retriever.candidates(query.text, k)]
        for query in named
    )
    assert n_found / len(named) > 0.95


def test_a_text_without_known_words_finds_nothing() -> None:
    assert Retriever(bookshop_corpus()).candidates("zzz qqq", 10) == ()
