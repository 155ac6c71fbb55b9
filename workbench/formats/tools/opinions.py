"""What other tools call scores, feedback, assessments and annotations, as verdicts.

A judge is named by what it rates, its version by who rated: `correctness@judge-a`. A score
without a threshold is no verdict: it is kept as a signal, and said. Yes and true are read of
people only where the name of the rating gives them a direction.
"""

import re
from collections.abc import Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.tool_file import Options, Rating, ToolRecord, number_of

RIGHT = re.compile(r"(is|answer|e2e|end_to_end)?[_ -]?(correct(ness|ly)?|accurate|accuracy)", re.I)
RIGHT_WORDS = {"true": "correct", "yes": "correct", "false": "wrong", "no": "wrong"}
MAIN_RATINGS = ("correctness", "correct", "answer_correctness", "accuracy", "overall", "quality")


def scored(
    scores: Mapping[str, tuple[str, object, str | None]],
    line: int,
    findings: Findings,
    options: Options,
) -> tuple[dict[str, object], list[dict[str, object]]]:
    """Part scores (by name: who rated, value, rationale) into signals and judges.

    Those with a threshold become judges; the others stay signals.
    """
    signals: dict[str, object] = {}
    judges: list[dict[str, object]] = []
    for name, (who, value, rationale) in scores.items():
        number = number_of(value)
        if number is not None and name in options.thresholds:
            judge = {"name": name, "version": who, "score": number, "rationale": rationale}
            judges.append({**judge, "threshold": options.thresholds[name]})
        elif value is not None:
            signals[name] = value
            if number is not None:
                remark_score(name, line, findings)
    return signals, judges


def remark_score(name: str, line: int, findings: Findings) -> None:
    """Count a score that has no threshold and was therefore kept as a signal."""
    findings.remark(
        f"score:{name[:40]}",
        f"{{n}} scores {name[:40]} were kept as signals: a score is a verdict only with a "
        f'threshold, given as --mapping with {{"thresholds": {{"{name[:40]}": NUMBER}}}}',
        line,
    )


def remark_threshold(name: str, line: int, findings: Findings) -> None:
    """Say how a score that stands for a verdict is given its threshold."""
    findings.remark(
        f"threshold:{name[:40]}",
        f"{{n}} scores {name[:40]} need a threshold to be verdicts: --mapping with "
        f'{{"thresholds": {{"{name[:40]}": NUMBER}}}}',
        line,
    )


def people_of(ratings: Sequence[Rating], findings: Findings, options: Options) -> list[ToolRecord]:
    """Give people's verdict rows of one rating; the others are passed over and counted.

    Of several ratings the one that was chosen for the import is taken, else the one that
    speaks of the answer as a whole.
    """
    names = list(dict.fromkeys(rating.name for rating in ratings))
    chosen = options.annotation or next(
        (main for main in MAIN_RATINGS for name in names if name.casefold() == main), None
    )
    wanted = next((name for name in names if name.casefold() == (chosen or "").casefold()), None)
    if wanted is None and len(names) == 1:
        wanted = names[0]
    records: list[ToolRecord] = []
    for line, place, name, fields in ratings:
        if name != wanted:
            findings.remark(
                f"rating:{name[:40]}",
                f"{{n}} ratings {name[:40]} by people were passed over: one is imported, chosen "
                f'with --mapping {{"annotation": "{name[:40]}"}}',
                line,
            )
            continue
        word = fields.get("verdict")
        if RIGHT.fullmatch(name) and str(word).casefold() in RIGHT_WORDS:
            fields = {**fields, "verdict": RIGHT_WORDS[str(word).casefold()]}
            findings.remark(
                "direction_from_name",
                f"true and false of {name} were read as correct and wrong",
                line,
            )
        records.append(ToolRecord(line, fields, {}, place))
    return records


def word_of(value: object) -> object:
    """Give a rating as the word it is listed under: truth values as JSON writes them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value
