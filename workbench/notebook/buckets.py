"""A judged frame and a labelled one in: the corrected table out."""

from collections import Counter

import pandas as pd

from workbench.notebook.frames import columns_must_hold, verdicts_of
from workbench.stats.buckets import BucketStratum, bucket_shares, bucket_shares_jointly

Key = tuple[str, bool]


def correct_frame(
    target_frame: pd.DataFrame,
    labels_frame: pd.DataFrame,
    judge: str = "judge",
    human: str = "human",
    stage: str | None = "stage",
    fail: object = None,
    is_joint: bool = False,
) -> pd.DataFrame:
    """Give the buckets as the judge sees them beside what they truly hold.

    Parameters
    ----------
    target_frame : DataFrame
        One row for each judged trace; rows without a verdict are left out and counted in
        `attrs["n_unjudged"]`.
    labels_frame : DataFrame
        One row for each labelled trace, drawn at random within each verdict (and stage) from
        the target.
    judge, human, stage : str
        Columns of the verdicts and of the stage that ids decide: where a wrong answer would
        belong. With `stage=None` only failing, evaluation_error and correct are told apart.
    fail : optional
        As for `calibrate`.
    is_joint : bool
        Intervals that hold for all rows at once instead of each by itself.

    Returns
    -------
    DataFrame
        Columns `bucket, observed_n, observed_share, corrected_share, low, high, n_labels, reason`;
        fractions. Rows add up to 1; the last row, `failing`, is the sum of the failing ones. A row
        that needs a stratum without labels has limits, no share, and the reason.

    Raises
    ------
    ValueError
        A column that is not there, an empty stage, a word nobody can read, or more labels in a
        stratum than traces.

    Examples
    --------
    >>> import pandas as pd
    >>> target = pd.DataFrame(
    ...     {
    ...         "stage": ["retrieval"] * 100 + ["generation"] * 300,
    ...         "judge": ["fail"] * 80 + ["pass"] * 20 + ["fail"] * 60 + ["pass"] * 240,
    ...     }
    ... )
    >>> labels = pd.DataFrame(
    ...     {
    ...         "stage": ["retrieval"] * 30 + ["generation"] * 40,
    ...         "judge": ["fail"] * 20 + ["pass"] * 10 + ["fail"] * 20 + ["pass"] * 20,
    ...         "human": ["wrong"] * 18
    ...         + ["correct"] * 2
    ...         + ["wrong"] * 3
    ...         + ["correct"] * 7
    ...         + ["wrong"] * 10
    ...         + ["correct"] * 30,
    ...     }
    ... )
    >>> table = correct_frame(target, labels)
    >>> table[["bucket", "observed_n", "corrected_share"]].round(3).to_dict("split")["data"]
    ... # doctest: +NORMALIZE_WHITESPACE
    [['retrieval', 80, 0.195], ['generation', 60, 0.075], ['evaluation_error', 0, 0.095],
     ['correct', 260, 0.635], ['failing', 140, 0.27]]
    """
    target = _strata_of(target_frame, judge, stage, fail)
    sizes = Counter(key for key in target if key is not None)
    labelled: Counter[Key] = Counter()
    failed: Counter[Key] = Counter()
    found = verdicts_of(labels_frame, human, fail)
    for key, is_wrong in zip(_strata_of(labels_frame, judge, stage, fail), found, strict=True):
        if key is not None and is_wrong is not None:
            labelled[key] += 1
            failed[key] += is_wrong
    unknown = sorted(str(key) for key in labelled if not sizes[key])
    if unknown:
        raise ValueError(f"labels belong to traces of the target; not found there: {unknown}")
    strata = [
        BucketStratum(name, flagged, n, labelled[name, flagged], failed[name, flagged])
        for (name, flagged), n in sizes.items()
    ]
    table = bucket_shares_jointly(strata) if is_joint else bucket_shares(strata)
    observed: Counter[str] = Counter()
    for (name, flagged), n in sizes.items():
        observed[name if flagged else "correct"] += n
        observed["failing"] += n if flagged and name != "failing" else 0
    n = sum(sizes.values())
    rows = table.rows if stage is None else (*table.rows, table.total)
    result = pd.DataFrame(
        [
            {
                "bucket": row.bucket,
                "observed_n": observed[row.bucket],
                "observed_share": observed[row.bucket] / n,
                "corrected_share": row.estimate,
                "low": row.interval.low,
                "high": row.interval.high,
                "n_labels": row.n_labels,
                "reason": row.reason,
            }
            for row in rows
        ]
    )
    result.attrs |= {"method": table.method, "n_unjudged": target.count(None)}
    return result


def _strata_of(
    frame: pd.DataFrame, judge: str, stage: str | None, fail: object
) -> list[Key | None]:
    """Stage and whether the judge fails it, for each row; None where there is no verdict."""
    if stage is not None:
        columns_must_hold(frame, stage)
    stages = ["failing"] * len(frame) if stage is None else list(frame[stage])
    flagged = verdicts_of(frame, judge, fail)
    n_bare = sum(
        bool(pd.isna(name)) and is_flagged is not None
        for name, is_flagged in zip(stages, flagged, strict=True)
    )
    if n_bare:
        raise ValueError(f"{n_bare} rows have no stage; name one, or give stage=None")
    return [
        None if is_flagged is None else (str(name), is_flagged)
        for name, is_flagged in zip(stages, flagged, strict=True)
    ]
