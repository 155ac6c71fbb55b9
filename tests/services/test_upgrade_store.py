"""Making, upgrading and copying a store."""

import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from db import migrate, models
from db.engine import open_engine
from db.store import Store
from tests.db.rows import AT, fill
from workbench.errors import InputError, StoreOutOfDate, StoreUnavailable
from workbench.services.housekeeping.backup_store import backup_store
from workbench.services.housekeeping.upgrade_store import upgrade_store
from workbench.services.open_store import open_store

DUMP = Path(__file__).resolve().parent.parent / "revisions" / "0001.sql"

LATER = '''"""A later step."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
    {more}
'''


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
    return path


@pytest.fixture
def later_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the scripts with one more revision; gives its file, to be filled."""
    scripts = tmp_path / "scripts"
    shutil.copytree(migrate.scripts_folder(), scripts)
    target = scripts / "versions" / "9999_later.py"
    target.write_text(LATER.format(head=migrate.head(), more=""), encoding="utf-8")
    monkeypatch.setattr(migrate, "scripts_folder", lambda: scripts)
    return target


def n_verdicts(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (n,) = connection.execute("SELECT count(*) FROM human_entries").fetchone()
    return int(n)


def test_a_new_store_is_made_and_opens(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    report = upgrade_store(url)
    assert (report.found, report.revision, report.copy) == (None, migrate.head(), None)
    assert report.is_changed
    open_store(url).close()


def test_upgrading_a_store_that_is_up_to_date_does_nothing(old_file: Path) -> None:
    upgrade_store(f"sqlite:///{old_file}")
    report = upgrade_store(f"sqlite:///{old_file}")
    assert not report.is_changed
    assert report.copy is None


def test_the_file_is_copied_before_it_is_upgraded(old_file: Path, later_scripts: Path) -> None:
    report = upgrade_store(f"sqlite:///{old_file}")
    assert report.copy == old_file.with_name("old.db.before-9999.bak")
    assert n_verdicts(report.copy) == n_verdicts(old_file) == 3
    engine = open_engine(f"sqlite:///{report.copy}")
    assert migrate.current(engine) == "0001"
    engine.dispose()


def test_a_copy_of_an_upgrade_that_failed_is_never_written_over(
    old_file: Path, later_scripts: Path
) -> None:
    whole = later_scripts.read_text(encoding="utf-8")
    failing = whole + "    op.execute('DELETE FROM human_entries')\n    raise RuntimeError\n"
    later_scripts.write_text(failing, encoding="utf-8")
    with pytest.raises(RuntimeError):
        upgrade_store(f"sqlite:///{old_file}")
    assert n_verdicts(old_file) == 3
    later_scripts.write_text(whole, encoding="utf-8")
    report = upgrade_store(f"sqlite:///{old_file}")
    assert report.copy == old_file.with_name("old.db.before-9999-2.bak")
    assert n_verdicts(old_file) == 3


def test_a_store_of_a_newer_version_asks_for_that_version(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(StoreOutOfDate, match="A newer version made it"):
        upgrade_store(f"sqlite:///{old_file}")


def test_somebody_elses_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE invoices (id INTEGER)")
    with pytest.raises(StoreUnavailable, match="tables that this program did not make"):
        upgrade_store(f"sqlite:///{path}")


def test_another_programs_numbered_database_is_left_alone_too(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('1a2b')")
        connection.execute("CREATE TABLE invoices (id INTEGER)")
        connection.commit()
    before = path.read_bytes()
    for act in (upgrade_store, open_store):
        with pytest.raises(StoreUnavailable, match="did not make"):
            act(f"sqlite:///{path}")
    assert path.read_bytes() == before


def test_opening_a_newer_store_does_not_send_to_upgrade(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(StoreOutOfDate, match="install that version"):
        open_store(f"sqlite:///{old_file}")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_a_store_in_memory_is_refused(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="keeps nothing"):
        upgrade_store(url)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database at all, only a note " * 40, encoding="utf-8")
    with pytest.raises(StoreUnavailable, match="file is not a database"):
        upgrade_store(f"sqlite:///{path}")
    assert path.read_text(encoding="utf-8").startswith("not a database")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="does not exist: make it"):
        upgrade_store(f"sqlite:///{tmp_path / 'nowhere' / 'store.db'}")


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    with pytest.raises(StoreUnavailable, match="Check that the server runs") as caught:
        upgrade_store("postgresql://ada:secret@127.0.0.1:1/none")
    assert "secret" not in str(caught.value)


def test_upgrading_makes_the_store_on_both_databases(store: Store) -> None:
    url = store.engine.url.render_as_string(hide_password=False)
    report = upgrade_store(url)
    assert report.found == report.revision == migrate.head()


def test_a_backup_holds_what_was_committed_while_somebody_writes(
    sqlite_store: Store, tmp_path: Path
) -> None:
    with sqlite_store.writing() as connection:
        fill(connection)
    url = str(sqlite_store.engine.url)
    is_writing, is_copied = threading.Event(), threading.Event()

    def write() -> None:
        with sqlite_store.writing() as connection:
            connection.exec_driver_sql("UPDATE traces SET answer = 'half written'")
            is_writing.set()
            is_copied.wait(10)

    writer = threading.Thread(target=write)
    writer.start()
    is_writing.wait(10)
    report = backup_store(url, tmp_path / "copy.db")
    is_copied.set()
    writer.join()
    with closing(sqlite3.connect(report.path)) as connection:
        (n,) = connection.execute(
            "SELECT count(*) FROM traces WHERE answer = 'half written'"
        ).fetchone()
    assert n == 0
    assert n_verdicts(report.path) == 3
    assert report.n_bytes == report.path.stat().st_size


def test_a_backup_opens_as_a_store(sqlite_store: Store, tmp_path: Path) -> None:
    backup_store(str(sqlite_store.engine.url), tmp_path / "copy.db")
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]
    open_store(f"sqlite:///{tmp_path / 'copy.db'}").close()


def test_a_backup_never_writes_over_a_file(sqlite_store: Store, tmp_path: Path) -> None:
    target = tmp_path / "mine.db"
    target.write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="is not written over"):
        backup_store(str(sqlite_store.engine.url), target)
    assert target.read_text(encoding="utf-8") == "mine"


def test_a_backup_into_a_missing_folder_names_it(sqlite_store: Store, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        backup_store(str(sqlite_store.engine.url), tmp_path / "nowhere" / "copy.db")


def test_a_backup_of_no_store_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="There is no store"):
        backup_store(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_a_servers_store_is_sent_to_its_own_tool(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="pg_dump"):
        backup_store("postgresql://ada@127.0.0.1:1/none", tmp_path / "copy.db")


def test_an_import_that_was_cut_off_is_swept(store: Store) -> None:
    with store.writing() as connection:
        fill(connection)
        connection.execute(
            models.imports.insert().values(
                import_id=2,
                kind="traces",
                file_name="cut.jsonl",
                file_hash="",
                status="running",
                started_at=AT,
                details={},
            )
        )
    url = store.engine.url.render_as_string(hide_password=False)
    assert upgrade_store(url).n_swept == 1
    assert upgrade_store(url).n_swept == 0
