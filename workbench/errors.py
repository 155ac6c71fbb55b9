"""The tree of expected troubles. Anything else that escapes is a bug and keeps its traceback.

WorkbenchError                  the message says what, where, and what to do next
├─ InputError                   a file or an argument is not what it claims
├─ StoreUnavailable             the store cannot be opened or written
│  └─ StoreOutOfDate            names found and expected revision and the command to run
├─ VerdictConflict              the screen was stale: a newer verdict by this rater exists
└─ StatisticsError              becomes a refusal inside a result, never an exit code
   ├─ NotEnoughLabels           which cell of the table is too small
   └─ UninformativeJudge        sensitivity is not above the false-positive rate
"""


class WorkbenchError(Exception):
    """An expected trouble whose message says what happened, where, and what to do next."""


class InputError(WorkbenchError):
    """A file or an argument is not what it claims; the message names path, line and field."""


class StoreUnavailable(WorkbenchError):
    """The store cannot be opened or written; the message says how to mend it."""


class StoreOutOfDate(StoreUnavailable):
    """The store's revision is not the one this version works with."""


class VerdictConflict(WorkbenchError):
    """The screen was stale: this annotator has a newer verdict on the trace."""


class StatisticsError(WorkbenchError):
    """The labels do not support the estimate; the message says which and what to label next."""


class NotEnoughLabels(StatisticsError):
    """A cell of the table that the estimate needs is too small; the message names it."""


class UninformativeJudge(StatisticsError):
    """The judge's sensitivity is not above its false-positive rate."""
