"""The words that a judge used and what each was read as: the mapping in force, with its counts."""

from collections import Counter
from collections.abc import Mapping

from db import read_calibration
from workbench.services.open_store import Store
from workbench.services.results import WordCount
from workbench.services.triage.observe_run import Target, read_target

UNMAPPED = "unmapped"
ORDER = ("fail", "pass", "not_usable", None)


def verdict_words(
    store: Store, run: str, judge: str, where: Mapping[str, str] | None = None
) -> tuple[WordCount, ...]:
    """Give every distinct word of the judge on the run, with what it was read as and how often.

    Raises
    ------
    InputError
        Unknown run or judge.
    """
    return read_verdict_words(store, read_target(store, run, judge, where or {}))


def read_verdict_words(store: Store, target: Target) -> tuple[WordCount, ...]:
    """Give the words of a target set's judge, those read as fail first, the frequent ones first."""
    with store.reading() as connection:
        judge_id = target.judge_id or 0
        rows = read_calibration.read_words(connection, target.run_ids, judge_id, target.where)
        confirmed = read_calibration.read_confirmed_words(connection, judge_id)
    counts: Counter[tuple[str, str | None]] = Counter()
    for word, verdict, reason, n in rows:
        counts[word, verdict or confirmed.get(word) or _meaning(reason)] += n
    found = [WordCount(word, meaning, n) for (word, meaning), n in counts.items()]
    return tuple(sorted(found, key=lambda one: (ORDER.index(one.meaning), -one.n, one.word)))


def _meaning(reason: str | None) -> str | None:
    is_open = reason is not None and reason.startswith(UNMAPPED)
    return None if is_open else "not_usable"
