"""Who is at the screen, and which screens that person may open.

Chosen: people are asked to sign in as soon as anything says so (a list of people, sign-in secrets,
or headers of a proxy); without all of it there is one local user, who owns everything. Identity is
the e-mail address that Streamlit hands on, never one that the page sent. Rejected: roles kept in
the store, which whoever may import could give away.
"""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from workbench import settings
from workbench.domain.roles import Role, RoleLists, may_open, role_of

FIRST = "overview"
"""The screen without a path of its own."""
TRUSTED_HEADERS = "server.trustedUserHeaders"


class Person(NamedTuple):
    """Somebody at the screen: the address signed in with, None for the one local user."""

    name: str | None
    role: Role


def has_sign_in() -> bool:
    """Whether secrets say by which provider people sign in."""
    return bool(st.secrets.load_if_toml_exists() and st.secrets.get("auth"))


def is_signing_in() -> bool:
    """Whether people must be known before anything is shown."""
    return has_sign_in() or bool(st.get_option(TRUSTED_HEADERS)) or any(settings.listed_people())


def identity() -> str | None:
    """Address of who is signed in, in lower case; None where nobody is or the address is in doubt.

    A provider that says an address is not verified says that anybody may have typed it.
    """
    if has_sign_in():
        if st.user.get("is_logged_in") is not True or st.user.get("email_verified") is False:
            return None
    elif not st.get_option(TRUSTED_HEADERS):
        return None
    address = st.user.get("email")
    return address.strip().lower() or None if isinstance(address, str) else None


def person() -> Person | None:
    """Who is at the screen with what role; None for nobody known, or somebody without a role."""
    if not is_signing_in():
        return Person(None, Role.OWNER)
    name = identity()
    role = None if name is None else role_of(name, RoleLists(*settings.listed_people()))
    return None if name is None or role is None else Person(name, role)


def may_see(screen: str) -> bool:
    """Whether the person at the screen may open that screen."""
    somebody = person()
    return somebody is not None and may_open(
        screen, somebody.role, settings.annotators_see_results()
    )


def pages_for(pages: Sequence[StreamlitPage], role: Role) -> list[StreamlitPage]:
    """Those of the pages that the role may open."""
    sees_results = settings.annotators_see_results()
    return [page for page in pages if may_open(page.url_path or FIRST, role, sees_results)]
