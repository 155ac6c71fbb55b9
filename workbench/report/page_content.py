"""What a triage report says: the results of triage, correction and judge card as one page.

Chosen: aggregates alone. Queries, answers, notes and annotators' names stay in the store, since
the page is made to be sent on. Results are taken by their fields, as in `tables`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from workbench.domain.refusals import Refusal, Warning_
from workbench.report import charts
from workbench.report.counted import counted
from workbench.report.funnel_rows import funnel_rows, generation_line
from workbench.report.page import (
    Block,
    Chart,
    Figure,
    Figures,
    Page,
    Paragraph,
    Remarks,
    Section,
    Table,
)
from workbench.report.page_judge import judge_section, tuning_section, words_section
from workbench.report.percent import percent, percent_range
from workbench.report.tables import rounding_line, triage_rows
from workbench.report.words import (
    HOW_DRAWN,
    OUTSIDE,
    estimate_limits,
    how_drawn,
    named,
    project_share,
    refused_rows,
    sentence,
)

TOTALS = {"failing": "Failing in all", "all": "All traces"}


@dataclass(frozen=True, slots=True)
class Results:
    """What the page is made from; `card` None where nobody judged the run.

    `words` are the judge's on this run with what each was read as; `tuning` the labels that tuned
    the judge, None where nobody said so of any.
    """

    triage: Any
    table: Any
    card: Any | None
    stage_sentences: Sequence[str]
    human_error_sentence: str
    words: Sequence[Any]
    tuning: Any | None
    selection: str
    made_at: datetime
    versions: Mapping[str, str]


def triage_page(results: Results) -> Page:
    """Give the page of one run and judge."""
    triage, table = results.triage, results.table
    sections = [_answer(table), _next_project(triage), _buckets(triage, table), _funnel(results)]
    if results.card is not None:
        sections.append(judge_section(results.card, results.human_error_sentence))
        sections += [words_section(results.words), tuning_section(results.tuning)]
    sections += [_warnings(results), _method(results)]
    return Page(
        title=f"Triage of {triage.run}",
        subject=_subject(results),
        headline=_headline(triage, table),
        sections=[section for section in sections if section is not None],
    )


def _subject(results: Results) -> str:
    triage = results.triage
    said = [
        counted(triage.n, "trace"),
        f"judge {triage.judge}" if triage.judge else "no judge",
        f"only {results.selection}" if results.selection else "",
        f"made {results.made_at:%d %B %Y, %H:%M} UTC",
    ]
    return " · ".join(part for part in said if part)


def _headline(triage: Any, table: Any) -> str:
    said = table.sentence if not isinstance(table.corrected, Refusal) else _uncorrected(table)
    project = triage.next_project
    if project is None:
        return said
    basis = "" if project.basis == "corrected" else ", by what the judge says,"
    then = (
        f" Mend {named(project.stage).lower()} first: {percent(project.share_of_failures)} of the "
        f"failures{basis} are lost there."
    )
    if project.is_too_close:
        then += (
            f" {named(project.runner_up)} is too close to tell apart."
            if project.runner_up
            else " The failures are too few to settle it."
        )
    return said + then


def _uncorrected(table: Any) -> str:
    if table.observed is None:
        return "What truly fails cannot be said yet."
    return (
        f"The judge fails {table.n_flagged:,} of {counted(table.n, 'answer')} "
        f"({percent(table.observed)}); "
        "what truly fails cannot be said yet."
    )


def _answer(table: Any) -> Section:
    shown = [
        Figure(
            "Observed",
            percent(table.observed),
            percent_range(*table.observed_interval) if table.observed_interval else "",
            f"{table.n_flagged:,} of {counted(table.n, 'trace')} that the judge fails.",
        ),
        Figure(
            "Corrected",
            "no number"
            if isinstance(table.corrected, Refusal)
            else percent(table.corrected.estimate),
            estimate_limits(table.corrected),
            "What truly fails, the judge's errors taken out.",
        ),
        Figure(
            "Labels behind it",
            f"{table.counts.n:,}",
            "",
            how_drawn(table.design, table.counts.n + table.counts.unusable),
        ),
    ]
    blocks: list[Block] = [Figures(shown)]
    if isinstance(table.corrected, Refusal):
        why = [sentence(table.corrected.reason), sentence(f"Next: {table.corrected.next_step}")]
        blocks.append(Remarks("No corrected number", why, "refusal"))
    return Section("How much fails", "", blocks)


def _next_project(triage: Any) -> Section | None:
    project = triage.next_project
    if project is None:
        return None
    basis = "corrected shares" if project.basis == "corrected" else "what the judge says"
    reading = (
        f"{named(project.bucket)}, by {basis}: {percent(project.share_of_failures)} of the "
        f"failures. {project_share(project)} Owner: {project.owner}. "
        f"Known as {project.failure_point}."
    )
    rows = list(zip(project.fixes, project.side_effects, strict=True))
    fixes = Table(("What usually mends it", "What it can cost"), rows, n_words=2)
    return Section("What to mend first", reading, [fixes])


def _buckets(triage: Any, table: Any) -> Section:
    blocks: list[Block] = [
        Chart(charts.corrected_chart(table), "Observed and corrected share of every bucket"),
        Table(
            ("Bucket", "Owner", "Observed", "Share", "Corrected", "From", "To", "Labels"),
            [_bucket_row(row) for row in triage_rows(table)],
            n_words=2,
        ),
        *_notes(table),
    ]
    outside = [
        (why, f"{getattr(table.outside, name):,}")
        for name, why in OUTSIDE
        if getattr(table.outside, name)
    ]
    if outside:
        blocks.append(
            Table(("Why they are in no bucket", "Traces"), outside, title="Outside the shares")
        )
    people = [(named(row.bucket), f"{row.n:,}") for row in triage.human_buckets if row.n]
    if people:
        title = f"What people found among the {counted(triage.n_labelled, 'labelled trace')}"
        blocks.append(Table(("Bucket", "Labelled"), people, title=title))
    if triage.right_without_evidence:
        blocks.append(
            Paragraph(
                f"Right without evidence: {triage.right_without_evidence:,}. Memory or luck, "
                "which hides a loss before generation."
            )
        )
    return Section(
        "Buckets",
        "Every trace falls into one bucket: the earliest stage that lost the answer. Grey is what "
        "the judge says, colour is what truly is, with its 95 % interval.",
        blocks,
    )


def _bucket_row(row: Mapping[str, Any]) -> tuple[str, ...]:
    bucket = str(row["bucket"])
    shares = ("corrected_share", "corrected_low_share", "corrected_high_share")
    return (
        TOTALS.get(bucket) or named(bucket),
        str(row["owner"] or ""),
        f"{row['observed_n']:,}",
        "" if row["observed_share"] is None else percent(row["observed_share"]),
        *("" if row[name] is None else percent(row[name]) for name in shares),
        f"{row['n_labels']:,}" if row["n_labels"] is not None else "",
    )


def _notes(table: Any) -> Iterator[Block]:
    if reasons := refused_rows(table):
        yield Remarks("Rows without a number", reasons, "refusal")
    known = [row.corrected_share for row in table.buckets if row.corrected_share is not None]
    if len(known) == len(table.buckets) and (line := rounding_line(known, 1.0)):
        yield Paragraph(line)
    yield Paragraph("From and to hold for one row by itself.")


def _funnel(results: Results) -> Section | None:
    triage = results.triage
    if not any(stage.rate is not None for stage in triage.funnel):
        return None
    rows = [
        (
            row.stage,
            f"{row.entered:,}",
            "" if row.survived is None else f"{row.survived:,}",
            percent(row.rate),
            "" if row.low is None else percent(row.low),
            "" if row.high is None else percent(row.high),
        )
        for row in funnel_rows(triage)
    ]
    return Section(
        "How far the evidence comes",
        "Each rate is conditional: of the traces that still held a complete gold set, the share "
        "that left the stage with it. " + generation_line(triage),
        [
            Chart(charts.funnel_chart(triage), "Traces that entered and survived each stage"),
            Table(("Stage", "Entered", "Survived", "Rate", "From", "To"), rows),
            *(Paragraph(line) for line in results.stage_sentences),
        ],
    )


def _warnings(results: Results) -> Section | None:
    given: list[Warning_] = [*results.triage.warnings, *results.table.warnings]
    if results.card is not None:
        given += results.card.warnings
    refused = results.table.corrected
    said = refused.reason if isinstance(refused, Refusal) else None
    lines = [
        " ".join((sentence(one.message), sentence(one.next_step))).strip()
        for one in dict.fromkeys(given)
        if one.message != said
    ]
    if not lines:
        return None
    return Section("Read with care", "", [Remarks("What limits these numbers", lines, "warning")])


def _method(results: Results) -> Section:
    table = results.table
    rows = [
        ("Labels", f"{HOW_DRAWN[table.design]} (design {table.design})"),
        ("Method", table.method or "none: no share was corrected"),
        ("Assumption", sentence(table.assumption) if table.assumption else "none beyond the draw"),
        ("Said of", "the system" if table.target == "system" else "exactly these traces"),
        ("Labels from run", str(table.calibrated_on or results.triage.run)),
        ("Selection", results.selection or "all traces of the run"),
        ("Confidence of every interval", "95 %"),
        ("Seed", str(table.seed)),
        *((name, version) for name, version in results.versions.items()),
    ]
    return Section(
        "Method",
        "Right or wrong comes from the judge in the observed shares, and from people's labels in "
        "the corrected ones. A number that the labels cannot carry is refused, with the reason.",
        [Table(("", "Used here"), rows, n_words=2)],
    )
