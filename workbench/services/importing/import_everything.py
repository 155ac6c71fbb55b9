"""Reads a whole store, as `export all` wrote it, into an empty one: all rows or none."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count
from pathlib import Path
from shlex import quote

from db import migrate
from db.read_every_row import count_rows, moving_tables
from db.store import Store
from db.write_every_row import UnfitRow, go_on_counting, write_rows
from workbench.errors import InputError
from workbench.formats.problems import Findings
from workbench.formats.store_archive import Contents, read_contents, read_table_rows
from workbench.services.importing.import_report import ImportReport, Progress

OUR_COLUMNS = {table.name: {column.name for column in table.columns} for table in moving_tables()}


def import_everything(
    store: Store, path: Path, *, progress: Progress | None = None
) -> ImportReport:
    """Read every row with its key; a file of an older revision leaves newer columns empty."""
    findings = Findings()
    n_rows = 0
    try:
        contents = read_contents(path)
        n_rows = sum(contents.n_rows.values())
        _check(contents, path)
        _write(store, path, contents, n_rows, progress)
    except InputError as error:
        findings.refuse(None, None, str(error))
        problems = tuple(findings.problems)
        return ImportReport("all", path.name, None, False, n_rows, problems=problems)
    return ImportReport("all", path.name, None, True, n_rows, n_new=n_rows)


def into_new_store(file: str) -> tuple[str, str]:
    """Give the two commands that read the file into a store that does not exist yet."""
    names = chain(["new.db"], (f"new-{number}.db" for number in count(2)))
    address = f"sqlite:///{next(name for name in names if not Path(name).exists())}"
    return (
        f"workbench --db {address} upgrade",
        f"workbench --db {address} import all {quote(file)}",
    )


def _check(contents: Contents, path: Path) -> None:
    unknown = sorted(set(contents.n_rows) - set(OUR_COLUMNS))
    # Revisions are numbered and linear, so the larger text is the later one.
    if contents.revision > migrate.head() or unknown:
        raise InputError(
            f"{path.name} was written at revision {contents.revision}, this version works with "
            f"{migrate.head()}. Install the version of judge-workbench that wrote it."
        )


def _write(
    store: Store, path: Path, contents: Contents, n_rows: int, progress: Progress | None
) -> None:
    n_done = 0
    with store.writing() as connection:
        filled = [table.name for table in moving_tables() if count_rows(connection, table)]
        if filled:
            first, second = into_new_store(path.name)
            raise InputError(
                f"The store is not empty (it holds {', '.join(filled[:4])}). Read {path.name} into "
                f"a new one: {first}, then {second}"
            )
        for table in moving_tables():
            expected = contents.n_rows.get(table.name)
            if expected is None:
                continue
            rows = _known(read_table_rows(path, table.name), table.name, path)
            try:
                n_read = write_rows(connection, table, rows)
            except UnfitRow as error:
                raise InputError(f"{path.name}, {table.name}.jsonl: {error}.") from error
            if n_read != expected:
                raise InputError(
                    f"{path.name}, {table.name}.jsonl: holds {n_read} rows where the contents "
                    f"say {expected}."
                )
            go_on_counting(connection, table)
            n_done += n_read
            if progress is not None:
                progress(n_done, n_rows)


def _known(
    rows: Iterable[Mapping[str, object]], table: str, path: Path
) -> Iterator[Mapping[str, object]]:
    for row in rows:
        unknown = row.keys() - OUR_COLUMNS[table]
        if unknown:
            raise InputError(f"{path.name}, {table}.jsonl: has the unknown column {min(unknown)}.")
        yield row
