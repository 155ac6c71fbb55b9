"""A number with its interval, or in its place the reason why there is none."""

from workbench.domain.refusals import Refusal
from workbench.stats.interval import Estimate

EstimateOrRefusal = Estimate | Refusal
