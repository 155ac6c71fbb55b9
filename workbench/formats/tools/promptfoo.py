"""promptfoo results: one provider is one run, one test one question.

A provider that returns a list was retrieving, and the list is its candidates; one that returns
text was answering. The test's variables hold the query and, as JSON in a text, the gold.
"""

from collections.abc import Iterator, Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import scored
from workbench.formats.tools.payloads import QUERY_NAMES, answer_in, documents_in, opened, query_in
from workbench.formats.tools.text_ids import text_id
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
    list_of,
    object_of,
    remark_any_of,
    text_of,
)

GOLD_NAMES = (
    "correct_chunks", "gold_passages", "gold_ids", "expected_ids", "relevant_ids",
    "expected_documents", "reference_context_ids",
)  # fmt: skip
REFERENCE_NAMES = ("correct_answer", "expected", "reference", "ground_truth", "answer")
GRADED_BY_MODEL = ("llm-rubric", "model-graded", "factuality", "answer-relevance", "g-eval")


def _results(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        held = item.value.get("results", item.value)
        listed = object_of(held).get("results", held)
        if isinstance(listed, list):
            for at, result in enumerate(listed):
                if isinstance(result, Mapping):
                    yield Item(at + 1, result, f"results[{at}]")
        else:
            yield item


def _recognises(head: Head) -> bool:
    first = next(_results(head.items[:1]), None)
    return first is not None and {"provider", "vars"} <= first.value.keys()


def _provider(result: Mapping[str, object]) -> str:
    provider = result.get("provider")
    return text_of(provider) or first_text(object_of(provider), "label", "id") or "promptfoo"


def _gold(variables: Mapping[str, object]) -> list[object] | None:
    for name in GOLD_NAMES:
        value = opened(variables.get(name))
        if isinstance(value, str) and value.strip():
            return [value]
        if isinstance(value, list):
            return value
    return None


def _judges(result: Mapping[str, object]) -> list[dict[str, object]]:
    judges: dict[str, dict[str, object]] = {}
    grading = object_of(result.get("gradingResult"))
    for given in list_of(grading.get("componentResults")):
        part = object_of(given)
        assertion = object_of(part.get("assertion"))
        kind = first_text(assertion, "type") or ""
        if kind.startswith(GRADED_BY_MODEL) and isinstance(part.get("pass"), bool):
            name = first_text(assertion, "metric") or kind
            judges.setdefault(
                name,
                {
                    "name": name,
                    "version": first_text(object_of(assertion.get("provider")), "id")
                    or text_of(assertion.get("provider")) or "",
                    "verdict": "pass" if part["pass"] else "fail",
                    "rationale": text_of(part.get("reason")),
                    "prompt": text_of(assertion.get("value")),
                },
            )  # fmt: skip
    return list(judges.values())


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    for item in _results(items):
        result = item.value
        variables = object_of(result.get("vars"))
        prompt = object_of(result.get("prompt"))
        query = first_text(variables, *QUERY_NAMES) or query_in(prompt.get("raw"))
        if query is None:
            findings.refuse(item.line, f"{item.place}.vars", "names no query.", (result,))
            continue
        run = _provider(result)
        response = object_of(result.get("response"))
        output = opened(response.get("output"))
        gold = _gold(variables)
        remark_any_of(gold, item.line, findings)
        signals, judges = scored(_scores(result), item.line, findings, options)
        fields: dict[str, object] = {
            "request_id": options.ids.next(query, run),
            "question_id": text_id(query),
            "run": run,
            "query": query,
            "reference_answer": first_text(variables, *REFERENCE_NAMES),
            "gold_passages": gold,
            "judges": [*_judges(result), *judges],
            "signals": signals,
        }
        if "output" not in response:
            fields["error"] = first_text(result, "error") or first_text(response, "error")
            fields["error"] = fields["error"] or "no response"
        elif isinstance(output, list):
            is_ids = all(isinstance(part, str) for part in output)
            fields["candidates"] = output if is_ids else documents_in(output)
            findings.remark(
                "retrieval_only",
                "results of providers that only retrieve: candidates without an answer",
                item.line,
            )
        else:
            fields["answer"] = answer_in(output)
            fields["candidates"] = documents_in(output) if isinstance(output, Mapping) else None
        held.traces.append(ToolRecord(item.line, fields, {}, item.place, (result,)))
    return held


def _scores(result: Mapping[str, object]) -> dict[str, tuple[str, object, str | None]]:
    named = object_of(result.get("namedScores"))
    return {name: ("promptfoo", value, None) for name, value in named.items()}


RESULTS = Reader("promptfoo results", _recognises, _read)
