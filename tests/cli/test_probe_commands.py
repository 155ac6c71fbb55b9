"""probe and explain from the command line, over four failures whose cause is known."""

import json
from pathlib import Path

import pytest

from db.store import Store
from tests.cli.conftest import Command
from tests.services.probed import (
    EXPECTED,
    MANNER,
    generate,
    import_failures,
    import_texts,
    is_right,
    lines,
)


@pytest.fixture
def probed(sqlite_store: Store, tmp_path: Path) -> str:
    import_texts(sqlite_store, tmp_path)
    import_failures(sqlite_store, tmp_path)
    return str(sqlite_store.engine.url)


def answered(path: Path) -> list[dict[str, object]]:
    """The packets of a file with the stand-in's answer, judged by what it states."""
    packets = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for packet in packets:
        passages = {one["doc_id"]: one["text"] for one in packet["passages"]}
        packet["answer"] = generate(packet["request_id"], passages)
        packet["correct"] = is_right(packet["request_id"], packet["answer"])
    return packets


def test_packets_go_out_and_answers_come_back(
    command: Command, probed: str, tmp_path: Path
) -> None:
    packets = tmp_path / "packets.jsonl"
    ran = command("probe", "export", "--run", "spring", "-o", packets, "--db", probed)
    assert ran.code == 0
    assert ran.out.startswith("4 of 4 failing traces written")
    assert "else by strict@2" in ran.err
    answers = lines(tmp_path / "answers.jsonl", answered(packets))
    ran = command("probe", "import", answers, "--run", "spring", "--db", probed)
    assert ran.code == 0
    assert "They stand in run spring-b" in ran.out
    result = command("probe", "--run", "spring", "--db", probed, "--json").json
    shares = {row["outcome"]: row["n"] for row in result["outcomes"]}
    assert shares == {"retrieval": 2, "generation": 2, "unresolved": 0, "no_failure": 0}
    checked, correct = result["n_checked"], 0
    for request_id, cause in EXPECTED.items():
        found = command("explain", request_id, "--run", "spring", "--db", probed, "--json").json
        gate = "gold_answer" if cause == "generation" else "top_k"
        correct += found["stops_at"] == gate
    assert (checked, correct) == (4, 4)
    text = command("probe", "--run", "spring", "--db", probed)
    assert "2 of 4 failures rightly" in text.out
    assert "retrieval or packing proven" in text.out


def test_json_says_what_was_written(command: Command, probed: str, tmp_path: Path) -> None:
    packets = tmp_path / "packets.jsonl"
    ran = command("probe", "export", "--run", "spring", "-o", packets, "--db", probed, "--json")
    assert ran.json["n_packets"] == 4
    assert ran.json["left_out"] == {}
    answers = lines(tmp_path / "answers.jsonl", answered(packets))
    ran = command(
        "probe", "import", answers, "--run", "spring", "--name", "autumn", "--db", probed, "--json"
    )
    assert ran.json["imports"][0]["run"] == "autumn"


def test_wrong_answers_end_with_two_and_name_their_lines(
    command: Command, probed: str, tmp_path: Path
) -> None:
    answers = lines(tmp_path / "answers.jsonl", [{"request_id": "nobody", "answer": "?"}])
    ran = command("probe", "import", answers, "--run", "spring", "--db", probed)
    assert ran.code == 2
    assert "line 1, request_id: run spring has no trace nobody" in ran.err
    assert "keep-good" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("probe",), "--run RUN"),
        (("probe", "--run", "autumn"), "no run 'autumn'"),
        (("probe", "import", "--run", "spring"), "workbench probe export"),
        (("explain", "nobody"), "no trace 'nobody' in the store"),
        (("explain", "missing", "--run", "autumn"), "Known runs: spring"),
    ],
)
def test_what_is_missing_is_said_in_one_line(
    command: Command, probed: str, arguments: tuple[str, ...], said: str
) -> None:
    ran = command("--db", probed, *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""


def test_explain_says_what_is_not_known_and_how_to_measure_it(
    command: Command, probed: str
) -> None:
    ran = command("explain", "misread", "--db", probed)
    assert ran.code == 0
    assert "No gate fails that was measured" in ran.out
    assert ran.out.count("not known  ") == 2
    assert "Next: Log query_embedding_model" in ran.out
    assert "Next: Ask with the gold passages alone" in ran.out


def test_explain_says_which_of_two_judges_it_took(
    command: Command, probed: str, tmp_path: Path
) -> None:
    assert "judges gave verdicts" not in command("explain", "misread", "--db", probed).err
    more = lines(
        tmp_path / "more.jsonl",
        [{"request_id": name, "judge": "zeal@1", "verdict": "pass"} for name in EXPECTED],
    )
    assert command("import", "verdicts", more, "--run", "spring", "--db", probed).code == 0
    ran = command("explain", "misread", "--db", probed)
    assert "shown is strict@2, one of those that gave most" in ran.err
    assert "Name another with --judge: zeal@1" in ran.err
    named = command("explain", "misread", "--judge", "zeal@1", "--db", probed)
    assert "judges gave verdicts" not in named.err


def test_explain_stops_at_the_first_gate_that_fails(command: Command, probed: str) -> None:
    found = command("explain", "partly", "--db", probed, "--json").json
    states = [gate["state"] for gate in found["gates"]]
    assert states == ["passed", "not_known", "failed", "not_reached", "not_reached"]
    assert "1 of 2 needed passages among the top 2" in found["sentence"]
    assert found["bucket"] == "retrieval_miss"
    assert set(MANNER) == set(EXPECTED)
