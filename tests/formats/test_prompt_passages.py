"""Passages found in a logged prompt by their text, and how each was found."""

from workbench.formats.prompt_passages import place_passages

LONG = "The day ticket is valid on all lines of the city from the first stamp until three. " * 4
OTHER = "Bicycles may be taken along outside the morning rush hour for a reduced fare."


def how(prompt: str, *texts: str) -> list[tuple[int, str]]:
    return [(item.at, item.how) for item in place_passages(prompt, list(texts)) or []]


def test_passages_come_in_the_order_of_the_prompt() -> None:
    assert how(f"Context: {OTHER}\n\n{LONG}\nQuestion?", LONG, OTHER) == [
        (1, "exact"),
        (0, "exact"),
    ]


def test_spacing_case_and_unicode_forms_do_not_hide_a_passage() -> None:
    prompt = "BICYCLES may be taken\u00a0along outside the\n morning rush hour for a reduced fare."
    assert how(prompt, OTHER) == [(0, "folded")]
    assert how("the ofﬁce opens at nine", "The office opens at nine") == [(0, "folded")]


def test_a_long_passage_found_by_its_beginning_was_cut() -> None:
    assert how(f"Context: {LONG[:100]}… Question?", LONG) == [(0, "head")]


def test_a_short_passage_is_never_found_by_its_beginning() -> None:
    assert how(f"Context: {OTHER[:30]}", OTHER) == []


def test_a_passage_inside_a_longer_one_is_not_found_there() -> None:
    inner = "valid on all lines of the city"
    whole = f"The ticket is {inner} until three."
    assert how(f"Context: {whole}", whole, inner) == [(0, "exact")]
    assert how(f"Context: {whole} And {inner}.", whole, inner) == [(0, "exact"), (1, "exact")]


def test_equal_passages_share_their_place() -> None:
    assert how(f"Context: {OTHER}", OTHER, OTHER) == [(0, "exact"), (1, "exact")]


def test_very_short_passages_decide_nothing() -> None:
    assert place_passages("Is Paris the capital?", ["Paris"]) is None
    assert place_passages("Is Paris the capital?", [OTHER]) == []
