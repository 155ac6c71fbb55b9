"""What a table of verdicts says of time spent."""

from workbench.formats.mapped_table import MappedRecord
from workbench.formats.problems import Findings
from workbench.formats.verdict_csv import rows_to_entries


def test_seconds_that_nobody_can_spend_are_missing_and_said() -> None:
    given = ["12.5", "0", "", "inf", "nan", "-5"]
    findings = Findings()
    rows = rows_to_entries(
        [
            MappedRecord(
                line,
                {
                    "request_id": f"q-{line}",
                    "annotator": "ada",
                    "verdict": "correct",
                    "labelled_at": "2026-03-01T10:00:00Z",
                    "seconds_spent": seconds,
                },
                {},
            )
            for line, seconds in enumerate(given, start=2)
        ],
        findings,
        {},
    )
    assert [row.entry.seconds_spent for row in rows] == [12.5, 0.0, None, None, None, None]
    (notice,) = findings.notices()
    assert (notice.code, notice.lines) == ("no_seconds", (5, 6, 7))
