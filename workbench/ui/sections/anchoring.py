"""What the sight of the judge did to people's answers."""

from workbench.domain.refusals import Refusal
from workbench.services.open_store import Store
from workbench.ui import annotator_view, cached, parts, takeaway
from workbench.ui.choices import Choice


def draw(store: Store, choice: Choice) -> None:
    """Draw how often answers changed after the chosen judge was shown, and which way."""
    run, judge = choice.run.run, choice.judge or ""
    found = cached.anchoring(store, run, judge)
    parts.section(
        "After seeing the judge",
        "In a queue that shows the judge after each label, a changed answer is kept beside the "
        "blind one, which stays the one that counts.",
    )
    if isinstance(found, Refusal):
        parts.refusal(found)
        parts.screen_button("Draw a queue", "data", "Queues")
        return
    parts.headline(found.sentence)
    parts.figures([parts.Figure(*shown) for shown in annotator_view.anchoring_figures(found)])
    parts.reading(
        f"{found.n_answered_again} of {found.n} were answered again. Assumed: {found.assumption}."
    )
    rows = annotator_view.anchoring_rows(found)
    parts.section("By annotator", "Counts alone: with few items two people differ by chance.")
    takeaway.table(rows)
    name = f"anchoring_{takeaway.safe_name(run)}_{takeaway.safe_name(judge)}"
    takeaway.downloads([takeaway.rows_offer(rows, name)], key="anchoring")
