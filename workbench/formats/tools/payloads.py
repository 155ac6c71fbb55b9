"""The query, the answer, the prompt and the passages inside what a step was given and gave.

Tools log inputs and outputs as the program passed them: plain text, JSON in a text (once or
twice), chat messages, or objects under many names. Names are tried in a fixed order, outer
ones first.
"""

import json
from collections.abc import Iterator, Mapping

from workbench.formats.tools.tool_file import list_of, number_of, object_of, text_of

QUERY_NAMES = (
    "query", "question", "user_input", "user_query", "query_text", "query_str", "input", "q",
    "str_or_query_bundle", "query_bundle", "text", "prompt",
)  # fmt: skip
ANSWER_NAMES = (
    "answer", "response", "final_answer", "output", "result", "reply", "replies", "completion",
    "content", "text", "generation", "generations",
)  # fmt: skip
DOCUMENT_LISTS = ("documents", "retrieved_documents", "docs", "nodes", "contexts", "output")
ID_NAMES = ("id", "doc_id", "document_id", "id_", "node_id", "chunk_id", "doc_uri", "_id")
TEXT_NAMES = ("page_content", "content", "text", "document", "passage")
ASKING = frozenset({"user", "human"})
ANSWERING = frozenset({"assistant", "ai", "model", "agent"})
DEEPEST = 8


def opened(value: object) -> object:
    """Give the value inside a JSON text, however often it was encoded."""
    for _ in range(3):
        if not isinstance(value, str) or value.strip()[:1] not in ("{", "[", '"'):
            return value
        try:
            value = json.loads(value, parse_constant=lambda _: None)
        except (ValueError, RecursionError):
            return value
    return value


def plain_text(value: object) -> str | None:
    """Give the text where the value is one and nothing else."""
    read = opened(value)
    return read if isinstance(read, str) and read.strip() else None


def query_in(value: object) -> str | None:
    """Give what was asked."""
    read = opened(value)
    if isinstance(read, str):
        return text_of(read)
    messages = messages_in(read)
    if messages:
        asked = [text for role, text in messages if role in ASKING and text.strip()]
        return asked[-1] if asked else None
    for record in _objects(read):
        for name in QUERY_NAMES:
            found = record.get(name)
            if isinstance(found, str) and found.strip():
                return found
        arguments = list_of(record.get("args"))
        if len(arguments) == 1 and isinstance(arguments[0], str) and arguments[0].strip():
            return arguments[0]
    return None


def answer_in(value: object) -> str | None:
    """Give what was answered."""
    read = opened(value)
    if isinstance(read, str):
        return text_of(read)
    choices = list_of(object_of(read).get("choices"))
    if choices:
        return answer_in(object_of(choices[0]).get("message"))
    messages = messages_in(read)
    if messages:
        said = [text for role, text in messages if role in ANSWERING and text.strip()]
        return said[-1] if said else None
    for record in _objects(read):
        for name in ANSWER_NAMES:
            found = record.get(name)
            first = found[0] if isinstance(found, list) and found else found
            if isinstance(first, str) and first.strip():
                return first
    return None


def prompt_in(value: object) -> str | None:
    """Give the whole text that a model was given."""
    read = opened(value)
    if isinstance(read, str):
        return text_of(read)
    messages = messages_in(read)
    if messages:
        return "\n\n".join(text for _, text in messages if text) or None
    record = object_of(read)
    for name in ("prompt", "prompts", "args", "input"):
        held = record.get(name)
        texts = [t for t in (held if isinstance(held, list) else [held]) if isinstance(t, str)]
        if texts and "".join(texts).strip():
            return "\n\n".join(texts)
    return None


def messages_in(value: object) -> list[tuple[str, str]]:
    """Give chat messages as role and text; empty where there are none."""
    held = value
    if isinstance(value, Mapping):
        held = value.get("messages", value.get("input_messages", value.get("output_messages")))
    while isinstance(held, list) and len(held) == 1 and isinstance(held[0], list):
        held = held[0]
    messages: list[tuple[str, str]] = []
    for item in list_of(held):
        record = object_of(item)
        record = object_of(record.get("message")) or record
        if "kwargs" in record and "id" in record:
            # A message as one library serialises it: the class in id, the fields in kwargs.
            kind = [str(part) for part in list_of(record["id"])][-1:] or [""]
            record = {"role": kind[0].removesuffix("Message"), **object_of(record["kwargs"])}
        role = text_of(record.get("role")) or text_of(record.get("type"))
        if role is None or not {"content", "parts", "contents", "tool_calls"} & record.keys():
            return []
        messages.append((role.casefold(), _content(record)))
    return messages


def _content(record: Mapping[str, object]) -> str:
    held = record.get("content", record.get("parts", record.get("contents")))
    if isinstance(held, str):
        return held
    parts = [object_of(part) for part in list_of(held)]
    parts = [object_of(part.get("message_content")) or part for part in parts]
    texts = [part.get("text", part.get("content")) for part in parts]
    return "\n".join(text for text in texts if isinstance(text, str))


def documents_in(value: object) -> list[dict[str, object]] | None:
    """Give passages under our names, in their order; None where there is no list of them."""
    read = opened(value)
    if isinstance(read, Mapping):
        held = next((read[n] for n in DOCUMENT_LISTS if isinstance(read.get(n), list)), None)
        return documents_in(held) if held is not None else None
    if not isinstance(read, list):
        return None
    found = [_document(item) for item in read]
    passages = [passage for passage in found if passage]
    return passages if len(passages) == len(read) else None


def _document(value: object) -> dict[str, object]:
    if isinstance(value, str):
        return {"text": value} if value.strip() else {}
    outer = object_of(value)
    record = object_of(outer.get("node")) or object_of(outer.get("document")) or outer
    metadata = object_of(record.get("metadata")) or object_of(record.get("meta"))
    ids = [text_of(place.get(name)) for place in (record, metadata) for name in ID_NAMES]
    texts = [record.get(name) for name in TEXT_NAMES]
    doc_id = next((i for i in ids if i), None)
    text = next((t for t in texts if isinstance(t, str) and t.strip()), None)
    if doc_id is None and text is None:
        return {}
    score = number_of(outer.get("score", record.get("score", metadata.get("score"))))
    return passage(doc_id, text, score)


def passage(doc_id: str | None, text: str | None, score: float | None) -> dict[str, object]:
    """Give one passage under our names, without the fields that are not known."""
    given: dict[str, object] = {"doc_id": doc_id, "text": text, "score": score}
    return {name: value for name, value in given.items() if value is not None}


def _objects(value: object) -> Iterator[Mapping[str, object]]:
    level: list[object] = [value]
    for _ in range(DEEPEST):
        below: list[object] = []
        for item in level:
            if isinstance(item, Mapping):
                yield item
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        level = below
