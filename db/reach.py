"""Whether a store's address answers, whatever its revision; driver errors become one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError, OperationalError

from workbench.errors import StoreUnavailable


def sqlite_file(engine: Engine) -> Path | None:
    """File of a SQLite store; None for a database server or a store in memory."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name)


@contextmanager
def as_store_trouble(engine: Engine) -> Iterator[None]:
    """Turn what the driver says of a store that cannot be used into StoreUnavailable."""
    try:
        yield
    except DatabaseError as error:
        # Broken constraints and wrong SQL are bugs and keep their traceback.
        if not isinstance(error, OperationalError) and type(error) is not DatabaseError:
            raise
        address = engine.url.render_as_string(hide_password=True)
        said = (str(error.orig).strip().splitlines() or ["no reason given"])[0]
        remedy = _remedy(engine, said)
        raise StoreUnavailable(f"{address} cannot be used: {said}. {remedy}") from error


def _remedy(engine: Engine, said: str) -> str:
    path = sqlite_file(engine)
    if path is None:
        return "Check that the server runs and that the address is right."
    if not path.parent.is_dir():
        return f"The folder {path.parent} does not exist: make it, or give another --db address."
    if "readonly" in said:
        return "Give the right to write the file and its folder, or another --db address."
    if path.is_file():
        return (
            "If the file is a store, put back its last backup; "
            "if it is something else, give another --db address."
        )
    return "Check that the folder can be written, or give another --db address."


def reach(engine: Engine) -> None:
    """Raise StoreUnavailable, with what to do, where the address does not answer or keep."""
    if engine.dialect.name == "sqlite" and sqlite_file(engine) is None:
        raise StoreUnavailable(
            "A store in memory keeps nothing. Give --db sqlite:///FILE with the file's name."
        )
    with as_store_trouble(engine), engine.connect().execution_options(is_reading=True) as link:
        link.exec_driver_sql("SELECT 1")
        if engine.dialect.name == "sqlite":
            link.exec_driver_sql("SELECT count(*) FROM sqlite_master")
