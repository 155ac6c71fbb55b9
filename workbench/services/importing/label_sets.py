"""What is said of labels beside their file, kept as label sets: drawn how, blind, used for what.

Chosen: entries of which the same is said share a set, and what is said later makes a new one; the
old set and the record of the import stay, so that a label moved after results were seen leaves a
trace. Labels given in a queue know their draw and get a set only to say that the judge was tuned on
them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from db import read_entries, write_entries
from db.bulk import Connection
from db.read_entries import StoredEntry
from db.store import Store
from workbench.domain.vocabulary import Design
from workbench.errors import InputError
from workbench.formats.problems import Findings
from workbench.services.find_judge import FoundJudge
from workbench.services.importing.verdict_records import chunks

N_NAMED = 5


class Declared(NamedTuple):
    """What was said of the labels beside the file.

    How they were drawn and by which judge's verdicts; on which requests the judge was tuned, None
    where nobody said; and whether people did not see its verdicts, None where nobody said.
    """

    design: Design | None
    judge: FoundJudge | None
    tuned_on: frozenset[str] | None = None
    was_blind: bool | None = None

    @property
    def judge_id(self) -> int | None:
        """Gives the key of the judge."""
        return None if self.judge is None else self.judge.judge_id


class Said(NamedTuple):
    """What a label set says of its labels."""

    design: str
    judge_id: int | None
    was_tuned_on: bool
    was_blind: bool | None


@dataclass(slots=True)
class LabelSets:
    """The label sets of one import, each made when first needed."""

    connection: Connection
    run_id: int
    import_id: int
    now: datetime
    keys: dict[Said, int] = field(default_factory=dict)

    def key(self, said: Said) -> int:
        """Give the set of which this is said."""
        if said not in self.keys:
            self.keys[said] = write_entries.insert_label_set(
                self.connection,
                self.run_id,
                self.import_id,
                said.design,
                said.judge_id,
                self.now,
                said.was_tuned_on,
                said.was_blind,
            )
        return self.keys[said]

    def of_new(self, request_id: str, queue_id: int | None, declared: Declared) -> int | None:
        """Give the set of an entry that comes in; None where its queue says all."""
        is_tuned_on = declared.tuned_on is not None and request_id in declared.tuned_on
        if queue_id is not None:
            return self.key(Said(Design.QUEUE.value, None, True, None)) if is_tuned_on else None
        design = declared.design or Design.UNKNOWN
        return self.key(Said(design.value, declared.judge_id, is_tuned_on, declared.was_blind))


def declare_stored(
    connection: Connection,
    known: Iterable[StoredEntry],
    declared: Declared,
    sets: LabelSets,
    findings: Findings,
) -> list[str]:
    """Let entries that were there before belong to the set of what is said of them now.

    Gives the requests of which one was said to have tuned the judge and is not any more.
    """
    changed: dict[Said, list[int]] = {}
    n_drawn = 0
    back: list[str] = []
    for item in known:
        before = Said(
            item.design or (Design.UNKNOWN if item.queue_id is None else Design.QUEUE).value,
            item.drawn_by,
            bool(item.was_tuned_on),
            item.was_blind,
        )
        after = before
        if item.queue_id is None and declared.design is not None:
            after = after._replace(design=declared.design.value, judge_id=declared.judge_id)
        if item.queue_id is None and declared.was_blind is not None:
            after = after._replace(was_blind=declared.was_blind)
        if declared.tuned_on is not None:
            after = after._replace(was_tuned_on=item.request_id in declared.tuned_on)
        if after != before:
            changed.setdefault(after, []).append(item.entry_id)
            n_drawn += after[:2] != before[:2]
            if before.was_tuned_on and not after.was_tuned_on:
                back.append(item.request_id)
    for said, ids in changed.items():
        label_set = sets.key(said)
        for some in chunks(ids):
            write_entries.redeclare(connection, some, label_set)
    if n_drawn:
        by = "" if declared.judge is None else f", drawn by {declared.judge.judge}"
        findings.remark(
            "design_declared",
            f"{{n}} {{verdict is|verdicts are}} now declared {declared.design}{by}",
            n=n_drawn,
        )
    if back:
        findings.remark(
            "tuned_on_before",
            "{n} {verdict that was|verdicts that were} said to have tuned the judge "
            "{measures|measure} it "
            "from now on, since --tuned-on does not name {it|them} any more",
            n=len(back),
        )
    return sorted(set(back))


def must_have_labels(store: Store, run_id: int, tuned_on: frozenset[str]) -> None:
    """Raise InputError where ids given as tuned on match no label, which would mark nothing."""
    labelled: set[str] = set()
    with store.reading() as connection:
        for some in chunks(tuned_on):
            stored = read_entries.stored_entries(connection, run_id, some)
            labelled |= {entry.request_id for entry in stored}
    named = sorted(tuned_on - labelled)
    if not named:
        return
    listed = ", ".join(repr(one[:80]) for one in named[:N_NAMED])
    more = f" and {len(named) - N_NAMED} more" if len(named) > N_NAMED else ""
    has_comma = any("," in one for one in named)
    comma = " An id may hold a comma, so that commas part nothing." if has_comma else ""
    raise InputError(
        f"The requests given as tuned on match no label: {listed}{more}. Give the request ids as "
        f"the labels have them, each on a line of its own.{comma}"
    )


def remark_tuned_on(requests: Sequence[str], declared: Declared, findings: Findings) -> None:
    """Say how many of a file's verdicts the judge was tuned on, and which were not in it."""
    if declared.tuned_on is None:
        return
    n_absent = len(declared.tuned_on.difference(requests))
    findings.remark(
        "tuned_on",
        "{n} {verdict was|verdicts were} used to tune the judge: "
        "{it is kept and does|they are kept and do} not measure it",
        n=sum(request in declared.tuned_on for request in requests),
    )
    if n_absent:
        findings.remark(
            "tuned_on_absent",
            "{n} {request given as tuned on is|requests given as tuned on are} not in this file",
            n=n_absent,
        )
