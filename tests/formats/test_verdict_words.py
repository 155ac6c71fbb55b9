"""Words of judges and people: the obvious ones alone are read without asking."""

import pytest

from workbench.domain.vocabulary import Answer, EntryKind, Stage
from workbench.formats.human_words import HumanWord, read_human_word, read_said
from workbench.formats.verdict_words import (
    match_words,
    meanings_from_fail_value,
    obvious_meaning,
    read_mapping,
    rendered,
)


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("pass ", "pass "),
        ("1", "1 (text)"),
        (1, "1 (number)"),
        (0.5, "0.5 (number)"),
        ("True", "True (text)"),
        (True, "true"),
        (False, "false"),
        (None, "null"),
        ("null", "null (text)"),
        ("", "empty text"),
        ("  ", "empty text"),
    ],
)
def test_every_value_has_a_word_of_its_own(value: object, word: str) -> None:
    assert rendered(value) == word


def test_case_blanks_and_final_dot_are_read_over() -> None:
    assert [obvious_meaning(word) for word in ("Pass", " PASS. ", "Failed", "Incorrect!")] == [
        "pass",
        "pass",
        "fail",
        "fail",
    ]


@pytest.mark.parametrize("word", ["yes", "No", "1 (number)", "true", "0.5 (number)", "good", "A"])
def test_a_direction_that_is_not_obvious_waits(word: str) -> None:
    assert obvious_meaning(word) is None


@pytest.mark.parametrize(
    "word", ["N/A", "null", "empty text", "maybe", "error: timeout", "Timeout"]
)
def test_no_verdict_is_not_usable(word: str) -> None:
    assert obvious_meaning(word) == "not_usable"


def test_the_failing_value_reaches_every_spelling_of_itself() -> None:
    words = ["1 (text)", "1 (number)", "0 (number)", "yes"]
    assert meanings_from_fail_value(words, "1") == {
        "1 (text)": "fail",
        "1 (number)": "fail",
        "0 (number)": "pass",
    }


def test_a_bare_number_serves_one_spelling_and_not_two() -> None:
    given = read_mapping({"not_usable": ["0.5"], "fail": ["1"]})
    words = ["0.5 (number)", "1 (text)", "1 (number)"]
    assert match_words(given, words) == {"0.5 (number)": "not_usable"}


@pytest.mark.parametrize("mapping", [{"bad": ["x"]}, {"pass": ["x"], "fail": ["x"]}])
def test_a_mapping_that_contradicts_itself_is_refused(mapping: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"'x'|'bad'"):
        read_mapping(mapping)


@pytest.mark.parametrize(
    ("word", "stage"),
    [
        ("rewrite", Stage.REWRITING),
        ("index", Stage.COVERAGE),
        ("embed", Stage.EMBEDDING),
        ("Retrieval", Stage.RETRIEVAL),
        ("rerank", Stage.RERANKING),
        ("prompt assembly", Stage.PACKING),
        ("generate", Stage.GENERATION),
        ("packed_out", Stage.PACKING),
    ],
)
def test_a_stage_word_is_wrong_at_that_stage(word: str, stage: Stage) -> None:
    assert read_human_word(word, {}) == HumanWord(EntryKind.VERDICT, Answer.WRONG, stage)


def test_yes_of_a_person_is_asked() -> None:
    assert read_human_word("yes", {}) is None
    said = read_said({"Yes": "retrieval"})
    assert read_human_word("YES.", said) == HumanWord(
        EntryKind.VERDICT, Answer.WRONG, Stage.RETRIEVAL
    )
    with pytest.raises(ValueError, match="perhaps"):
        read_said({"yes": "perhaps"})
