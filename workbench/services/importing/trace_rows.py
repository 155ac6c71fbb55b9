"""From a trace as read to the values of its rows, with the hashes that tell a change.

Chosen: plain tuples by column, ready for one bulk insert a table, since three million
passages pass through here for a hundred thousand traces. `content_hash` covers what an
annotator sees; `details_hash` the rest.
"""

from datetime import UTC, datetime
from hashlib import blake2b
from typing import NamedTuple

import orjson

from workbench.domain.records import GoldSets
from workbench.formats.gold_sets import gold_json
from workbench.formats.json_values import json_text
from workbench.formats.passage_lists import Passages
from workbench.formats.trace_jsonl import TraceLine
from workbench.services.importing.passage_hashes import folded_hash, text_hash

N_TEXTS_REMEMBERED = 50_000

PassageRow = tuple[bytes, bytes, str]
HitColumns = tuple[int, list[str | None], list[int], list[float | None], list[bytes | None]]


class TraceRows(NamedTuple):
    """One trace's rows before ids are given; made of plain values alone.

    `values` are the columns of traces from `query` on, `hits` one entry for each logged list.
    """

    run: str
    request_id: str
    question_id: str | None
    content_hash: str
    details_hash: str
    values: tuple[object, ...]
    hits: list[HitColumns]
    gold: str | None
    signals: list[tuple[str, str]]
    probe: tuple[str | None, bool | None] | None


def instant_text(instant: datetime | None) -> str | None:
    """Write an instant the way the tables hold it: naive UTC."""
    if instant is None:
        return None
    return instant.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def gold_text(gold: GoldSets | None) -> str | None:
    """Write gold as the JSON text that the store holds."""
    return None if gold is None else json_text(gold_json(gold))


class RowMaker:
    """Makes rows, and remembers which passage texts it has given out already."""

    def __init__(self) -> None:
        self._hashes: dict[str, bytes] = {}
        self.new_passages: list[PassageRow] = []

    def rows(self, trace: TraceLine, run: str) -> TraceRows:
        """Give the rows of a trace; texts not met before are added to `new_passages`."""
        hits: list[HitColumns] = []
        seen = blake2b(digest_size=16)
        for number, passages in enumerate((trace.candidates, trace.reranked, trace.prompt)):
            if passages is None:
                continue
            hashes = self._text_hashes(passages)
            hits.append((number, passages.doc_ids, passages.ranks, passages.scores, hashes))
            seen.update(orjson.dumps((number, passages.doc_ids, passages.ranks, passages.scores)))
            seen.update(_joined(hashes))
        seen.update(
            orjson.dumps(
                (
                    trace.query,
                    trace.rewritten_query,
                    trace.reference_answer,
                    trace.answer,
                    trace.error,
                )
            )
        )
        settings = json_text(trace.settings) if trace.settings is not None else None
        extra = json_text(trace.extra) if trace.extra else "{}"
        created_at = instant_text(trace.created_at)
        details = (
            trace.prompt_text,
            trace.prompt_tokens,
            trace.is_truncated,
            trace.candidates is not None,
            trace.reranked is not None,
            trace.prompt is not None,
            trace.model,
            settings,
            trace.index_version,
            trace.query_embedding_model,
            trace.index_embedding_model,
            trace.error,
            created_at,
            trace.created_at_text,
            extra,
            trace.raw,
        )
        signals = sorted((name, json_text(value)) for name, value in trace.signals.items())
        rest = orjson.dumps((trace.question_id, details, signals, trace.probe))
        return TraceRows(
            run,
            trace.request_id,
            trace.question_id,
            seen.hexdigest(),
            blake2b(rest, digest_size=16).hexdigest(),
            (
                trace.query,
                trace.rewritten_query,
                trace.reference_answer,
                trace.answer,
                *details,
            ),
            hits,
            gold_text(trace.gold),
            signals,
            trace.probe,
        )

    def _text_hashes(self, passages: Passages) -> list[bytes | None]:
        texts = passages.texts
        if texts[:1] == [None] and not any(texts):
            return [None] * len(texts)
        known = self._hashes
        try:
            return [known[text] for text in texts]  # type: ignore[index]
        except KeyError:
            return [None if text is None else self._text_hash(text) for text in texts]

    def _text_hash(self, text: str) -> bytes:
        known = self._hashes.get(text)
        if known is not None:
            return known
        if len(self._hashes) >= N_TEXTS_REMEMBERED:
            self._hashes.clear()
        made = self._hashes[text] = text_hash(text)
        self.new_passages.append((made, folded_hash(text), text))
        return made

    def take_passages(self) -> list[PassageRow]:
        """Give out the texts met since the last time."""
        taken, self.new_passages = self.new_passages, []
        return taken


def _joined(hashes: list[bytes | None]) -> bytes:
    try:
        return b"".join(hashes)  # type: ignore[arg-type]
    except TypeError:
        return b"".join(text or b"-" for text in hashes)
