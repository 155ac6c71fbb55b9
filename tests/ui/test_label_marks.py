"""Marks that lead the eye: words of the query, the nearest sentence, citations."""

import time

import pytest

from workbench.ui.label_marks import (
    cited_ids,
    is_laid_out,
    nearest_passage,
    nearest_sentence,
    query_terms,
)


def marked(answer: str, text: str) -> str | None:
    found = nearest_sentence(answer, text)
    if found is None:
        return None
    units = text.encode("utf-16-le")
    return units[2 * found[0] : 2 * found[1]].decode("utf-16-le")


def test_common_words_are_not_marked_and_figures_are() -> None:
    assert query_terms("How long is the day ticket valid in 2024?", None) == (
        "long",
        "day",
        "ticket",
        "valid",
        "2024",
    )


def test_scripts_without_spaces_are_marked_by_pairs_of_signs() -> None:
    assert query_terms("終電は何時") == ("終電", "電は", "は何", "何時")
    assert query_terms("مدة التذكرة") == ("مدة", "التذكرة")


@pytest.mark.parametrize(
    ("answer", "text", "nearest"),
    [
        (
            "It is valid until 03:00.",
            "Helmets are free. A ticket is valid until 03:00. Ask us.",
            "A ticket is valid until 03:00.",
        ),
        (
            "Trains cost 7.40 each.",
            "Buses are free. Trains cost 7.40 a day",
            "Trains cost 7.40 a day",
        ),
        ("Nothing like it.", "Helmets are free. Ask at the depot.", None),
        ("", "Helmets are free.", None),
        ("🎫 ticket valid", "🎫🎫 Ask. The ticket 🎫 is valid!", "The ticket 🎫 is valid!"),
    ],
)
def test_the_sentence_that_shares_most_with_the_answer(
    answer: str, text: str, nearest: str | None
) -> None:
    assert marked(answer, text) == nearest


def test_citations_by_number_and_by_id_are_found() -> None:
    prompt = ("a", "b/1", None, "7")
    assert cited_ids("So it is [2], as [a] says.", prompt) == {"b/1", "a"}
    assert cited_ids("See [1, 2] and [doc 1].", prompt) == {"a", "b/1"}
    # An id that is a number means itself, not a place.
    assert cited_ids("See [7].", prompt) == {"7"}
    assert cited_ids("None [9], [3], [x] or 1.", prompt) == frozenset()


def test_the_passage_to_look_at_shares_at_least_two_words() -> None:
    texts = [("a", "Helmets cost 2 extra"), ("", "valid until 03:00"), ("b", "Valid until 03:00")]
    assert nearest_passage("It is valid until 03:00", texts) == "b"
    assert nearest_passage("Cats", texts) is None


def test_tables_and_code_keep_a_fixed_width_and_prose_does_not() -> None:
    assert is_laid_out("| a | b |\n|---|---|\n| 1 | 2 |")
    assert is_laid_out("```\nx = 1\n```")
    assert not is_laid_out("One | two.\nThree.")


def test_a_long_text_without_stops_is_searched_at_its_beginning_alone() -> None:
    began = time.monotonic()
    assert nearest_sentence("alpha beta", "word " * 400_000) is None
    assert not is_laid_out("|" * 2_000_000)
    assert time.monotonic() - began < 2


def test_only_words_of_a_query_that_can_be_words_are_searched_for() -> None:
    assert query_terms("tariff " + "x" * 61) == ("tariff",)
    assert len(query_terms(" ".join(f"word{n}" for n in range(100_000)))) < 1_000
