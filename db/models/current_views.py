"""Views of the rows that count now, with the columns of the tables they show."""

from sqlalchemy import Column, Table

from db.models.conventions import views
from db.models.gold_tables import gold_versions
from db.models.judge_tables import judge_verdicts
from db.models.trace_tables import traces


def _current(name: str, table: Table) -> Table:
    return Table(name, views, *(Column(c.name, c.type) for c in table.columns))


current_traces = _current("current_traces", traces)
current_judge_verdicts = _current("current_judge_verdicts", judge_verdicts)
current_gold = _current("current_gold", gold_versions)
