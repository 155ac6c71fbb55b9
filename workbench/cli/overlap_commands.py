"""How many annotators the items of a queue want, changed after it was drawn."""

from typing import Annotated

import typer

from workbench.cli.app import NO_DATABASE, Database, opened
from workbench.cli.printing import say
from workbench.cli.queue_commands import queue
from workbench.report.counted import counted


@queue.command(epilog="Example: workbench queue overlap spring-1 2")
def overlap(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="The queue's name.")],
    wanted: Annotated[
        int,
        typer.Argument(
            metavar="N",
            min=1,
            max=100,
            help="Annotators wanted on every item, blind to each other.",
        ),
    ],
    db: Database = NO_DATABASE,
) -> None:
    """Ask for more or fewer annotators on every item of a queue.

    Labels that stand are kept; with fewer wanted, an item is finished sooner.
    """
    from workbench.services.labelling.queue_status import queue_status, set_wanted_labels

    store = opened(db)
    set_wanted_labels(store, name, wanted)
    status = queue_status(store, name)
    people = counted(wanted, "annotator")
    say(
        f"Queue {name}: {people} wanted on each of {counted(status.n_items, 'item')}; "
        f"{status.n_finished} are finished."
    )
