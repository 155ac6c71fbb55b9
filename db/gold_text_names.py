"""Under which names the texts of gold passages are kept among the passages of corpora.

They have the same shape: an id, its text, the import it came with; and no index version has a
name like these. TEXTS: the text of a gold id, NULL where it was looked for and nowhere found.
FACTS: gold ids that stand for a fact to be found inside a passage. HOLDS and a gold id: the texts
that stand for it, by hash. HOLDERS: the gold ids of which there are such texts. SEARCHED: the
newest import that was searched.
"""

from hashlib import blake2b

from sqlalchemy import ColumnElement, FromClause, and_, literal

from db.models import corpus_passages

TEXTS = "\x01gold text"
FACTS = "\x01gold fact"
HOLDERS = "\x01gold held by texts"
HOLDS = "\x01text that holds "
SEARCHED = "\x01searched for gold"

# The folded hash of a text in which nothing is left: such texts are alike and say nothing.
BLANK = blake2b(digest_size=16).digest()


def named(row: FromClause, name: str, gold_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Condition that joins a gold id to its row under one of the names."""
    return and_(row.c.index_version == name, row.c.doc_id == gold_id)


def holds(row: FromClause, gold_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Condition that joins a gold id to the texts that stand for it."""
    return row.c.index_version == literal(HOLDS).concat(gold_id)


def texts_of_gold(name: str) -> FromClause:
    """The table of texts under a name of its own, to be joined by `named` or `holds`."""
    return corpus_passages.alias(name)
