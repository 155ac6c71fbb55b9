"""Who may do what, where people sign in.

Chosen: three roles, given by lists of e-mail addresses; whoever signs in and stands in no list may
do nothing. Rejected: a default role for everybody who can sign in, which at a public provider is
everybody.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

EVERYBODY = "*"


class Role(StrEnum):
    """What a person may do: everything, label, or look at results."""

    OWNER = "owner"
    ANNOTATOR = "annotator"
    VIEWER = "viewer"


class RoleLists(NamedTuple):
    """Addresses by role; `@example.org` stands for every address there, `*` for everybody."""

    owners: Sequence[str] = ()
    annotators: Sequence[str] = ()
    viewers: Sequence[str] = ()


def role_of(address: str, lists: RoleLists) -> Role | None:
    """The first role whose list holds the address, upper and lower case alike; None for none."""
    for role, listed in zip(Role, lists, strict=True):
        if any(_is_meant(address.strip().lower(), entry.strip().lower()) for entry in listed):
            return role
    return None


def _is_meant(address: str, entry: str) -> bool:
    if entry.startswith("@"):
        return address.endswith(entry) and address.count("@") == 1
    return entry in (EVERYBODY, address)


OF_ONE_ANNOTATOR = frozenset({"my_labels"})
FOR_LABELLING = frozenset({"label", "adjudicate"})
OF_THE_STORE = frozenset({"data"})


def may_open(screen: str, role: Role, annotators_see_results: bool = False) -> bool:
    """Whether the role may open a screen.

    Annotators open what they label and their own progress alone, unless the owner lets them see
    results: who knows what the judge says is not blind. Viewers open results alone; a screen named
    nowhere here shows results.
    """
    if role is Role.OWNER:
        return screen not in OF_ONE_ANNOTATOR
    if role is Role.VIEWER:
        return screen not in OF_ONE_ANNOTATOR | FOR_LABELLING | OF_THE_STORE
    if annotators_see_results:
        return screen not in OF_THE_STORE
    return screen in OF_ONE_ANNOTATOR or screen == "label"
