"""What all tables share: the metadata, and how keys, constraints and closed lists are written.

A key to a table of another module is given as its column, never as text: so the modules import
one another in the order of their keys, and a view copies a type that is known already.
"""

from sqlalchemy import BigInteger, CheckConstraint, Integer, MetaData

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMING)
views = MetaData()

Key = BigInteger().with_variant(Integer, "sqlite")


def one_of(column: str, words: object) -> CheckConstraint:
    """Give the check that a column holds one of the words of a closed list."""
    listed = ", ".join(f"'{word}'" for word in words)  # type: ignore[attr-defined]
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")
