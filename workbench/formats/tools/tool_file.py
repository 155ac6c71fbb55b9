"""What a reader of another tool's file is given, and what it gives.

Chosen: readers give records under our own field names, which go through the same checks as a
native file. Rejected: building traces directly, which would be a second set of rules.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from workbench.formats.corpus_jsonl import CorpusPassage
from workbench.formats.gold_jsonl import GoldLine
from workbench.formats.problems import Findings
from workbench.formats.qrels import Judgement
from workbench.formats.tools.text_ids import RequestIds

ToolKind = Literal["traces", "judge", "human", "gold", "corpus"]


class Item(NamedTuple):
    """One record of the file, the line it begins on, and its place in a larger value.

    Where the whole file is one object, `line` is the number of the record in it.
    """

    line: int
    value: Mapping[str, object]
    place: str = ""


class Head(NamedTuple):
    """The first records of a file, by which it is recognised; `columns` are a table's."""

    items: Sequence[Item]
    columns: frozenset[str]
    file_name: str

    @property
    def first(self) -> Mapping[str, object]:
        """The first record, or an empty one."""
        return self.items[0].value if self.items else {}

    def has(self, *names: str) -> bool:
        """Whether the first record, or the header, has all these names."""
        there = self.columns or self.first.keys()
        return all(name in there for name in names)


@dataclass(frozen=True, slots=True)
class Options:
    """What a person said about the file: thresholds of scores by name, and which annotation.

    `ids` names the records of the whole file, whichever part of it is being read.
    """

    thresholds: Mapping[str, float] = field(default_factory=dict)
    annotation: str | None = None
    ids: RequestIds = field(default_factory=RequestIds)


class ToolRecord(NamedTuple):
    """One record under our field names; `kept` goes to the trace's further fields unremarked.

    `said` are the records of the file that it was made of, each one readable by itself.
    """

    line: int
    fields: dict[str, object]
    kept: Mapping[str, object] = {}
    place: str = ""
    said: Sequence[Mapping[str, object]] = ()


class Rating(NamedTuple):
    """What a person said of a trace under one name, as the fields of a verdict."""

    line: int
    place: str
    name: str
    fields: dict[str, object]


@dataclass(slots=True)
class ToolFile:
    """What a file or a part of it holds, by kind; `refusal` says why it is nothing to import.

    `people` are ratings of which, once the whole file is known, one kind becomes `human`.
    """

    traces: list[ToolRecord] = field(default_factory=list)
    judge: list[ToolRecord] = field(default_factory=list)
    human: list[ToolRecord] = field(default_factory=list)
    people: list[Rating] = field(default_factory=list)
    gold: list[GoldLine] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    corpus: list[CorpusPassage] = field(default_factory=list)
    refusal: str | None = None

    @property
    def kinds(self) -> tuple[ToolKind, ...]:
        """The kinds of which there is something, the main one first."""
        return tuple(self.counts)

    @property
    def counts(self) -> dict[ToolKind, int]:
        """How many records of each kind there are, without those of which there is none."""
        held: dict[ToolKind, Sequence[object]] = {
            "traces": self.traces,
            "judge": self.judge,
            "human": self.human,
            "gold": self.gold or self.judgements,
            "corpus": self.corpus,
        }
        return {kind: len(records) for kind, records in held.items() if records}

    def only(self, kind: ToolKind) -> "ToolFile":
        """Give the records of one kind alone."""
        match kind:
            case "traces":
                return ToolFile(traces=self.traces)
            case "judge":
                return ToolFile(judge=self.judge)
            case "human":
                return ToolFile(human=self.human)
            case "gold":
                return ToolFile(gold=self.gold, judgements=self.judgements)
            case "corpus":
                return ToolFile(corpus=self.corpus)

    def add(self, part: "ToolFile") -> None:
        """Take in what a later part holds; a file is refused where every part of it is."""
        self.traces += part.traces
        self.judge += part.judge
        self.human += part.human
        self.people += part.people
        self.gold += part.gold
        self.judgements += part.judgements
        self.corpus += part.corpus
        self.refusal = self.refusal and part.refusal


class Unit(NamedTuple):
    """One step of a trace; without `trace`, it completes what was said of `step` elsewhere."""

    item: Item
    trace: str | None
    step: str | None = None


Units = Callable[[Item], Iterator[Unit]]


@dataclass(frozen=True, slots=True)
class Reader:
    """One format: its name, how it is recognised and how it is read.

    `serves` says for which kind of import, and file name, the format is to be thought of;
    `main` is what such a file usually holds. `units` parts a record into steps, where a trace
    is spread over records; a reader may be given the steps as its items.
    """

    format: str
    recognises: Callable[[Head], bool]
    read: Callable[[Sequence[Item], Findings, Options], ToolFile]
    serves: Callable[[str | None, str], bool] = lambda _kind, _file_name: True
    main: ToolKind = "traces"
    units: Units | None = None


def refusing(reason: str) -> Callable[[Sequence[Item], Findings, Options], ToolFile]:
    """Give the reader of a format that holds nothing to import."""

    def read(_items: Sequence[Item], _findings: Findings, _options: Options) -> ToolFile:
        return ToolFile(refusal=reason)

    return read


def object_of(value: object) -> Mapping[str, object]:
    """Give an object, or an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def list_of(value: object) -> list[object]:
    """Give a list, or an empty one for anything else."""
    return value if isinstance(value, list) else []


def text_of(value: object) -> str | None:
    """Give a text that holds something, a number as written; None for anything else."""
    if isinstance(value, str):
        return value if value.strip() else None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return None


def first_text(record: Mapping[str, object], *names: str) -> str | None:
    """Give the first of these fields that is a text."""
    return next((found for name in names if (found := text_of(record.get(name)))), None)


def number_of(value: object) -> float | None:
    """Give a finite number, one spelled in a cell included; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    if not math.isfinite(number):
        return None
    return value if isinstance(value, int | float) else number


def remark_any_of(gold: Sequence[object] | None, line: int, findings: Findings) -> None:
    """Count gold lists of several passages, of which the format does not say how many it takes."""
    if gold is not None and len(gold) > 1:
        findings.remark(
            "gold_any_of",
            "gold lists of several passages: any one was taken as enough, since the format does "
            "not say that all are needed",
            line,
        )


def unwrapped(items: Sequence[Item], *names: str) -> Iterator[Item]:
    """Give the objects of a list that a record wraps under one of these names, or the record.

    The objects of a list are numbered, since the lines on which they begin are not known.
    """
    for item in items:
        name = next((n for n in names if isinstance(item.value.get(n), list)), None)
        if name is None:
            yield item
            continue
        for at, inner in enumerate(list_of(item.value[name])):
            if isinstance(inner, Mapping):
                yield Item(at + 1, inner, f"{name}[{at}]")
