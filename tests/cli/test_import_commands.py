"""Files in: what is said, where, and with which exit code."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.resources import sample_data


def line(request_id: str, **fields: object) -> str:
    record: dict[str, object] = {"request_id": request_id, "query": "Where?", "answer": "There."}
    return json.dumps(record | fields) + "\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command) -> Path:
    """The current folder, with an empty store in it."""
    monkeypatch.chdir(tmp_path)
    assert command("upgrade").code == 0
    return tmp_path


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_traces_go_in_and_again_change_nothing(command: Command, here: Path) -> None:
    file = sample_data() / "traces.jsonl"
    first = command("import", "traces", file)
    assert first.code == 0
    assert first.out == "400 of 400 imported from traces.jsonl: 400 new, 0 changed, 0 unchanged.\n"
    again = command("import", "traces", file, "--json")
    assert again.code == 0
    (report,) = again.json["imports"]
    assert (report["n_new"], report["n_changed"], report["n_unchanged"]) == (0, 0, 400)


def test_an_offered_command_names_the_file_as_it_was_given(command: Command, here: Path) -> None:
    (here / "my dir").mkdir()
    qrels = write(here / "my dir" / "q c.txt", "q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 1\n")
    ran = command("import", "traces", qrels.relative_to(here))
    assert ran.code == 2
    assert "Run: workbench import gold 'my dir/q c.txt'" in ran.err
    assert command("export", "all", "-o", "my dir/store.zip").code == 0
    ran = command("import", "traces", "my dir/store.zip")
    assert (ran.code, "workbench import all 'my dir/store.zip'" in ran.err) == (2, True)


def test_progress_and_notes_never_mix_with_the_result(command: Command, here: Path) -> None:
    ran = command("import", "traces", sample_data() / "traces.jsonl", "--json")
    assert set(ran.json) == {"imports"}
    assert "100 %" in ran.err


def test_a_bad_file_is_refused_whole_with_its_lines_named(command: Command, here: Path) -> None:
    file = write(here / "t.jsonl", line("a") + "not json\n" + line("b") + '{"query": "x"}\n')
    ran = command("import", "traces", file)
    assert ran.code == 2
    assert ran.out == ""
    assert "t.jsonl: line 2" in ran.err
    assert "t.jsonl: line 4" in ran.err
    assert "--keep-good" in ran.err
    assert command("import", "traces", file, "--keep-good").code == 0
    assert (here / "t.jsonl.rejects.jsonl").is_file()


def test_a_refused_file_as_json_says_so_and_keeps_the_exit_code(
    command: Command, here: Path
) -> None:
    ran = command("import", "traces", write(here / "t.jsonl", "not json\n"), "--json")
    assert ran.code == 2
    (report,) = ran.json["imports"]
    assert report["is_imported"] is False
    assert report["problems"][0]["line"] == 1


def test_the_first_twenty_problems_are_shown_and_the_rest_counted(
    command: Command, here: Path
) -> None:
    file = write(here / "t.jsonl", "not json\n" * 50 + line("a"))
    ran = command("import", "traces", file)
    assert ran.code == 2
    assert sum(text.startswith("t.jsonl: line ") for text in ran.err.splitlines()) == 20
    assert "30 more" in ran.err


def test_one_bad_file_of_two_ends_with_two_and_keeps_the_good_one(
    command: Command, here: Path
) -> None:
    good, bad = write(here / "good.jsonl", line("a")), write(here / "bad.jsonl", "x\n")
    ran = command("import", "traces", good, bad)
    assert ran.code == 2
    assert "1 of 1 imported from good.jsonl" in ran.out
    assert "store is unchanged" in ran.err


def test_a_file_that_is_not_there_is_wrong_input(command: Command, here: Path) -> None:
    ran = command("import", "traces", "none.jsonl")
    assert ran.code == 2
    assert "none.jsonl" in ran.err


def test_importing_without_a_store_names_the_command(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path / "t.jsonl", line("a"))
    ran = command("import", "traces", file)
    assert ran.code == 2
    assert "workbench upgrade" in ran.err


def test_a_corpus_and_gold_go_in(command: Command, here: Path) -> None:
    command("import", "traces", sample_data() / "traces.jsonl")
    ran = command("import", "corpus", sample_data() / "corpus.jsonl", "--json")
    assert ran.code == 0
    assert ran.json["imports"][0]["n_new"] == 275
    gold = {"request_id": "shop-0001", "gold_passages": ["book-001"]}
    file = write(here / "gold.jsonl", json.dumps(gold) + "\n")
    assert command("import", "gold", file, "--run", "spring").code == 0


def test_peoples_verdicts_are_told_from_a_judges_by_their_columns(
    command: Command, here: Path
) -> None:
    command("import", "traces", write(here / "t.jsonl", line("a") + line("b")))
    people = write(
        here / "people.csv",
        "request_id,annotator,verdict,notes,labelled_at\na,ada,ok,,2026-03-02T10:00:00Z\n",
    )
    ran = command("import", "verdicts", people, "--run", "default", "--design", "uniform", "--json")
    assert (ran.code, ran.json["imports"][0]["n_new"]) == (0, 1)
    assert command("import", "verdicts", people, "--run", "default").code == 0
    judged = write(here / "judge.csv", "request_id,verdict\na,pass\nb,fail\n")
    ran = command("import", "verdicts", judged, "--run", "default", "--judge", "owl@1", "--json")
    assert (ran.code, ran.json["imports"][0]["n_new"]) == (0, 2)


def test_a_design_belongs_to_people_and_a_judge_to_judges(command: Command, here: Path) -> None:
    file = write(here / "v.csv", "request_id,verdict\na,pass\n")
    ran = command(
        "import", "verdicts", file, "--run", "r", "--judge", "owl@1", "--design", "uniform"
    )
    assert ran.code == 2
    assert "--design by_verdict" in ran.err


def test_the_judge_whose_verdicts_drew_is_said_with_by_verdict(
    command: Command, here: Path
) -> None:
    judges = [{"name": name, "version": "1", "verdict": "fail"} for name in ("owl", "elk")]
    command("import", "traces", write(here / "t.jsonl", line("a", judges=judges) + line("b")))
    file = write(here / "v.csv", "request_id,annotator,verdict\na,ada,fail\n")
    drawn = ("import", "verdicts", file, "--run", "default", "--design", "by_verdict")
    assert command(*drawn, "--judge", "owl@1").code == 0
    unknown = command(*drawn, "--judge", "elk@9")
    assert unknown.code == 2
    assert "There is no judge 'elk@9'" in unknown.err


def test_a_word_that_is_ambiguous_is_mapped_once(command: Command, here: Path) -> None:
    judge = {"name": "owl", "version": "1"}
    file = write(
        here / "t.jsonl",
        line("a", judge=judge | {"verdict": "yes"}) + line("b", judge=judge | {"verdict": "no"}),
    )
    ran = command("import", "traces", file)
    assert ran.code == 0
    assert "map-verdicts" in ran.err
    words = command("map-verdicts", "--judge", "owl@1", "--json")
    assert {word["word"]: word["meaning"] for word in words.json["words"]} == {
        "yes": None,
        "no": None,
    }
    ran = command("map-verdicts", "--judge", "owl@1", "--fail", "no", "--pass", "yes", "--json")
    assert ran.code == 0
    assert ran.json["changed"] == {"no": 1, "yes": 1}
    assert {word["meaning"] for word in ran.json["words"]} == {"fail", "pass"}


def test_a_mapping_file_says_the_same(command: Command, here: Path) -> None:
    judge = {"name": "owl", "version": "1"}
    command("import", "traces", write(here / "t.jsonl", line("a", judge=judge | {"verdict": "y"})))
    mapping = write(here / "m.json", json.dumps({"pass": ["y"], "fail": [], "not_usable": []}))
    ran = command("map-verdicts", "--judge", "owl@1", "--file", mapping, "--json")
    assert (ran.code, ran.json["changed"]) == (0, {"y": 1})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "not JSON"),
        ("[]", "a JSON object is needed"),
        ('{"good": ["y"]}', "'good'"),
        ('{"pass": ["y"], "fail": ["y"]}', "cannot mean both"),
    ],
)
def test_a_mapping_file_that_cannot_be_read_is_named(
    command: Command, here: Path, content: str, said: str
) -> None:
    file = write(here / "m.json", content)
    ran = command("map-verdicts", "--judge", "owl@1", "--file", file)
    assert ran.code == 2
    assert said in ran.err


def test_a_mapping_that_is_neither_saved_nor_a_file_is_named(command: Command, here: Path) -> None:
    file = write(here / "t.csv", "Question,Id\nWhere?,1\n")
    ran = command("import", "traces", file, "--mapping", "wiki")
    assert ran.code == 2
    assert "--mapping wiki" in ran.err


def test_what_goes_in_whole_only_is_not_offered_in_part(command: Command, here: Path) -> None:
    ran = command("import", "gold", write(here / "q.txt", "q-1 0 d1 1\nq-1 0 d2 one\n"))
    assert ran.code == 2
    assert "Mend these lines." in ran.err
    assert "--keep-good" not in ran.err


def test_a_mapping_may_stand_in_the_command_itself(command: Command, here: Path) -> None:
    file = write(here / "t.csv", "Question,Id\nWhere?,a\n")
    mapping = json.dumps({"query": "Question", "request_id": "Id"})
    assert command("import", "traces", file, "--mapping", mapping).code == 0
    broken = command("import", "traces", file, "--mapping", '{"query": ')
    assert (broken.code, broken.out) == (2, "")
    assert broken.err.startswith("--mapping: not JSON")


def test_a_mapping_is_saved_and_serves_by_its_name(command: Command, here: Path) -> None:
    mapping = json.dumps({"query": "Question", "request_id": "Id"})
    first = write(here / "a.csv", "Question,Id\nWhere?,a\n")
    saved = command("import", "traces", first, "--mapping", mapping, "--save-mapping", "wiki")
    assert (saved.code, "--mapping wiki" in saved.err) == (0, True)
    second = write(here / "b.csv", "Question,Id\nWhen?,b\n")
    assert command("import", "traces", second, "--mapping", "wiki").code == 0
    assert command("import", "traces", second, "--save-mapping", "more").code == 2
    refused = write(here / "c.csv", "Question,Nummer\nWhen?,b\n")
    ran = command("import", "traces", refused, "--mapping", mapping, "--save-mapping", "bad")
    assert ran.code == 2
    assert command("import", "traces", second, "--mapping", "bad").code == 2


def test_a_problem_of_the_whole_file_names_it_once(command: Command, here: Path) -> None:
    ran = command("import", "traces", write(here / "t.jsonl.gz", "PK\x03\x04"))
    assert ran.code == 2
    assert ran.err.splitlines()[0].startswith("t.jsonl.gz is a zip archive")


def test_a_table_goes_in_through_a_mapping_file(command: Command, here: Path) -> None:
    file = write(here / "t.csv", "Question,Id\nWhere?,1\nWhen?,2\n")
    mapping = write(here / "m.json", json.dumps({"query": "Question", "request_id": "Id"}))
    ran = command("import", "traces", file, "--mapping", mapping, "--json")
    assert ran.code == 0
    assert ran.json["imports"][0]["n_new"] == 2


def test_ctrl_c_ends_an_import_with_nothing_kept_and_no_traceback(
    command: Command, here: Path
) -> None:
    write(here / "many.jsonl", "".join(line(f"q-{n}") for n in range(60_000)))
    process = subprocess.Popen(
        [sys.executable, "-m", "workbench", "import", "traces", "many.jsonl"],
        cwd=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests started in the background of a shell hand on that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    # The first half is checking; at 50 % the writing begins.
    said = "".join(iter(lambda: process.stderr.readline(), " 50 %\n"))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert "Interrupted." in err
    assert "Traceback" not in said + err
    assert command("doctor").code == 0
    ran = command("import", "traces", write(here / "one.jsonl", line("q-1")), "--json")
    assert ran.json["imports"][0]["n_new"] == 1


@pytest.mark.parametrize("kind", [("traces",), ("verdicts", "--run", "spring"), ("gold",)])
def test_a_pipe_is_refused_before_anybody_waits_for_it(
    command: Command, tmp_path: Path, kind: tuple[str, ...]
) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    ran = command("import", *kind, pipe)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"{pipe} is a pipe, and an import reads its file twice.")
