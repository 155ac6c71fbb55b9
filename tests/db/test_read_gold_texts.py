"""By what is told whether texts that were read before are all there are."""

from sqlalchemy import update

from db import models
from db.read_gold_texts import read_import_state
from db.store import Store
from tests.services.planted import plant_import


def test_an_import_that_began_earlier_and_is_done_later_is_another_state(store: Store) -> None:
    with store.writing() as connection:
        slow = plant_import(connection)
        of_slow = update(models.imports).where(models.imports.c.import_id == slow)
        connection.execute(of_slow.values(status="running"))
        plant_import(connection, "human")
        before = read_import_state(connection)
        connection.execute(of_slow.values(status="done"))
        assert read_import_state(connection) != before
        plant_import(connection, "gold_edit")
        assert read_import_state(connection) == before + 1
