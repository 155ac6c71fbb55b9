"""What must be said of labels wherever a number rests on them."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.domain.refusals import Code, Warning_
from workbench.domain.vocabulary import Design
from workbench.report.counted import counted_as

if TYPE_CHECKING:
    from workbench.services.calibration.read_labels_of import LabelsOf

N_NAMED = 5
MANY_ROUNDS = 3
"""Rounds from which a warning is due. A pilot and the labels planned from it are two, and cover as
they should; the store keeps no plan, so that of more it cannot know why they were added."""


def label_warnings(found: "LabelsOf", run: str | None) -> Iterable[Warning_]:
    """Give the warnings of labels read for a run, or for several."""
    out = found.left_out
    has_pairs = any(label.verdict is not None for label in found.labels)
    if found.design is Design.UNKNOWN and has_pairs:
        why = found.origins.why_unknown(run)
        yield Warning_(
            Code.DESIGN_UNKNOWN,
            f"{why.reason}; the error rates are shown as if they were a uniform sample, and no "
            "corrected share is given",
            why.next_step,
        )
    if found.n_tuned_on:
        yield Warning_(
            Code.LABELS_TUNED_ON,
            f"{counted_as(found.n_tuned_on, 'label was', 'labels were')} "
            "used to tune the judge and "
            f"{'is' if found.n_tuned_on == 1 else 'are'} left out: a judge is "
            "not measured on its own examples",
        )
    if found.copies:
        named = ", ".join(found.copies[:N_NAMED]) + (", …" if len(found.copies) > N_NAMED else "")
        yield Warning_(
            Code.LABELS_TUNED_ON,
            f"{len(found.copies)} of the labels that count have the question and the answer of one "
            f"that was used to tune the judge ({named})",
            "Leave them out too: import the verdicts again with --tuned-on and their ids added.",
        )
    if found.n_unblinded:
        yield Warning_(
            Code.UNBLINDED_LABELS,
            f"{counted_as(found.n_unblinded, 'label was', 'labels were')} "
            "given with the judge's verdict in sight, which "
            "pulls people towards it",
            "Label a part again without it.",
        )
    if out.annotators_disagree:
        yield Warning_(
            Code.ANNOTATORS_DISAGREE,
            f"{counted_as(out.annotators_disagree, 'trace is', 'traces are')} "
            "left out: people differ on right or wrong and "
            "nobody has decided",
            "Decide these cases.",
        )
    n_unusable = out.cant_tell + out.unresolved + out.skipped
    if n_unusable:
        yield Warning_(
            Code.UNUSABLE_LABELS,
            f"{counted_as(n_unusable, 'label says', 'labels say')} neither right nor "
            f"wrong: {out.cant_tell} can't tell, "
            f"{out.unresolved} unresolved, {out.skipped} skipped. They leave the labels, not the "
            "target set",
        )
    if found.findings:
        yield Warning_(
            Code.FINDINGS_ONLY,
            f"{counted_as(len(found.findings), 'label comes', 'labels come')} "
            "from queues drawn from a "
            "part of the traces: findings about that part, left out here",
        )
    if found.unlabelled_runs:
        yield Warning_(
            Code.STRATUM_UNLABELLED,
            f"No label is of: {'; '.join(found.unlabelled_runs)}. These traces are taken to fail "
            "as often as those of the other runs with that verdict",
            "Label a random part of them, or look at each run by itself with --run.",
        )
    if len(found.rounds) >= MANY_ROUNDS:
        named = ", then ".join(" with ".join(names) for names in found.rounds)
        yield Warning_(
            Code.STOPPED_WHEN_NARROW,
            f"Labels were added in {len(found.rounds)} rounds ({named}), each drawn when labels of "
            "the one before could be seen. If somebody added labels until the interval looked "
            "good, it is too narrow",
            "Decide a number with workbench plan, label that many in one queue, and stop there.",
        )
    for part in found.origins.partial.values():
        if part.is_nearly_whole:
            yield Warning_(
                Code.QUESTIONS_DIFFER,
                f"{part.n_run - part.n_target} of {part.n_run} traces could not be drawn "
                f"{'together with another run' if part.is_paired else 'into the queue of a signal'}"
                "; they are taken to fail as often as the others of their verdict",
            )
    queries = Counter(label.query_id for label in found.labels)
    n_repeated = sum(n for n in queries.values() if n > 1)
    if n_repeated:
        yield Warning_(
            Code.DUPLICATE_ITEMS,
            f"{n_repeated} labels belong to questions that were labelled more than once; such "
            "labels know less than their number says",
        )
