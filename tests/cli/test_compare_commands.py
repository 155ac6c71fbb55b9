"""Looking across from the command line: several runs, judge versions, rankings."""

import shutil
from pathlib import Path

import pytest

from tests.builders import trace
from tests.cli.conftest import Command
from tests.services.planted import plant_traces
from tests.ui.test_compare_screen import WRONG, fill
from workbench.formats.results_json import plain
from workbench.services.calibration.judge_versions import judge_versions
from workbench.services.calibration.system_ranking import system_ranking
from workbench.services.comparing.compare_several import compare_several
from workbench.services.open_store import open_store


@pytest.fixture
def runs(migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The current folder with three labelled runs, judged by two versions; gives the address."""
    shutil.copy(migrated_file, tmp_path / "workbench.db")
    monkeypatch.chdir(tmp_path)
    address = f"sqlite:///{tmp_path / 'workbench.db'}"
    store = open_store(address)
    fill(store)
    store.close()
    return address


def test_several_runs_are_read_together_and_agree_with_the_service(
    runs: str, command: Command
) -> None:
    ran = command("compare", "before", "after", "other", "--judge", "owl@1", "--json")
    assert ran.code == 0
    store = open_store(runs)
    found = compare_several(store, "before", ["after", "other"], "owl@1")
    store.close()
    assert ran.json["sentence"] == found.sentence
    for row, mine in zip(ran.json["runs"], found.runs, strict=True):
        assert row["adjusted_p_value"] == mine.adjusted_p_value
        assert row["difference"] == plain(mine.comparison.difference)
        assert row["difference_p_value"] == mine.comparison.difference_p_value
        assert row["fixed"] == mine.comparison.flips.fixed
    text = command("compare", "before", "after", "other", "--judge", "owl@1")
    assert text.out.startswith("Read together, 2 runs against before: after fails less often")
    assert "That is about the judge, not about quality." in text.out
    assert command("compare", "before", "after", "other", "--show", 2).code == 2
    twice = command("compare", "before", "after", "after")
    assert (twice.code, "got after, after." in twice.err) == (2, True)


def test_two_runs_keep_their_keys_and_say_what_stayed(runs: str, command: Command) -> None:
    ran = command("compare", "before", "after", "--judge", "owl@1", "--json")
    assert {"n_pairs", "fixed", "broken", "p_value", "method", "difference", "moves"} <= set(
        ran.json
    )
    n_moved = sum(move["n"] for move in ran.json["moves"])
    n_stayed = sum(stay["n"] for stay in ran.json["stayed"])
    assert n_stayed == ran.json["n_stayed"]
    assert n_moved + n_stayed == ran.json["n_pairs"] == 60


def test_runs_without_a_common_question_say_it_once(runs: str, command: Command) -> None:
    store = open_store(runs)
    plant_traces(store, [trace(f"x{k}", run="elsewhere") for k in range(5)])
    store.close()
    text = command("compare", "before", "elsewhere", "--judge", "owl@1")
    assert text.code == 0
    assert text.out.startswith("No question can be compared.")
    assert text.out.count("elsewhere has none, but request_id x0, x1, x2. Write the same") == 1
    ran = command("compare", "before", "elsewhere", "--judge", "owl@1", "--json")
    assert ran.json["n_pairs"] == 0
    assert ran.json["difference"]["reason"].startswith("before and elsewhere share no question_id")


def test_judges_gives_each_version_and_what_it_changed(runs: str, command: Command) -> None:
    ran = command("judges", "--run", "before", "--json")
    store = open_store(runs)
    history = judge_versions(store, "owl", "before")
    store.close()
    assert ran.json == {"run": "before", "judges": [plain(history)]}
    text = command("judges", "--run", "before", "--judge", "owl")
    assert history.changes[0].sentence in text.out
    assert history.changes[0].flips_sentence in text.out
    assert command("judges", "--run", "before", "--judge", "crow").code == 2


def test_rank_gives_both_orders_and_their_tau(runs: str, command: Command) -> None:
    ran = command("rank", "--judge", "owl@1", "--json")
    store = open_store(runs)
    found = system_ranking(store, "owl@1")
    store.close()
    assert ran.json["tau"] == plain(found.tau)
    assert [row["run"] for row in ran.json["systems"]] == [row.run for row in found.systems]
    assert {row["run"] for row in ran.json["systems"]} == set(WRONG)
    text = command("rank", "before", "after", "--judge", "owl@1")
    assert text.code == 0
    assert "2 systems have a corrected share" in text.out
    assert command("rank", "before", "before", "--judge", "owl@1").code == 2
