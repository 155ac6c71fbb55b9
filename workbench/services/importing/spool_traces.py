"""Pass one over a trace file: checks every line, writes nothing to the store.

Decides here what only the whole file can say: whether an id comes twice, which gold of a
query is the last, which words the judges used.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

from workbench.domain.records import JudgeId
from workbench.formats.gold_sets import GoldText
from workbench.formats.problems import Findings
from workbench.formats.trace_jsonl import NumberedTrace, TraceLine
from workbench.formats.verdict_words import Meaning
from workbench.services.importing.rejects_file import Rejects
from workbench.services.importing.spool import Spool
from workbench.services.importing.trace_rows import RowMaker, TraceRows

TRACES_IN_BATCH = 100
HITS_IN_BATCH = 1_200
"""Passages listed, and texts new, of a batch: some 20 ms in which nobody else can save."""
DEFAULT_RUN = "default"
N_NAMED = 5

SpooledOpinion = tuple[int, str, float | None, float | None, str | None, str | None]


@dataclass(slots=True)
class SpooledTraces:
    """What pass one found; `last_gold` tells by query which gold of the file counts."""

    spool: Spool = field(default_factory=Spool)
    n_read: int = 0
    n_kept: int = 0
    n_rejected: int = 0
    runs: dict[str, int] = field(default_factory=dict)
    judges: dict[JudgeId, int] = field(default_factory=dict)
    thresholds: dict[int, float] = field(default_factory=dict)
    words: Counter[tuple[int, str]] = field(default_factory=Counter)
    stated: dict[tuple[int, str], Meaning] = field(default_factory=dict)
    last_gold: dict[bytes, bytes] = field(default_factory=dict)
    index_versions: set[str] = field(default_factory=set)
    content_hash: str = ""
    gold_texts: dict[str, GoldText] = field(default_factory=dict)


def query_key(rows: TraceRows) -> str:
    """Give the key under which the traces of one query share their gold."""
    if rows.question_id is not None:
        return f"question:{rows.question_id}"
    return f"trace:{rows.run}/{rows.request_id}"


def short_hash(text: str) -> bytes:
    """Give the 16 bytes that stand for a text in memory."""
    return blake2b(text.encode(), digest_size=16).digest()


class _Batch:
    def __init__(self, found: SpooledTraces, maker: RowMaker) -> None:
        self.found, self.maker = found, maker
        self.traces: list[object] = []
        self.n_hits = 0
        self.has_repeats = False

    def add(self, rows: TraceRows, opinions: list[SpooledOpinion], is_repeat: bool) -> None:
        if is_repeat:
            # A repeated id is written after its first line, so that it meets it in the store.
            self.flush()
            self.has_repeats = True
        self.traces.append((tuple(rows), opinions))
        self.n_hits += sum(len(columns[1]) for columns in rows.hits)
        n_rows = self.n_hits + len(self.maker.new_passages)
        if is_repeat or len(self.traces) >= TRACES_IN_BATCH or n_rows >= HITS_IN_BATCH:
            self.flush()

    def flush(self) -> None:
        if self.traces:
            self.found.spool.put((self.traces, self.maker.take_passages(), self.has_repeats))
        self.traces, self.n_hits, self.has_repeats = [], 0, False


def spool_traces(
    found: SpooledTraces,
    records: Iterable[NumberedTrace],
    run: str | None,
    findings: Findings,
    rejects: Rejects,
) -> None:
    """Check and spool every trace; problems go to `findings`, their lines to `rejects`."""
    batch = _Batch(found, RowMaker())
    seen: dict[bytes, bytes] = {}
    whole = blake2b(digest_size=16)
    for line, trace, content in records:
        found.n_read += 1
        if trace is None:
            found.n_rejected += 1
            if content is not None:
                rejects.add(line, content, findings)
            continue
        rows = batch.maker.rows(trace, trace.run or run or DEFAULT_RUN)
        opinions = _opinions(trace, found)
        content_hash = bytes.fromhex(rows.content_hash)
        rest = f"{rows.details_hash}{rows.gold}{opinions!r}".encode("utf-8", "replace")
        rest_hash = blake2b(rest, digest_size=8).digest()
        entry = content_hash + rest_hash + line.to_bytes(5, "big")
        key = short_hash(f"{rows.run}\0{rows.request_id}")
        whole.update(key + content_hash + rest_hash)
        first = seen.setdefault(key, entry)
        is_repeat = first is not entry
        if is_repeat and first[:16] != content_hash:
            first_line = int.from_bytes(first[24:], "big")
            found.n_rejected += 1
            findings.refuse(
                line,
                "request_id",
                f"{_shown(rows.request_id)} is on line {first_line} already, with different "
                "content. Give each trace its own id.",
            )
            rejects.add(line, content or b"", findings)
            continue
        found.n_kept += 1
        if is_repeat and first[16:24] == rest_hash:
            findings.remark("identical_lines", "identical lines were taken once", line)
            continue
        if is_repeat:
            findings.remark(
                "repeated_with_other_details",
                "ids that come again with the same content: their judges and details were added",
                line,
            )
        if trace.gold_texts:
            found.gold_texts.update({text.doc_id: text for text in trace.gold_texts})
        _count(found, rows, opinions, line, findings)
        batch.add(rows, opinions, is_repeat)
    batch.flush()
    own = {name: n for name, n in found.runs.items() if run is not None and name != run}
    if own:
        named = ", ".join(_shown(name) for name in list(own)[:N_NAMED])
        findings.remark(
            "own_run_kept",
            f"{{n}} traces name a run of their own and were kept in it ({named}"
            f"{', …' if len(own) > N_NAMED else ''}), not in {_shown(run or '')}: a run given for "
            "the file is for traces that name none",
            n=sum(own.values()),
        )
    found.content_hash = whole.hexdigest()


def _opinions(trace: TraceLine, found: SpooledTraces) -> list[SpooledOpinion]:
    opinions: list[SpooledOpinion] = []
    for judge, word, score, threshold, rationale, reason, meaning in trace.opinions:
        number = found.judges.setdefault(judge, len(found.judges))
        if threshold is not None:
            found.thresholds[number] = threshold
        if meaning is not None:
            found.stated.setdefault((number, word), meaning)
        opinions.append((number, word, score, threshold, rationale, reason))
    return opinions


def _count(
    found: SpooledTraces,
    rows: TraceRows,
    opinions: list[SpooledOpinion],
    line: int,
    findings: Findings,
) -> None:
    found.runs[rows.run] = found.runs.get(rows.run, 0) + 1
    found.index_versions.add(str(rows.values[12]))
    for opinion in opinions:
        found.words[opinion[0], opinion[1]] += 1
    if rows.gold is None:
        return
    key = short_hash(query_key(rows))
    gold_hash = short_hash(rows.gold)
    if found.last_gold.get(key, gold_hash) != gold_hash:
        name = _shown(rows.question_id or rows.request_id)
        findings.remark(
            "conflicting_gold",
            f"{name} is given different gold on several lines: the last one counts",
            line,
        )
    found.last_gold[key] = gold_hash


def _shown(name: str) -> str:
    return name if len(name) <= 80 else f"{name[:80]}…"
