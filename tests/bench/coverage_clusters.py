"""How often the interval holds when several answers belong to one question, by simulation.

Whole questions are labelled. Each question has its own failing share, Beta distributed with the
stated correlation between its answers; the judge errs independently. Compared: counting every
label as one, and feeding each stratum its effective number from `clustered_n`.
"""

from itertools import product
from typing import NamedTuple

import numpy as np

from workbench.stats.prevalence import Stratum, post_stratified_bounds
from workbench.stats.weighting import clustered_n

SIZES = (1, 2, 5, 10)
CORRELATIONS = (0.0, 0.2, 0.5)
PREVALENCES = (0.1, 0.3)
LABELS = (100, 200)
N_ITEMS = 2_000
JUDGE = (0.9, 0.15)


class RealRatio(NamedTuple):
    """A real set of answers, and how much wider its intervals are by question than by answer.

    `of_share` is that of the share people find wrong, `of_corrected` that of the same share
    post-stratified by a judge's verdicts.
    """

    n_answers: int
    n_questions: int
    of_share: float
    of_corrected: float


# Measured in tests/stats/test_real_sets.py, which needs the files; they are not part of a clone.
REAL_RATIOS = {
    "MT-RAG": RealRatio(240, 80, 1.29, 1.23),
    "Open QA": RealRatio(1_487, 301, 1.51, 1.40),
}


class Tally(NamedTuple):
    """Coverage and mean width."""

    coverage: float
    width: float


def simulate(
    size: int, correlation: float, prevalence: float, n_labels: int, n_runs: int, seed: list[int]
) -> tuple[Tally, Tally]:
    """Gives the tally without and with the effective number."""
    rng = np.random.default_rng(seed)
    n_questions = N_ITEMS // size
    n_labelled = n_labels // size
    question = np.repeat(np.arange(n_labelled), size)
    held, widths = np.zeros((n_runs, 2)), np.zeros((n_runs, 2))
    for run in range(n_runs):
        shares = np.full(n_questions, prevalence)
        if correlation:
            spread = (1 - correlation) / correlation
            shares = rng.beta(prevalence * spread, (1 - prevalence) * spread, n_questions)
        wrong = rng.random((n_questions, size)) < shares[:, None]
        flagged = rng.random((n_questions, size)) < np.where(wrong, *JUDGE)
        is_wrong, is_flagged = wrong[:n_labelled].ravel(), flagged[:n_labelled].ravel()
        plain, effective = [], []
        for verdict in (True, False):
            chosen = is_flagged == verdict
            counts = (
                int((flagged == verdict).sum()),
                int(chosen.sum()),
                int(is_wrong[chosen].sum()),
            )
            plain.append(Stratum(*counts))
            n_effective = (
                clustered_n(is_wrong[chosen].tolist(), question[chosen].tolist())
                if counts[1]
                else None
            )
            effective.append(Stratum(*counts, n_effective))
        for column, strata in enumerate((plain, effective)):
            low, high = post_stratified_bounds(strata)
            held[run, column] = low <= prevalence <= high
            widths[run, column] = high - low
    coverage, width = held.mean(axis=0), widths.mean(axis=0)
    return Tally(coverage[0], width[0]), Tally(coverage[1], width[1])


def section(n_runs: int, seed: int) -> str:
    """Gives the section of docs/coverage.md."""
    lines = [
        "## Several answers to one question",
        "",
        f"{N_ITEMS:,} items, judge {JUDGE}, whole questions labelled, prevalence "
        f"{PREVALENCES[0]} and {PREVALENCES[1]}, {LABELS[0]} and {LABELS[1]} labels,",
        f"{n_runs:,} replicates a cell, seed {seed}; lowest and mean over the four cells of a row.",
        "",
        "| answers a question | correlation | every label counts: lowest | mean | width"
        " | effective number: lowest | mean | width |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for size, (place, correlation) in product(SIZES, enumerate(CORRELATIONS)):
        tallies = [
            simulate(size, correlation, prevalence, n_labels, n_runs, [seed, size, place, n_labels])
            for prevalence, n_labels in product(PREVALENCES, LABELS)
        ]
        cells = [f"{size}", f"{correlation}"]
        for column in range(2):
            coverages = [pair[column].coverage for pair in tallies]
            width = float(np.mean([pair[column].width for pair in tallies]))
            cells += [f"{min(coverages):.3f}", f"{np.mean(coverages):.3f}", f"{width:.3f}"]
        lines.append("| " + " | ".join(cells) + " |")
    lines += [
        "",
        "The effective number divides the labels by their design effect and allows for how few",
        "questions it was measured on. What is still short where ten answers agree much comes from",
        "labelling only 10 or 20 questions: label more questions, not more answers to each.",
        "",
        "On real verdicts, how much wider an interval is by question than by answer:",
        "",
        "| answers | questions | failing share of people | the same, post-stratified by a judge |",
        "|---|---|---|---|",
        *(
            f"| {ratio.n_answers:,} ({name}) | {ratio.n_questions} | {ratio.of_share:.2f} times "
            f"| {ratio.of_corrected:.2f} times |"
            for name, ratio in REAL_RATIOS.items()
        ),
    ]
    return "\n".join(lines) + "\n"
