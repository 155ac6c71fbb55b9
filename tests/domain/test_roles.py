"""Who may do what: roles by lists of addresses, screens by role."""

import pytest

from workbench.domain.roles import Role, RoleLists, may_open, role_of

LISTS = RoleLists(("Ada@example.org",), ("@example.org",), ("*",))
SCREENS = ("overview", "label", "adjudicate", "judge", "triage", "data", "my_labels", "newer")


def test_the_first_list_that_holds_the_address_decides() -> None:
    assert role_of("ada@EXAMPLE.org ", LISTS) is Role.OWNER
    assert role_of("ben@example.org", LISTS) is Role.ANNOTATOR
    assert role_of("cyd@elsewhere.org", LISTS) is Role.VIEWER


def test_whoever_stands_in_no_list_may_do_nothing() -> None:
    assert role_of("cyd@elsewhere.org", LISTS._replace(viewers=())) is None
    assert role_of("ada@example.org", RoleLists()) is None


@pytest.mark.parametrize(
    "address", ["x@example.org.evil.com", "x@evil.com@example.org", "example.org"]
)
def test_an_address_that_only_looks_like_the_domain_is_not_of_it(address: str) -> None:
    assert role_of(address, RoleLists(annotators=("@example.org",))) is None


def test_annotators_see_what_they_label_and_nothing_of_the_judge() -> None:
    opened = {screen for screen in SCREENS if may_open(screen, Role.ANNOTATOR)}
    assert opened == {"label", "my_labels"}


def test_the_owner_may_let_annotators_see_results_but_not_the_store() -> None:
    opened = {screen for screen in SCREENS if may_open(screen, Role.ANNOTATOR, True)}
    assert opened == set(SCREENS) - {"data"}


def test_viewers_neither_label_nor_decide_nor_import() -> None:
    opened = {screen for screen in SCREENS if may_open(screen, Role.VIEWER)}
    assert opened == {"overview", "judge", "triage", "newer"}


def test_owners_open_everything() -> None:
    opened = {screen for screen in SCREENS if may_open(screen, Role.OWNER)}
    assert opened == set(SCREENS) - {"my_labels"}
