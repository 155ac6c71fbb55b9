"""What a judge's words mean: lists them, and applies what a person confirms."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime

from db import read_imports, write_words
from db.bulk import Connection
from db.read_queues import read_judges
from db.store import Store
from workbench.errors import InputError
from workbench.formats.verdict_words import match_words, obvious_meaning, read_mapping
from workbench.services.find_judge import find_judge, judge_names
from workbench.services.importing.import_report import JudgeWord
from workbench.services.importing.judge_meanings import stands_as


def judge_words(store: Store, judge: str | None = None) -> tuple[JudgeWord, ...]:
    """Every word in the store, of one judge (NAME@VERSION) or of all, with its count."""
    with store.reading() as connection:
        if judge is None:
            wanted = {row[0] for row in read_imports.all_judges(connection)}
        else:
            wanted = {find_judge(connection, judge).judge_id}
        return _listed(connection, wanted)


def _listed(connection: Connection, wanted: Collection[int]) -> tuple[JudgeWord, ...]:
    known = read_judges(connection)
    names = {row.judge_id: name for row, name in zip(known, judge_names(known), strict=True)}
    confirmed = read_imports.confirmed_words(connection, wanted)
    counts: dict[tuple[int, str], int] = {}
    for judge_id, word, _, n in read_imports.word_counts(connection, wanted):
        counts[judge_id, word] = counts.get((judge_id, word), 0) + n
    return tuple(
        JudgeWord(
            names[judge_id],
            word,
            confirmed.get((judge_id, word)) or obvious_meaning(word),  # type: ignore[arg-type]
            n,
        )
        for (judge_id, word), n in counts.items()
    )


def map_verdict_words(store: Store, judge: str, meanings: Mapping[str, object]) -> dict[str, int]:
    """Confirm what a judge's words mean, for what is in the store and for later imports.

    Parameters
    ----------
    meanings
        By word (`{"no": "fail"}`) or by meaning (`{"fail": ["no"], "not_usable": ["0.5"]}`).

    Returns
    -------
        How many verdicts changed, by word as it is listed.

    Raises
    ------
    InputError
        A meaning is none, a word is in two, or the judge never used it; lists its words.
    """
    try:
        given = read_mapping(meanings)
    except ValueError as error:
        raise InputError(str(error)) from None
    now = datetime.now(UTC)
    with store.writing() as connection:
        judge_id = find_judge(connection, judge).judge_id
        used = [word.word for word in _listed(connection, [judge_id])]
        matched = match_words(given, used)
        unused = [word for word in given if not match_words({word: given[word]}, used)]
        if unused:
            raise InputError(
                f"Judge {judge} never used {', '.join(map(repr, unused))}. Its words: "
                f"{', '.join(map(repr, used)) or 'none'}."
            )
        changed: dict[str, int] = {}
        for word, meaning in matched.items():
            write_words.put_word(connection, judge_id, word, meaning, now)
            changed[word] = write_words.apply_word(connection, judge_id, word, *stands_as(meaning))
    return changed
