"""Column mappings kept by name, to be offered again for a table like the one they were made for."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from db import read_mappings as stored_mappings
from db.store import Store
from workbench.errors import InputError
from workbench.formats.mapped_table import check_mapping


def save_mapping(store: Store, name: str, kind: str, columns: Mapping[str, object]) -> None:
    """Save a column mapping under a name, to be offered again."""
    if not name.strip():
        raise InputError("Name the mapping that is to be saved.")
    with store.writing() as connection:
        stored_mappings.put_mapping(connection, name.strip(), kind, columns, datetime.now(UTC))


def read_mappings(
    store: Store, columns: Sequence[str] | None = None
) -> dict[str, dict[str, object]]:
    """Saved column mappings by name; with `columns`, only those that fit such a table."""
    with store.reading() as connection:
        saved = stored_mappings.all_mappings(connection)
    if columns is None:
        return saved
    fitting: dict[str, dict[str, object]] = {}
    for name, mapping in saved.items():
        try:
            check_mapping(mapping, columns, name)
        except InputError:
            continue
        fitting[name] = mapping
    return fitting
