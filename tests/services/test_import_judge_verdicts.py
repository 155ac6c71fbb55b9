"""Judges' verdicts on traces that are there, and words whose direction a person says."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from db.models import current_judge_verdicts, current_traces, human_entries, judge_verdicts
from db.read_queues import read_judges
from db.store import Store
from workbench.errors import InputError
from workbench.services.find_judge import find_judge
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.map_verdicts import judge_words, map_verdict_words


def verdicts(store: Store) -> Counter[str | None]:
    with store.reading() as connection:
        return Counter(connection.execute(select(current_judge_verdicts.c.verdict)).scalars())


def codes(report: ImportReport) -> dict[str, int]:
    return {notice.code: notice.n for notice in report.notices}


@pytest.fixture
def spelled(store: Store, cases: Path) -> Store:
    """Twenty spellings of a verdict."""
    assert import_traces(store, cases / "stat-08-verdict-spellings" / "traces.jsonl").n_new == 20
    return store


def test_stat08_distinct_words_are_listed_with_counts(store: Store, cases: Path) -> None:
    report = import_traces(store, cases / "stat-08-verdict-spellings" / "traces.jsonl")
    assert report.n_new == 20
    assert len(report.judge_words) == 20
    assert sum(word.n for word in report.judge_words) == 20
    waiting = {word.word for word in report.judge_words if word.meaning is None}
    assert waiting == {
        "yes", "no", "1 (text)", "1 (number)", "true", "True (text)", "0 (text)", "0 (number)",
        "false", "0.5 (number)",
    }  # fmt: skip
    notice = next(notice for notice in report.notices if notice.code == "unmapped_words")
    assert notice.n == 10
    assert "workbench map-verdicts --judge owl@1" in notice.message
    assert verdicts(store) == {"pass": 3, "fail": 2, None: 15}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mapping.json", {"pass": 8, "fail": 6, None: 6}),
        ("mapping_flipped.json", {"pass": 7, "fail": 7, None: 6}),
    ],
)
def test_stat08_a_confirmed_mapping_decides(
    spelled: Store, cases: Path, name: str, expected: dict[str | None, int]
) -> None:
    mapping = json.loads((cases / "stat-08-verdict-spellings" / name).read_text())
    map_verdict_words(spelled, "owl@1", mapping)
    assert verdicts(spelled) == expected
    assert all(word.meaning is not None for word in judge_words(spelled, "owl"))
    assert len(judge_words(spelled)) == 20


def test_stat08_a_mapping_can_be_turned_round_and_is_remembered(
    spelled: Store, cases: Path
) -> None:
    folder = cases / "stat-08-verdict-spellings"
    for name in ("mapping.json", "mapping_flipped.json"):
        map_verdict_words(spelled, "owl@1", json.loads((folder / name).read_text()))
    assert verdicts(spelled) == {"pass": 7, "fail": 7, None: 6}
    report = import_traces(spelled, folder / "traces.jsonl", run="later")
    assert "unmapped_words" not in codes(report)
    assert verdicts(spelled) == {"pass": 14, "fail": 14, None: 12}


def test_the_failing_word_decides_its_opposite_too(store: Store, cases: Path) -> None:
    path = cases / "stat-08-verdict-spellings" / "traces.jsonl"
    report = import_traces(store, path, judge_fail_value="no")
    meanings = {word.word: word.meaning for word in report.judge_words}
    assert (meanings["yes"], meanings["no"], meanings["true"]) == ("pass", "fail", None)


def test_a_word_the_judge_never_used_is_refused(spelled: Store) -> None:
    with pytest.raises(InputError, match="never used 'nope'"):
        map_verdict_words(spelled, "owl@1", {"nope": "fail"})
    with pytest.raises(InputError, match="no meaning"):
        map_verdict_words(spelled, "owl@1", {"yes": "good"})


@pytest.fixture
def three(store: Store, cases: Path) -> Store:
    """q-1, q-2 and q-3 with verdicts of owl@1."""
    import_traces(store, cases / "lab-05-reimport-keeps-labels" / "traces.jsonl")
    return store


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(text: str, name: str = "judge.csv") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_table_of_another_judge_adds_its_verdicts(three: Store, file: Any) -> None:
    path = file("request_id,verdict,rationale\nq-1,fail,too short\nq-2,pass,\n")
    report = import_judge_verdicts(three, path, run="default", judge="strict@2")
    assert (report.n_new, report.n_changed, report.n_unchanged) == (2, 0, 0)
    again = import_judge_verdicts(three, path, run="default", judge="strict@2")
    assert (again.n_new, again.n_changed, again.n_unchanged) == (0, 0, 2)
    assert {word.judge for word in judge_words(three)} == {"owl@1", "strict@2"}


def test_a_changed_verdict_supersedes_and_is_kept(three: Store, file: Any) -> None:
    report = import_judge_verdicts(
        three, file("request_id,judge,verdict\nq-1,owl@1,fail\nq-2,owl@1,pass\n"), run="default"
    )
    assert (report.n_changed, report.n_unchanged) == (1, 1)
    assert verdicts(three) == {"fail": 2, "pass": 1}
    with three.reading() as connection:
        assert len(list(connection.execute(select(judge_verdicts.c.trace_id)))) == 4


def test_json_lines_with_a_judge_object_are_read(three: Store, file: Any) -> None:
    judge = {"name": "grader", "version": "1", "score": 0.9, "threshold": 0.5, "prompt": "Grade."}
    path = file(json.dumps({"request_id": "q-1", "judge": judge}) + "\n", "judge.jsonl")
    report = import_judge_verdicts(three, path, run="default")
    assert (report.n_new, codes(report)["score_thresholds"]) == (1, 1)


def test_an_unknown_request_is_named_and_nothing_goes_in(three: Store, file: Any) -> None:
    path = file("request_id,verdict\nq-1,fail\nq-9,fail\n")
    report = import_judge_verdicts(three, path, run="default", judge="strict")
    assert [(problem.line, problem.field) for problem in report.problems] == [(3, "request_id")]
    assert verdicts(three) == {"pass": 2, "fail": 1}
    kept = import_judge_verdicts(three, path, run="default", judge="strict", keep_good=True)
    assert (kept.n_new, kept.n_rejected) == (1, 1)


def test_two_different_verdicts_of_one_judge_are_a_problem(three: Store, file: Any) -> None:
    path = file("request_id,verdict\nq-1,fail\nq-1,pass\n")
    report = import_judge_verdicts(three, path, run="default", judge="strict")
    assert "line 2" in report.problems[0].message


def _prompts_of(store: Store) -> list[str]:
    with store.reading() as connection:
        return sorted(row.judge.prompt_fingerprint for row in read_judges(connection))


@pytest.mark.parametrize("named", ["ju@1", "ju@1#1a89"])
def test_a_version_known_by_its_prompts_is_not_added_to_without_naming_one(
    three: Store, file: Any, named: str
) -> None:
    rows = "request_id,judge,judge_version,verdict,prompt\nq-1,ju,1,fail,A\nq-2,ju,1,pass,B\n"
    assert import_judge_verdicts(three, file(rows, "two.csv"), run="default").is_imported
    before = _prompts_of(three)
    with three.reading() as connection, pytest.raises(InputError, match="has 2 prompts, which"):
        find_judge(connection, "ju")
    plain = file("request_id,verdict\nq-1,pass\n")
    refused = import_judge_verdicts(three, plain, run="default", judge=named)
    assert not refused.is_imported
    assert _prompts_of(three) == before
    said = refused.problems[0].message
    prompts = [prompt for prompt in before if prompt]
    assert all(f"ju@1#{prompt}" in said for prompt in prompts)
    assert "ju@1# for a judge without a prompt" in said

    full = f"ju@1#{prompts[0]}"
    assert import_judge_verdicts(three, plain, run="default", judge=full).is_imported
    assert _prompts_of(three) == before
    # Where each row names its prompt, the version alone says enough.
    told = file("request_id,verdict,prompt\nq-3,pass,A\n", "told.csv")
    assert import_judge_verdicts(three, told, run="default", judge="ju@1").is_imported
    assert _prompts_of(three) == before
    assert import_judge_verdicts(three, plain, run="default", judge="ju@1#").is_imported
    assert _prompts_of(three) == sorted([*before, ""])


def test_verdicts_without_any_judge_are_refused(three: Store, file: Any) -> None:
    report = import_judge_verdicts(three, file("request_id,verdict\nq-1,fail\n"), run="default")
    assert "--judge" in report.problems[0].message


def test_an_open_question_answering_judge_meets_its_people(
    sqlite_store: Store, real_data: Path
) -> None:
    folder = real_data / "openqa-nq301"
    key = ["id", "Model answer"]
    traces = {"request_id": key, "question_id": "id", "query": "Question", "answer": key[1]}
    report = import_traces(sqlite_store, folder / "NQ301_gpt-4.tsv", run="nq", mapping=traces)
    assert (report.n_read, report.n_new, codes(report)) == (1490, 1489, {"identical_lines": 1})
    judged = import_judge_verdicts(
        sqlite_store,
        folder / "NQ301_gpt-4.tsv",
        run="nq",
        judge="gpt-4",
        judge_fail_value="no",
        mapping={"request_id": key, "verdict": "Acceptable?", "rationale": "gpt-4"},
    )
    assert verdicts(sqlite_store)[None] == 2
    assert judged.n_new == 1489
    mapping = {
        "request_id": key,
        "verdict": "Acceptable?",
        "annotator": {"const": "panel"},
        "words": {"Yes": "correct", "No": "wrong"},
    }
    human = folder / "NQ301_human.tsv"
    refused = import_human_verdicts(sqlite_store, human, run="nq", mapping=mapping)
    assert [problem.field for problem in refused.problems] == ["request_id"]
    assert import_human_verdicts(
        sqlite_store, _beside(human, sqlite_store), run="nq", mapping=mapping, keep_good=True
    ).is_imported
    with sqlite_store.reading() as connection:
        pairs = Counter(
            tuple(row)
            for row in connection.execute(
                select(human_entries.c.answer, current_judge_verdicts.c.verdict)
                .join(current_traces, current_traces.c.trace_id == human_entries.c.trace_id)
                .join(
                    current_judge_verdicts,
                    current_judge_verdicts.c.trace_id == current_traces.c.trace_id,
                )
                .where(human_entries.c.is_current, current_judge_verdicts.c.verdict.is_not(None))
            )
        )
    assert 1486 <= sum(pairs.values()) <= 1488
    fails = pairs["wrong", "fail"] + pairs["wrong", "pass"]
    passes = pairs["correct", "fail"] + pairs["correct", "pass"]
    assert pairs["wrong", "fail"] / fails == pytest.approx(0.867, abs=0.001)
    assert pairs["correct", "fail"] / passes == pytest.approx(0.168, abs=0.001)


def _beside(path: Path, store: Store) -> Path:
    # Rejected lines are written beside the file, which is read-only where it lies.
    copy = Path(str(store.engine.url.database)).with_name(path.name)
    copy.write_bytes(path.read_bytes())
    return copy
