"""From the text a command or screen gives (NAME@VERSION) to one judge; never pools versions."""

from collections import Counter

from db.read_queues import Connection, JudgeRow, read_judges
from workbench.errors import InputError

FoundJudge = JudgeRow


def find_judge(connection: Connection, text: str) -> FoundJudge:
    """The one judge that `text` names: NAME@VERSION, or NAME where there is one version.

    NAME@VERSION#FINGERPRINT tells two prompts of one version apart; NAME@ is the judge whose
    version is not given, which NAME alone does not choose where there are others.

    Raises
    ------
    InputError
        No judge or several answer to the text; lists those there are.
    """
    judges = read_judges(connection)
    for wanted in (_is_exact, _is_version, _is_name):
        matching = [judge for judge in judges if wanted(judge, text)]
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise InputError(
                f"Judge {text!r} has {len(matching)} versions, which are never pooled. "
                f"Give one of: {', '.join(judge_names(matching))}."
            )
    known = ", ".join(judge_names(judges)) or "none; import verdicts first"
    raise InputError(f"There is no judge {text!r}. Known: {known}.")


def judge_names(judges: list[FoundJudge]) -> list[str]:
    """The text that names each judge without doubt, in the order given."""
    plain = [_plain(row) for row in judges]
    repeated = Counter(plain)
    return [
        f"{name}#{row.judge.prompt_fingerprint}" if repeated[name] > 1 else name
        for name, row in zip(plain, judges, strict=True)
    ]


def _plain(row: FoundJudge) -> str:
    return f"{row.judge.name}@{row.judge.version}"


def _is_exact(row: FoundJudge, text: str) -> bool:
    return text == f"{_plain(row)}#{row.judge.prompt_fingerprint}"


def _is_version(row: FoundJudge, text: str) -> bool:
    return text == _plain(row)


def _is_name(row: FoundJudge, text: str) -> bool:
    return text == row.judge.name
