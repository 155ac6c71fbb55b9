"""Labels from outside that a judge's verdicts drew: whose, and what follows for another judge."""

import csv
from pathlib import Path

import pytest

from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.results import Estimate

FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS
N = 500


def says(judge: str, n: int) -> JudgeVerdict:
    """The strict judge flags 100, half of them rightly; the mild one a quarter of those wrong."""
    if judge == "strict":
        return FAIL if n < 100 else PASS
    return FAIL if n < 100 and n % 8 == 1 else PASS


def is_wrong(n: int) -> bool:
    return n < 100 and n % 2 == 1


def plant(store: Store, *judges: str) -> None:
    plant_traces(
        store,
        [
            trace(
                f"q-{n:04}",
                ["d1"],
                None,
                ["d1"],
                (("d1",),),
                judges=tuple(
                    JudgeOpinion(JudgeId(name, "1"), says(name, n), str(says(name, n)))
                    for name in judges
                ),
                model="small" if (n % 10 < 2 and n < 100) or 100 <= n < 300 else "large",
            )
            for n in range(N)
        ],
    )


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """Labels of a third of what the strict judge flags, and of a seventh of what it passes."""
    return write(tmp_path / "drawn.csv", [*range(0, 100, 3), *range(100, N, 7)])


def write(path: Path, numbers: list[int]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("request_id", "annotator", "verdict", "notes", "labelled_at"))
        for n in numbers:
            writer.writerow((f"q-{n:04}", "ada", "fail" if is_wrong(n) else "pass", "", ""))
    return path


def corrected(store: Store, judge: str) -> Estimate | Refusal:
    return correct_prevalence(store, "default", judge).corrected


def test_the_only_judge_of_a_run_drew_the_labels(sqlite_store: Store, drawn: Path) -> None:
    plant(sqlite_store, "strict")
    import_human_verdicts(sqlite_store, drawn, run="default", design=Design.BY_VERDICT)
    total = corrected(sqlite_store, "strict@1")
    assert isinstance(total, Estimate)
    assert total.estimate == pytest.approx(0.10, abs=0.01)


def test_among_several_judges_somebody_must_say_which_drew(
    sqlite_store: Store, drawn: Path
) -> None:
    plant(sqlite_store, "strict", "mild")
    import_human_verdicts(sqlite_store, drawn, run="default", design=Design.BY_VERDICT)
    for judge in ("strict@1", "mild@1"):
        card = calibrate_judge(sqlite_store, judge, "default")
        assert card.design is Design.UNKNOWN
        (warning,) = [each for each in card.warnings if each.code == "DESIGN_UNKNOWN"]
        assert "by which judge's verdicts" in warning.message
        refused = corrected(sqlite_store, judge)
        assert isinstance(refused, Refusal)
        assert "--run default --design by_verdict --judge" in refused.next_step
        assert "mild@1 or strict@1" in refused.next_step


def test_the_drawing_judge_can_be_declared_later(sqlite_store: Store, drawn: Path) -> None:
    plant(sqlite_store, "strict", "mild")
    design = Design.BY_VERDICT
    import_human_verdicts(sqlite_store, drawn, run="default", design=design)
    again = import_human_verdicts(
        sqlite_store, drawn, run="default", design=design, drawn_by="strict@1"
    )
    assert (again.n_new, again.n_unchanged) == (0, 92)
    (said,) = [str(notice) for notice in again.notices if notice.code == "design_declared"]
    assert "92 verdicts are now declared by_verdict, drawn by strict@1" in said
    assert isinstance(corrected(sqlite_store, "strict@1"), Estimate)


def test_another_judge_weighs_what_was_drawn_by_the_first(sqlite_store: Store, drawn: Path) -> None:
    plant(sqlite_store, "strict", "mild")
    import_human_verdicts(
        sqlite_store, drawn, run="default", design=Design.BY_VERDICT, drawn_by="strict@1"
    )
    total = corrected(sqlite_store, "mild@1")
    assert isinstance(total, Estimate)
    assert total.estimate == pytest.approx(0.10, abs=0.02)
    assert "weighted" in total.assumption
    card = calibrate_judge(sqlite_store, "mild@1", "default")
    assert isinstance(card.sensitivity, Estimate)
    assert card.sensitivity.low < 0.25 < card.sensitivity.high


def test_a_label_weighs_the_same_whatever_part_of_the_run_is_spoken_of(
    sqlite_store: Store, tmp_path: Path
) -> None:
    plant(sqlite_store, "strict", "mild")
    # 52 of 100 flagged, and 57 of 400 passed.
    numbers = [*(n for n in range(100) if n % 8 < 4), *range(104, N, 7)]
    drawn = write(tmp_path / "drawn.csv", numbers)
    design = Design.BY_VERDICT
    import_human_verdicts(sqlite_store, drawn, run="default", design=design, drawn_by="strict@1")
    small = correct_prevalence(sqlite_store, "default", "mild@1", where={"model": "small"})
    # Of the small model's 220 the mild judge flags 3, all wrong. Of those it passes, 9 labels are
    # of what the strict one flags, 3 of them wrong, and 28 of the rest, all right.
    rate = 3 * 100 / 52 / (9 * 100 / 52 + 28 * 400 / 57)
    assert isinstance(small.corrected, Estimate)
    assert small.corrected.estimate == pytest.approx((3 + 217 * rate) / 220)


def test_a_verdict_that_was_never_drawn_from_leaves_another_judge_unknown(
    sqlite_store: Store, tmp_path: Path
) -> None:
    plant(sqlite_store, "strict", "mild")
    flagged = write(tmp_path / "flagged.csv", list(range(0, 100, 3)))
    import_human_verdicts(
        sqlite_store, flagged, run="default", design=Design.BY_VERDICT, drawn_by="strict"
    )
    refused = corrected(sqlite_store, "mild@1")
    assert isinstance(refused, Refusal)
    assert refused.code == "DESIGN_UNKNOWN"
    assert "drawn by the verdicts of strict@1" in refused.reason
    assert "where it says pass" in refused.reason
    of_strict = corrected(sqlite_store, "strict@1")
    assert isinstance(of_strict, Refusal)
    assert of_strict.code == "STRATUM_UNLABELLED"


def test_a_judge_draws_by_verdict_alone(sqlite_store: Store, drawn: Path) -> None:
    plant(sqlite_store, "strict")
    report = import_human_verdicts(
        sqlite_store, drawn, run="default", design=Design.UNIFORM, drawn_by="strict@1"
    )
    assert not report.is_imported
    assert "by_verdict" in str(report.problems[0])
    unknown = import_human_verdicts(
        sqlite_store, drawn, run="default", design=Design.BY_VERDICT, drawn_by="owl@7"
    )
    assert not unknown.is_imported
    assert "There is no judge 'owl@7'" in str(unknown.problems[0])
