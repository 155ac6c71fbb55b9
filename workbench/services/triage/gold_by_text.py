"""Says how much of a run's gold was found by its text and not by its id."""

from collections.abc import Collection, Mapping

from db import read_gold_by_text, read_gold_facts
from db.read_gold_by_text import FoundByText
from db.read_gold_twins import has_twins
from db.read_queues import Connection
from workbench.domain.refusals import Code, Warning_
from workbench.report.counted import counted

FACT_SHOWN = 60


def gold_by_text_warnings(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> tuple[Warning_, ...]:
    """Give the sentence where gold passages were retrieved under another id, else nothing."""
    if not has_twins(connection):
        return ()
    found = read_gold_by_text.read_found_by_text(connection, run_ids, where)
    if not found.n_traces:
        return ()
    named = examples_named(connection, found)
    more = "; …" if found.n_gold_ids > len(found.examples) else ""
    return (
        Warning_(
            Code.GOLD_BY_TEXT,
            f"Gold passages found by their text, under another id: {found.n_gold_ids}, in "
            f"{counted(found.n_traces, 'trace')}: {named}{more}",
            "Where one of them is no source, dispute it while labelling; gold with the ids of this "
            "index makes the match unnecessary.",
        ),
    )


def examples_named(connection: Connection, found: FoundByText) -> str:
    """Give the examples as a person reads them: which gold under which id, which fact in what."""
    facts = read_gold_facts.read_facts(connection, {gold_id for gold_id, _ in found.examples})
    return "; ".join(
        f"{facts[gold_id][:FACT_SHOWN]!r} in {listed}"
        if gold_id in facts
        else f"gold {gold_id} as {listed}"
        for gold_id, listed in found.examples
    )
