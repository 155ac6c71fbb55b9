"""Files that go with evaluations and hold nothing to import, each with the reason."""

from collections.abc import Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    number_of,
    object_of,
    refusing,
)

QUESTIONS = frozenset({"question", "query", "input", "user_input"})
REFERENCES = frozenset(
    {"truth", "ground_truth", "expected_answer", "reference", "right_answer", "expected_output"}
)
MADE_LATER = frozenset(
    {"answer", "response", "context", "contexts", "retrieved_contexts", "candidates", "id",
     "actual_output", "retrieval_context", "request_id", "query_id", "question_id"}
)  # fmt: skip


def _are_figures(head: Head) -> bool:
    values = list(head.first.values())
    if (
        head.columns
        or len(head.items) != 1
        or not values
        or ("name" in head.first and not values[1:])
    ):
        return False
    figures = [v for v in values if not isinstance(v, str)]
    return (
        bool(figures)
        and all(_is_figure(value) for value in figures)
        and any(
            name.startswith(("average_", "mean_", "end_to_end_")) or _has_rates(value)
            for name, value in head.first.items()
        )
    )


def _is_figure(value: object) -> bool:
    if isinstance(value, Mapping):
        return bool(value) and all(number_of(inner) is not None for inner in value.values())
    return number_of(value) is not None


def _has_rates(value: object) -> bool:
    return bool(object_of(value).keys() & {"pass_rate", "mean_rating", "mean", "rate"})


FIGURES = Reader(
    "a summary of figures",
    _are_figures,
    refusing(
        "it holds averages over a run and no single trace or verdict. Import the rows that they "
        "were taken over."
    ),
)
EVALUATION = Reader(
    "trec_eval output",
    lambda head: {"runid", "all"} <= head.columns,
    refusing(
        "it holds measures of a ranking and no ranking. Import the run and the qrels; `workbench "
        "metrics` gives the measures."
    ),
)
ALIGNMENT = Reader(
    "a TruLens alignment report",
    lambda head: {"splits", "rubrics", "run_metadata"} <= head.first.keys(),
    refusing(
        "it holds only counts of a judge at several thresholds, positive meaning good, and no "
        "verdict on a trace. Give four counts of one judge to `workbench correct`."
    ),
)
EXPECTED_STAGES = Reader(
    "a list of stages",
    lambda head: set(head.first) == {"query", "pipeline", "stage"},
    refusing("it names the stage expected for each query and pipeline, and no trace."),
)


def _are_questions(head: Head) -> bool:
    names = head.columns or frozenset(head.first)
    return bool(names & QUESTIONS and names & REFERENCES) and not names & MADE_LATER


def _refuse_questions(items: Sequence[Item], _findings: Findings, _options: Options) -> ToolFile:
    is_written = any("hallucinated_answer" in item.value for item in items[:1])
    return ToolFile(
        refusal=f"its {len(items)} questions have reference answers"
        + (" and answers written to be wrong" if is_written else "")
        + ", and no answer of a system: nothing was run on them. Run your system on them and "
        "import its traces."
    )


QUESTION_SET = Reader("a set of questions", _are_questions, _refuse_questions)
