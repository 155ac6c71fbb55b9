"""The gold-context probe: what it proves, what is to be read, and the packets to run."""

from functools import partial
from shlex import quote

import streamlit as st

from workbench.report import probe_charts
from workbench.report.counted import counted
from workbench.services.open_store import Store
from workbench.services.probing.export_packets import Packets, packets_text, probe_packets
from workbench.services.probing.probe_results import ProbedCase, ProbeResult
from workbench.services.results import TriageResult
from workbench.ui import cached, parts, probe_view, takeaway
from workbench.ui.choices import Asked

LEAD = (
    "A failing question is asked again with nothing but its gold passages in the prompt. Right "
    "then: getting the evidence there was the loss. Wrong again: the generator is."
)


def draw(store: Store, asked: Asked, _result: TriageResult) -> None:
    """Draw the outcomes beside the ids, the traces to read, and the way to probe more."""
    result = cached.probe_outcomes(store, asked.run, asked.judge)
    if result is None:
        parts.empty(
            "This run holds answers to gold passages itself",
            "Choose the run that it repeats to see what they prove.",
        )
        return
    parts.headline(result.sentence, result.reading or LEAD)
    if result.n_probed:
        parts.figures([parts.Figure(*shown) for shown in probe_view.probe_figures(result)])
    if result.n_checked:
        _outcomes(result)
    if result.to_read:
        _to_read(result)
    _next(store, asked, result)


def _outcomes(result: ProbeResult) -> None:
    parts.warnings(result.warnings)
    parts.section("What the two answers prove", LEAD)
    takeaway.chart(
        probe_charts.share_chart(probe_view.outcome_shares(result), "Share of checked traces"),
        probe_view.outcome_rows(result),
        "probe",
        "Share of the probed traces with each outcome",
        share_columns=("Share", "From", "To"),
    )
    if result.by_stage:
        parts.section(
            "Beside the ids",
            "The ids say where a complete gold set was gone; the probe says whether that mattered.",
        )
        rows = probe_view.stage_rows(result)
        takeaway.table(rows)
        takeaway.downloads([takeaway.rows_offer(rows, "probe-stages")], key="probe-stages")


def _to_read(result: ProbeResult) -> None:
    both = counted(result.n_both_defects, "trace")
    parts.section(
        f"{counted(len(result.to_read), 'trace')} to read",
        f"Here ids and probe do not say the same. {both} with both defects.",
    )
    cases = {case.trace_id: case for case in result.to_read}
    chosen = st.selectbox(
        "Read",
        list(cases),
        format_func=lambda trace_id: probe_view.case_line(cases[trace_id]),
        key="probe.case",
    )
    _read(cases[chosen])


def _read(case: ProbedCase) -> None:
    parts.reading(probe_view.AGAINST.get(case.against, ""))
    parts.long_text("Query", case.query)
    left, right = st.columns(2)
    with left:
        parts.long_text("The answer", case.answer)
    with right:
        parts.long_text("With the gold passages alone", case.probe_answer)


def _next(store: Store, asked: Asked, result: ProbeResult) -> None:
    parts.section("Probe the failing traces", "Three steps, the second of them yours.")
    if lines := probe_view.left_out_lines(result.left_out, probe_view.LEFT_OUT):
        parts.remarks("Without an outcome", lines)
    if not result.n_failing:
        parts.reading("No trace of this run fails, by people or by the judge: nothing to probe.")
        return
    parts.remarks(
        "How",
        [
            "Download the packets: each holds a question, its system prompt and settings, and its "
            "gold passages.",
            "Run each packet with nothing else changed, and put the answer into its field.",
            "Bring the answers in, and label them like any others: nothing tells the annotator.",
        ],
    )
    packets = cached.probe_packets(store, asked.run, asked.judge)
    name = f"packets_{takeaway.safe_name(asked.run)}.jsonl"
    takeaway.downloads(
        [
            takeaway.FileOffer(
                counted(len(packets.packets), "packet"),
                name,
                "application/x-ndjson",
                partial(_packet_bytes, store, asked.run, asked.judge),
            )
        ],
        key="probe-packets",
    )
    _commands(asked, result, packets)


def _packet_bytes(store: Store, run: str, judge: str | None) -> bytes:
    return packets_text(probe_packets(store, run, judge)).encode("utf-8")


def _commands(asked: Asked, result: ProbeResult, packets: Packets) -> None:
    if not packets.packets:
        parts.reading("No failing trace has a gold passage whose text is known: import the corpus.")
    lines = [f"workbench probe import answers.jsonl --run {quote(asked.run)}"]
    lines += [f"workbench queue build --run {quote(run)} --all" for run in result.probe_runs[-1:]]
    st.code("\n".join(lines), language=None, wrap_lines=True)
