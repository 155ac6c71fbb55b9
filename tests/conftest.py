"""Fixtures of every room: a migrated store, and the outside files where they exist."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from db import migrate
from db.engine import open_engine
from db.store import Store

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared"))
POSTGRES_VARIABLE = "WORKBENCH_TEST_POSTGRES_URL"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of real files and trouble cases that are not part of a user's clone."""
    if not SHARED.is_dir():
        pytest.skip("the folder of outside files is not beside this checkout")
    return SHARED


@pytest.fixture
def cases(shared: Path) -> Path:
    return shared / "cases"


@pytest.fixture
def real_data(shared: Path) -> Path:
    return shared / "real-data"


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One migrated SQLite file, copied for each test."""
    path = tmp_path_factory.mktemp("store") / "template.db"
    engine = open_engine(f"sqlite:///{path}")
    migrate.upgrade(engine)
    engine.dispose()
    return path


@pytest.fixture
def sqlite_store(migrated_file: Path, tmp_path: Path) -> Iterator[Store]:
    """A new migrated store on a SQLite file."""
    path = tmp_path / "store.db"
    path.write_bytes(migrated_file.read_bytes())
    store = Store(open_engine(f"sqlite:///{path}"))
    yield store
    store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A new migrated store, on SQLite and, where an address is given, on PostgreSQL."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_store")
        return
    address = os.environ.get(POSTGRES_VARIABLE)
    if not address:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{POSTGRES_VARIABLE} is not set")
        pytest.skip(f"{POSTGRES_VARIABLE} gives no PostgreSQL address")
    engine = open_engine(address)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    migrate.upgrade(engine)
    store = Store(engine)
    yield store
    store.close()
