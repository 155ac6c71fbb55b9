"""From what was chosen on the import form to the one service call that carries it out."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from workbench.domain.vocabulary import Design
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_counts import import_counts
from workbench.services.importing.import_everything import import_everything
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import Store
from workbench.ui import uploads
from workbench.ui.jobs import Progress

KINDS = {
    "traces": "Traces",
    "judge": "Judge verdicts",
    "human": "Human labels",
    "gold": "Gold passages",
    "corpus": "Corpus",
    "counts": "Counts",
}

DESIGNS = {
    Design.UNKNOWN: "I do not know",
    Design.UNIFORM: "at random from all traces of the run",
    Design.BY_VERDICT: "at random within the judge's fails and passes",
    Design.BY_TRUTH: "picked because they were known right or wrong",
}


@dataclass(frozen=True, slots=True)
class ImportChoice:
    """What a person chose for one file; None where the kind does not ask."""

    kind: str
    path: Path
    run: str | None = None
    format: str | None = None
    judge: str | None = None
    judge_fail_value: str | None = None
    design: Design | None = None
    index_version: str | None = None
    name: str | None = None
    tuned_on: str = ""
    was_blind: bool | None = None
    keep_good: bool = False
    mapping: Mapping[str, object] | None = None
    words: Mapping[str, str] | None = None


def lacks(choice: ImportChoice) -> str | None:
    """What must still be chosen before the file can be imported; None where nothing."""
    if choice.kind in ("judge", "human") and not choice.run:
        return "Choose the run that the verdicts belong to."
    if choice.kind == "counts" and not (choice.name and choice.judge):
        return "Name the target set and the judge (NAME@VERSION)."
    return None


def carry_out(store: Store, choice: ImportChoice, progress: Progress) -> ImportReport:
    """Import the file; it is removed from the upload folder whatever came of it."""
    try:
        return _import(store, choice, progress)
    finally:
        uploads.drop(choice.path)


def _tuned_on(said: str) -> list[str] | Literal["all"] | None:
    """Request ids, one a line; None where nothing was said."""
    if said.strip().casefold() == "all":
        return "all"
    return [line.strip() for line in said.splitlines() if line.strip()] or None


def _import(store: Store, choice: ImportChoice, progress: Progress) -> ImportReport:
    path, run = choice.path, choice.run or ""
    match choice.kind:
        case "traces":
            return import_traces(
                store,
                path,
                run=choice.run,
                keep_good=choice.keep_good,
                progress=progress,
                judge_fail_value=choice.judge_fail_value,
                mapping=choice.mapping,
                format=choice.format,
            )
        case "judge":
            return import_judge_verdicts(
                store,
                path,
                run=run,
                judge=choice.judge,
                keep_good=choice.keep_good,
                judge_fail_value=choice.judge_fail_value,
                mapping=choice.mapping,
                progress=progress,
            )
        case "human":
            return import_human_verdicts(
                store,
                path,
                run=run,
                design=choice.design,
                tuned_on=_tuned_on(choice.tuned_on),
                was_blind=choice.was_blind,
                keep_good=choice.keep_good,
                mapping=choice.mapping,
                words=choice.words,
            )
        case "gold":
            return import_gold(store, path, run=choice.run)
        case "corpus":
            return import_corpus(store, path, index_version=choice.index_version, progress=progress)
        case "counts":
            return import_counts(store, path, name=choice.name or "", judge=choice.judge or "")
        case "all":
            return import_everything(store, path, progress=progress)
        case _:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}; it is {choice.kind!r}")
