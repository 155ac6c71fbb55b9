"""Where to look in a passage: the query's words, the sentence nearest the answer, citations.

Chosen: marks that need no model and say what they are, words shared and brackets written.
They lead the eye; nothing is decided by them. Long texts are searched at their beginning only,
and all of an item's texts together up to a limit, so that a trace of megabytes opens at once.
Places are counted in UTF-16 units, as the browser counts them.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice

WORD = re.compile(r"[^\W_]+(?:[.,:'’-][^\W_]+)*")
SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?](?=\S)[^.!?。！？\n]+)*[.!?。！？]*")
CITED = re.compile(r"\[\^?([^\[\]\n]{1,80})\]")
# Scripts that are written without spaces: words of two signs stand in for words.
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af\u0e00-\u0e7f]+")
MARKUP_SIGNS = ("|", "```", "\t", "    ")
MARKUP = re.compile(r"^\s*\|.*\|\s*$|^\s*```|^(?: {4}|\t)\S|\t.*\t", re.MULTILINE)
COMMON_WORDS = (
    "a an and are as at be by can could did do does for from had has have how i if in into is it "
    "its may me my no not of on one or our out so than that the their them then there these they "
    "this to was we were what when where which who whom whose why will with would you your "
    "der die das und ist ein eine le la les des et est un une el los las de que en"
)
COMMON = frozenset(COMMON_WORDS.split())
SEARCHED = 6_000
SEARCHED_IN_ALL = 400_000
# What is longer is an encoded file or a row of signs, and the browser searches for each word.
LONGEST_WORD = 60
SHARED = 2
SHARE = 0.34


def query_terms(*texts: str | None) -> tuple[str, ...]:
    """The words worth marking, in lower case; of scripts without spaces every pair of signs."""
    words = (word for text in texts if text for word in _words(text[:SEARCHED]))
    return tuple(dict.fromkeys(word for word in words if len(word) <= LONGEST_WORD))


def _words(text: str) -> list[str]:
    found: list[str] = WORD.findall(text.lower())
    # Most texts are spaced throughout, and looking into each word of them costs most of it all.
    if UNSPACED.search(text) is None:
        return [word for word in found if _says_something(word)]
    words: list[str] = []
    for word in found:
        if UNSPACED.search(word):
            for run in UNSPACED.findall(word):
                words += [run[n : n + 2] for n in range(max(1, len(run) - 1))]
        elif _says_something(word):
            words.append(word)
    return words


def _says_something(word: str) -> bool:
    return word not in COMMON and (len(word) > 2 or word.isdigit())


@lru_cache(maxsize=256)
def _word_set(text: str) -> frozenset[str]:
    return frozenset(_words(text))


@lru_cache(maxsize=4_096)
def nearest_sentence(answer: str, text: str) -> tuple[int, int] | None:
    """Begin and end of the sentence that shares most of its words with the answer.

    None where no sentence shares two words and a third of its own.
    """
    known = _word_set(answer)
    lowered = text[:SEARCHED].lower()
    # Where two words stand nowhere at all, no sentence has to be taken apart.
    if len(list(islice((word for word in known if word in lowered), SHARED))) < SHARED:
        return None
    best: tuple[float, int, int] | None = None
    for match in SENTENCE.finditer(text[:SEARCHED]):
        words = set(_words(match.group()))
        n_shared = len(words & known)
        if n_shared < SHARED or n_shared / len(words) < SHARE:
            continue
        # Of two sentences with the same words the one that says less beside them is nearer.
        score = n_shared + n_shared / len(words)
        if best is None or score > best[0]:
            lead = len(match.group()) - len(match.group().lstrip())
            best = (score, match.start() + lead, match.end())
    return None if best is None else (_units(text, best[1]), _units(text, best[2]))


def _units(text: str, place: int) -> int:
    before = text[:place]
    return place if before.isascii() else len(before.encode("utf-16-le", "surrogatepass")) // 2


def nearest_passage(claim: str, texts: Iterable[tuple[str, str]]) -> str | None:
    """Id of the passage that shares most words with a text; None where none shares two."""
    known = frozenset(_words(claim))
    best, best_id = SHARED - 1, None
    for doc_id, text in texts:
        n_shared = len(known & set(_words(text[:SEARCHED])))
        if doc_id and n_shared > best:
            best, best_id = n_shared, doc_id
    return best_id


def cited_ids(answer: str, prompt_ids: Sequence[str | None]) -> frozenset[str]:
    """Ids that an answer cites in brackets: by id, or by their number in the prompt."""
    found = set()
    for match in CITED.finditer(answer):
        for part in re.split(r"[,;]\s*", match.group(1)):
            name = re.sub(
                r"^(?:doc|document|source|passage)[\s:#]*(?=\d)", "", part.strip(), flags=re.I
            )
            if name in prompt_ids or part.strip() in prompt_ids:
                found.add(name if name in prompt_ids else part.strip())
            elif name.isdecimal() and 0 < int(name) <= len(prompt_ids):
                found.add(prompt_ids[int(name) - 1] or "")
    return frozenset(found - {""})


@lru_cache(maxsize=4_096)
def is_laid_out(text: str) -> bool:
    """Whether a text is set in columns or code, which only a fixed width keeps readable."""
    # Most texts have none of the signs, which is told at once.
    if not any(sign in text for sign in MARKUP_SIGNS):
        return False
    return len(MARKUP.findall(text[:SEARCHED])) >= SHARED
