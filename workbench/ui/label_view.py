"""From a label item and its draft to the plain data that the page draws.

Everything the page shows is here and nothing more is sent: texts as texts, words for every
state, no colour without a word. What the judge or another annotator said is in none of the
records this is made from.
"""

from collections.abc import Iterable, Sequence

from workbench.domain.records import JudgeOpinion
from workbench.services.labelling.label_item import LabelItem
from workbench.services.labelling.label_progress import Progress
from workbench.services.labelling.label_warnings import (
    CHANGED,
    CUT,
    EMPTY_REWRITE,
    LEASED,
    NO_CHANGE,
    NOT_COMPARABLE,
)
from workbench.ui import label_draft
from workbench.ui.label_asked import SCOPES, question_drawn, rung_drawn, shown_ladder, trail
from workbench.ui.label_claims import claims_drawn, with_suggestion
from workbench.ui.label_cut import left_out, shown
from workbench.ui.label_desk import Desk
from workbench.ui.label_draft import Draft
from workbench.ui.label_marks import query_terms
from workbench.ui.label_passages import gold_line, passage_columns
from workbench.ui.label_sheets import (
    change_text,
    found_sheet,
    gold_sheet,
    guideline_drawn,
    stale_line,
    stale_sheet,
)

Drawn = dict[str, object]

# What is said of a rewrite stands under the query, not among the notices.
REWRITES = frozenset({NO_CHANGE, EMPTY_REWRITE})
WARNINGS = frozenset({CUT, CHANGED, LEASED, NOT_COMPARABLE})


def page(desk: Desk, item: LabelItem, progress: Progress) -> Drawn:
    """Everything that the label page draws for one item."""
    draft = desk.drafts.get(item.trace_id, Draft())
    question = label_draft.asked(item.facts, draft, item.own, item.gold_change is not None)
    stamp = f"{item.trace_id}/{item.gold_version_id}/{len(item.gold_history)}"
    stale = desk.counts.stale if desk.counts is not None else ()
    return {
        "item": str(item.trace_id),
        "entry": item.expected_entry_id,
        "seq": desk.seq,
        "who": desk.annotator,
        "queue": desk.queue_name,
        "name": item.request_id,
        "bar": bar(progress),
        "line": {"tone": desk.line.tone, "text": desk.line.text},
        "opinions": [opinion_text(opinion) for opinion in desk.opinions],
        "notices": notices(item, desk.annotator),
        "texts": texts(item),
        "ladder": [
            rung_drawn(rung, item.is_gold_by_text)
            for rung in shown_ladder(item.facts, draft, item.own)
        ],
        "question": question_drawn(question, with_suggestion(question, item, draft)),
        "claims": claims_drawn(item, draft),
        "trail": trail(draft, item.own),
        "gold": gold_line(item),
        "sheet": gold_sheet(item, desk.annotator),
        "stamp": stamp,
        "terms": list(query_terms(item.query, item.rewritten_query)),
        "columns": None if desk.held == stamp else passage_columns(item),
        "scope": list(SCOPES.get(question.key, ())) if question is not None else [],
        "note": label_draft.note_of(draft, item.own),
        "is_note_unsaved": draft.note is not None and bool(draft.note.strip()),
        "is_flagged": label_draft.flag_of(draft, item.own),
        "confidence": label_draft.confidence_of(draft, item.own),
        "can_undo_step": label_draft.step_back(draft) is not None,
        "stale": {
            "text": stale_line(len(stale)),
            "items": stale_sheet(stale, desk.annotator),
        },
        "found": found_sheet(desk.searched, desk.found),
        "guideline": guideline_drawn(item),
        "tab": desk.tab,
        "queue_id": str(desk.queue_id),
    }


def bar(progress: Progress) -> Drawn:
    """Progress in words and as a share."""
    facts = []
    if progress.seconds_per_item is not None:
        facts.append(f"{duration(progress.seconds_per_item)} an item")
    if progress.seconds_left is not None and progress.n_open:
        facts.append(f"about {duration(progress.seconds_left)} left")
    if progress.precision is not None:
        facts.append(progress.precision.text)
    if progress.n_skipped:
        facts.append(f"{progress.n_skipped} skipped or only noted")
    share = progress.n_done / progress.n_total if progress.n_total else 0.0
    return {
        "done": f"{progress.n_done} of {progress.n_total}",
        "share": share,
        "facts": facts,
    }


def duration(seconds: float) -> str:
    """Give a span in the unit a person would use."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def notices(item: LabelItem, annotator: str = "") -> list[Drawn]:
    """What to know before answering: warnings first, then plain facts."""
    drawn: list[Drawn] = []
    if item.gold_change is not None:
        text = f"The gold changed after your answer. {change_text(item.gold_change, annotator)}"
        drawn.append({"tone": "warning", "text": text})
    drawn += [
        {"tone": "warning" if text in WARNINGS else "fact", "text": text}
        for text in item.warnings
        if text not in REWRITES
    ]
    return sorted(drawn, key=lambda notice: notice["tone"] == "fact")


def texts(item: LabelItem) -> list[Drawn]:
    """Query, rewrite, reference and answer, each with what is said where it is missing."""
    rewritten = item.rewritten_query
    is_changed = item.facts.has_rewrite
    rewrite_hint = next((text for text in item.warnings if text in REWRITES), "")
    drawn: list[Drawn] = [
        {
            "kind": "query",
            "label": "Query, as asked" if is_changed else "Query",
            "text": item.query,
            "missing": "The query is empty.",
            "hint": rewrite_hint,
        }
    ]
    if is_changed:
        drawn.append(
            {
                "kind": "rewritten",
                "label": "Query, as rewritten",
                "text": rewritten,
                "missing": "",
                "hint": "",
            }
        )
    drawn.append(
        {
            "kind": "reference",
            "label": "Reference answer",
            "text": item.reference_answer or "",
            "missing": "No reference answer was given.",
            "hint": "",
        }
    )
    drawn.append(
        {
            "kind": "answer",
            "label": "Answer to judge",
            "text": item.answer or "",
            "missing": "No answer was logged." if item.answer is None else "The answer is empty.",
            "hint": f"The endpoint reported: {item.error}" if item.error is not None else "",
        }
    )
    return [_cut(text) for text in drawn]


def _cut(drawn: Drawn) -> Drawn:
    text = str(drawn["text"] or "")
    hints = (left_out(text), str(drawn["hint"]))
    return drawn | {"text": shown(text), "hint": " ".join(hint for hint in hints if hint)}


def opinion_text(opinion: JudgeOpinion) -> str:
    """What one judge said of the item just saved, in a sentence."""
    verdict = opinion.verdict.value if opinion.verdict is not None else "no usable verdict"
    parts: Sequence[str | None] = (f"{opinion.judge} said {verdict}", opinion.rationale)
    return ". ".join(part for part in parts if part)


def queue_choices(queues: Iterable[tuple[int, str, str, int]]) -> dict[int, str]:
    """Give each queue's line of choice: its name, its run, its size."""
    return {queue_id: f"{name} · run {run} · {size} items" for queue_id, name, run, size in queues}
