"""What the commands say of people: agreement, disputes, and what the sight of the judge did."""

from pathlib import Path

import pytest

from db.store import Store
from tests.cli.conftest import Command, command
from tests.services.labelling import answer, census, judged, label_all
from workbench.domain.vocabulary import Answer
from workbench.services.labelling.adjudicate import Reason, Ruling, decide, disputed_cases
from workbench.services.labelling.anchoring import Anchoring, anchoring
from workbench.services.labelling.label_traces import read_item, record_entry

__all__ = ["command"]


@pytest.fixture
def labelled(sqlite_store: Store) -> str:
    """Ada and ben on the same six traces, differing on none; ada changed one after the judge."""
    queue_id = census(sqlite_store, judged(3, 3), reveals_judge=True, wanted_labels=2)
    label_all(sqlite_store, queue_id, "ada")
    label_all(sqlite_store, queue_id, "ben")
    again = read_item(sqlite_store, queue_id, "ada", 1)
    record_entry(sqlite_store, answer(again, "ada", is_right=False))
    return sqlite_store.engine.url.render_as_string(hide_password=False)


def test_agreement_and_reports_are_printed(command: Command, labelled: str) -> None:
    ran = command("annotators", "--run", "default", "--db", labelled)
    assert ran.code == 0
    assert "People agree on right or wrong on 100.0 % of 6 traces" in ran.out
    assert "ada labelled 6 traces" in ran.out
    found = command("annotators", "--db", labelled, "--json").json
    assert found["n_double"] == 6
    assert found["agreement"]["kappa"] is None
    assert found["agreement"]["observed"]["estimate"] == 1.0
    assert [row["annotator"] for row in found["annotators"]] == ["ada", "ben"]
    assert found["annotators"][0]["n_after_reveal"] == 1
    assert found["annotators"][0]["drift"]["reason"]
    assert found["disputed"] == {"n_open": 0, "n_decided": 0}


def test_disputes_are_counted_and_lead_to_the_screen(command: Command, sqlite_store: Store) -> None:
    queue_id = census(sqlite_store, 3, wanted_labels=2)
    label_all(sqlite_store, queue_id, "ada", is_right=True)
    label_all(sqlite_store, queue_id, "ben", is_right=False)
    case = disputed_cases(sqlite_store, "ada").open[0]
    decide(sqlite_store, Ruling(case.trace_id, "ada", Answer.CORRECT, Reason.SLIP))
    url = sqlite_store.engine.url.render_as_string(hide_password=False)
    ran = command("annotators", "--db", url)
    assert "2 disputed traces wait for a decision, 1 are decided" in ran.out
    assert command("annotators", "--db", url, "--json").json["disputed"] == {
        "n_open": 2,
        "n_decided": 1,
    }


def test_without_labels_it_says_what_to_do(command: Command, sqlite_store: Store) -> None:
    url = sqlite_store.engine.url.render_as_string(hide_password=False)
    ran = command("annotators", "--db", url)
    assert ran.code == 0
    assert "Nobody labelled yet" in ran.out
    assert command("annotators", "--run", "spring", "--db", url).code == 2


def test_the_card_says_what_the_sight_of_the_judge_did(
    command: Command, labelled: str, sqlite_store: Store, tmp_path: Path
) -> None:
    found = command("calibrate", "--judge", "strict@2", "--db", labelled, "--json").json
    expected = anchoring(sqlite_store, "strict@2")
    assert isinstance(expected, Anchoring)
    shown = found["anchoring"]
    assert (shown["n"], shown["n_toward"], shown["n_away"]) == (12, 1, 0)
    assert shown["flipped"]["estimate"] == expected.flipped.estimate
    assert shown["toward"]["low"] == pytest.approx(expected.toward.low)  # type: ignore[union-attr]
    assert found["people"]["n_double"] == 6
    text = command("calibrate", "--judge", "strict@2", "--db", labelled).out
    assert expected.sentence in text
    assert "People agree on right or wrong" in text


def test_without_a_reveal_the_key_says_why(command: Command, sqlite_store: Store) -> None:
    label_all(sqlite_store, census(sqlite_store, judged(2, 2)), "ada")
    url = sqlite_store.engine.url.render_as_string(hide_password=False)
    found = command("calibrate", "--judge", "strict@2", "--db", url, "--json").json
    assert found["anchoring"]["flipped"] is None
    assert "--reveal" in found["anchoring"]["next_step"]
    assert found["people"]["agreement"]["kappa"] is None
