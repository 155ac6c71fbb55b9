"""The page to send to somebody: made when its button is pressed."""

from datetime import UTC, datetime
from functools import partial

from workbench.services.open_store import Store
from workbench.services.reporting.make_report import PageFormat, report_bytes
from workbench.services.results import TriageResult
from workbench.ui import parts, takeaway
from workbench.ui.choices import Asked

FORMS: tuple[tuple[str, PageFormat, str], ...] = (
    ("HTML page", "html", "text/html"),
    ("Markdown", "md", "text/markdown"),
)


def draw(store: Store, asked: Asked, _result: TriageResult) -> None:
    """Draw what the page holds, and the buttons that make it."""
    parts.section(
        "One page to send to somebody",
        "Shares with their chart, the funnel, what to mend first, the judge card, everything to "
        "read with care, method, versions and seed. Queries, answers, notes and names of "
        "annotators stay here.",
    )
    stem = f"report_{takeaway.safe_name(asked.run)}_{takeaway.safe_name(asked.judge)}"
    takeaway.downloads(
        [
            takeaway.FileOffer(
                label,
                f"{stem}.{form}",
                mime,
                partial(
                    _made,
                    store,
                    form,
                    asked,
                ),
            )
            for label, form, mime in FORMS
        ],
        key="report",
    )
    parts.reading(
        "The HTML page is one file, opens without a network, light or dark, and prints. The "
        "Markdown is for a pull request; its tables stand for the charts. Both hold for the "
        "system, with limits as usual, from the labels chosen above."
    )


def _made(store: Store, form: PageFormat, asked: Asked) -> bytes:
    return report_bytes(
        store,
        datetime.now(UTC),
        form,
        asked.run,
        asked.judge,
        asked.options.calibrated_on,
        dict(asked.window),
    )
