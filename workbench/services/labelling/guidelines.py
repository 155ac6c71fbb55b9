"""The guideline of a queue: Markdown beside the questions, in versions that stay.

Every entry keeps the version that was on the screen, so that labels given by another rule can
be told apart. The same text again is no new version.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from db.read_guidelines import GuidelineRow, read_guideline_versions
from db.write_guidelines import hold_queue, insert_guideline
from workbench.errors import InputError
from workbench.services.labelling.queue_status import find_queue
from workbench.services.open_store import Store

MAX_CHARACTERS = 50_000


@dataclass(frozen=True, slots=True)
class Guideline:
    """One version of a queue's guideline, numbered from 1."""

    guideline_id: int
    version: int
    text: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class GuidelineSaved:
    """The version that counts now; `is_new` False where the text was the same."""

    queue: str
    guideline: Guideline
    is_new: bool


def guideline_versions(store: Store, queue: str | int) -> tuple[Guideline, ...]:
    """Every version of a queue's guideline, the newest first; () where it has none.

    Raises
    ------
    InputError
        No such queue.
    """
    with store.reading() as connection:
        rows = read_guideline_versions(connection, find_queue(connection, queue).queue_id)
    return tuple(_guideline(row) for row in rows)


def set_guideline(store: Store, queue: str | int, text: str) -> GuidelineSaved:
    """Make that text the guideline of a queue, by its name or id.

    Raises
    ------
    InputError
        No such queue, an empty text, or one longer than 50,000 characters.

    Notes
    -----
    Writers of one queue's guideline take turns, so that each gets a version of its own.
    """
    cleaned = text.replace("\r\n", "\n").replace("\x00", "").strip()
    cleaned = cleaned.encode("utf-8", "replace").decode("utf-8")
    if not cleaned:
        raise InputError("The guideline is empty: write what the answers mean in this queue.")
    if len(cleaned) > MAX_CHARACTERS:
        raise InputError(
            f"The guideline has {len(cleaned):,} characters; {MAX_CHARACTERS:,} fit. "
            "An annotator reads it beside every item: shorten it."
        )
    now = datetime.now(UTC)
    with store.writing() as connection:
        found = find_queue(connection, queue)
        queue_id, name = found.queue_id, found.name
        hold_queue(connection, queue_id)
        versions = read_guideline_versions(connection, queue_id)
        if versions and versions[0].text == cleaned:
            return GuidelineSaved(name, _guideline(versions[0]), is_new=False)
        version = versions[0].version + 1 if versions else 1
        guideline_id = insert_guideline(connection, queue_id, version, cleaned, now)
    return GuidelineSaved(name, Guideline(guideline_id, version, cleaned, now), is_new=True)


def _guideline(row: GuidelineRow) -> Guideline:
    return Guideline(row.guideline_id, row.version, row.text, row.created_at)
