"""Verdicts of people and judges on real answers, read with the readers of the product."""

import statistics
from pathlib import Path
from typing import NamedTuple

from tests.formats.tool_files import read_tool_file, read_traces
from workbench.formats.problems import Findings
from workbench.formats.tables import read_table
from workbench.formats.tools.tool_file import Options
from workbench.stats.counts import ConfusionCounts

RATED_WRONG_BELOW = 3
THRESHOLD = 0.75


class Answers(NamedTuple):
    """One entry an answer: its question, what people say, and what the judge says."""

    questions: list[str]
    is_wrong: list[bool]
    is_flagged: list[bool]

    def counts(self) -> ConfusionCounts:
        """The four counts of all answers."""
        pairs = list(zip(self.is_wrong, self.is_flagged, strict=True))
        return ConfusionCounts(
            tp=pairs.count((True, True)),
            fn=pairs.count((True, False)),
            fp=pairs.count((False, True)),
            tn=pairs.count((False, False)),
        )


def mt_rag(real_data: Path) -> Answers:
    """Faithfulness: people's median rating below 3, and the metric rl_f below .75."""
    path = real_data / "mtrag/human_evaluations.even_tasks.json"
    traces, _ = read_traces(path, Options({"rl_f": THRESHOLD}))
    _, held, _ = read_tool_file(path, "human", Options(annotation="faithfulness"))
    ratings: dict[tuple[object, object], list[int]] = {}
    for record in held.human:
        key = record.fields["run"], record.fields["request_id"]
        ratings.setdefault(key, []).append(int(str(record.fields["verdict"])))
    answers = Answers([], [], [])
    for trace in traces:
        (opinion,) = trace.opinions
        rated = statistics.median(ratings[trace.run, trace.request_id])
        answers.questions.append(str(trace.question_id))
        answers.is_wrong.append(rated < RATED_WRONG_BELOW)
        answers.is_flagged.append(opinion.word == "score below the threshold")
    return answers


def ragas(real_data: Path) -> Answers:
    """A metric's 0 or 1, and the same with people's rejections and edits."""
    path = real_data / "ragas-annotated/annotated_data.json"
    traces, _ = read_traces(path)
    _, held, _ = read_tool_file(path)
    said = {record.fields["request_id"]: record.fields["verdict"] for record in held.human}
    return Answers(
        [trace.request_id for trace in traces],
        [said[trace.request_id] == "wrong" for trace in traces],
        [trace.opinions[0].word == "0 (number)" for trace in traces],
    )


def open_qa(real_data: Path, judge_file: str) -> Answers:
    """Answers to 301 questions, by a panel and by the judge of one file; blanks are left out."""
    people = _rows(real_data / "openqa-nq301/NQ301_human.tsv")
    judged = _rows(real_data / "openqa-nq301" / judge_file)
    answers = Answers([], [], [])
    # The judge's file may number its rows instead of the questions: the order tells.
    for person, judge in zip(people, judged, strict=True):
        is_same = person["Model answer"] == judge["Model answer"]
        if is_same and person["Question"] == judge["Question"] and judge["Acceptable?"]:
            answers.questions.append(person["id"])
            answers.is_wrong.append(person["Acceptable?"] == "No")
            answers.is_flagged.append(judge["Acceptable?"] == "No")
    return answers


def _rows(path: Path) -> list[dict[str, str]]:
    findings = Findings()
    rows = [row.cells for row in read_table(path, findings).rows]
    assert findings.problems == []
    return rows
