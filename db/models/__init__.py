"""Tables and named constraints; no methods, no queries.

Chosen: append-only rows with what counts now said by views (`current_traces`,
`current_judge_verdicts`, `current_gold`), so that an import under way is invisible until the
one row in `imports` says done. Rejected: flipping a flag on every imported row, which holds
the write lock for as long as the file is long.

Closed vocabularies are text with a named CHECK; instants are UTC.
"""

from db.models.conventions import metadata, views
from db.models.current_views import current_gold, current_judge_verdicts, current_traces
from db.models.gold_tables import gold_members, gold_versions, relevance, trace_evidence
from db.models.import_tables import column_mappings, imports
from db.models.judge_tables import judge_verdicts, judges, stratum_counts, verdict_words
from db.models.label_tables import adjudications, annotators, human_entries, label_sets, leases
from db.models.queue_tables import guidelines, queue_items, queue_strata, queues
from db.models.trace_tables import (
    corpora,
    corpus_passages,
    hits,
    passages,
    probes,
    queries,
    runs,
    signals,
    traces,
)

__all__ = [
    "adjudications",
    "annotators",
    "column_mappings",
    "corpora",
    "corpus_passages",
    "current_gold",
    "current_judge_verdicts",
    "current_traces",
    "gold_members",
    "gold_versions",
    "guidelines",
    "hits",
    "human_entries",
    "imports",
    "judge_verdicts",
    "judges",
    "label_sets",
    "leases",
    "metadata",
    "passages",
    "probes",
    "queries",
    "queue_items",
    "queue_strata",
    "queues",
    "relevance",
    "runs",
    "signals",
    "stratum_counts",
    "trace_evidence",
    "traces",
    "verdict_words",
    "views",
]
