"""What a file of another tool holds of one kind, part by part, and what else is in it."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from shlex import quote

from workbench.errors import InputError
from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import people_of
from workbench.formats.tools.tool_file import Options, Rating, ToolFile, ToolKind
from workbench.formats.tools.tool_source import ToolSource
from workbench.services.importing.import_report import Progress

OPTION_NAMES = frozenset({"thresholds", "annotation", "words"})
COMMANDS: dict[ToolKind, str] = {
    "traces": "workbench import traces",
    "judge": "workbench import verdicts --run RUN --judge NAME@VERSION",
    "human": "workbench import verdicts --run RUN --design DESIGN",
    "gold": "workbench import gold",
    "corpus": "workbench import corpus",
}
NAMES: dict[ToolKind, str] = {
    "traces": "traces",
    "judge": "verdicts of judges",
    "human": "verdicts of people",
    "gold": "gold lists",
    "corpus": "passages",
}
NOT_SAID = (
    ("gold_not_said", {"gold_passages"}, "gold is not in this file: import it, or mark it while "
     "labelling; until then no stage is named"),
    ("candidates_not_said", {"candidates"}, "what was retrieved is not in this file"),
    ("prompt_not_said", {"prompt_passages", "prompt_text"}, "what stood in the prompt is not in "
     "this file: packing cannot be told from generation"),
    ("answer_not_said", {"answer"}, "answers are not in this file"),
)  # fmt: skip


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


def tool_parts(
    source: ToolSource,
    kind: ToolKind,
    mapping: Mapping[str, object] | None,
    findings: Findings,
    progress: Progress | None = None,
) -> Iterator[ToolFile]:
    """Give the parts of the file; what it holds beside `kind` is remarked behind the last.

    Raises InputError, behind the last part, where nothing is of that kind.
    """
    findings.remark("recognised", f"recognised as {source.format}")
    options = read_options(mapping)
    counts: Counter[ToolKind] = Counter()
    fields: set[str] = set()
    ratings: list[Rating] = []
    waiting: list[ToolFile] = []
    is_refused = True
    for part in source.parts(findings, options, progress):
        waiting.append(part)
        is_refused = is_refused and part.refusal is not None
        if is_refused:
            # What one part lacks another may have: a file is refused where every part is.
            continue
        for ready in waiting:
            counts.update(ready.counts)
            fields |= said_of_traces(ready)
            ratings += ready.people
            yield ready
        waiting = []
    if waiting:
        raise refused(source, str(waiting[0].refusal))
    human = people_of(ratings, findings, options)
    if human:
        counts["human"] += len(human)
        yield ToolFile(human=human)
    if counts or not findings.problems:
        check_kind(source, kind, counts, findings)
    if kind == "traces" and counts:
        say_what_is_missing(fields, findings)


def read_tool(
    source: ToolSource, kind: ToolKind, mapping: Mapping[str, object] | None, findings: Findings
) -> ToolFile:
    """Give everything that the file holds of one kind; raises InputError where it holds none."""
    held = ToolFile()
    for part in tool_parts(source, kind, mapping, findings):
        held.add(part.only(kind))
    return held


def refused(source: ToolSource, reason: str) -> InputError:
    """Give the error for a file that its reader knows and cannot use."""
    return InputError(f"{source.path.name} was recognised as {source.format}: {reason}")


def check_kind(
    source: ToolSource, kind: ToolKind, counts: Mapping[ToolKind, int], findings: Findings
) -> None:
    """Remark what a file holds beside `kind`; raises InputError where it holds none of that."""
    name = source.path.name
    others = [other for other in NAMES if other in counts and other != kind]
    if kind not in counts:
        where = "; ".join(f"{COMMANDS[other]} {quote(name)}" for other in others)
        raise InputError(
            f"{name} was recognised as {source.format} and holds nothing of this kind"
            + (f". It is for: {where}" if where else ".")
        )
    for other in others:
        findings.remark(
            f"also_{other}",
            f"the file also holds {{n}} {NAMES[other]}: {COMMANDS[other]} {quote(name)}",
            n=counts[other],
        )


def said_of_traces(part: ToolFile) -> set[str]:
    """Give the fields that some trace of the part has."""
    return {name for record in part.traces for name, v in record.fields.items() if v is not None}


def say_what_is_missing(fields: Collection[str], findings: Findings) -> None:
    """Remark what the traces of a file do not say."""
    for code, wanted, message in NOT_SAID:
        if wanted.isdisjoint(fields):
            findings.remark(code, message)
