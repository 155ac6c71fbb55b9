"""How often intervals of a change hold the truth: two runs, two judge versions, rankings.

`python -m tests.bench.coverage_change` writes its section of docs/coverage.md anew and leaves the
others as they are. Every seed gives the simulator's traces under several settings with the same
questions; labels are drawn from its truth as a queue would draw them, and the estimators behind
screen, command and notebook answer. The truth of the systems is that of all seeds together.
"""

import argparse
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.bench.coverage_page import PAGE, write_section
from workbench.errors import StatisticsError
from workbench.simulation.pipeline import PipelineSettings
from workbench.simulation.simulate import simulate
from workbench.stats.draws import jeffreys_draws
from workbench.stats.interval import Estimate, Interval, clopper_pearson_interval
from workbench.stats.kendall import kendall_tau, ranking_agreement
from workbench.stats.paired import PairStratum, paired_poststratified_difference
from workbench.stats.rate_changes import (
    VersionStrata,
    false_positive_rate_change,
    sensitivity_change,
)
from workbench.stats.stratum import Stratum

TITLE = "## Changes"
N_QUESTIONS = 400
N_LABELS = 100
N_DRAWS = 4_000
LEAST = 0.90
SYSTEMS: Mapping[str, PipelineSettings] = {
    "usual": PipelineSettings(),
    "shorter prompt": PipelineSettings(token_budget=260),
    "three reranked": PipelineSettings(n_reranked=3, token_budget=200),
    "top five": PipelineSettings(n_candidates=5),
    "no rewriting": PipelineSettings(rewritten_share=0.0),
}
LIMITS = ("by pairs", "box (not in use)", "quantiles (not in use)")
WRONG, FIRST, SECOND = 0, 1, 2
"""Columns of a run: wrong in truth, failed by the first judge, failed by the second."""

Run = NDArray[np.bool_]


class Row(NamedTuple):
    """One setting: how many of its looks gave an interval, how many of those held the truth."""

    what: str
    truth: float
    n_given: int
    n_held: int
    width: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """All rows, and how many seeds they rest on."""

    n_seeds: int
    rows: tuple[Row, ...]


def simulated(seed: int) -> tuple[list[Run], list[NDArray[np.intp]]]:
    """The systems on the same questions, one row for each answered and judged question."""
    runs, kept = [], []
    for settings in SYSTEMS.values():
        made = simulate(N_QUESTIONS, np.random.default_rng(seed), settings=settings)
        words = [[judge["verdict"] for judge in trace["judges"] or ()] for trace in made.traces]  # type: ignore[attr-defined]
        table = np.zeros((N_QUESTIONS, 3), bool)
        usable = np.zeros(N_QUESTIONS, bool)
        for number, (truth, verdicts) in enumerate(zip(made.truth, words, strict=True)):
            usable[number] = truth.is_wrong is not None and not {None, "error"} & set(verdicts)
            usable[number] &= set(verdicts) <= {"fail", "pass"} and len(verdicts) == 2
            if usable[number]:
                table[number] = [bool(truth.is_wrong), *(word == "fail" for word in verdicts)]
        runs.append(table)
        kept.append(np.flatnonzero(usable))
    return runs, kept


def drawn(groups: Sequence[NDArray[np.intp]], n: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """As many of each group, or all of one that is smaller."""
    return np.concatenate([rng.choice(g, min(len(g), n), replace=False) for g in groups if len(g)])


def difference(
    before: Run, after: Run, both: NDArray[np.intp], rng: np.random.Generator
) -> Estimate:
    """The change of quality, half of the labels on questions whose verdicts differ."""
    pair = 2 * before[both, FIRST] + after[both, FIRST]
    labelled = drawn([both[pair == key] for key in range(4)], N_LABELS // 4, rng)
    is_labelled = np.isin(both, labelled)
    change = after[both, WRONG].astype(int) - before[both, WRONG]
    strata = [
        PairStratum(
            int((pair == key).sum()),
            int((is_labelled & (pair == key)).sum()),
            int((change[is_labelled & (pair == key)] == 1).sum()),
            int((change[is_labelled & (pair == key)] == -1).sum()),
        )
        for key in range(4)
    ]
    return paired_poststratified_difference(strata, rng, n_draws=N_DRAWS)


def version_strata(run: Run, items: NDArray[np.intp], labelled: NDArray[np.intp]) -> VersionStrata:
    """Items by what both judges say, the second taken as the later version of the first."""
    found = []
    for first, second in ((True, True), (True, False), (False, True), (False, False)):
        inside = (run[:, FIRST] == first) & (run[:, SECOND] == second)
        known = labelled[inside[labelled]]
        n_failed = float(run[known, WRONG].sum())
        found.append(Stratum(int(inside[items].sum()), len(known), n_failed))
    return VersionStrata(*found)


class Rankings(NamedTuple):
    """Tau with the limits in use, and with the two that were rejected: both from tau of draws.

    `box` are its extremes among draws inside a joint 95 % box of all shares, `quantiles` those of
    all draws.
    """

    pairs: Estimate
    box: Estimate
    quantiles: Estimate


def ranking(
    runs: Sequence[Run], kept: Sequence[NDArray[np.intp]], rng: np.random.Generator
) -> Rankings:
    """Systems by the judge's share against systems by the corrected share."""
    points, draws = [], []
    for run, items in zip(runs, kept, strict=True):
        flagged = run[items, FIRST]
        labelled = drawn([items[flagged], items[~flagged]], N_LABELS // 2, rng)
        mix = rng.dirichlet([flagged.sum() + 0.5, (~flagged).sum() + 0.5], N_DRAWS)
        corrected, point = np.zeros(N_DRAWS), 0.0
        for column, side in enumerate((True, False)):
            known = labelled[run[labelled, FIRST] == side]
            wrong = int(run[known, WRONG].sum())
            corrected += mix[:, column] * jeffreys_draws(wrong, len(known), rng, N_DRAWS).draws
            point += float((flagged == side).mean()) * wrong / len(known)
        points.append((float(flagged.mean()), point))
        draws.append((mix[:, 0], corrected))
    judged, true = zip(*points, strict=True)
    by_judge = np.column_stack([one for one, _ in draws])
    by_people = np.column_stack([two for _, two in draws])
    found = ranking_agreement(judged, true, by_judge, by_people)
    one, other = np.triu_indices(len(points), 1)
    taus = np.mean(
        np.sign(by_judge[:, one] - by_judge[:, other])
        * np.sign(by_people[:, one] - by_people[:, other]),
        axis=1,
    )
    together = np.concatenate([by_judge, by_people], axis=1)
    farthest = np.abs((together - together.mean(axis=0)) / together.std(axis=0)).max(axis=1)
    inside = taus[farthest <= np.quantile(farthest, 0.95)]
    low, high = np.quantile(taus, [0.025, 0.975])
    return Rankings(
        found,
        replace(found, interval=Interval(float(inside.min()), float(inside.max()))),
        replace(found, interval=Interval(float(low), float(high))),
    )


def near_ties(n_systems: int, rng: np.random.Generator) -> list[Run]:
    """Systems that fail in 20.0, 20.1, 20.2 … %, all judged alike."""
    runs = []
    for place in range(n_systems):
        wrong = rng.uniform(size=N_QUESTIONS) < 0.2 + place / 1_000
        failed = rng.uniform(size=N_QUESTIONS) < np.where(wrong, 0.9, 0.15)
        runs.append(np.column_stack([wrong, failed, failed]))
    return runs


class Seen(NamedTuple):
    """One seed: each system's usable rows, and every interval given, by the name of its row."""

    systems: tuple[Run, ...]
    given: tuple[tuple[str, Estimate | None], ...]


def look(seed: int) -> Seen:
    """Every interval of one seed; None where the answer was a refusal."""
    runs, kept = simulated(seed)
    rng = np.random.default_rng(10_000 + seed)
    names = list(SYSTEMS)
    found: list[tuple[str, Estimate | None]] = []
    for place in (1, 2, 4):
        both = np.intersect1d(kept[0], kept[place])
        change = difference(runs[0], runs[place], both, rng)
        found.append((f"corrected change, {names[place]} minus usual", change))
    found += version_changes(runs[0], kept[0], rng)
    everything = np.arange(N_QUESTIONS)
    for n_systems, is_tied in ((3, False), (5, False), (5, True), (8, True)):
        systems = near_ties(n_systems, rng) if is_tied else runs[:n_systems]
        items_of = [everything] * n_systems if is_tied else kept[:n_systems]
        name = f"tau of {n_systems} systems{' near ties' if is_tied else ''}"
        given = ranking(systems, items_of, rng)
        found += [
            (f"{name}, {limits}", estimate) for limits, estimate in zip(LIMITS, given, strict=True)
        ]
    usable = tuple(table[items] for table, items in zip(runs, kept, strict=True))
    return Seen(usable, tuple(found))


def version_changes(
    base: Run, items: NDArray[np.intp], rng: np.random.Generator
) -> list[tuple[str, Estimate | None]]:
    """A judge's change of both rates, with labels drawn either way."""
    by_verdict = drawn([items[base[items, FIRST]], items[~base[items, FIRST]]], N_LABELS // 2, rng)
    found: list[tuple[str, Estimate | None]] = []
    for design, labelled in (
        ("uniform", rng.choice(items, N_LABELS, replace=False)),
        ("by the earlier verdict", by_verdict),
    ):
        strata = version_strata(base, items, labelled)
        for name, change in (
            ("sensitivity", sensitivity_change),
            ("false-positive rate", false_positive_rate_change),
        ):
            estimate = None
            with suppress(StatisticsError):
                estimate = change(strata, rng, n_draws=N_DRAWS)
            found.append((f"change in {name}, labels {design}", estimate))
    return found


def run(seeds: Sequence[int], n_processes: int = 1) -> Outcome:
    """Look at every seed, several at once if asked, and hold what was given against the truth."""
    if n_processes == 1:
        return tallied([look(seed) for seed in seeds])
    with ProcessPoolExecutor(n_processes) as processes:
        return tallied(list(processes.map(look, seeds)))


def tallied(seen: Sequence[Seen]) -> Outcome:
    """Count the intervals that hold the truth of all seeds together."""
    truths = _truths(
        [np.concatenate(tables) for tables in zip(*(one.systems for one in seen), strict=True)],
        list(SYSTEMS),
    )
    found: dict[str, list[Estimate]] = {what: [] for what, _ in seen[0].given}
    for what, estimate in (pair for one in seen for pair in one.given):
        if estimate is not None:
            found[what].append(estimate)
    rows = [_row(what, truths[_system_of(what)], given) for what, given in found.items()]
    return Outcome(len(seen), tuple(rows))


def _truths(systems: Sequence[Run], names: Sequence[str]) -> dict[str, float]:
    wrong = [float(system[:, WRONG].mean()) for system in systems]
    judged = [float(system[:, FIRST].mean()) for system in systems]
    base = systems[0]
    truths = {
        f"corrected change, {name} minus usual": share - wrong[0]
        for name, share in zip(names, wrong, strict=True)
    }
    for name, side in (("sensitivity", True), ("false-positive rate", False)):
        of_side = base[base[:, WRONG] == side]
        rates = of_side[:, FIRST].mean(), of_side[:, SECOND].mean()
        truths[f"change in {name}"] = float(rates[1] - rates[0])
    for n_systems in (3, 5):
        truths[f"tau of {n_systems} systems"] = kendall_tau(judged[:n_systems], wrong[:n_systems])
    return truths | {f"tau of {n_systems} systems near ties": 1.0 for n_systems in (5, 8)}


def _system_of(what: str) -> str:
    return re.sub(", (labels|by pairs|box|quantiles).*", "", what)


def _row(what: str, truth: float, given: Sequence[Estimate]) -> Row:
    held = sum(one.low - 1e-9 <= truth <= one.high + 1e-9 for one in given)
    width = float(np.mean([one.high - one.low for one in given])) if given else 0.0
    return Row(what, truth, len(given), held, width)


def holds(outcome: Outcome) -> bool:
    """Whether every row's coverage is, within chance, at least the bar."""
    return all(
        row.n_given
        and clopper_pearson_interval(row.n_held, row.n_given).high >= 0.95
        and row.n_held / row.n_given >= LEAST
        for row in outcome.rows
        if not row.what.endswith("(not in use)")
    )


def section(outcome: Outcome) -> str:
    """Gives the section of docs/coverage.md."""
    lines = [
        TITLE,
        "",
        f"Made by `python -m tests.bench.coverage_change --seeds {outcome.n_seeds}`. "
        f"{outcome.n_seeds} times {N_QUESTIONS} simulated questions under {len(SYSTEMS)} settings",
        f"of the pipeline; {N_LABELS} labels: for a change between two runs a quarter from each "
        "pair of verdicts, for a judge's",
        "versions (`lenient@1` taken as the later version of `strict@2`) uniform or half from "
        "each verdict, for rankings half from",
        "each verdict in every run. The truth is that of all seeds together.",
        "",
        "| what | truth | intervals given | held the truth | coverage | 95 % interval | width |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in outcome.rows:
        low, high = clopper_pearson_interval(row.n_held, row.n_given)
        share = row.n_held / row.n_given if row.n_given else 0.0
        lines.append(
            f"| {row.what} | {row.truth:+.3f} | {row.n_given} | {row.n_held} | {share:.3f} "
            f"| {low:.3f} to {high:.3f} | {row.width:.3f} |"
        )
    lines += [
        "",
        "Fewer intervals than seeds: a pair of verdicts occurred without a label, and the answer "
        "was a refusal that names it.",
        "Limits of tau by pairs leave open what the intervals of the differences leave open, and "
        "hold more often than they promise.",
        "Those from tau of draws are shown beside them: noise shuffles near ties, which hides "
        "their order from quantiles of all draws,",
        "and with eight systems the extremes of draws inside a joint box miss it too.",
        f"The bar (every row in use at least {LEAST} and within chance of 0.95 or above) is "
        f"{'held' if holds(outcome) else 'MISSED'}.",
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, write the section, print it; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    chosen = parser.parse_args(arguments)
    outcome = run(range(chosen.seeds), chosen.processes)
    text = section(outcome)
    write_section(text, chosen.output)
    print(text)
    return 0 if holds(outcome) else 1


if __name__ == "__main__":
    raise SystemExit(main())
