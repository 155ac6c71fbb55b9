"""Migrations: every released dump arrives whole, and one that fails leaves all as it was."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from db import migrate
from db.engine import open_engine
from db.models import metadata
from db.store import Store
from tests.db.rows import ROWS, fill
from workbench.errors import StoreUnavailable

DUMPS = sorted((Path(__file__).resolve().parent.parent / "revisions").glob("*.sql"))

NEXT_REVISION = '''"""A later step."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
{body}
'''


def restore(dump: Path, target: Path) -> None:
    with closing(sqlite3.connect(target)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        return {
            name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
            for (name,) in names
        }


@pytest.fixture
def add_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Give the program one more revision than it has, in a copy of its scripts."""
    head = migrate.head()
    scripts = tmp_path / "scripts"
    shutil.copytree(migrate.scripts_folder(), scripts)

    def add(body: str) -> None:
        text = NEXT_REVISION.format(head=head, body=body)
        (scripts / "versions" / "9999_later.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(migrate, "scripts_folder", lambda: scripts)

    return add


@pytest.fixture
def filled_file(migrated_file: Path, tmp_path: Path) -> Path:
    path = tmp_path / "filled.db"
    path.write_bytes(migrated_file.read_bytes())
    store = Store(open_engine(f"sqlite:///{path}"))
    with store.writing() as connection:
        fill(connection)
    store.close()
    return path


def upgrade(path: Path) -> None:
    engine = open_engine(f"sqlite:///{path}")
    try:
        migrate.upgrade(engine)
    finally:
        engine.dispose()


def test_every_revision_has_its_dump() -> None:
    revisions = sorted(p.name[:4] for p in (migrate.scripts_folder() / "versions").glob("*.py"))
    assert [dump.stem for dump in DUMPS] == revisions


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
def test_a_released_store_keeps_every_verdict_through_the_upgrade(
    dump: Path, tmp_path: Path
) -> None:
    path = tmp_path / "old.db"
    restore(dump, path)
    before = content(path)
    upgrade(path)
    after = content(path)
    n_columns = len(before["human_entries"][0])
    assert [row[:n_columns] for row in after["human_entries"]] == before["human_entries"]
    assert len(after["human_entries"]) == 3
    assert {name: len(rows) for name, rows in after.items() if name in before} == {
        name: len(rows) for name, rows in before.items()
    }


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
def test_a_released_store_arrives_at_the_tables_that_the_code_knows(
    dump: Path, tmp_path: Path
) -> None:
    path = tmp_path / "old.db"
    restore(dump, path)
    engine = open_engine(f"sqlite:///{path}")
    migrate.upgrade(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, metadata)
    engine.dispose()
    assert differences == []


def test_the_newest_dump_has_the_newest_schema(migrated_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    restore(DUMPS[-1], path)
    statement = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
    with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(migrated_file)) as new:
        assert old.execute(statement).fetchall() == new.execute(statement).fetchall()


def test_migrations_and_tables_say_the_same(store: Store) -> None:
    with store.reading() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, metadata) == []


def test_every_table_takes_a_row_on_both_databases(store: Store) -> None:
    with store.writing() as connection:
        fill(connection)
    with store.reading() as connection:
        for table in metadata.sorted_tables:
            found = connection.execute(table.select()).fetchall()
            assert len(found) == len(ROWS[table.name]), table.name


def test_upgrading_twice_changes_nothing(filled_file: Path) -> None:
    before = content(filled_file)
    upgrade(filled_file)
    assert content(filled_file) == before


def test_a_migration_that_fails_half_way_leaves_everything(
    filled_file: Path, add_revision: Callable[[str], None]
) -> None:
    before = content(filled_file)
    add_revision(
        '    op.create_table("half", sa.Column("id", sa.Integer(), primary_key=True))\n'
        '    op.execute("DELETE FROM human_entries")\n'
        '    raise RuntimeError("the power went")'
    )
    with pytest.raises(RuntimeError, match="the power went"):
        upgrade(filled_file)
    assert content(filled_file) == before


def test_a_migration_that_leaves_orphans_is_refused_whole(
    filled_file: Path, add_revision: Callable[[str], None]
) -> None:
    before = content(filled_file)
    add_revision('    op.execute("DELETE FROM annotators")')
    with pytest.raises(StoreUnavailable, match="without their parent"):
        upgrade(filled_file)
    assert content(filled_file) == before


def test_rebuilding_a_parent_table_keeps_the_verdicts_below_it(
    filled_file: Path, add_revision: Callable[[str], None]
) -> None:
    before = content(filled_file)
    add_revision(
        '    with op.batch_alter_table("annotators", recreate="always") as batch:\n'
        '        batch.add_column(sa.Column("role", sa.String(), nullable=True))'
    )
    upgrade(filled_file)
    after = content(filled_file)
    n_columns = len(before["human_entries"][0])
    assert [row[:n_columns] for row in after["human_entries"]] == before["human_entries"]
    assert after["annotators"] == [(*row, None) for row in before["annotators"]]
    assert after["leases"] == before["leases"]


def test_foreign_keys_guard_again_after_an_upgrade(filled_file: Path) -> None:
    engine = open_engine(f"sqlite:///{filled_file}")
    migrate.upgrade(engine)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1
    engine.dispose()


def test_a_new_store_has_no_revision_and_is_nobody_elses(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'new.db'}")
    assert migrate.current(engine) is None
    assert not migrate.is_foreign(engine)
    engine.dispose()


def test_tables_without_a_revision_are_somebody_elses(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE invoices (id INTEGER)")
    engine = open_engine(f"sqlite:///{path}")
    assert migrate.is_foreign(engine)
    engine.dispose()
