"""Says what a file holds before anything is written."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from workbench.domain.vocabulary import Stage
from workbench.errors import InputError
from workbench.formats.counts_json import read_counts
from workbench.formats.field_values import WrongField
from workbench.formats.gold_jsonl import read_gold_lines
from workbench.formats.human_words import read_said
from workbench.formats.json_values import NeedsCare
from workbench.formats.mapped_table import check_mapping, mapped_records, suggest_mapping
from workbench.formats.passage_lists import Passages
from workbench.formats.problems import Findings, Notice, Problem
from workbench.formats.qrels import read_qrels
from workbench.formats.sniff import Sample, sample_file
from workbench.formats.tools.detect import find_tool
from workbench.formats.tools.retrieval_sets import RANKING, read_ranking
from workbench.formats.tools.tool_source import ToolSource
from workbench.formats.trace_jsonl import FIELDS, TraceLine, read_trace_line, trace_from_value
from workbench.formats.trec_run import read_run
from workbench.formats.verdict_csv import VERDICT_COLUMNS, rows_to_entries
from workbench.formats.verdict_words import obvious_meaning, rendered
from workbench.services.importing.forced_format import forced_source
from workbench.services.importing.import_judge_verdicts import FIELDS as JUDGE_FIELDS
from workbench.services.importing.import_report import JudgeWord
from workbench.services.importing.mended_file import as_mended
from workbench.services.importing.sample_tool import sample_tool
from workbench.services.importing.tool_parts import are_options

N_SAMPLED = 200
N_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Preview:
    """What the first records of a file say; `is_complete` when they were all.

    `decidable` and `missing` name stages that the logged lists can and cannot decide.
    `columns` are a table's, with `suggested_mapping` from our fields to them.
    """

    kind: str
    format: str
    n_records_sampled: int
    is_complete: bool
    fields: tuple[str, ...] = ()
    decidable: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    rows: tuple[dict[str, object], ...] = ()
    problems: tuple[Problem, ...] = ()
    notices: tuple[Notice, ...] = ()
    columns: tuple[str, ...] = ()
    suggested_mapping: dict[str, object] = field(default_factory=dict)
    judge_words: tuple[JudgeWord, ...] = ()


def preview_file(
    path: Path,
    kind: str | None = None,
    mapping: Mapping[str, object] | None = None,
    format: str | None = None,
) -> Preview:
    """Read the first records; `kind` is traces, judge, human, gold, corpus or counts.

    With `format`, one of TRACE_FORMATS, traces are read as that and as nothing else. A file that
    cannot be read is a preview with its problem, never an error.
    """
    with as_mended(path) as mended:
        return _preview(mended, kind, mapping, format)


def _preview(
    path: Path, kind: str | None, mapping: Mapping[str, object] | None, format: str | None
) -> Preview:
    findings = Findings()
    source = None
    try:
        if format is not None:
            source = forced_source(path, format)
        elif are_options(mapping):
            source = find_tool(path, kind)
        if source is not None:
            return _of_tool(source, kind, mapping, findings)
        sample = sample_file(path, N_SAMPLED, mapping)
        if sample.format == "TREC run":
            return _of_ranking(sample.format, read_run(path, findings), findings)
        known = kind or sample.kind
        traces = _traces(sample, mapping, findings) if known == "traces" else []
        n_read = _check(path, known, sample, mapping, findings)
    except InputError as error:
        problem = Problem(None, None, str(error))
        recognised = source.format if source is not None else "not readable"
        return Preview(kind or "traces", recognised, 0, False, problems=(problem,))
    decidable = _decidable(traces)
    columns = sample.table.columns if sample.table is not None else ()
    return Preview(
        kind=known,
        format=sample.format,
        n_records_sampled=max(len(sample.records), len(sample.values), n_read),
        is_complete=sample.is_complete,
        fields=tuple(dict.fromkeys(name for value in sample.values for name in value)),
        decidable=decidable,
        missing=tuple(s for s in Stage if s not in decidable) if known == "traces" else (),
        rows=tuple(dict(value) for value in sample.values[:N_SHOWN]),
        problems=tuple(findings.problems),
        notices=findings.notices(),
        columns=columns,
        suggested_mapping=suggest_mapping(columns, _fields_of(known)) if columns else {},
        judge_words=_words(traces, sample, known, mapping),
    )


def _of_tool(
    source: ToolSource,
    kind: str | None,
    mapping: Mapping[str, object] | None,
    findings: Findings,
) -> Preview:
    if source.reader is RANKING:
        return _of_ranking(source.format, read_ranking(source.items(findings), findings), findings)
    sample = sample_tool(source, kind, mapping, findings)
    decidable = _decidable(sample.traces)
    words: Counter[tuple[str, str]] = Counter()
    for trace in sample.traces:
        words.update((str(opinion.judge), opinion.word) for opinion in trace.opinions)
    if sample.kind == "judge":
        for value in sample.values:
            judge = f"{value.get('judge')}@{value.get('judge_version')}".removesuffix("@None")
            words[judge, rendered(value.get("verdict"))] += 1
    return Preview(
        kind=sample.kind,
        format=source.format,
        n_records_sampled=sample.n_records,
        is_complete=sample.is_complete,
        fields=tuple(
            dict.fromkeys(
                name for value in sample.values for name, held in value.items() if held is not None
            )
        ),
        decidable=decidable,
        missing=tuple(s for s in Stage if s not in decidable) if sample.traces else (),
        rows=tuple(
            {name: held for name, held in value.items() if held is not None}
            for value in sample.values[:N_SHOWN]
        ),
        problems=tuple(findings.problems),
        notices=findings.notices(),
        judge_words=tuple(
            JudgeWord(judge, word, obvious_meaning(word), n)
            for (judge, word), n in words.most_common()
        ),
    )


def _of_ranking(
    name: str, ranking: Mapping[str, tuple[int, Passages]], findings: Findings
) -> Preview:
    rows: list[dict[str, object]] = [
        {"query": query_id, "doc_id": doc_id, "rank": rank, "score": score}
        for query_id, (_, listed) in ranking.items()
        for doc_id, rank, score in zip(listed.doc_ids, listed.ranks, listed.scores, strict=True)
    ]
    return Preview(
        kind="traces",
        format=name,
        n_records_sampled=len(ranking),
        is_complete=True,
        fields=("query", "doc_id", "rank", "score"),
        rows=tuple(rows[:N_SHOWN]),
        problems=tuple(findings.problems),
        notices=findings.notices(),
    )


def _fields_of(kind: str) -> Sequence[str]:
    return {"human": VERDICT_COLUMNS[:6], "judge": JUDGE_FIELDS}.get(kind, FIELDS)


def _traces(
    sample: Sample, mapping: Mapping[str, object] | None, findings: Findings
) -> list[TraceLine]:
    if sample.table is None:
        read = [read_trace_line(record, findings) for record in sample.records]
        return [trace for trace in read if trace is not None]
    columns = sample.table.columns
    if mapping is None:
        mapping = {name: name for name in FIELDS if name in columns}
    absent = [name for name in ("request_id", "query") if name not in mapping]
    if absent:
        findings.refuse(
            None, None, f"Say which columns hold {' and '.join(absent)}: map the columns first."
        )
        return []
    check_mapping(mapping, columns, "The table")
    traces = []
    for line, fields, _ in mapped_records(sample.table.rows, mapping, findings):
        try:
            traces.append(trace_from_value(fields, line, findings))
        except WrongField as error:
            findings.refuse(line, error.field or None, error.message)
        except NeedsCare:
            findings.refuse(line, None, "holds a number or text that cannot be kept as it is.")
    return traces


def _check(
    path: Path,
    kind: str,
    sample: Sample,
    mapping: Mapping[str, object] | None,
    findings: Findings,
) -> int:
    if kind == "counts":
        read_counts(path)
        return 1
    if kind == "gold":
        if sample.records:
            return len(read_gold_lines(path, findings))
        judgements = read_qrels(path, findings)
        sample.values.extend(item._asdict() for item in judgements[:N_SHOWN])
        return len(judgements)
    if kind == "human" and sample.table is not None:
        columns = sample.table.columns
        chosen = mapping or {name: name for name in VERDICT_COLUMNS if name in columns}
        check_mapping(chosen, columns, path.name)
        words = chosen.get("words")
        try:
            said = read_said(dict(words)) if isinstance(words, Mapping) else {}
        except ValueError as error:
            raise InputError(str(error)) from None
        rows_to_entries(mapped_records(sample.table.rows, chosen, findings), findings, said)
    return 0


def _decidable(traces: Sequence[TraceLine]) -> tuple[str, ...]:
    held = {
        Stage.COVERAGE: any(trace.gold is not None for trace in traces),
        Stage.EMBEDDING: any(
            trace.query_embedding_model and trace.index_embedding_model for trace in traces
        ),
        Stage.RETRIEVAL: any(trace.candidates is not None for trace in traces),
        Stage.RERANKING: any(trace.reranked is not None for trace in traces),
        Stage.PACKING: any(trace.prompt is not None for trace in traces),
    }
    if not held[Stage.COVERAGE]:
        return ()
    # Only a person can say what a rewrite lost, and generation needs a verdict as well.
    held[Stage.GENERATION] = held[Stage.PACKING] and any(trace.opinions for trace in traces)
    return tuple(stage for stage in Stage if held.get(stage))


def _words(
    traces: Sequence[TraceLine], sample: Sample, kind: str, mapping: Mapping[str, object] | None
) -> tuple[JudgeWord, ...]:
    counts: Counter[tuple[str, str]] = Counter()
    for trace in traces:
        counts.update((str(opinion.judge), opinion.word) for opinion in trace.opinions)
    if kind == "judge":
        column = (mapping or {"verdict": "verdict"}).get("verdict")
        for value in sample.values:
            judge = value.get("judge")
            held = judge if isinstance(judge, dict) else value
            name = str(judge.get("name", "")) if isinstance(judge, dict) else str(judge or "")
            if column in held or "verdict" in held:
                counts[name, str(held.get(str(column), held.get("verdict")))] += 1
    return tuple(
        JudgeWord(judge, word, obvious_meaning(word), n)
        for (judge, word), n in counts.most_common()
    )
