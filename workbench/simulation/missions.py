"""Four systems with one thing wrong, six things that could be done, and what is true of both.

The fixes are the same in every mission, so that the list betrays nothing. Each mission has a seed
of its own, chosen so that the labels tell the largest stage from the second; nothing is chosen
about what a fix then does.
"""

from dataclasses import dataclass, replace

import numpy as np

from workbench.domain.vocabulary import Stage
from workbench.simulation.generators import Generator, answered_by
from workbench.simulation.pipeline import PipelineSettings
from workbench.simulation.queries import draw_queries
from workbench.simulation.query import Query
from workbench.simulation.simulate import Simulation, simulate

N_DRAWN = 400
AS_USUAL = Generator()


@dataclass(frozen=True, slots=True)
class System:
    """A pipeline and its generator."""

    settings: PipelineSettings
    generator: Generator = AS_USUAL


@dataclass(frozen=True, slots=True)
class Mission:
    """A system with one thing wrong; `answerable_kept` is the share kept of ordinary queries."""

    key: str
    title: str
    story: str
    system: System
    stage: Stage
    lesson: str
    seed: int
    answerable_kept: float = 0.75


@dataclass(frozen=True, slots=True)
class Fix:
    """One thing that can be done, and the stage it is meant for."""

    key: str
    stage: Stage
    action: str


USUAL = PipelineSettings()
FIXES = (
    Fix("decline", Stage.COVERAGE, "Decline where nothing supports an answer"),
    Fix("as_typed", Stage.REWRITING, "Search with the query as typed, without the rewriter"),
    Fix("more_candidates", Stage.RETRIEVAL, "Retrieve eight more candidates"),
    Fix("keep_more", Stage.RERANKING, "Keep eight passages after reranking instead of five"),
    Fix("more_room", Stage.PACKING, "Give the prompt room for 600 tokens"),
    Fix("stronger_model", Stage.GENERATION, "Move to a stronger model"),
)
MISSIONS = (
    Mission(
        "funnel",
        "Where does the answer get lost?",
        "A new search went live for the bookshop's assistant. Customers complain of wrong answers, "
        "and the model is everybody's first suspect.",
        System(replace(USUAL, n_candidates=2, reranked_share=0.0, token_budget=600)),
        Stage.RETRIEVAL,
        "Most failures had lost their evidence before the model saw anything. The judge's own "
        "table makes generation look larger than it is: that is where the right answers stand "
        "that it flags.",
        5,
    ),
    Mission(
        "longer_prompt",
        "The template that grew",
        "Two paragraphs of house style were added to the prompt last week. Nothing else changed, "
        "no error was logged, and answers got worse.",
        System(replace(USUAL, token_budget=205, cuts_last_passage=True)),
        Stage.PACKING,
        "The longer template left less room, and passages were cut off without a word. The "
        "evidence was found and ranked, and then did not fit.",
        7,
    ),
    Mission(
        "worse_model",
        "The cheaper model",
        "The model was swapped for a cheaper one. The search team says that it has a plan for a "
        "better index, and asks for a quarter to build it.",
        System(replace(USUAL, token_budget=600), Generator(slips=0.4)),
        Stage.GENERATION,
        "The evidence stood in the prompt and the answer was wrong all the same. A better index "
        "hands the same passages to the same model.",
        2,
    ),
    Mission(
        "unanswerable",
        "Questions nobody wrote an answer to",
        "Since the spring campaign customers ask about all sorts of things. The assistant answers "
        "every one of them, fluently.",
        System(replace(USUAL, token_budget=600), Generator(invents=0.9)),
        Stage.COVERAGE,
        "Nothing in the corpus answers these questions, so no search can find it and no model can "
        "know it. Right is to decline, or to write the missing text.",
        5,
        0.45,
    ),
)


def mended(system: System, fix: Fix) -> System:
    """Give the system after the fix."""
    settings, generator = system.settings, system.generator
    changed = {
        "decline": System(settings, replace(generator, invents=0.0, declines=0.9)),
        "as_typed": System(replace(settings, rewritten_share=0.0), generator),
        "more_candidates": System(
            replace(settings, n_candidates=settings.n_candidates + 8), generator
        ),
        "keep_more": System(replace(settings, n_reranked=8), generator),
        "more_room": System(
            replace(settings, token_budget=max(600, settings.token_budget)), generator
        ),
        "stronger_model": System(settings, replace(generator, slips=0.0, mends=0.6)),
    }
    return changed[fix.key]


def run_mission(mission: Mission, run: str, fix: Fix | None = None) -> Simulation:
    """Give the mission's run, as found or after a fix: the same queries and chance in both."""
    system = mission.system if fix is None else mended(mission.system, fix)
    made = simulate(N_DRAWN, np.random.default_rng(mission.seed), run, system.settings)
    queries = _queries(mission)
    answer_rng, keep_rng = np.random.default_rng((mission.seed, 1)).spawn(2)
    made = answered_by(made, queries, system.generator, answer_rng)
    kept = [
        number
        for number, (query, draw) in enumerate(
            zip(queries, keep_rng.random(len(queries)), strict=True)
        )
        if not query.is_answerable() or draw < mission.answerable_kept
    ]
    return replace(
        made,
        traces=tuple(made.traces[number] for number in kept),
        truth=tuple(made.truth[number] for number in kept),
    )


def _queries(mission: Mission) -> list[Query]:
    """The queries in the order the run asks them: its first stream draws them."""
    (draw_rng, *_) = np.random.default_rng(mission.seed).spawn(4)
    return [drawn.query for drawn in draw_queries(N_DRAWN, draw_rng)]
