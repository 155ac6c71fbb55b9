"""What a file of another tool holds, as the records that each import takes."""

import json
from collections.abc import Iterator, Mapping

from workbench.errors import InputError
from workbench.formats.field_values import WrongField
from workbench.formats.json_values import NeedsCare
from workbench.formats.mapped_table import MappedRecord
from workbench.formats.problems import Findings
from workbench.formats.tools.detect import ToolSource, content_of
from workbench.formats.tools.tool_file import Options, ToolFile, ToolKind, ToolRecord
from workbench.formats.trace_jsonl import NumberedTrace, TraceLine, trace_from_value

OPTION_NAMES = frozenset({"thresholds", "annotation", "words"})
COMMANDS: dict[ToolKind, str] = {
    "traces": "workbench import traces",
    "judge": "workbench import verdicts --run RUN --judge NAME@VERSION",
    "human": "workbench import verdicts --run RUN --design DESIGN",
    "gold": "workbench import gold",
    "corpus": "workbench import corpus",
}


def are_options(mapping: Mapping[str, object] | None) -> bool:
    """Whether a mapping names no columns and only says how to read a tool's file."""
    return mapping is None or (bool(mapping) and OPTION_NAMES.issuperset(mapping))


def read_options(mapping: Mapping[str, object] | None) -> Options:
    """Read {"thresholds": {score: number}, "annotation": name}; raises InputError."""
    given = (mapping or {}).get("thresholds", {})
    annotation = (mapping or {}).get("annotation")
    if not isinstance(given, Mapping):
        raise InputError('thresholds must be an object, as {"thresholds": {"relevance": 4}}.')
    thresholds: dict[str, float] = {}
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(f"thresholds: {name} must be a number, not {value!r}.")
        thresholds[str(name)] = float(value)
    return Options(thresholds, str(annotation) if annotation is not None else None)


def read_tool(
    source: ToolSource, kind: ToolKind, mapping: Mapping[str, object] | None, findings: Findings
) -> ToolFile:
    """Read the file for one kind of import; what else it holds is remarked.

    Raises InputError where it holds nothing of that kind.
    """
    held = source.read(findings, read_options(mapping))
    if held.refusal is not None:
        raise InputError(f"{source.path.name} was recognised as {source.format}: {held.refusal}")
    if findings.problems and not held.kinds:
        return held
    others = [other for other in held.kinds if other != kind]
    if kind not in held.kinds:
        where = "; ".join(f"{COMMANDS[other]} {source.path.name}" for other in others)
        raise InputError(
            f"{source.path.name} was recognised as {source.format} and holds nothing of this kind"
            + (f". It is for: {where}" if where else ".")
        )
    if kind == "traces":
        _say_what_is_missing(held, findings)
    for other in others:
        findings.remark(
            f"also_{other}",
            f"the file also holds {{n}} {NAMES[other]}: {COMMANDS[other]} {source.path.name}",
            n=len(getattr(held, other) or held.judgements),
        )
    return held


def _say_what_is_missing(held: ToolFile, findings: Findings) -> None:
    known = {name for record in held.traces for name, v in record.fields.items() if v is not None}
    for code, fields, message in NOT_SAID:
        if not known & fields:
            findings.remark(code, message)


NOT_SAID = (
    ("gold_not_said", {"gold_passages"}, "gold is not in this file: import it, or mark it while "
     "labelling; until then no stage is named"),
    ("candidates_not_said", {"candidates"}, "what was retrieved is not in this file"),
    ("prompt_not_said", {"prompt_passages", "prompt_text"}, "what stood in the prompt is not in "
     "this file: packing cannot be told from generation"),
    ("answer_not_said", {"answer"}, "answers are not in this file"),
)  # fmt: skip
NAMES: dict[ToolKind, str] = {
    "traces": "traces",
    "judge": "verdicts of judges",
    "human": "verdicts of people",
    "gold": "gold lists",
    "corpus": "passages",
}


def tool_traces(
    source: ToolSource, mapping: Mapping[str, object] | None, findings: Findings
) -> Iterator[NumberedTrace]:
    """Give every trace of the file through the checks of a native one."""
    findings.remark("recognised", f"recognised as {source.format}")
    held = read_tool(source, "traces", mapping, findings)
    for problem in findings.problems:
        yield NumberedTrace(problem.line or 0, None, b"")
    for record in held.traces:
        yield NumberedTrace(record.line, tool_trace(record, findings), content_of(record.fields))


def tool_trace(record: ToolRecord, findings: Findings) -> TraceLine | None:
    """Give one record as a trace, or record why it is none."""
    try:
        trace = trace_from_value(
            {name: value for name, value in record.fields.items() if value is not None},
            record.line,
            findings,
        )
    except WrongField as error:
        place = f"{record.place}: " if record.place else ""
        findings.refuse(record.line, f"{place}{error.field}", error.message)
        return None
    except NeedsCare:
        findings.refuse(record.line, None, "holds a number or text that cannot be kept as it is.")
        return None
    return trace._replace(extra={**trace.extra, **record.kept}) if record.kept else trace


def tool_verdicts(
    source: ToolSource,
    kind: ToolKind,
    mapping: Mapping[str, object] | None,
    findings: Findings,
    run: str | None = None,
) -> list[MappedRecord]:
    """Give the verdict rows of the file under our field names, for `run` where rows name one."""
    findings.remark("recognised", f"recognised as {source.format}")
    held = read_tool(source, kind, mapping, findings)
    records = held.judge if kind == "judge" else held.human
    kept: list[MappedRecord] = []
    for record in records:
        fields = {name: value for name, value in record.fields.items() if value is not None}
        if run is not None and fields.get("run", run) != run:
            findings.remark(
                f"run:{fields['run']}",
                f"{{n}} verdicts of run {fields['run']} were passed over: import them for that run",
                record.line,
            )
            continue
        kept.append(MappedRecord(record.line, fields, _cells(fields)))
    return kept


def _cells(fields: Mapping[str, object]) -> dict[str, str]:
    return {
        name: value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, default=str)
        for name, value in fields.items()
    }
