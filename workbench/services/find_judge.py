"""From the text a command or screen gives (NAME@VERSION) to one judge; never pools versions."""

from typing import NamedTuple

from db.read_queues import Connection
from workbench.domain.records import JudgeId


class FoundJudge(NamedTuple):
    """A judge of the store and its key there."""

    judge_id: int
    judge: JudgeId


def find_judge(connection: Connection, text: str) -> FoundJudge:
    """The one judge that `text` names: NAME@VERSION, or NAME where there is one version.

    NAME@VERSION#FINGERPRINT tells two prompts of one version apart.

    Raises
    ------
    InputError
        No judge or several answer to the text; lists those there are.
    """
    raise NotImplementedError
