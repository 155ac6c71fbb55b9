"""Fixtures of every room: a migrated store, and the outside files where they exist."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, make_url

from db import migrate
from db.engine import open_engine
from db.models import metadata
from db.store import Store
from workbench.services.labelling import twin_passages

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


@pytest.fixture(scope="session")
def postgres_engine() -> Iterator[Engine]:
    """A migrated PostgreSQL database, one for each process that runs tests."""
    address = os.environ.get(POSTGRES_VARIABLE)
    if not address:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{POSTGRES_VARIABLE} is not set")
        pytest.skip(f"{POSTGRES_VARIABLE} gives no PostgreSQL address")
    own = make_url(address)
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        own = own.set(database=f"{own.database}_{worker}")
        server = open_engine(address).execution_options(isolation_level="AUTOCOMMIT")
        with server.connect() as connection:
            connection.exec_driver_sql(f'DROP DATABASE IF EXISTS "{own.database}" WITH (FORCE)')
            connection.exec_driver_sql(f'CREATE DATABASE "{own.database}"')
        server.dispose()
    engine = open_engine(own.render_as_string(hide_password=False))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    migrate.upgrade(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def postgres_store(postgres_engine: Engine) -> Iterator[Store]:
    """An empty migrated store on PostgreSQL."""
    tables = ", ".join(f'"{table}"' for table in metadata.tables)
    with postgres_engine.begin() as connection:
        connection.exec_driver_sql(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
    # Ids start anew at the same address, so what was kept by them is of another store.
    twin_passages.forget()
    store = Store(postgres_engine)
    yield store
    store.close()


@pytest.fixture(params=["sqlite_store", "postgres_store"], ids=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Store:
    """An empty migrated store, on SQLite and, where an address is given, on PostgreSQL."""
    given: Store = request.getfixturevalue(request.param)
    return given
