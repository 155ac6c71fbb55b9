"""MT-RAG: its analysis JSON (tasks, models, ratings) and its responses as JSON lines.

The query is the last turn of a conversation, which is kept beside it. Passages that people or
the benchmark marked relevant are gold; an unanswerable task has none.
"""

from collections.abc import Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import scored
from workbench.formats.tools.payloads import passage
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Rating,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
    list_of,
    number_of,
    object_of,
    remark_any_of,
)

Texts = Mapping[str, Mapping[str, object]]


def _turns(task: Mapping[str, object]) -> list[dict[str, object]]:
    turns = [object_of(turn) for turn in list_of(task.get("input"))]
    return [{"speaker": turn.get("speaker"), "text": turn.get("text")} for turn in turns]


def _query(turns: Sequence[Mapping[str, object]]) -> str | None:
    asked = [first_text(turn, "text") for turn in turns if turn.get("speaker") == "user"]
    return asked[-1] if asked else None


def _passages(task: Mapping[str, object], texts: Texts) -> list[dict[str, object]] | None:
    if not isinstance(task.get("contexts"), list):
        return None
    passages: list[dict[str, object]] = []
    for given in list_of(task["contexts"]):
        context = object_of(given)
        doc_id = first_text(context, "document_id")
        text = first_text(context, "text") or first_text(texts.get(doc_id or "", {}), "text")
        if doc_id is not None or text is not None:
            passages.append(passage(doc_id, text, number_of(context.get("score"))))
    return passages


def _gold(task: Mapping[str, object]) -> list[str] | None:
    said = task.get("Answerability", task.get("answerability"))
    if said == ["UNANSWERABLE"]:
        return []
    contexts = [object_of(context) for context in list_of(task.get("contexts"))]
    places = object_of(object_of(task.get("annotations")).get("context_relevance"))
    marked = [at for given in places.values() for at in list_of(given)]
    marked += [at for at, context in enumerate(contexts) if _is_marked(context)]
    ids = [
        first_text(contexts[at], "document_id")
        for at in marked
        if isinstance(at, int) and 0 <= at < len(contexts)
    ]
    return list(dict.fromkeys(doc_id for doc_id in ids if doc_id is not None)) or None


def _is_marked(context: Mapping[str, object]) -> bool:
    opinions = object_of(object_of(context.get("feedback")).get("relevant"))
    return any(object_of(opinion).get("value") == "yes" for opinion in opinions.values())


def _fields(item: Item, texts: Texts, findings: Findings) -> tuple[dict[str, object], object]:
    turns = _turns(item.value)
    gold = _gold(item.value)
    if gold == []:
        findings.remark("unanswerable", "unanswerable tasks: the corpus holds no answer", item.line)
    remark_any_of(gold, item.line, findings)
    target = object_of(next(iter(list_of(item.value.get("targets"))), None))
    return {
        "query": _query(turns),
        "reference_answer": first_text(target, "text"),
        "gold_passages": gold,
        "candidates": _passages(item.value, texts),
    }, turns


def _say_what_is_missing(findings: Findings) -> None:
    findings.remark(
        "context_is_candidates",
        "contexts were read as candidates; what of them stood in the prompt is not said",
    )


def _is_analysis(head: Head) -> bool:
    return {"tasks", "evaluations", "models"} <= head.first.keys()


def _read_analysis(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    for item in items:
        texts = _by_id(item.value.get("documents"), "document_id")
        tasks = _by_id(item.value.get("tasks"), "task_id")
        by_people = {
            name
            for name, metric in _by_id(item.value.get("metrics"), "name").items()
            if metric.get("author") == "human"
        }
        for at, given in enumerate(list_of(item.value.get("evaluations"))):
            evaluation = object_of(given)
            task_id, run = first_text(evaluation, "task_id"), first_text(evaluation, "model_id")
            place = Item(at + 1, evaluation, f"evaluations[{at}]")
            if task_id is None or task_id not in tasks:
                said = _alone(item.value, evaluation, [], texts)
                findings.refuse(
                    place.line, f"{place.place}.task_id", "names no task of the file.", (said,)
                )
                continue
            common, turns = _fields(Item(place.line, tasks[task_id]), texts, findings)
            numbers: dict[str, tuple[str, object, str | None]] = {}
            for name, ratings in object_of(evaluation.get("annotations")).items():
                for who, rating in object_of(ratings).items():
                    value = object_of(rating).get("value")
                    if name in by_people:
                        row = _person(task_id, run, who, value, object_of(rating))
                        held.people.append(Rating(place.line, place.place, name, row))
                    else:
                        numbers[name] = ("", value, None)
            signals, judges = scored(numbers, place.line, findings, options)
            fields = {
                "request_id": task_id,
                "question_id": task_id,
                "run": run,
                **common,
                "answer": evaluation.get("model_response"),
                "model": run,
                "signals": signals,
                "judges": judges,
            }
            kept = {"conversation": turns}
            said = _alone(item.value, evaluation, [tasks[task_id]], texts)
            held.traces.append(ToolRecord(place.line, fields, kept, place.place, (said,)))
    _say_what_is_missing(findings)
    return held


def _alone(
    whole: Mapping[str, object],
    evaluation: Mapping[str, object],
    tasks: Sequence[Mapping[str, object]],
    texts: Texts,
) -> dict[str, object]:
    """Give one evaluation with its task and the texts of its passages, as a file of its own."""
    contexts = [object_of(given) for task in tasks for given in list_of(task.get("contexts"))]
    ids = [first_text(context, "document_id") or "" for context in contexts]
    return {
        "tasks": tasks,
        "evaluations": [evaluation],
        "models": whole.get("models"),
        "metrics": whole.get("metrics"),
        "documents": [texts[doc_id] for doc_id in ids if doc_id in texts],
    }


def _by_id(listed: object, name: str) -> dict[str, Mapping[str, object]]:
    records = [object_of(given) for given in list_of(listed)]
    return {key: record for record in records if (key := first_text(record, name)) is not None}


def _person(
    task_id: str, run: str | None, who: str, value: object, rating: Mapping[str, object]
) -> dict[str, object]:
    return {
        "request_id": task_id,
        "run": run,
        "annotator": who,
        "verdict": value,
        "labelled_at": rating.get("timestamp"),
        "seconds_spent": rating.get("duration"),
    }


ANALYSIS = Reader("MT-RAG analysis", _is_analysis, _read_analysis)


def _are_responses(head: Head) -> bool:
    return {"task_id", "contexts", "input", "predictions"} <= head.first.keys()


def _read_responses(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    held = ToolFile()
    for item in items:
        record = item.value
        common, turns = _fields(item, {}, findings)
        conversation, turn = first_text(record, "conversation_id"), first_text(record, "turn")
        question_id = f"{conversation}<::>{turn}" if conversation and turn else None
        if question_id is not None and question_id != first_text(record, "task_id"):
            findings.remark(
                "question_ids_of_qrels",
                "questions were named CONVERSATION<::>TURN, as the benchmark's qrels name them",
                item.line,
            )
        prediction = object_of(next(iter(list_of(record.get("predictions"))), None))
        fields = {
            "request_id": first_text(record, "task_id"),
            "question_id": question_id,
            **common,
            "answer": prediction.get("text"),
        }
        held.traces.append(ToolRecord(item.line, fields, {"conversation": turns}, "", (record,)))
    _say_what_is_missing(findings)
    return held


RESPONSES = Reader("MT-RAG responses", _are_responses, _read_responses)
