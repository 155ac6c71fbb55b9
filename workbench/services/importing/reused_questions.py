"""Says where one question id names different questions: gold belongs to the id, so it moved too.

A warning and no refusal: the same question asked in other words is what ids are for, and only a
person can tell it from two files that both count from 1.
"""

from db.read_reused_questions import read_reused_questions
from db.store import Store
from workbench.formats.problems import Findings


def remark_reused_questions(findings: Findings, store: Store, import_id: int) -> None:
    """Remark the runs before whose gold this import replaced under queries that read otherwise."""
    with store.reading() as connection:
        reused = read_reused_questions(connection, import_id)
    for run, n in reused:
        findings.remark(
            "question_id_reused",
            f"{{n}} question ids stand for another query in run {run}, whose gold these replaced. "
            "If the questions are not the same, give them ids of their own here; then import this "
            f"file and that of {run} again",
            n=n,
        )
