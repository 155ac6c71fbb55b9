"""The door: who is signed in, or how to, before anything of the store is shown."""

import streamlit as st

from workbench import settings
from workbench.domain.roles import Role
from workbench.ui import access, parts
from workbench.ui.access import Person

ROLE_WORDS = {
    Role.OWNER: "owner",
    Role.ANNOTATOR: "annotator",
    Role.VIEWER: "viewer",
}
NARROW_COLUMN = 640


def require_person() -> Person:
    """Give who is at the screen; where nobody may be, draw why and end the page."""
    somebody = access.person()
    if somebody is not None:
        return somebody
    parts.screen_title("judge-workbench", "This workbench is for people who sign in.")
    name = access.identity()
    with st.container(width=NARROW_COLUMN):
        if name is None:
            _ask()
        else:
            _without_role(name)
    st.stop()


def _ask() -> None:
    if access.has_sign_in():
        parts.empty("Sign in to go on", "Your address stands with every verdict that you give.")
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.button(
                "Sign in",
                type="primary",
                icon=":material/login:",
                on_click=st.login,
                key="sign_in.login",
            )
        return
    parts.callout(
        "refusal",
        "Nobody is signed in",
        "People are listed, so the workbench must know who is there. Neither sign-in secrets nor "
        "headers of a proxy are configured, or the proxy sent no address.",
        "Configure one of them; the README says how, under A team.",
    )


def _without_role(name: str) -> None:
    has_owner = bool(settings.listed_people()[0])
    parts.callout(
        "refusal",
        f"{name} has no role here",
        "Whoever signs in and stands in no list may see nothing.",
        "Ask an owner to add the address to the list of annotators or viewers."
        if has_owner
        else f"No owner is named yet: set {settings.OWNERS_VARIABLE} to your address.",
    )
    _sign_out()


def signed_in_line(somebody: Person) -> None:
    """Draw who is signed in, with what role, and the way out; nothing for the one local user."""
    if somebody.name is None:
        return
    with st.container(
        horizontal=True, horizontal_alignment="right", vertical_alignment="center", gap="small"
    ):
        parts.who_is_here(somebody.name, ROLE_WORDS[somebody.role])
        _sign_out()


def _sign_out() -> None:
    # Behind a proxy the proxy signs people out.
    if access.has_sign_in():
        st.button("Sign out", type="tertiary", on_click=st.logout, key="sign_in.logout")
