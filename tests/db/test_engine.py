"""The engine: pragmas, addresses, and two who write at once."""

import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Table, func, insert, select
from sqlalchemy.exc import IntegrityError

from db import engine, models
from db.engine import open_engine
from db.instants import Instant
from db.store import Store
from tests.db.rows import AT, fill
from workbench.errors import InputError, StoreUnavailable

CLOSED_WORDS = [
    (models.imports, "status"),
    (models.human_entries, "kind"),
    (models.human_entries, "stage"),
    (models.judge_verdicts, "verdict"),
    (models.trace_evidence, "evidence"),
]


def entry(entry_id: int, annotator_id: int, trace_id: int) -> dict[str, object]:
    return {
        "entry_id": entry_id,
        "trace_id": trace_id,
        "annotator_id": annotator_id,
        "kind": "verdict",
        "answer": "correct",
        "gold_changes": [],
        "recorded_at": AT,
        "is_current": False,
    }


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)],
)
def test_every_connection_is_set_for_safe_shared_use(
    sqlite_store: Store, pragma: str, value: object
) -> None:
    with sqlite_store.reading() as first, sqlite_store.engine.connect() as second:
        assert first.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() == value
        assert second.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() == value


@pytest.mark.parametrize("address", ["mysql://host/name", "sqlite//x.db", "nonsense", "oracle://h"])
def test_an_address_of_another_kind_is_named_as_wrong_input(address: str) -> None:
    with pytest.raises(InputError, match="Give sqlite:///FILE or postgresql://"):
        open_engine(address)


def test_an_error_takes_back_the_whole_transaction(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.writing() as connection:  # noqa: PT012
        fill(connection)
        connection.execute(insert(models.runs).values(name="b", created_at=AT, run_id=1 // 0))
    with store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(models.traces)).scalar() == 0


@pytest.mark.parametrize(("table", "column"), CLOSED_WORDS, ids=lambda part: str(part))
def test_a_word_outside_its_closed_list_is_refused(store: Store, table: Table, column: str) -> None:
    with store.writing() as connection:
        fill(connection)
    with pytest.raises(IntegrityError), store.writing() as connection:
        connection.execute(table.update().values({column: "someday"}))


def test_a_verdict_without_its_trace_is_refused(store: Store) -> None:
    with store.writing() as connection:
        fill(connection)
    with pytest.raises(IntegrityError), store.writing() as connection:
        connection.execute(insert(models.human_entries).values(entry(9, 1, 404)))


def test_an_annotator_has_one_current_answer_on_a_trace(store: Store) -> None:
    with store.writing() as connection:
        fill(connection)
    with pytest.raises(IntegrityError), store.writing() as connection:
        connection.execute(models.human_entries.update().values(is_current=True, trace_id=1))


def test_an_instant_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="has no time zone"):
        Instant().process_bind_param(AT.replace(tzinfo=None), None)


def test_an_instant_comes_back_as_the_utc_that_went_in(store: Store) -> None:
    with store.writing() as connection:
        fill(connection)
    with store.reading() as connection:
        assert connection.execute(select(models.runs.c.created_at)).scalar_one() == AT


def test_two_annotators_who_save_at_once_both_succeed(store: Store) -> None:
    with store.writing() as connection:
        fill(connection)
        connection.execute(
            insert(models.annotators).values(annotator_id=2, name="Ben", created_at=AT)
        )
    troubles: list[Exception] = []

    def save(annotator_id: int) -> None:
        try:
            for n in range(50):
                with store.writing() as connection:
                    # A read before the write is what makes a deferred transaction fail at once.
                    connection.execute(
                        select(func.count()).select_from(models.human_entries)
                    ).scalar_one()
                    connection.execute(
                        insert(models.human_entries).values(
                            entry(1000 * annotator_id + n, annotator_id, 2)
                        )
                    )
        except Exception as trouble:
            troubles.append(trouble)

    threads = [threading.Thread(target=save, args=(n,)) for n in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    with store.reading() as connection:
        counted = connection.execute(
            select(models.human_entries.c.annotator_id, func.count())
            .where(models.human_entries.c.entry_id >= 1000)
            .group_by(models.human_entries.c.annotator_id)
        )
        assert dict(counted.fetchall()) == {1: 50, 2: 50}


def test_two_processes_worth_of_engines_take_turns(sqlite_store: Store) -> None:
    # Two engines on different spellings of one file share no lock, as two processes do not.
    path = Path(str(sqlite_store.engine.url.database))
    other = Store(open_engine(f"sqlite:///{path.parent}/./{path.name}"))
    with sqlite_store.writing() as connection:
        fill(connection)
    troubles: list[Exception] = []

    def save(store: Store, first_id: int) -> None:
        try:
            for n in range(30):
                with store.writing() as connection:
                    connection.execute(
                        insert(models.human_entries).values(entry(first_id + n, 1, 2))
                    )
        except Exception as trouble:
            troubles.append(trouble)

    threads = [
        threading.Thread(target=save, args=(sqlite_store, 1000)),
        threading.Thread(target=save, args=(other, 2000)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    assert troubles == []


def test_a_reader_waits_for_no_writer(sqlite_store: Store) -> None:
    with sqlite_store.writing() as connection:
        fill(connection)
        started = time.perf_counter()
        with sqlite_store.reading() as reader:
            n_traces = reader.execute(select(func.count()).select_from(models.traces)).scalar_one()
        assert time.perf_counter() - started < 1
    assert n_traces == 0


class Late:
    """A value that the driver asks for just when somebody presses Ctrl-C."""

    def __conform__(self, _protocol: object) -> object:
        raise KeyboardInterrupt


def test_an_interrupted_statement_gives_the_lock_back(sqlite_store: Store) -> None:
    statement = "INSERT INTO runs (name, created_at) VALUES (?, '')"
    with pytest.raises(KeyboardInterrupt) as caught, sqlite_store.writing() as connection:
        connection.exec_driver_sql(statement, [("a",), ("b",), (Late(),)])
    begun = time.monotonic()
    with sqlite_store.writing() as connection:
        count = select(func.count()).select_from(models.runs)
        assert connection.execute(count).scalar_one() == 0
    assert time.monotonic() - begun < 5
    assert caught.tb is not None


def test_a_store_that_stays_locked_says_so(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "TURN_SECONDS", 0.2)
    path = sqlite_store.engine.url.database
    other = Store(open_engine(f"sqlite:////{path}"))
    with sqlite_store.writing() as connection:
        fill(connection)
        with (
            pytest.raises(StoreUnavailable, match="database is locked"),
            other.writing() as second,
        ):
            second.execute(select(func.count()).select_from(models.traces))
    other.close()


def test_an_import_under_way_is_invisible(store: Store) -> None:
    with store.writing() as connection:
        fill(connection)
        connection.execute(models.imports.update().values(status="running"))
    with store.reading() as connection:
        for view in (
            models.current_traces,
            models.current_judge_verdicts,
            models.current_gold,
        ):
            assert connection.execute(select(func.count()).select_from(view)).scalar_one() == 0


def test_what_a_finished_import_superseded_is_no_longer_current(store: Store) -> None:
    with store.writing() as connection:
        fill(connection)
        for import_id, status in ((2, "done"), (3, "running")):
            connection.execute(
                insert(models.imports).values(
                    import_id=import_id,
                    kind="traces",
                    file_name="again.jsonl",
                    file_hash="",
                    status=status,
                    started_at=AT,
                    details={},
                )
            )
            connection.execute(
                models.traces.update()
                .where(models.traces.c.trace_id == import_id)
                .values(superseded_by_import_id=import_id)
            )
    with store.reading() as connection:
        ids = connection.execute(select(models.current_traces.c.trace_id)).scalars().all()
    assert sorted(ids) == [1, 3]
