"""A guideline's Markdown, of which nothing runs and nothing is fetched."""

import re

import pytest

from workbench.ui.label_guideline import TAGS, guideline_html, guideline_nodes

TEXT = """# Rule

One **two** `three` [four](https://example.com/a?b=1&c=2)
- a
  1. b

| x | y |
|---|---|
| 1 | 2 |

> quoted

    code <b>
"""


def test_what_markdown_means_is_drawn_in_allowed_tags() -> None:
    html = guideline_html(TEXT)
    assert "<h3>Rule</h3>" in html
    assert "<strong>two</strong>" in html
    assert 'href="https://example.com/a?b=1&amp;c=2"' in html
    assert 'rel="noopener noreferrer"' in html
    assert "<td>1</td>" in html
    assert "code &lt;b&gt;" in html
    assert set(re.findall(r"<([a-z0-9]+)", html)) <= TAGS | {"span"}


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src="http://evil.test/x.png" onerror="alert(1)">',
        "![x](http://evil.test/x.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>1</script>)",
        "<http://evil.test/>",
        '[x](https://a.test/"onmouseover="alert(1))',
    ],
)
def test_nothing_of_it_runs_or_is_fetched(text: str) -> None:
    html = guideline_html(text)
    assert not re.search(r"<(script|img|iframe|style|link)", html)
    assert not re.search(r"<[^>]* on\w+=", html)
    assert not re.search(r'href="(javascript|data):', html)


def test_an_image_is_its_description() -> None:
    assert guideline_nodes("![the gate](x.png)") == (["p", {}, "[image: the gate]"],)


def test_a_list_keeps_the_number_it_begins_with() -> None:
    ((tag, attributes, *_),) = guideline_nodes("3. three\n4. four")  # type: ignore[misc]
    assert (tag, attributes) == ("ol", {"start": "3"})
