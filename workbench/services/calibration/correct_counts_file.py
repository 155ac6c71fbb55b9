"""The share that truly fails from the counts in a file, without a store."""

from collections.abc import Mapping
from pathlib import Path

from workbench.domain.vocabulary import JudgeVerdict
from workbench.errors import InputError
from workbench.formats.counts_json import CountsFile, LabelsFrom, read_counts
from workbench.services.calibration.correct_counts import correct_counts
from workbench.services.results import CorrectedTable
from workbench.stats.counts import ConfusionCounts

NAMES = ("flagged", "judged", "tp", "fn", "fp", "tn")


def correct_counts_file(
    path: Path | None,
    given: Mapping[str, int | None],
    labels_from: LabelsFrom | None = None,
) -> CorrectedTable:
    """Correct the counts of a file, of the caller, or of both; the caller's win.

    Parameters
    ----------
    path
        Counts file, or None.
    given
        Counts by name: flagged, judged, tp, fn, fp, tn.
    labels_from
        Where the labels were made; the file's word, else elsewhere, where None.

    Raises
    ------
    InputError
        The file cannot be read, a count is missing, or the counts cannot be.
    """
    file = None if path is None else read_counts(path)
    values: dict[str, int] = {}
    missing = []
    for name in NAMES:
        value = given.get(name)
        if value is None and file is not None:
            value = _from_file(file, name)
        if value is None:
            missing.append(name)
        else:
            values[name] = value
    if missing:
        raise InputError(f"Also needed: {', '.join(f'--{name}' for name in missing)}")
    source = labels_from or (file.labels_from if file is not None else "elsewhere")
    try:
        four = ConfusionCounts(values["tp"], values["fn"], values["fp"], values["tn"])
        return correct_counts(values["flagged"], values["judged"], four, source)
    except ValueError as error:
        raise InputError(f"These counts cannot be: {error}") from error


def _from_file(file: CountsFile, name: str) -> int | None:
    value: int | None = getattr(file, name)
    if value is not None or not file.strata or name not in ("flagged", "judged"):
        return value
    wanted = (JudgeVerdict.FAIL,) if name == "flagged" else tuple(JudgeVerdict)
    return sum(stratum.n for stratum in file.strata if stratum.verdict in wanted)
