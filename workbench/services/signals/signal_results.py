"""What the services of signals give: frozen records, named as in `--json`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from workbench.domain.refusals import Refusal, Warning_
from workbench.stats.interval import Estimate


@dataclass(frozen=True, slots=True)
class LowScore:
    """The threshold of the top score: the median of what labelled retrieval misses have.

    `n_others_below` of `n_others` labelled traces that were no miss lie under it too.
    """

    threshold: float
    n_misses: int
    n_others: int
    n_others_below: int


@dataclass(frozen=True, slots=True)
class SignalPoint:
    """A signal in one window: its level with an interval, None where no trace has a value.

    `at` is the window's first instant as ISO text, where traces have a time; `first_trace` the
    number of its first trace.
    """

    starts: str
    ends: str
    at: str | None
    first_trace: int
    n: int
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Move:
    """Where a signal moved: the first window after, the levels, and the adjusted p-value.

    `since` is the instant the later traces begin with, as ISO text; where traces have no time it
    is `first_id`, the key of the first of them.
    """

    starts: str
    since: str | None
    first_id: int | None
    n_windows_before: int
    before: float
    after: float
    n_before: int
    n_after: int
    difference: Estimate
    p_value: float

    @property
    def since_at(self) -> datetime | None:
        """The instant that `since` names."""
        return None if self.since is None else datetime.fromisoformat(self.since)

    @property
    def is_up(self) -> bool:
        """Whether the level is higher since."""
        return self.after > self.before


@dataclass(frozen=True, slots=True)
class SignalSeries:
    """One signal over all windows, and how it moved if it did; `reason` why it cannot be told.

    `p_value` is adjusted for all signals that were looked at together.
    """

    signal: str
    stage: str | None
    title: str
    is_share: bool
    n: int
    value: float | None
    p_value: float | None
    move: Move | None
    sentence: str
    points: tuple[SignalPoint, ...]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SignalsResult:
    """All signals of a run over time, or of all runs, and which of them moved.

    `axis` is `time`, or `order` (of import) where no trace says when it ran. `false_alarm_rate` is
    the chance that a look at traces where nothing changed names any signal.
    """

    run: str | None
    judge: str | None
    where: Mapping[str, str]
    axis: str
    n: int
    n_undated: int
    n_windows: int
    window_size: int
    starts: str | None
    ends: str | None
    n_tested: int
    n_moved: int
    false_alarm_rate: float
    method: str
    low_score: LowScore | Refusal
    seed: int
    sentence: str
    signals: tuple[SignalSeries, ...]
    refusal: Refusal | None
    warnings: tuple[Warning_, ...]


@dataclass(frozen=True, slots=True)
class VersionValue:
    """A signal's level in one version."""

    version: str
    n: int
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class SignalByVersion:
    """One signal in every version; `p_value` of "all are alike", adjusted, None where untold."""

    signal: str
    stage: str | None
    title: str
    is_share: bool
    p_value: float | None
    differs: bool
    sentence: str
    values: tuple[VersionValue, ...]


@dataclass(frozen=True, slots=True)
class VersionsResult:
    """All signals by version: model, index version, a setting or the run."""

    run: str | None
    judge: str | None
    where: Mapping[str, str]
    by: str
    n: int
    n_versions: int
    n_tested: int
    n_differing: int
    false_alarm_rate: float
    method: str
    low_score: LowScore | Refusal
    seed: int
    sentence: str
    signals: tuple[SignalByVersion, ...]
