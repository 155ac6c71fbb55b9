"""A judge's opinion as a record carries it: who judged, the word, score and threshold."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple

from workbench.domain.records import JudgeId
from workbench.formats.field_values import (
    WrongField,
    kind_of,
    read_id,
    read_number,
    read_text,
    usable,
)
from workbench.formats.problems import Findings
from workbench.formats.verdict_words import (
    AT_THRESHOLD,
    BELOW_THRESHOLD,
    LONGEST_WORD,
    Meaning,
    rendered,
)

UNNAMED = "unnamed"
RAW_MEANINGS: dict[str | None, Meaning] = {"fail": "fail", "pass": "pass", None: "not_usable"}
SCORE_WITHOUT_THRESHOLD = (
    "has a score and no verdict: a graded judge needs a threshold. Give `threshold` beside the "
    "score (below it is fail), or a verdict."
)


class ReadOpinion(NamedTuple):
    """One opinion; `word` is the rendered raw verdict whose meaning is decided later.

    `meaning` is what our own file says that a person confirmed of the word.
    """

    judge: JudgeId
    word: str
    score: float | None
    threshold: float | None
    rationale: str | None
    reason: str | None
    meaning: Meaning | None = None


def fingerprint(prompt: str | None) -> str:
    """Give the short hash by which two prompts are told apart; empty where none was logged."""
    if not prompt:
        return ""
    return blake2b(prompt.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def read_judge_name(text: str) -> JudgeId:
    """Read NAME@VERSION, or NAME alone, as commands take it."""
    name, _, version = text.strip().partition("@")
    return JudgeId(name or UNNAMED, version)


def read_opinions(
    record: Mapping[str, object], line: int, findings: Findings
) -> tuple[ReadOpinion, ...]:
    """Give every opinion under `judge` and `judges`, each judge once."""
    one, several = record.get("judge"), record.get("judges")
    if several is None:
        return () if one is None else (read_opinion(one, "judge", line, findings),)
    if not isinstance(several, list):
        raise WrongField("judges", f"must be a list of judges, not {kind_of(several)}.")
    given = ([] if one is None else [("judge", one)]) + [
        (f"judges[{at}]", item) for at, item in enumerate(several)
    ]
    opinions: dict[JudgeId, ReadOpinion] = {}
    for name, item in given:
        opinion = read_opinion(item, name, line, findings)
        if opinions.setdefault(opinion.judge, opinion) != opinion:
            raise WrongField(name, f"gives a second, different verdict of {opinion.judge}.")
    return tuple(opinions.values())


def read_opinion(
    value: object,
    name: str,
    line: int,
    findings: Findings,
    default_judge: JudgeId | None = None,
) -> ReadOpinion:
    """Read one judge object; `default_judge` serves where it names none.

    A score without a verdict is decided by its threshold (below is fail), and refused
    without one.
    """
    if not isinstance(value, dict):
        raise WrongField(name, f"must be an object with name and verdict, not {kind_of(value)}.")
    try:
        judge = _judge(value, line, findings, default_judge)
        verdict = value.get("verdict")
        if isinstance(verdict, dict | list):
            raise WrongField("verdict", f"must be a word, not {kind_of(verdict)}.")
        if isinstance(verdict, str):
            usable(verdict)
        score = read_number(value, "score", line, findings)
        threshold = read_number(value, "threshold", line, findings)
        rationale = read_text(value, "rationale", line, findings)
        reason = read_text(value, "reason", line, findings)
    except WrongField as trouble:
        raise WrongField(f"{name}.{trouble.field}", trouble.message) from None
    word, meaning = _worded(value, verdict)
    if meaning is None and score is not None and word in ("null", "empty text"):
        if threshold is None:
            raise WrongField(name, SCORE_WITHOUT_THRESHOLD)
        word = BELOW_THRESHOLD if score < threshold else AT_THRESHOLD
        findings.remark(
            "score_thresholds",
            "verdicts were read from score and threshold: below the threshold is fail",
            line,
        )
    return ReadOpinion(judge, word, score, threshold, rationale, reason, meaning)


def _worded(value: Mapping[str, object], verdict: object) -> tuple[str, Meaning | None]:
    """Give the judge's word, and its meaning where our own export gives the two apart."""
    raw = value.get("raw_verdict")
    meaning = RAW_MEANINGS.get(verdict) if verdict is None or isinstance(verdict, str) else None
    if isinstance(raw, str) and raw and meaning is not None:
        return usable(raw)[: LONGEST_WORD + 1], meaning
    return rendered(verdict), None


def _judge(
    value: Mapping[str, object], line: int, findings: Findings, default: JudgeId | None
) -> JudgeId:
    name = read_id(value, "name")
    version = read_id(value, "version")
    prompt = read_text(value, "prompt", line, findings)
    # Our own files name the prompt by its fingerprint: the text was never stored.
    mark = fingerprint(prompt) or read_id(value, "prompt_fingerprint") or ""
    if name is None and default is not None:
        is_of_default = version in (None, default.version)
        mark = mark or (default.prompt_fingerprint if is_of_default else "")
        return JudgeId(default.name, version or default.version, mark)
    if name is None:
        findings.remark("unnamed_judge", f"judges without a name were called {UNNAMED}", line)
    return JudgeId(name or UNNAMED, version or "", mark)
