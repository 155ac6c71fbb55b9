"""The record of one query: text, reference answer, gold, and the answers it may be given."""

from dataclasses import dataclass

Gold = tuple[tuple[str, ...], ...]
"""Sets of passage ids: any complete set suffices; no set at all means nothing holds the answer."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A wrong answer given with the evidence in the prompt, and the error it shows."""

    error_type: str
    text: str
    declines: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """One thing an end user asks, with known truth.

    `missed` is what a pipeline answers when it lacks the evidence. `fact` names the catalogue fact
    asked for, so that an answer can be made from whatever wrong book was found; None elsewhere.
    """

    kind: str
    text: str
    reference_answer: str
    gold: Gold
    right: tuple[str, ...]
    missed: str
    slips: tuple[Slip, ...]
    fact: str | None = None
    names_title: bool = True

    def is_answerable(self) -> bool:
        """Whether the corpus holds an answer."""
        return bool(self.gold)
