"""The simulation speaks for the shipped interval, and a small run of it holds its bar."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import binom

from tests.bench import (
    coverage,
    coverage_grid,
    coverage_intervals,
    coverage_peers,
    coverage_tried,
)
from workbench.errors import NotEnoughLabels
from workbench.stats.interval import Estimate
from workbench.stats.prevalence import (
    Stratum,
    post_stratified,
    post_stratified_bounds,
    post_stratified_clopper,
    post_stratified_guarded,
)


def random_tables(n_tables: int) -> coverage_grid.Tables:
    cells = list(coverage_grid.grid())
    rng = np.random.default_rng(13)
    chosen = rng.choice(len(cells), n_tables)
    runs = [coverage_grid.simulate(cells[place], 1, rng) for place in chosen]
    return coverage_grid.Tables(*(np.concatenate(columns) for columns in zip(*runs, strict=True)))


def strata_of(tables: coverage_grid.Tables, place: int) -> list[Stratum]:
    n_flagged, n_passed, tp, fp, fn, tn = (int(column[place]) for column in tables)
    return [Stratum(n_flagged, tp + fp, tp), Stratum(n_passed, fn + tn, fn)]


@pytest.mark.parametrize(
    ("shipped", "base"),
    [
        (post_stratified, coverage_intervals.jeffreys),
        (post_stratified_guarded, coverage_intervals.guarded_jeffreys),
    ],
)
def test_array_form_is_the_shipped_interval(
    shipped: Callable[[list[Stratum]], Estimate],
    base: Callable[[coverage_grid.IntArray, coverage_grid.IntArray], coverage_grid.Limits],
) -> None:
    tables = random_tables(200)
    limits = coverage_intervals.mover(tables, base)
    n_compared = 0
    for place in range(200):
        strata = strata_of(tables, place)
        try:
            expected = shipped(strata).interval
        except NotEnoughLabels:
            continue
        n_compared += 1
        assert (limits.low[place], limits.high[place]) == pytest.approx(expected, abs=1e-12, rel=0)
    assert n_compared > 190


def test_array_form_bounds_an_unlabelled_verdict_as_shipped() -> None:
    tables = coverage_grid.Tables(*(np.array([count]) for count in (20, 980, 0, 0, 3, 47)))
    limits = coverage_intervals.mover(tables)
    expected = post_stratified_bounds(strata_of(tables, 0))
    assert (limits.low[0], limits.high[0]) == pytest.approx(expected, abs=1e-12, rel=0)


@pytest.mark.parametrize("design", coverage_grid.DESIGNS)
def test_every_simulated_set_has_its_labels_and_items(design: str) -> None:
    cell = coverage_grid.Cell(design, 100, 200, 0.02, 0.9, 0.15)
    tables = coverage_grid.simulate(cell, 300, np.random.default_rng(2))
    assert (tables.tp + tables.fp + tables.fn + tables.tn == 100).all()
    assert (tables.n_flagged + tables.n_passed == 200).all()
    assert (tables.tp + tables.fp <= tables.n_flagged).all()


def test_queue_labels_flagged_items_beyond_their_share() -> None:
    cell = coverage_grid.Cell("queue", 100, 2_000, 0.1, 0.9, 0.15)
    tables = coverage_grid.simulate(cell, 300, np.random.default_rng(2))
    # 30 uniform, of which .225 flagged, and 35 targeted.
    assert (tables.tp + tables.fp).mean() == pytest.approx(35 + 30 * 0.225, abs=0.6)


def test_peer_refuses_one_class_and_a_judge_no_better_than_chance() -> None:
    tables = coverage_grid.Tables(
        *(
            np.array(counts)
            for counts in zip((50, 50, 0, 0, 3, 47), (50, 50, 5, 45, 5, 45), strict=True)
        )
    )
    limits = coverage_intervals.judgy(tables, 50, np.random.default_rng(1))
    assert np.isnan(limits.low).all()


@pytest.mark.parametrize(
    ("name", "shipped"),
    [
        ("Jeffreys (headline)", post_stratified),
        ("exact (Clopper-Pearson)", post_stratified_clopper),
    ],
)
def test_tries_that_are_shipped_have_the_shipped_limits(
    name: str, shipped: Callable[[list[Stratum]], Estimate]
) -> None:
    tables = random_tables(100)
    limits = coverage_tried.TRIED[name](tables)
    for place in range(100):
        try:
            expected = shipped(strata_of(tables, place)).interval
        except NotEnoughLabels:
            continue
        assert (limits.low[place], limits.high[place]) == pytest.approx(expected, abs=1e-12, rel=0)


def test_mid_p_limit_is_the_root_of_its_definition() -> None:
    tables = coverage_grid.Tables(*(np.array([count]) for count in (50, 0, 3, 47, 0, 0)))
    low = coverage_tried.TRIED["mid-P"](tables).low[0]
    beyond = binom.sf(3, 50, low) + binom.pmf(3, 50, low) / 2
    assert beyond == pytest.approx(0.025, abs=1e-9)


def test_a_simulated_set_is_handed_to_packages_item_by_item() -> None:
    tables = random_tables(20)
    for place in range(20):
        sample = coverage_peers.sample_of(tables, place)
        labelled = sample.judge[sample.labelled]
        assert sample.judge.size == tables.n_flagged[place] + tables.n_passed[place]
        assert sample.judge.sum() == tables.n_flagged[place]
        assert (labelled * sample.gold).sum() == tables.tp[place]
        assert ((1 - labelled) * sample.gold).sum() == tables.fn[place]
        assert (labelled * (1 - sample.gold)).sum() == tables.fp[place]


def test_page_says_which_packages_are_not_installed() -> None:
    cells = [cell for cell in coverage_grid.grid() if cell.n_labels == 50][:60]
    settings = coverage_peers.Settings(20, 3, 20, 7)
    headline, guarded = coverage.run(cells, 20, 7)
    peers = coverage_peers.run(cells, settings)
    page = coverage.report(headline, guarded, peers, settings)
    for peer in coverage_peers.PEERS:
        line = next(line for line in page.splitlines() if f", {peer.name} |" in line)
        assert ("not installed" in line) != coverage_peers.is_installed(peer)


def test_weakest_cells_are_those_of_either_interval() -> None:
    cells = list(coverage_grid.grid())[:30]
    headline, guarded = coverage.run(cells, 100, 7)
    numbers = coverage.weakest(headline, guarded)
    assert min(headline, key=lambda result: result.coverage).cell in [cells[n] for n in numbers]
    assert min(guarded, key=lambda result: result.coverage).cell in [cells[n] for n in numbers]
    pairs = coverage.anew(cells, numbers, 100, 7)
    assert [pair.headline.coverage for pair in pairs] == sorted(
        pair.headline.coverage for pair in pairs
    )
    assert coverage.weak_cells(pairs, 100, 7).count("\n| ") == len(numbers) + 1


def test_sections_that_others_write_stay_on_the_page() -> None:
    before = "# Old\n\nold\n\n## Ours\n\nold\n\n## Theirs\n\ntheirs\n"
    page = coverage.with_other_sections("# New\n\nnew\n\n## Ours\n\nnew\n", before)
    assert page == "# New\n\nnew\n\n## Ours\n\nnew\n\n## Theirs\n\ntheirs\n"
    assert coverage.with_other_sections(page, page) == page


@pytest.mark.slow
@pytest.mark.parametrize("peer", coverage_peers.PEERS, ids=lambda peer: peer.name)
def test_installed_package_gives_limits_around_the_share(peer: coverage_peers.Peer) -> None:
    if not coverage_peers.is_installed(peer):
        pytest.skip(f"{peer.distribution} is not installed; it is part of the group coverage")
    cell = coverage_grid.Cell("uniform", 200, 2_000, 0.3, 0.9, 0.15)
    limits = coverage_peers.limits_of(
        peer, coverage_grid.simulate(cell, 20, np.random.default_rng(3))
    )
    assert (limits.low < limits.high).all()
    assert ((limits.low + limits.high) / 2).mean() == pytest.approx(0.3, abs=0.03)


@pytest.mark.slow
def test_small_run_of_the_grid_holds_the_bar() -> None:
    cells = [cell for cell in coverage_grid.grid() if cell.n_items == 2_000]
    headline, guarded = coverage.run(cells, 1_000, 7)
    # Three standard errors of 1,000 runs below the bar of the full run.
    assert min(result.coverage for result in headline) >= coverage.CELL_BAR - 0.02
    assert np.mean([result.coverage for result in headline]) >= coverage.MEAN_BAR
    # The weakest cell of all covers .937; the lowest of 160 here may be three errors of .007 off.
    assert min(result.coverage for result in guarded) >= 0.915
    widths = [float(np.mean([result.width for result in part])) for part in (headline, guarded)]
    assert widths[1] == pytest.approx(widths[0], rel=0.01)
