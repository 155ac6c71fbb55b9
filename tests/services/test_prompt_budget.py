"""How many passages fit, whether that shrinks, and where the gold stands."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from db.store import Store
from workbench.domain.refusals import Refusal
from workbench.errors import InputError
from workbench.services.importing.import_traces import import_traces
from workbench.services.triage.prompt_budget import prompt_budget
from workbench.stats.interval import Estimate

MONDAY = datetime(2026, 3, 9, 9, tzinfo=UTC)
# Ten characters a token: what is planted below can be read off.
PER_TOKEN = 10


def record(n: int, n_passages: int, system: int, week: int, gold_at: int = 1) -> dict[str, object]:
    """A prompt of `system` tokens beside passages of 50 to 70 tokens each."""
    docs = [f"d-{n}-{place}" for place in range(1, n_passages + 1)]
    texts = ["x" * PER_TOKEN * (50 + 5 * (place % 5)) for place in range(n_passages)]
    tokens = system + sum(len(text) for text in texts) // PER_TOKEN
    return {
        "request_id": f"q-{n}",
        "question_id": f"question-{n}",
        "query": "How long?",
        "candidates": [
            {"doc_id": doc, "text": text} for doc, text in zip(docs, texts, strict=True)
        ],
        "prompt_passages": docs,
        "prompt_tokens": tokens,
        "truncated": n % 10 == 0,
        "gold_passages": [docs[gold_at - 1]],
        "answer": "An hour.",
        "settings": {"token_budget": 600},
        "created_at": (MONDAY + timedelta(weeks=week, minutes=n)).isoformat(),
        "judge": {"name": "strict", "version": "2", "verdict": "pass"},
    }


def fill(store: Store, folder: Path, records: list[dict[str, object]]) -> None:
    path = folder / "traces.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    assert import_traces(store, path, run="spring").is_imported


def weeks(systems: list[int], **fields: object) -> list[dict[str, object]]:
    """Twenty prompts a week, of three to six passages, with that system prompt in each week."""
    return [
        record(20 * week + n, 3 + n % 4, system, week) | fields
        for week, system in enumerate(systems)
        for n in range(20)
    ]


def test_the_budget_is_taken_apart_as_it_was_put_together(store: Store, tmp_path: Path) -> None:
    fill(store, tmp_path, weeks([100, 100]))
    found = prompt_budget(store, "spring")
    assert (found.limit, found.limit_from) == (600, "settings")
    assert found.fixed_tokens == pytest.approx(100, abs=1)
    assert found.tokens_per_passage == pytest.approx(58, abs=3)
    assert found.fits == pytest.approx(500 / 58, abs=0.5)
    assert found.packed == pytest.approx(4.5)
    assert "Of 600 tokens, 100 go to system prompt" in found.sentence


def test_each_period_has_its_own_distribution(store: Store, tmp_path: Path) -> None:
    fill(store, tmp_path, weeks([100, 100, 100]))
    found = prompt_budget(store, "spring", every="week")
    assert [row.start for row in found.periods] == [
        "2026-03-09",
        "2026-03-16",
        "2026-03-23",
    ]
    for row in found.periods:
        assert row.n == 20
        assert row.fits_low is not None
        assert row.fits is not None
        assert row.fits_high is not None
        assert row.fits_low <= row.fits <= row.fits_high
        assert row.truncated == pytest.approx(0.1)


def test_a_longer_history_is_alarmed_about(store: Store, tmp_path: Path) -> None:
    fill(store, tmp_path, weeks([100, 100, 100, 300]))
    found = prompt_budget(store, "spring", every="week")
    assert found.is_shrinking
    assert isinstance(found.change, Estimate)
    assert found.change.estimate == pytest.approx(-200 / 58, abs=0.6)
    assert any("Room for passages shrinks" in warning.message for warning in found.warnings)


def test_a_steady_budget_is_not_alarmed_about(store: Store, tmp_path: Path) -> None:
    fill(store, tmp_path, weeks([100, 100, 100]))
    found = prompt_budget(store, "spring", every="week")
    assert isinstance(found.change, Estimate)
    assert found.change.estimate == pytest.approx(0, abs=1e-6)
    assert not found.is_shrinking
    assert found.warnings == ()


def test_the_prompt_s_own_text_is_taken_where_it_was_logged(
    sqlite_store: Store, tmp_path: Path
) -> None:
    records = weeks([100, 100])
    for one in records:
        texts = [passage["text"] for passage in one["candidates"]]  # type: ignore[attr-defined]
        one["prompt_text"] = "s" * (100 * PER_TOKEN) + "".join(texts)
    fill(sqlite_store, tmp_path, records)
    found = prompt_budget(sqlite_store, "spring")
    assert found.method == "the passages' share of the prompt's characters"
    assert found.fixed_tokens == pytest.approx(100, abs=1)


def test_a_limit_that_nobody_names_is_the_longest_prompt(
    sqlite_store: Store, tmp_path: Path
) -> None:
    fill(sqlite_store, tmp_path, weeks([100, 100], settings={}))
    found = prompt_budget(sqlite_store, "spring")
    assert found.limit_from == "largest_prompt"
    assert any("No setting names the budget" in warning.message for warning in found.warnings)
    asked = prompt_budget(sqlite_store, "spring", limit=1000)
    assert (asked.limit, asked.limit_from) == (1000, "asked")
    with pytest.raises(InputError, match="at least 1 token"):
        prompt_budget(sqlite_store, "spring", limit=0)


def test_without_tokens_only_the_passages_are_counted(sqlite_store: Store, tmp_path: Path) -> None:
    fill(sqlite_store, tmp_path, weeks([100, 100], prompt_tokens=None, settings={}))
    found = prompt_budget(sqlite_store, "spring", every="week")
    assert found.fits is None
    assert found.limit_from == "unknown"
    assert "how many would fit cannot be said" in found.sentence
    assert isinstance(found.change, Estimate)


def test_without_times_nothing_is_said_of_change(sqlite_store: Store, tmp_path: Path) -> None:
    fill(sqlite_store, tmp_path, weeks([100, 100], created_at=None))
    found = prompt_budget(sqlite_store, "spring")
    assert isinstance(found.change, Refusal)
    assert "created_at" in found.change.next_step
    assert found.periods == ()


def test_a_thin_period_is_not_set_against_the_others(sqlite_store: Store, tmp_path: Path) -> None:
    fill(sqlite_store, tmp_path, [*weeks([100, 100]), record(500, 4, 300, 5)])
    found = prompt_budget(sqlite_store, "spring", every="week")
    assert isinstance(found.change, Refusal)
    assert "hold 1 and 40 traces" in found.change.reason


def by_place(store: Store) -> dict[str, tuple[int, float]]:
    places = prompt_budget(store, "spring").places.places
    return {row.place: (row.n, row.right.estimate) for row in places if row.right is not None}


def placed(n: int, gold_at: int, is_right: bool) -> dict[str, object]:
    verdict = "pass" if is_right else "fail"
    judge = {"name": "strict", "version": "2", "verdict": verdict}
    return record(n, 5, 100, 0, gold_at) | {"judge": judge}


def test_answers_are_counted_by_the_place_of_their_gold(store: Store, tmp_path: Path) -> None:
    records = [placed(n, 1, True) for n in range(30)]
    records += [placed(100 + n, 3, n % 3 == 0) for n in range(30)]
    records += [placed(200 + n, 5, n % 2 == 0) for n in range(30)]
    fill(store, tmp_path, records)
    assert by_place(store) == {
        "first": (30, 1.0),
        "middle": (30, pytest.approx(1 / 3)),
        "last": (30, 0.5),
    }
    places = prompt_budget(store, "spring").places
    assert isinstance(places.middle_against_first, Estimate)
    assert places.middle_against_first.high < 0
    assert "fewer in the middle" in places.sentence


def test_what_has_no_place_is_counted_by_reason(store: Store, tmp_path: Path) -> None:
    joint = placed(2, 1, True)
    joint["gold_passages"] = [["d-2-1", "d-2-4"]]
    records = [
        record(1, 2, 100, 0),
        joint,
        placed(3, 1, True) | {"judge": None},
        placed(4, 1, True) | {"gold_passages": ["elsewhere"]},
        placed(5, 1, True),
    ]
    fill(store, tmp_path, records)
    assert prompt_budget(store, "spring").places.left_out == {
        "fewer_than_three_passages": 1,
        "several_passages_needed": 1,
        "not_judged": 1,
        "gold_not_in_prompt": 1,
    }
    assert by_place(store)["first"][0] == 1
