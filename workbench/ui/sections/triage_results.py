"""What the triage screen was asked, and the triage that all of its sections draw from."""

from dataclasses import dataclass

from workbench.services.results import TriageResult
from workbench.ui.choices import LabelOptions


@dataclass(frozen=True, slots=True)
class Asked:
    """The run, the judge, and whose labels correct its figures how."""

    run: str
    judge: str | None
    options: LabelOptions


@dataclass(frozen=True, slots=True)
class Results:
    """The triage of the run that was asked for."""

    triage: TriageResult
