"""Releases that can be planted in a run: from some trace on, the pipeline is another.

Chosen: a change of settings alone, so that queries and all other chance stay those of the quiet run
with the same seed, and what the release did is the difference between the two.
"""

from dataclasses import dataclass, replace

from workbench.simulation.pipeline import PipelineSettings

AFTER_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Release:
    """Settings that hold from a share of the traces on, in order of time."""

    name: str
    settings: PipelineSettings
    after_share: float = AFTER_SHARE

    def first_number(self, n_questions: int) -> int:
        """How many traces ran before the release."""
        return round(self.after_share * n_questions)


# A longer prompt template leaves less room, and what does not fit is cut off in its middle.
TRUNCATION = Release(
    "truncation", replace(PipelineSettings(), token_budget=240, cuts_last_passage=True)
)

RELEASES = {release.name: release for release in (TRUNCATION,)}
