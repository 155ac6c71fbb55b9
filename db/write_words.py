"""What judges' words mean, as a person confirmed it, and the verdicts that follow."""

from datetime import datetime

from sqlalchemy import Connection, case, or_, update

from db.bulk import insert_rows
from db.models import judge_verdicts, verdict_words

UNMAPPED = "unmapped word"
NOT_USABLE = "not usable"


def put_word(
    connection: Connection, judge_id: int, word: str, meaning: str, confirmed_at: datetime
) -> None:
    """Insert or replace what a word of the judge means."""
    insert_rows(
        connection,
        verdict_words,
        ("judge_id", "word", "meaning", "confirmed_at"),
        [(judge_id, word, meaning, confirmed_at.strftime("%Y-%m-%d %H:%M:%S.%f"))],
        "ON CONFLICT (judge_id, word) DO UPDATE SET meaning = excluded.meaning, "
        "confirmed_at = excluded.confirmed_at",
    )


def apply_word(
    connection: Connection, judge_id: int, word: str, verdict: str | None, reason: str | None
) -> int:
    """Set the verdict of every row of the judge with this word; gives how many changed."""
    table = judge_verdicts.c
    is_ours = or_(table.reason.is_(None), table.reason.in_((UNMAPPED, NOT_USABLE)))
    return connection.execute(
        update(judge_verdicts)
        .where(
            table.judge_id == judge_id,
            table.raw_verdict == word,
            or_(
                table.verdict.is_distinct_from(verdict),
                is_ours & table.reason.is_distinct_from(reason),
            ),
        )
        .values(verdict=verdict, reason=case((is_ours, reason), else_=table.reason))
    ).rowcount
