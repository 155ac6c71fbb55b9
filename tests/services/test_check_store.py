"""What the doctor finds, and what it mends by itself."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from db import models
from db.store import Store
from tests.db.rows import AT, fill
from workbench.errors import StoreOutOfDate, StoreUnavailable
from workbench.services.housekeeping.check_store import CheckReport, check_address, check_store


@pytest.fixture
def filled(sqlite_store: Store) -> Store:
    with sqlite_store.writing() as connection:
        fill(connection)
    return sqlite_store


def look_over(store: Store) -> CheckReport:
    return check_store(store.engine.url.render_as_string(hide_password=False))


def wrong(report: CheckReport) -> dict[str, str]:
    return {f.check: f"{f.message}: {f.remedy}" for f in report.findings if f.is_wrong}


def test_a_new_store_is_sound(store: Store) -> None:
    report = look_over(store)
    assert wrong(report) == {}
    assert report.is_sound


def test_every_wrong_finding_has_a_remedy(filled: Store) -> None:
    with filled.engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA foreign_keys=off")
        connection.exec_driver_sql("DELETE FROM annotators")
    report = look_over(filled)
    assert list(wrong(report)) == ["references"]
    assert all(finding.remedy for finding in report.findings if finding.is_wrong)


def test_verdicts_without_their_annotator_are_counted_by_table(filled: Store) -> None:
    with closing(sqlite3.connect(str(filled.engine.url.database))) as connection:
        connection.execute("DELETE FROM annotators")
        connection.commit()
    assert "3 in human_entries" in wrong(look_over(filled))["references"]


def test_a_store_behind_this_version_names_the_command(filled: Store) -> None:
    with filled.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
    assert "run: workbench upgrade" in wrong(look_over(filled))["revision"]


def test_a_store_ahead_of_this_version_asks_for_the_newer_one(filled: Store) -> None:
    with filled.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert "install the newer version" in wrong(look_over(filled))["revision"]


def test_a_damaged_file_is_found(filled: Store) -> None:
    path = Path(str(filled.engine.url.database))
    with filled.engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    filled.close()
    content = bytearray(path.read_bytes())
    # Every page but the first, which holds the schema's root.
    for start in range(8192, len(content), 4096):
        content[start : start + 64] = b"\xff" * 64
    path.write_bytes(bytes(content))
    try:
        found = wrong(check_store(f"sqlite:///{path}"))
    except StoreUnavailable as trouble:
        found = {"integrity": str(trouble)}
    assert "backup" in found["integrity"]


def test_an_import_that_was_cut_off_is_swept(filled: Store) -> None:
    with filled.writing() as connection:
        connection.execute(
            models.imports.insert().values(
                import_id=2,
                kind="traces",
                file_name="cut.jsonl",
                file_hash="",
                status="running",
                started_at=AT - timedelta(days=1),
                details={},
            )
        )
    report = look_over(filled)
    assert report.is_sound
    assert "1 cut off and swept" in {f.check: f.message for f in report.findings}["imports"]
    with filled.reading() as connection:
        statement = select(models.imports.c.status).where(models.imports.c.import_id == 2)
        assert connection.execute(statement).scalar_one_or_none() in (None, "swept")


def test_stages_older_than_their_gold_are_computed_again(filled: Store) -> None:
    with filled.writing() as connection:
        connection.execute(models.trace_evidence.delete())
    report = look_over(filled)
    assert report.is_sound
    assert "3 were out of date" in {f.check: f.message for f in report.findings}["stages"]
    with filled.reading() as connection:
        counted = select(func.count()).select_from(models.trace_evidence)
        assert connection.execute(counted).scalar_one() == 3


def test_a_missing_store_names_the_command_and_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreOutOfDate, match="Run: workbench upgrade"):
        check_address(f"sqlite:///{tmp_path / 'none.db'}")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("words " * 1000, encoding="utf-8")
    with pytest.raises(StoreUnavailable, match="not a database"):
        check_store(f"sqlite:///{path}")
