"""The words of people's verdicts at the door: to an answer, a stage, the side door or a skip.

A stage word means wrong, failing there. What is in no list is asked, never guessed: `yes`
may answer "is it right?" and "did it fail?".
"""

from collections.abc import Mapping
from typing import NamedTuple

from workbench.domain.vocabulary import STAGE_OF_BUCKET, Answer, EntryKind, Stage, Unresolved

ANSWER_WORDS: dict[str, Answer] = {
    **dict.fromkeys(("ok", "okay", "pass", "passed", "correct", "right"), Answer.CORRECT),
    **dict.fromkeys(("fail", "failed", "wrong", "incorrect"), Answer.WRONG),
    **dict.fromkeys(("unsure", "cant_tell", "can't tell", "cannot tell"), Answer.CANT_TELL),
    **{answer.value: answer for answer in Answer},
}
STAGE_WORDS: dict[str, Stage] = {
    "coverage": Stage.COVERAGE,
    "index": Stage.COVERAGE,
    "indexing": Stage.COVERAGE,
    "rewrite": Stage.REWRITING,
    "query_rewrite": Stage.REWRITING,
    "embed": Stage.EMBEDDING,
    "retrieve": Stage.RETRIEVAL,
    "rerank": Stage.RERANKING,
    "reranker": Stage.RERANKING,
    "prompt": Stage.PACKING,
    "prompt_assembly": Stage.PACKING,
    "pack": Stage.PACKING,
    "generate": Stage.GENERATION,
    **{stage.value: stage for stage in Stage},
    **{bucket.value: stage for bucket, stage in STAGE_OF_BUCKET.items()},
}
SKIP_WORDS = frozenset({"skip", "skipped"})


class HumanWord(NamedTuple):
    """What one word means."""

    kind: EntryKind
    answer: Answer | None = None
    stage: Stage | None = None
    unresolved: Unresolved | None = None


def plain_word(word: str) -> str:
    """Give a word without case, outer blanks and final dot."""
    return word.strip().casefold().rstrip(".").replace("’", "'")


def read_human_word(word: str, said: Mapping[str, str]) -> HumanWord | None:
    """Give what a verdict word means; `said` maps words to ours first. None where unknown."""
    key = plain_word(word)
    key = plain_word(said.get(key, key))
    if key in ANSWER_WORDS:
        return HumanWord(EntryKind.VERDICT, ANSWER_WORDS[key])
    spelled = key.replace(" ", "_").replace("-", "_")
    if spelled in STAGE_WORDS:
        return HumanWord(EntryKind.VERDICT, Answer.WRONG, STAGE_WORDS[spelled])
    if spelled in list(Unresolved):
        return HumanWord(EntryKind.VERDICT, unresolved=Unresolved(spelled))
    if key in SKIP_WORDS:
        return HumanWord(EntryKind.SKIP)
    return None


def read_said(words: Mapping[str, str]) -> dict[str, str]:
    """Check a mapping from a file's words to ours; raises ValueError naming a wrong one."""
    said = {plain_word(word): meaning for word, meaning in words.items()}
    for word, meaning in said.items():
        if read_human_word(meaning, {}) is None:
            known = ", ".join([*Answer, *Stage, *Unresolved, "skip"])
            raise ValueError(f"{word!r} is said to mean {meaning!r}; say one of {known}.")
    return said


def own_word(kind: EntryKind, answer: Answer | None) -> str:
    """Give the word that an entry is written as; a note has none."""
    if kind is EntryKind.VERDICT:
        return answer.value if answer is not None else ""
    return "" if kind is EntryKind.NOTE else kind.value
