"""What to label so that two runs can be compared: the queues that wait, or else another draw."""

from shlex import quote

from db.read_queues import read_queue_rows
from workbench.services.comparing.pair_strata import RunPair
from workbench.services.open_store import Store


def waiting_queues(store: Store, both: RunPair) -> tuple[str, ...]:
    """Give the newest queues drawn together for both runs, those of the two that wait for labels.

    Empty where nothing of such a draw waits.
    """
    run_a, run_b = (target.runs[0] for target in (both.target_a, both.target_b))
    is_open = {*both.target_a.open_queues, *both.target_b.open_queues}
    if not is_open:
        return ()
    with store.reading() as connection:
        rows = read_queue_rows(connection)
    run_of = {row.name: row.run for row in rows}
    for row in rows:
        if row.run != run_a or row.paired_with is None or run_of[row.paired_with] != run_b:
            continue
        waiting = tuple(name for name in (row.name, row.paired_with) if name in is_open)
        if waiting:
            return waiting
    return ()


def label_both(both: RunPair, waiting: tuple[str, ...]) -> str:
    """Say which queues to label, or how to draw them where none waits."""
    if waiting:
        queues = "queue" if len(waiting) == 1 else "queues"
        waits = "waits: open it" if len(waiting) == 1 else "wait: open them"
        return f"Label {queues} {' and '.join(waiting)}, which {waits} with workbench serve."
    named = [target.runs[0] for target in (both.target_a, both.target_b)]
    run_a, run_b, judge = map(quote, (*named, str(both.target_a.judge or "NAME")))
    return (
        f"Label the same questions in {named[0]} and in {named[1]}: workbench queue build --run "
        f"{run_a} --also-run {run_b} --judge {judge} --size 100 draws them, and workbench plan "
        f"--run {run_a} --judge {judge} --compare-with {run_b} says how many."
    )
