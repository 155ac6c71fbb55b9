"""Text from a file reaches the page as text: no tag, no image, no markdown of it is alive."""

from streamlit.testing.v1 import AppTest

from workbench.ui import parts, takeaway

HOSTILE = '<script>alert(1)</script> ![x](http://x.example/p.png) $y$ :streamlit: <img src="x">'
ESCAPED = (
    "&lt;script&gt;alert(1)&lt;/script&gt; ![x](http://x.example/p.png) $y$ :streamlit: "
    "&lt;img src=&quot;x&quot;&gt;"
)


def _draw_everything(text: str) -> None:
    from workbench.domain.refusals import Refusal, Warning_
    from workbench.errors import InputError
    from workbench.ui import parts, takeaway

    parts.screen_title(text, text)
    parts.section(text, text)
    parts.subsection(text)
    parts.reading(text)
    parts.headline(text, text)
    parts.figures([parts.Figure(text, text, text, text)])
    parts.callout("warning", text, text, text)
    parts.remarks(text, [text])
    parts.pairs((text, text), [(text, text)])
    parts.warnings([Warning_("X", text, text)])
    parts.refusal(Refusal("X", text, text))
    parts.empty(text, text)
    parts.long_text(text, text)
    parts.matrix((text, text), ((text, (1, text), (2, text)),))
    takeaway.table([{"Text": text}])
    parts.trouble(InputError(text))


def test_no_drawing_function_lets_a_text_become_markup() -> None:
    app = AppTest.from_function(_draw_everything, args=(HOSTILE,)).run()
    assert not app.exception
    bodies = [element.proto.body for element in app.get("html")]
    assert len(bodies) == 14
    for body in bodies:
        assert ESCAPED in body
        assert "<script" not in body
        assert "<img" not in body
    assert [element.value for element in app.code] == [HOSTILE]
    assert app.dataframe[0].value["Text"].tolist() == [HOSTILE]
    assert [HOSTILE in element.value for element in [*app.markdown, *app.error]] == [False]


def _draw_missing() -> None:
    from workbench.ui import parts

    parts.long_text("Reference answer", None)
    parts.long_text("Answer", "  two\n\n  lines")


def test_a_text_that_was_not_logged_says_so_and_blanks_are_kept() -> None:
    app = AppTest.from_function(_draw_missing).run()
    missing, kept = (element.proto.body for element in app.get("html"))
    assert "not logged" in missing
    assert "  two\n\n  lines" in kept


def test_a_percent_sign_stays_beside_its_number() -> None:
    assert "33.5&nbsp;%" in parts._text("33.5 % truly fail")


def test_a_name_is_safe_in_a_file_name() -> None:
    assert takeaway.safe_name("../my run/v2: <b>") == "my-run-v2-b"
    assert takeaway.safe_name(None) == "all"
