"""A server that is killed without warning: whatever it said was saved is there, once."""

import pytest
from sqlalchemy import text

from db.store import Store
from tests.services.label_process import heard, started
from tests.services.labelling import census, label_next
from tests.services.test_many_annotators import stored_entries

SEED = 7


def killed_again_and_again(store: Store, n_kills: int, n_people: int, n_items: int) -> None:
    queue_id = census(store, n_items, wanted_labels=n_people)
    with started(store, "killed", queue_id, n_people, n_kills, SEED) as process:
        said = heard(process)
    assert [line for line in said if line.what == "trouble"] == []
    # Each was killed at work, not after it.
    assert sum(line.what == "killed" for line in said) == n_kills
    acknowledged = {
        (line.trace_id, line.person): line.entry_id for line in said if line.what == "saved"
    }
    stored = stored_entries(store)
    lost = {key for key, entry_id in acknowledged.items() if stored.get(key) != (entry_id, True)}
    assert lost == set()
    # A save that was cut off before it was said may be there, at most one a person and kill.
    assert len(stored) - len(acknowledged) <= n_kills * n_people
    assert all(is_current for _, is_current in stored.values())
    if store.is_sqlite:
        with store.reading() as connection:
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
    # Nobody has to clear up: the next save goes through at once.
    assert not label_next(store, queue_id, "person-0").is_repeat


def test_a_server_killed_five_times_under_load_loses_no_saved_verdict(store: Store) -> None:
    killed_again_and_again(store, n_kills=5, n_people=4, n_items=300)


@pytest.mark.slow
def test_a_server_killed_fifty_times_under_load_loses_no_saved_verdict(store: Store) -> None:
    killed_again_and_again(store, n_kills=50, n_people=8, n_items=1_500)
