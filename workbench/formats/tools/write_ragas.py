"""Traces as a Ragas data set, with what people said of them in columns beside.

Ragas names what it knows: `user_input`, `retrieved_contexts`, `response`, `reference`,
`reference_contexts`, and the ids of both lists. It has one list of reference contexts: of
several gold sets, any one of which is enough, the first is written.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

RAGAS_COLUMNS = (
    "user_input", "retrieved_contexts", "retrieved_context_ids", "response", "reference",
    "reference_contexts", "reference_context_ids", "human_verdict", "human_stage",
    "human_error_type", "human_note", "human_annotators", "source_request_id", "source_run",
)  # fmt: skip


class Said(NamedTuple):
    """What one person said of a trace."""

    annotator: str
    verdict: str
    stage: str | None
    error_type: str | None
    note: str | None


def ragas_row(
    record: Mapping[str, object],
    contexts: Sequence[Mapping[str, object]] | None,
    gold: Sequence[str] | None,
    texts: Mapping[str, str],
    said: Sequence[Said],
) -> dict[str, object]:
    """Give one sample; `contexts` are its passages, `texts` what is known of any by its id.

    A list of which a text is nowhere known is left out and its ids stay; people who differ give
    no verdict, and every one of them is named.
    """
    found = None if contexts is None else [_text(passage, texts) for passage in contexts]
    has_texts = found is not None and all(text is not None for text in found)
    ids = None if contexts is None else [passage.get("doc_id") for passage in contexts]
    has_ids = ids is not None and all(doc_id is not None for doc_id in ids)
    gold_texts = None if gold is None else [texts.get(doc_id) for doc_id in gold]
    has_gold = gold_texts is not None and all(text is not None for text in gold_texts)
    return {
        "user_input": record["query"],
        "retrieved_contexts": found if has_texts else None,
        "retrieved_context_ids": ids if has_ids else None,
        "response": record["answer"],
        "reference": record["reference_answer"],
        "reference_contexts": gold_texts if has_gold else None,
        "reference_context_ids": None if gold is None else list(gold),
        "human_verdict": _agreed([one.verdict for one in said]),
        "human_stage": _agreed([one.stage for one in said]),
        "human_error_type": _agreed([one.error_type for one in said]),
        "human_note": "\n".join(one.note for one in said if one.note) or None,
        "human_annotators": [one.annotator for one in said] or None,
        "source_request_id": record["request_id"],
        "source_run": record["run"],
    }


def _text(passage: Mapping[str, object], texts: Mapping[str, str]) -> object:
    text, doc_id = passage.get("text"), passage.get("doc_id")
    return texts.get(doc_id) if text is None and isinstance(doc_id, str) else text


def _agreed(words: Sequence[str | None]) -> str | None:
    return words[0] if words and len(set(words)) == 1 else None
