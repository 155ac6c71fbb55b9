"""Guidelines in versions, and the version that each entry followed."""

import threading
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from db import models
from db.write_guidelines import hold_queue, insert_guideline
from tests.services.labelling import answer, census
from workbench.errors import InputError
from workbench.services.labelling.guidelines import (
    MAX_CHARACTERS,
    guideline_versions,
    set_guideline,
)
from workbench.services.labelling.label_traces import next_item, read_item, record_entry


def followed(store):
    with store.reading() as connection:
        return list(
            connection.scalars(
                select(models.human_entries.c.guideline_id).order_by(
                    models.human_entries.c.entry_id
                )
            )
        )


def test_a_changed_text_is_a_new_version_and_the_same_text_is_none(store):
    queue_id = census(store)
    first = set_guideline(store, queue_id, "Right means all of it.\r\n")
    again = set_guideline(store, "default-1", "Right means all of it.")
    second = set_guideline(store, queue_id, "Right means most of it.")
    assert [first.is_new, again.is_new, second.is_new] == [True, False, True]
    assert again.guideline.guideline_id == first.guideline.guideline_id
    versions = guideline_versions(store, queue_id)
    assert [v.version for v in versions] == [2, 1]
    assert versions[1].text == "Right means all of it."


def test_each_entry_knows_the_version_that_was_on_the_screen(store):
    queue_id = census(store)
    old = set_guideline(store, queue_id, "old").guideline
    item = next_item(store, queue_id, "ann1")
    new = set_guideline(store, queue_id, "new").guideline
    record_entry(store, answer(item, "ann1", guideline_id=item.guideline.guideline_id))
    item = next_item(store, queue_id, "ann1")
    assert item.guideline.version == 2
    record_entry(store, answer(item, "ann1", guideline_id=item.guideline.guideline_id))
    assert followed(store) == [old.guideline_id, new.guideline_id]


def test_the_same_answer_by_another_guideline_is_another_entry(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    record_entry(store, answer(item, "ann1"))
    new = set_guideline(store, queue_id, "new").guideline
    item = read_item(store, queue_id, "ann1", item.trace_id)
    record_entry(store, answer(item, "ann1", guideline_id=new.guideline_id))
    assert followed(store) == [None, new.guideline_id]


@pytest.mark.parametrize("text", ["", "  \n ", "x" * (MAX_CHARACTERS + 1)])
def test_an_empty_or_endless_guideline_is_refused(store, text):
    queue_id = census(store)
    with pytest.raises(InputError):
        set_guideline(store, queue_id, text)
    assert guideline_versions(store, queue_id) == ()


def test_an_unknown_queue_is_named(store):
    with pytest.raises(InputError, match="no queue 'winter'"):
        set_guideline(store, "winter", "text")


def test_two_who_save_at_once_get_a_version_each(store):
    queue_id = census(store)
    now = datetime.now(UTC)
    saved = []
    other = threading.Thread(
        target=lambda: saved.append(set_guideline(store, queue_id, "Mine is the second."))
    )
    # As another process does it: its transaction is open while this one comes to save.
    with store.engine.begin() as connection:
        hold_queue(connection, queue_id)
        insert_guideline(connection, queue_id, 1, "The first.", now)
        other.start()
        other.join(timeout=0.3)
        assert other.is_alive()
    other.join(timeout=30)
    assert [(one.guideline.version, one.is_new) for one in saved] == [(2, True)]
    assert [one.text for one in guideline_versions(store, queue_id)] == [
        "Mine is the second.",
        "The first.",
    ]
