"""A guideline's Markdown as plain nested data, or as HTML of which every piece is escaped.

Chosen: the Markdown parser's tokens through a list of allowed tags. Rejected: Streamlit's own
Markdown, which fetches the images that a text names. HTML in the text stands as text, an image
as its description, and a link as a link that only a click follows.
"""

from functools import lru_cache
from html import escape
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

Node = list[object]
"""A tag, its attributes, and its children: texts and nodes."""

BLOCKS = ("h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "pre", "blockquote", "hr", "br")
TABLES = ("table", "thead", "tbody", "tr", "th", "td")
TAGS = frozenset({*BLOCKS, *TABLES, "strong", "em", "s", "code", "a"})
LEVELS = {"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6", "h5": "h6"}
VOID = frozenset({"hr", "br"})
SCHEMES = frozenset({"http", "https", "mailto"})


@lru_cache(maxsize=32)
def guideline_nodes(text: str) -> tuple[object, ...]:
    """The text as nodes, in order."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.disable(["html_block", "html_inline"])
    root: Node = ["div", {}]
    open_nodes = [root]
    for token in parser.parse(text):
        _add(token, open_nodes)
    return tuple(root[2:])


def _add(token: Token, open_nodes: list[Node]) -> None:
    here = open_nodes[-1]
    if token.type == "inline":
        for child in token.children or ():
            _add(child, open_nodes)
    elif token.type == "text":
        here.append(token.content)
    elif token.type == "softbreak":
        here.append("\n")
    elif token.type == "image":
        here.append(f"[image: {token.content}]" if token.content else "[image]")
    elif token.type in ("fence", "code_block"):
        here.append(["pre", {}, ["code", {}, token.content]])
    elif token.type == "code_inline":
        here.append(["code", {}, token.content])
    elif token.nesting < 0:
        if len(open_nodes) > 1:
            open_nodes.pop()
    elif not (token.hidden and token.nesting == 0):
        node: Node = ["span" if token.hidden else _tag(token.tag), _attributes(token)]
        here.append(node)
        if token.nesting > 0:
            open_nodes.append(node)


def _tag(tag: str) -> str:
    tag = LEVELS.get(tag, tag)
    return tag if tag in TAGS else "span"


def _attributes(token: Token) -> dict[str, str]:
    if token.tag == "ol" and str(token.attrs.get("start", "")).isdigit():
        return {"start": str(token.attrs["start"])}
    if token.tag != "a":
        return {}
    href = str(token.attrs.get("href", ""))
    if urlsplit(href).scheme not in SCHEMES:
        return {}
    return {"href": href, "target": "_blank", "rel": "noopener noreferrer"}


def guideline_html(text: str) -> str:
    """The text as HTML in which nothing is fetched and nothing runs."""
    return "".join(_html(node) for node in guideline_nodes(text))


def _html(node: object) -> str:
    if not isinstance(node, list):
        return escape(str(node))
    tag, attributes, *children = node
    given = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    if tag in VOID:
        return f"<{tag}>"
    return f"<{tag}{given}>{''.join(_html(child) for child in children)}</{tag}>"
