"""Packets to run for the gold-context probe: a failing trace with the gold passages alone.

Whoever runs them keeps query, system prompt, model and settings as they stand and puts in
nothing but the passages given. The reference answer is not among them: it would be copied.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from db import read_probes
from db.read_probes import PacketRow
from db.read_queues import Connection
from workbench.domain.probe import smallest_set
from workbench.domain.vocabulary import Evidence
from workbench.errors import InputError
from workbench.services.open_store import Store
from workbench.services.probing.read_rights import NOBODY, read_rights
from workbench.services.triage.observe_run import most_used_judge, read_target
from workbench.services.written_file import written_file

SYSTEM_PROMPT_FIELDS = ("system_prompt", "system", "instructions")

Packet = dict[str, object]


@dataclass(frozen=True, slots=True)
class Packets:
    """What is to be run, and how many failing traces are not among it, by reason."""

    run: str
    judge: str | None
    n_failing: int
    packets: tuple[Packet, ...]
    left_out: Mapping[str, int]


def probe_packets(store: Store, run: str, judge: str | None = None) -> Packets:
    """Give the packets of a run's failing traces; people's word counts before the judge's.

    Raises
    ------
    InputError
        Unknown run or judge, or the run is itself a probe.
    """
    chosen = judge if judge is not None else most_used_judge(store, run)[0]
    target = read_target(store, run, chosen, {})
    run_id = target.run_ids[0]
    rights = read_rights(store, target.run_ids, target.judge_id)
    with store.reading() as connection:
        refuse_probe_run(read_probes.read_probe_origin(connection, run), run)
        failing = [
            row
            for row in read_probes.read_probed(connection, run_id)
            if (right := rights.get(row.trace_id, NOBODY)).is_right is False or right.is_disputed
        ]
        rows = read_probes.read_packet_rows(connection, [row.trace_id for row in failing])
        texts = gold_texts(connection, rows)
    left_out: Counter[str] = Counter()
    packets = []
    uncovered = {row.trace_id for row in failing if row.evidence is Evidence.COVERAGE}
    for row in rows:
        if row.sets is None:
            left_out["gold_unknown"] += 1
        elif not row.sets or row.trace_id in uncovered:
            left_out["no_source"] += 1
        elif rights.get(row.trace_id, NOBODY).is_disputed:
            left_out["gold_disputed"] += 1
        elif (packet := packet_of(row, run, texts[row.index_version])) is None:
            left_out["text_unknown"] += 1
        else:
            packets.append(packet)
    return Packets(run, chosen, len(failing), tuple(packets), dict(left_out))


def gold_texts(connection: Connection, rows: Iterable[PacketRow]) -> dict[str, dict[str, str]]:
    """Text by id of every gold passage of the traces, by index version."""
    wanted: dict[str, set[str]] = {}
    for row in rows:
        members = (doc_id for gold_set in row.sets or () for doc_id in gold_set)
        wanted.setdefault(row.index_version, set()).update(members)
    return {
        version: read_probes.read_passage_texts(connection, version, doc_ids)
        for version, doc_ids in wanted.items()
    }


def packet_of(row: PacketRow, run: str, texts: Mapping[str, str]) -> Packet | None:
    """One trace's packet; None where no gold set has all its texts."""
    gold = tuple(tuple(each) for each in row.sets or ())
    chosen = smallest_set(gold, {doc_id: len(text) for doc_id, text in texts.items()})
    if chosen is None:
        return None
    return {
        "request_id": row.request_id,
        "run": run,
        "question_id": row.question_id,
        "query": row.query,
        "rewritten_query": row.rewritten_query,
        "system_prompt": system_prompt(row),
        "prompt_text": row.prompt_text,
        "model": row.model,
        "settings": row.settings,
        "passages": [{"doc_id": doc_id, "text": texts[doc_id]} for doc_id in chosen],
        "answer": None,
    }


def system_prompt(row: PacketRow) -> str | None:
    """The system prompt as the trace's settings or its other fields name it."""
    for source in (row.settings or {}, row.extra):
        for name in SYSTEM_PROMPT_FIELDS:
            if isinstance(value := source.get(name), str):
                return value
    return None


def refuse_probe_run(origin: tuple[int, int | None] | None, run: str) -> None:
    """Raise InputError where a run is itself a probe of another one."""
    if origin is not None and origin[1] is not None:
        raise InputError(
            f"Run {run} holds answers to gold passages itself: give the run that it repeats."
        )


def packets_text(packets: Packets) -> str:
    """The packets as JSON lines, one a line."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in packets.packets)


def export_packets(store: Store, run: str, path: Path, judge: str | None = None) -> Packets:
    """Write the packets of a run as JSON lines; gives what was written and what was not.

    Raises
    ------
    InputError
        As `probe_packets`, or the file cannot be written.
    """
    packets = probe_packets(store, run, judge)
    with written_file(path) as out:
        out.write(packets_text(packets).encode("utf-8"))
    return packets
