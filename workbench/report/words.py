"""Words for a person: stages, designs, what stands outside, and limits with their method."""

import re
from collections.abc import Sequence
from typing import Any

from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design
from workbench.report.counted import counted
from workbench.report.percent import percent, percent_range
from workbench.stats.interval import Estimate

HOW_DRAWN = {
    Design.UNIFORM: "drawn at random from all traces",
    Design.BY_VERDICT: "drawn at random within the judge's fails and passes",
    Design.QUEUE: "drawn by a queue: part from all traces alike, part by the judge's verdict",
    Design.BY_TRUTH: "picked because they were known right or wrong",
    Design.TRANSPORTED: "taken from another run",
    Design.UNKNOWN: "chosen in a way that nobody declared",
}

OUTSIDE = (
    ("label_missing", "Gold not known, and nobody named a stage"),
    ("endpoint_unavailable", "The endpoint failed: there is no answer"),
    ("unresolved", "Reference disputed or query ambiguous"),
    ("unjudged", "No usable judge verdict"),
    ("not_comparable", "Gold ids are not of this index"),
)


READ_AS = {"fail": "fail", "pass": "pass", "not_usable": "not usable", None: "not mapped yet"}


def words_line(words: Sequence[Any]) -> str:
    """Give what each word of a judge was read as, with counts, in one sentence; or nothing."""
    said = []
    for meaning, read_as in READ_AS.items():
        listed = [f"{one.word} × {one.n:,}" for one in words if one.meaning == meaning]
        if listed:
            said.append(f"{read_as}: {', '.join(listed)}")
    return f"The judge's words were read as {'; '.join(said)}." if said else ""


def named(word: str) -> str:
    """Give a stage or bucket as a person reads it."""
    return str(word).replace("_", " ").capitalize()


def sentence(text: str) -> str:
    """Give the text with a capital first letter and a full stop; nothing for nothing."""
    if not text:
        return ""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def reason_text(reason: str) -> str:
    """Give a reason without the code that it may begin with, which is for programs."""
    return re.sub("^[A-Z_]+: ", "", reason)


def refused_rows(table: Any) -> list[str]:
    """Give each reason that buckets have no corrected share, after the buckets it holds for.

    Nothing where the total is refused: its reason stands above and holds for every row.
    """
    if isinstance(table.corrected, Refusal):
        return []
    by_reason: dict[str, list[str]] = {}
    for row in table.buckets:
        if row.reason:
            by_reason.setdefault(row.reason, []).append(named(row.bucket))
    return [
        sentence(f"{', '.join(buckets)}: {reason_text(reason)}")
        for reason, buckets in by_reason.items()
    ]


def how_drawn(design: Design, n: int) -> str:
    """Give how the labels behind a number were drawn, or that there are none yet."""
    return f"They were {HOW_DRAWN[design]}." if n else "There are none yet."


def project_share(card: Any) -> str:
    """Give what share of all traces the next project loses, with its interval and counts."""
    share = card.share
    if share is None:
        return ""
    noun = "label" if card.basis == "corrected" else "trace"
    return (
        f"That is {percent(share.estimate)} of all traces, 95 % interval "
        f"{percent_range(share.low, share.high)}, by {counted(share.n, noun)}."
    )


def beside_card(card: Estimate | Refusal, by_verdict: Estimate) -> str:
    """Give why the judge card's share has other limits than one by verdict alone; or nothing."""
    if isinstance(card, Refusal):
        return ""
    limits = percent_range(card.low, card.high)
    if limits == percent_range(by_verdict.low, by_verdict.high):
        return ""
    return (
        f"The card gives {percent(card.estimate)}, {limits}: it parts the labels by the stage that "
        "lost the evidence too. Here both ways go by verdict or score alone, so that they can be "
        "set against each other."
    )


def estimate_limits(value: Estimate | Refusal) -> str:
    """Give an estimate's interval with its method; nothing for a refusal."""
    if isinstance(value, Refusal):
        return ""
    return f"{percent_range(value.low, value.high)} · {value.method}"
