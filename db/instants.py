"""Instants: UTC and aware in the code, naive UTC in the tables."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime
from sqlalchemy.types import TypeDecorator


class Instant(TypeDecorator[datetime]):
    """A UTC instant; a naive one is refused, since nobody can say what it meant."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """Turn an aware instant into the naive UTC that the table holds."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"instant {value} has no time zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """Turn the table's naive UTC into an aware instant."""
        return None if value is None else value.replace(tzinfo=UTC)
