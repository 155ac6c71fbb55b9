"""Makes the page to send to somebody, HTML or Markdown, from the results that the screens show."""

import platform
from collections.abc import Mapping
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from workbench.errors import InputError
from workbench.report.page import Page
from workbench.report.page_content import Results, triage_page
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence, observed_only
from workbench.services.calibration.human_error_band import HumanErrorBand, human_error
from workbench.services.calibration.tuning_split import tuning_split
from workbench.services.calibration.verdict_words import verdict_words
from workbench.services.exporting.asked_file import only_run
from workbench.services.exporting.export_traces import selection_text
from workbench.services.open_store import Store
from workbench.services.results import WordCount
from workbench.services.triage.observe_run import most_used_judge
from workbench.services.triage.triage_traces import triage_traces
from workbench.services.triage.what_if import what_if_stages

PageFormat = Literal["html", "md"]
FORMATS: tuple[PageFormat, ...] = ("html", "md")
LIBRARIES = ("judge-workbench", "numpy", "scipy")


def make_page(
    store: Store,
    made_at: datetime,
    run: str | None = None,
    judge: str | None = None,
    calibrated_on: str | None = None,
    where: Mapping[str, str] | None = None,
) -> Page:
    """Give the report of a run as blocks that any writer can write.

    Parameters
    ----------
    made_at
        The instant that stands on the page, in UTC.
    run, judge
        Without a run the store's only one; without a judge the one with most verdicts on it.
    calibrated_on
        Another run whose labels measured the judge; None uses the run's own.
    where
        Field values that choose traces of the run.

    Raises
    ------
    InputError
        Unknown run or judge. What labels cannot support is refused on the page, with the reason.
    """
    run, where = run or only_run(store), where or {}
    chosen = judge or most_used_judge(store, run)[0]
    triage = triage_traces(store, run, judge, where)
    what_if = what_if_stages(triage.funnel, generation=triage.corrected_generation)
    card, of_people, tuning = None, "", None
    words: tuple[WordCount, ...] = ()
    if chosen is None:
        table = observed_only(store, run, where)
    else:
        table = correct_prevalence(store, run, chosen, calibrated_on, where=where)
        measured_on = calibrated_on or run
        card = calibrate_judge(store, chosen, measured_on, where if calibrated_on is None else None)
        words = verdict_words(store, run, chosen, where)
        tuning = tuning_split(store, chosen, measured_on, where if calibrated_on is None else None)
        band = human_error(store, card, chosen, measured_on)
        of_people = band.sentence if isinstance(band, HumanErrorBand) else ""
    return triage_page(
        Results(
            triage=triage,
            table=table,
            card=card,
            stage_sentences=()
            if what_if is None
            else (what_if.sentence, what_if.cap_sentence, what_if.ceiling_sentence),
            human_error_sentence=of_people,
            words=words,
            tuning=tuning,
            selection=selection_text(where) or "",
            made_at=made_at,
            versions={name: version(name) for name in LIBRARIES}
            | {"Python": platform.python_version()},
        )
    )


def report_bytes(
    store: Store,
    made_at: datetime,
    file_format: PageFormat = "html",
    run: str | None = None,
    judge: str | None = None,
    calibrated_on: str | None = None,
    where: Mapping[str, str] | None = None,
) -> bytes:
    """Give the report as a file's bytes; raises what `make_page` raises."""
    page = make_page(store, made_at, run, judge, calibrated_on, where)
    if file_format == "md":
        from workbench.report.page_markdown import markdown_page

        text = markdown_page(page)
    else:
        from workbench.report.page_html import html_page

        text = html_page(page)
    # A lone surrogate from a file's text cannot be written as UTF-8; its escape can.
    return text.encode("utf-8", "backslashreplace")


def format_of(path: Path) -> PageFormat:
    """Give how a report of that name is written.

    Raises
    ------
    InputError
        The name ends in neither .html nor .md.
    """
    endings: dict[str, PageFormat] = {".html": "html", ".htm": "html", ".md": "md"}
    if path.suffix.lower() not in endings:
        raise InputError(f"{path}: a report is written as .html or .md; name it so.")
    return endings[path.suffix.lower()]
