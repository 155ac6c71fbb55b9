"""From the text a command or screen gives (NAME@VERSION) to one judge; never pools versions."""

from collections.abc import Sequence
from dataclasses import replace

from db.read_queues import Connection, JudgeRow, read_judges
from workbench.domain.records import JudgeId
from workbench.errors import InputError
from workbench.formats.judge_fields import read_judge_name
from workbench.report.counted import counted

FoundJudge = JudgeRow


def find_judge(connection: Connection, text: str) -> FoundJudge:
    """The one judge that `text` names: NAME@VERSION, or NAME where there is one version.

    NAME@VERSION#FINGERPRINT tells two prompts of one version apart; NAME@ is the judge whose
    version is not given, which NAME alone does not choose where there are others. The judge is
    spelled as commands must name it, so that what is printed of it can be typed.

    Raises
    ------
    InputError
        No judge or several answer to the text; lists those there are.
    """
    judges = read_judges(connection)
    matching = _matching(judges, text)
    if len(matching) == 1:
        found = matching[0]
        return found._replace(judge=replace(found.judge, spelled=_spelled(judges, found)))
    if matching:
        names = ", ".join(_spelled(judges, row) for row in matching)
        n_versions = len({row.judge.version for row in matching})
        what = "prompts" if n_versions == 1 else "versions"
        raise InputError(
            f"Judge {text!r} has {len(matching)} {what}, which are never pooled. "
            f"Give one of: {names}."
        )
    known = ", ".join(judge_names(judges)) or "none; import verdicts first"
    raise InputError(f"There is no judge {text!r}. Known: {known}.")


def judge_names(judges: Sequence[FoundJudge]) -> list[str]:
    """The text that names each of all judges without doubt, in the order given."""
    return [_spelled(judges, row) for row in judges]


def judge_to_add_to(connection: Connection, text: str, is_prompt_told: bool = False) -> JudgeId:
    """The judge that new verdicts of `text` belong to, which the store need not know yet.

    NAME@VERSION is the judge without a prompt, NAME@VERSION#FINGERPRINT that of a known prompt.
    NAME@VERSION# says that none is meant where the store knows prompts of that version;
    `is_prompt_told` that each verdict names its prompt, so that the version alone will do.

    Raises
    ------
    InputError
        The version is known with prompts only, or with others than the one named: a judge more
        would be made in silence.
    """
    text = text.strip()
    judges = read_judges(connection)
    for row in judges:
        if _is_exact(row, text) or (_is_version(row, text) and not row.judge.prompt_fingerprint):
            return row.judge
    version, mark, prompt = text.rpartition("#") if "#" in text else (text, "", "")
    known = [row for row in judges if _is_version(row, version) and row.judge.prompt_fingerprint]
    if not known:
        return read_judge_name(version if mark and not prompt else text)
    if not prompt and (mark or is_prompt_told):
        return read_judge_name(version)
    said = (
        f"Judge {version!r} has no prompt with the fingerprint {prompt!r}"
        if mark
        else f"Judge {version!r} is known by {counted(len(known), 'prompt')}, never pooled"
    )
    names = ", ".join(_in_full(row) for row in known)
    raise InputError(f"{said}. Give {names}, or {version}# for a judge without a prompt.")


def _matching(judges: Sequence[FoundJudge], text: str) -> list[FoundJudge]:
    for wanted in (_is_exact, _is_version, _is_name):
        matching = [judge for judge in judges if wanted(judge, text)]
        if matching:
            return matching
    return []


def _spelled(judges: Sequence[FoundJudge], row: FoundJudge) -> str:
    """The shortest text that finds the judge; a judge without version is first tried by name."""
    for text in (str(row.judge), _plain(row)):
        if _matching(judges, text) == [row]:
            return text
    return _in_full(row)


def _plain(row: FoundJudge) -> str:
    return f"{row.judge.name}@{row.judge.version}"


def _in_full(row: FoundJudge) -> str:
    return f"{_plain(row)}#{row.judge.prompt_fingerprint}"


def _is_exact(row: FoundJudge, text: str) -> bool:
    return text == _in_full(row)


def _is_version(row: FoundJudge, text: str) -> bool:
    return text == _plain(row)


def _is_name(row: FoundJudge, text: str) -> bool:
    return text == row.judge.name
