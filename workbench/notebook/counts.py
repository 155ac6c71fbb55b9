"""Six counts in: the share that truly fails, and how many more labels it takes."""

from workbench.notebook.frames import strata_by_verdict
from workbench.services.calibration.correct_counts import LabelsFrom, correct_counts
from workbench.services.results import CorrectedTable
from workbench.stats.counts import ConfusionCounts
from workbench.stats.planning import LabelPlan, labels_for_half_width


def correct(
    flagged: int,
    judged: int,
    tp: int,
    fn: int,
    fp: int,
    tn: int,
    labels_from: LabelsFrom = "elsewhere",
) -> CorrectedTable:
    """Give the share that truly fails, from six counts.

    Parameters
    ----------
    flagged, judged : int
        Items the judge fails, and items it judged.
    tp, fn, fp, tn : int
        Labelled items: both find a failure, only people, only the judge, neither.
    labels_from : {"elsewhere", "these-items"}
        Whether the labels are of other items (Rogan-Gladen, with its assumption) or a random part
        of these (post-stratified).

    Returns
    -------
    CorrectedTable
        `observed`, `corrected` (an estimate or a refusal), `sentence`, `warnings`.

    Raises
    ------
    InputError
        Counts that contradict each other.

    Examples
    --------
    >>> table = correct(120, 400, tp=45, fn=5, fp=15, tn=85)
    >>> round(table.observed, 3), round(table.corrected.estimate, 3)
    (0.3, 0.2)
    >>> table.corrected.method
    'Rogan-Gladen, Lang-Reiczigel'
    """
    return correct_counts(flagged, judged, ConfusionCounts(tp, fn, fp, tn), labels_from)


def plan(
    flagged: int, judged: int, tp: int, fn: int, fp: int, tn: int, half_width: float = 0.05
) -> LabelPlan:
    """Give how many more labels reach a half-width, and of which verdict.

    Parameters
    ----------
    flagged, judged, tp, fn, fp, tn : int
        As for `correct`; the labels are a random part of these items within each verdict.
    half_width : float
        Wanted half-width of the corrected share, a fraction.

    Returns
    -------
    LabelPlan
        `n_labels` and `n_more` for (failed, passed), in that order.

    Raises
    ------
    ValueError
        Counts that contradict each other, or half_width not above 0.
    StatisticsError
        The items are too few, however many are labelled.

    Examples
    --------
    >>> found = plan(600, 2000, tp=20, fn=2, fp=5, tn=23, half_width=0.05)
    >>> found.n_more, round(found.half_width_expected, 3)
    ((49, 85), 0.05)
    """
    counts = ConfusionCounts(tp, fn, fp, tn)
    return labels_for_half_width(strata_by_verdict((flagged, judged - flagged), counts), half_width)
