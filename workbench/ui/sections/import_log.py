"""Every import: when, what, how many rows were new, changed or left as they were."""

from workbench.services.housekeeping.read_overview import Overview, import_log
from workbench.services.open_store import Store
from workbench.ui import parts, takeaway


def draw(store: Store, _overview: Overview) -> None:
    """Draw the import log, newest first."""
    rows = import_log(store)
    if not rows:
        parts.empty(
            "Nothing was imported yet",
            "Every file that you import leaves one line here, with what it changed.",
            "Import a file",
            "data",
            "Import",
        )
        return
    parts.section(
        "Import log", "One line for each import. An import that was stopped changed nothing."
    )
    takeaway.table(
        [
            {
                "Started (UTC)": row.started_at,
                "Kind": row.kind,
                "File": row.file_name,
                "State": row.status,
                "New": row.n_new,
                "Changed": row.n_changed,
                "Unchanged": row.n_unchanged,
                "Rejected": row.n_rejected,
            }
            for row in rows
        ]
    )
