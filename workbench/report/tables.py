"""Results to tidy rows with fixed columns, one row a bucket or figure.

Every column holds one unit, named in its header: `…_share` 0 to 1, `…_n` counts, `difference`
a difference of shares, `coefficient` an agreement coefficient. Totals come from counts. Results
are taken by their fields, since the records themselves belong to the services above.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from workbench.domain.refusals import Refusal
from workbench.report.percent import percent, percent_range, points
from workbench.stats.interval import Estimate

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CALIBRATION_COLUMNS",
    "GROUP_COLUMNS",
    "ROUNDING_LINE",
    "TRIAGE_COLUMNS",
    "as_frame",
    "calibration_rows",
    "group_rows",
    "percent",
    "percent_range",
    "points",
    "rounding_line",
    "shown_rows",
    "triage_rows",
]

Row = dict[str, object]

TRIAGE_COLUMNS = (
    "bucket",
    "stage",
    "owner",
    "observed_n",
    "observed_share",
    "corrected_share",
    "corrected_low_share",
    "corrected_high_share",
    "corrected_low_all_rows_share",
    "corrected_high_all_rows_share",
    "n_labels",
    "human_n",
    "human_share",
    "human_of_failures_share",
    "method",
    "reason",
)

CALIBRATION_COLUMNS = (
    "figure",
    "share",
    "low_share",
    "high_share",
    "unclipped_share",
    "difference",
    "low_difference",
    "high_difference",
    "coefficient",
    "low_coefficient",
    "high_coefficient",
    "p_value",
    "n",
    "method",
    "text",
    "code",
    "reason",
)

GROUP_COLUMNS = ("group", "failing_n", "n", "failing_share", "low_share", "high_share", "mark")

ROUNDING_LINE = "The shown parts may not add up to the shown total because of rounding."

NOT_FAILING = ("evaluation_error", "correct")


def triage_rows(table: Any) -> list[Row]:
    """Give the rows of a corrected table, then failing and all, whose counts are sums of counts."""
    buckets = table.buckets
    n_human = sum(row.human_n for row in buckets)
    n_human_failing = sum(row.human_n for row in buckets if row.bucket not in NOT_FAILING)
    n_inside = sum(row.observed_n for row in buckets if row.observed_share is not None)
    rows = [_bucket_row(row, n_human, n_human_failing, table.method) for row in buckets]
    failing = [row for row in buckets if row.bucket not in NOT_FAILING]
    n_failing = sum(row.observed_n for row in failing if row.observed_share is not None)
    corrected = table.corrected
    total: Row = {
        "bucket": "failing",
        "observed_n": n_failing,
        "observed_share": n_failing / n_inside if n_inside else None,
        "n_labels": table.counts.n,
        "human_n": n_human_failing,
        "human_share": n_human_failing / n_human if n_human else None,
        "human_of_failures_share": 1.0 if n_human_failing else None,
        "method": table.method,
    }
    if isinstance(corrected, Estimate):
        total |= {
            "corrected_share": corrected.estimate,
            "corrected_low_share": corrected.low,
            "corrected_high_share": corrected.high,
        }
    else:
        total["reason"] = corrected.reason
    everything: Row = {
        "bucket": "all",
        "observed_n": n_inside,
        "observed_share": 1.0 if n_inside else None,
        "corrected_share": 1.0 if isinstance(corrected, Estimate) else None,
        "n_labels": table.counts.n,
        "human_n": n_human,
        "human_share": 1.0 if n_human else None,
    }
    return [_full(row, TRIAGE_COLUMNS) for row in (*rows, total, everything)]


def _bucket_row(row: Any, n_human: int, n_human_failing: int, method: str) -> Row:
    is_failing = row.bucket not in NOT_FAILING
    return {
        "bucket": str(row.bucket),
        "stage": None if row.stage is None else str(row.stage),
        "owner": row.owner or None,
        "observed_n": row.observed_n,
        "observed_share": row.observed_share,
        "corrected_share": row.corrected_share,
        "corrected_low_share": row.low,
        "corrected_high_share": row.high,
        "corrected_low_all_rows_share": row.low_all,
        "corrected_high_all_rows_share": row.high_all,
        "n_labels": row.n_labels,
        "human_n": row.human_n,
        "human_share": row.human_n / n_human if n_human else None,
        "human_of_failures_share": row.human_n / n_human_failing
        if is_failing and n_human_failing
        else None,
        "method": method if row.corrected_share is not None else None,
        "reason": row.reason,
    }


def calibration_rows(card: Any) -> list[Row]:
    """Give the judge card as rows: error rates, shares, bias, agreement, counts and words."""
    rows: list[Row] = [
        {"figure": "judge", "text": str(card.judge)},
        {"figure": "runs", "text": ", ".join(card.runs)},
        {"figure": "design", "text": str(card.design)},
    ]
    for name in ("tp", "fn", "fp", "tn", "unusable"):
        rows.append({"figure": f"count_{name}", "n": getattr(card.counts, name)})
    for name in (
        "sensitivity",
        "false_positive_rate",
        "wrong_if_flagged",
        "wrong_if_passed",
        "observed_prevalence",
        "corrected_prevalence",
    ):
        rows.append(_share_row(name, getattr(card, name)))
    rows.append(_bias_row(card.bias))
    rows += _agreement_rows(card.agreement)
    rows += [
        {
            "figure": "verdict_word",
            "text": f"{word.word} → {word.meaning or 'not mapped'}",
            "n": word.n,
        }
        for word in card.verdict_words
    ]
    rows += [
        {"figure": "warning", "text": warning.message, "code": str(warning.code)}
        for warning in card.warnings
    ]
    return [_full(row, CALIBRATION_COLUMNS) for row in rows]


def _share_row(name: str, value: Estimate | Refusal) -> Row:
    if isinstance(value, Refusal):
        return {"figure": name, "code": str(value.code), "reason": str(value)}
    return {
        "figure": name,
        "share": value.estimate,
        "low_share": value.low,
        "high_share": value.high,
        "unclipped_share": value.unclipped,
        "n": value.n,
        "method": value.method,
        "text": value.assumption or None,
    }


def _bias_row(bias: Any) -> Row:
    if isinstance(bias, Refusal):
        return {"figure": "bias", "code": str(bias.code), "reason": str(bias)}
    return {
        "figure": "bias",
        "difference": bias.difference,
        "low_difference": bias.low,
        "high_difference": bias.high,
        "p_value": bias.p_value,
        "n": bias.n,
        "method": bias.method,
        "text": bias.sentence,
    }


def _agreement_rows(agreement: Any) -> list[Row]:
    if isinstance(agreement, Refusal):
        return [{"figure": "kappa", "code": str(agreement.code), "reason": str(agreement)}]
    rows: list[Row] = []
    for name in ("kappa", "ac1", "alpha"):
        value = getattr(agreement, name)
        limits = agreement.intervals.get(name)
        rows.append(
            {
                "figure": name,
                "coefficient": value,
                "low_coefficient": None if limits is None else limits.low,
                "high_coefficient": None if limits is None else limits.high,
                "reason": agreement.reason if value is None else None,
            }
        )
    limits = agreement.intervals.get("observed")
    rows.append(
        {
            "figure": "observed_agreement",
            "share": agreement.observed,
            "low_share": None if limits is None else limits.low,
            "high_share": None if limits is None else limits.high,
        }
    )
    return rows


def group_rows(table: Any) -> list[Row]:
    """Give a group table's rows in their order, then the total from counts."""
    return [
        {
            "group": row.group,
            "failing_n": row.n_failing,
            "n": row.n,
            "failing_share": row.share,
            "low_share": row.low,
            "high_share": row.high,
            "mark": f"few labels (below {table.few_below})" if row.is_few else None,
        }
        for row in (*table.rows, table.total)
    ]


def shown_rows(rows: Iterable[Mapping[str, object]]) -> list[Row]:
    """Give the same rows with every share as a percentage text, for reading."""
    return [
        {
            name: percent(value) if name.endswith("share") and isinstance(value, float) else value
            for name, value in row.items()
        }
        for row in rows
    ]


def rounding_line(parts: Sequence[float], total: float) -> str:
    """Give the line that explains it where shown parts do not add up to the shown total."""
    tenths = [int(percent(part).replace(".", "").removesuffix(" %")) for part in parts]
    shown = int(percent(total).replace(".", "").removesuffix(" %"))
    return "" if sum(tenths) == shown else ROUNDING_LINE


def as_frame(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> "pd.DataFrame":
    """Give rows as a data frame with exactly these columns."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(columns))


def _full(row: Row, columns: Sequence[str]) -> Row:
    return {column: row.get(column) for column in columns}
