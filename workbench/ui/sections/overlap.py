"""How far people agree with each other, on what each said before anybody decided."""

from workbench.domain.refusals import Refusal
from workbench.report.percent import coefficient
from workbench.services.open_store import Store
from workbench.ui import annotator_view, cached, parts, takeaway
from workbench.ui.choices import Choice


def draw(store: Store, choice: Choice) -> None:
    """Draw agreement on the chosen run; the chosen judge makes no difference."""
    run = choice.run.run
    found = cached.people(store, run)
    parts.section(
        "People with each other",
        "Nobody can ask more of a judge than people among themselves reach.",
    )
    if isinstance(found.agreement, Refusal):
        parts.refusal(found.agreement)
        parts.screen_button("Draw a queue", "data", "Queues")
        return
    parts.headline(found.sentence)
    parts.figures([parts.Figure(*shown) for shown in annotator_view.agreement_figures(found)])
    parts.reading(
        f"Counted {found.assumption}, on the verdicts as they were given: what was decided "
        "between people later does not make them agree."
    )
    if found.n_annotators > 2 and found.alpha_of_all is not None:
        parts.reading(
            f"Alpha over all {found.n_annotators} people: {coefficient(found.alpha_of_all)}."
        )
    rows = annotator_view.pair_rows(found)
    parts.section("Two by two", "Right or wrong, on the traces that both labelled.")
    takeaway.table(rows, share_columns=annotator_view.PAIR_SHARES)
    takeaway.downloads(
        [takeaway.rows_offer(rows, f"overlap_{takeaway.safe_name(run)}")], key="overlap"
    )
    parts.screen_button("Decide where they differ", "adjudicate", is_primary=False)
