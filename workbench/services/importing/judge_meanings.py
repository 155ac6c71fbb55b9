"""What the judges' words of a file stand for: said now, confirmed earlier, or obvious."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from shlex import quote
from typing import NamedTuple

from db import read_imports, write_traces, write_words
from db.bulk import Connection
from db.read_queues import read_judges
from workbench.domain.records import JudgeId
from workbench.formats.verdict_words import (
    Meaning,
    meanings_from_fail_value,
    obvious_meaning,
)
from workbench.services.find_judge import judge_names
from workbench.services.importing.import_report import JudgeWord

Stands = tuple[str | None, str | None]


class JudgeMeanings(NamedTuple):
    """Verdict and reason by (judge number, word), the words as listed, and what to confirm."""

    judge_ids: list[int]
    stands: dict[tuple[int, str], Stands]
    words: tuple[JudgeWord, ...]
    confirmed_now: dict[tuple[int, str], Meaning]


def stands_as(meaning: str | None) -> Stands:
    """Give the verdict and the reason that a meaning is stored as."""
    if meaning is None:
        return None, write_words.UNMAPPED
    if meaning == "not_usable":
        return None, write_words.NOT_USABLE
    return meaning, None


def ensure_judges(
    connection: Connection, judges: Sequence[JudgeId], thresholds: Mapping[int, float]
) -> list[int]:
    """Give the ids of the judges in their order, inserting those that do not exist."""
    write_traces.insert_judges(
        connection,
        [
            (judge.name, judge.version, judge.prompt_fingerprint, thresholds.get(number))
            for number, judge in enumerate(judges)
        ],
    )
    known = read_imports.judge_ids(connection, {judge.name for judge in judges})
    return [known[judge.name, judge.version, judge.prompt_fingerprint] for judge in judges]


def judge_meanings(
    connection: Connection,
    judges: Sequence[JudgeId],
    thresholds: Mapping[int, float],
    counts: Mapping[tuple[int, str], int],
    fail_value: str | None,
    stated: Mapping[tuple[int, str], Meaning],
) -> JudgeMeanings:
    """Decide every word: `fail_value` first, then what was confirmed, then the obvious.

    `stated` is what our own file says was confirmed where it was written; it yields to what is
    confirmed in this store.
    """
    ids = ensure_judges(connection, judges, thresholds)
    remembered = read_imports.confirmed_words(connection, ids)
    now: dict[tuple[int, str], Meaning] = {}
    if fail_value is not None:
        for number in range(len(judges)):
            words = [word for judge, word in counts if judge == number]
            said = meanings_from_fail_value(words, fail_value)
            now |= {(number, word): meaning for word, meaning in said.items()}
    for (number, word), said_there in stated.items():
        if (ids[number], word) not in remembered and obvious_meaning(word) != said_there:
            now.setdefault((number, word), said_there)
    known = read_judges(connection)
    names = {row.judge_id: name for row, name in zip(known, judge_names(known), strict=True)}
    stands: dict[tuple[int, str], Stands] = {}
    listed: list[JudgeWord] = []
    for (number, word), n in sorted(counts.items(), key=lambda item: (item[0][0], -item[1])):
        meaning = (
            now.get((number, word)) or remembered.get((ids[number], word)) or obvious_meaning(word)
        )
        stands[number, word] = stands_as(meaning)
        listed.append(JudgeWord(names[ids[number]], word, meaning, n))  # type: ignore[arg-type]
    return JudgeMeanings(ids, stands, tuple(listed), now)


def confirm(connection: Connection, meanings: JudgeMeanings, confirmed_at: datetime) -> None:
    """Remember what was said now, and apply it to what the judges said before."""
    for (number, word), meaning in meanings.confirmed_now.items():
        judge_id = meanings.judge_ids[number]
        write_words.put_word(connection, judge_id, word, meaning, confirmed_at)
        write_words.apply_word(connection, judge_id, word, *stands_as(meaning))


def unmapped_message(words: Sequence[JudgeWord]) -> str:
    """Say which words wait for a person, and the command that maps them."""
    waiting = [word for word in words if word.meaning is None]
    listed = ", ".join(f"{word.word!r} × {word.n}" for word in waiting[:20])
    more = f" and {len(waiting) - 20} more" if len(waiting) > 20 else ""
    judge = waiting[0].judge
    return (
        f"judge words whose meaning a person must confirm: {listed}{more}. Their verdicts count as "
        f"not usable until then. Say it with: workbench map-verdicts --judge {quote(judge)} "
        "--fail WORD --pass WORD"
    )
