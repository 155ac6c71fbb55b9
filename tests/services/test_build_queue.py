"""Drawing queues: sizes, strata, probabilities, order, filters and what is refused."""

from collections import Counter
from dataclasses import replace

import pytest
from sqlalchemy import select

from db import models
from db.engine import open_engine
from db.read_queues import read_judges
from db.store import Store
from tests import builders
from tests.services.labelling import STRICT, census, judged, label_next, said
from tests.services.planted import plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import JudgeVerdict
from workbench.errors import InputError
from workbench.services.find_judge import find_judge, judge_names
from workbench.services.housekeeping.read_overview import read_overview
from workbench.services.labelling.build_queue import (
    QueueStratum,
    build_queue,
    list_queues,
    queue_status,
    set_wanted_labels,
)


def items(store, queue_id):
    item, t = models.queue_items.c, models.traces.c
    with store.reading() as connection:
        return connection.execute(
            select(models.queue_items, t.request_id, models.queue_strata.c.verdict)
            .join(models.traces, t.trace_id == item.trace_id)
            .join(models.queue_strata, models.queue_strata.c.stratum_id == item.stratum_id)
            .where(item.queue_id == queue_id)
            .order_by(item.order_key)
        ).all()


def built(store, **options):
    settings = {"run": "default", "judge": "strict@2", "size": 40, "seed": 7} | options
    return build_queue(store, **settings)


def test_a_third_is_uniform_and_the_rest_half_from_each_verdict(store):
    plant_traces(store, judged(60, 140))
    report = built(store)
    assert (report.size, report.n_uniform, report.by) == (40, 12, ("verdict",))
    drawn = items(store, report.queue_id)
    assert len(drawn) == 40
    slices = Counter((row.slice, row.verdict) for row in drawn)
    assert slices["targeted", "fail"] == 14
    assert slices["targeted", "pass"] == 14
    assert [(s.verdict, s.n_target) for s in report.strata] == [("fail", 60), ("pass", 140)]
    assert sum(stratum.n_drawn for stratum in report.strata) == 40


def test_each_item_keeps_its_exact_inclusion_probability(store):
    plant_traces(store, judged(60, 140))
    # Uniform 12 of 200, then 14 of each verdict: 12/200 + 14/60 and 12/200 + 14/140.
    expected = {"fail": 12 / 200 + 14 / 60, "pass": 12 / 200 + 14 / 140}
    for row in items(store, built(store).queue_id):
        assert row.inclusion_probability == pytest.approx(expected[row.verdict], abs=1e-12)


def test_inclusion_probabilities_add_up_to_the_size(store):
    plant_traces(store, judged(7, 193))
    report = built(store, size=60)
    by_verdict = {row.verdict: row.inclusion_probability for row in items(store, report.queue_id)}
    total = sum(by_verdict[s.verdict] * s.n_target for s in report.strata)
    assert total == pytest.approx(60, abs=1e-9)


def test_by_stage_every_stratum_that_occurs_is_drawn_from(store):
    lost = judged(30, 30, gold=(("d9",),))
    reached = [replace(t, request_id=f"r-{t.request_id}") for t in judged(10, 80)]
    plant_traces(store, [*lost, *reached])
    report = built(store, by=("verdict", "stage"), size=50)
    assert {(s.evidence, s.verdict, s.n_target) for s in report.strata} == {
        ("retrieval", "fail", 30),
        ("retrieval", "pass", 30),
        ("reached", "fail", 10),
        ("reached", "pass", 80),
    }
    assert all(stratum.n_drawn >= 2 for stratum in report.strata)
    assert queue_status(store, report.name).by == ("verdict", "stage")


def test_traces_without_a_verdict_are_reached_by_the_uniform_slice(store):
    plant_traces(store, judged(20, 20, 160))
    drawn = Counter((row.verdict, row.slice) for row in items(store, built(store).queue_id))
    assert drawn["none", "targeted"] == 0
    assert drawn["none", "uniform"] > 0


def test_what_cannot_be_targeted_is_drawn_uniformly_and_said(store):
    plant_traces(store, judged(2, 3, 95))
    report = built(store, size=50)
    assert report.n_uniform == 45
    assert "Only 5 traces have a judge verdict" in report.notices[0]
    assert len(items(store, report.queue_id)) == 50


@pytest.mark.parametrize("size", [None, 20, 500])
def test_as_many_as_there_are_is_a_census(sqlite_store, size):
    plant_traces(sqlite_store, judged(5, 15))
    report = built(sqlite_store, size=size)
    rows = items(sqlite_store, report.queue_id)
    assert (report.size, len(rows)) == (20, 20)
    assert {(row.slice, row.inclusion_probability) for row in rows} == {("census", 1.0)}
    assert bool(report.notices) == (size == 500)


def test_without_a_judge_everything_is_uniform(store):
    plant_traces(store, judged(10, 30))
    report = built(store, judge=None, size=10)
    assert (report.judge, report.by, report.n_uniform) == (None, (), 10)
    assert report.strata == (QueueStratum("any", "any", 40, 10),)
    rows = items(store, report.queue_id)
    assert {(row.slice, row.inclusion_probability) for row in rows} == {("uniform", 0.25)}


def test_the_same_seed_draws_the_same_items_and_another_seed_others(store):
    plant_traces(store, judged(60, 140))
    first, again, other = (built(store, seed=seed).queue_id for seed in (7, 7, 8))
    names = [[row.request_id for row in items(store, q)] for q in (first, again, other)]
    assert names[0] == names[1]
    assert names[0] != names[2]


def test_the_order_does_not_depend_on_the_judge(migrated_file, tmp_path):
    # Case lab-11: the two verdicts swapped in the file.
    orders = []
    for number, verdicts in enumerate((("fail", "pass"), ("pass", "fail"))):
        path = tmp_path / f"swapped-{number}.db"
        path.write_bytes(migrated_file.read_bytes())
        store = Store(open_engine(f"sqlite:///{path}"))
        plant_traces(
            store,
            [
                builders.trace(f"q-{n}", judges=(said(JudgeVerdict(verdict)),))
                for n, verdict in enumerate(verdicts, start=1)
            ],
        )
        orders.append([row.request_id for row in items(store, built(store, size=2).queue_id)])
        store.close()
    assert orders[0] == orders[1]


def test_the_order_mixes_strata(store):
    plant_traces(store, judged(50, 50))
    verdicts = [row.verdict for row in items(store, built(store, size=100).queue_id)]
    assert verdicts != sorted(verdicts)
    assert verdicts != sorted(verdicts, reverse=True)


def test_traces_whose_endpoint_failed_are_left_out_and_counted(store):
    plant_traces(store, [*judged(5, 5), builders.trace("q-x", error="timeout", answer=None)])
    report = built(store, size=None)
    assert report.size == 10
    assert report.notices == (
        "Left out because an endpoint failed and there is no answer: 1 trace.",
    )


def test_a_filter_on_the_verdict_keeps_the_strata_whole(store):
    plant_traces(store, judged(30, 70))
    report = built(store, size=10, where={"verdict": "fail"})
    assert report.strata == (QueueStratum("any", "fail", 30, 10),)
    assert report.notices == ()
    assert queue_status(store, report.queue_id).where == {"verdict": "fail"}


def test_another_filter_makes_the_labels_findings_and_says_so(store):
    plant_traces(store, [*judged(5, 5, index_version="v1")])
    others = judged(5, 5, index_version="v2")
    plant_traces(store, [replace(t, request_id=f"v2-{t.request_id}") for t in others])
    report = built(store, size=None, where={"index_version": "v2"})
    assert {row.request_id[:3] for row in items(store, report.queue_id)} == {"v2-"}
    assert "findings about these traces" in report.notices[0]
    assert queue_status(store, report.queue_id).where == {"index_version": "v2"}


def test_filters_on_stage_question_model_and_truncation_narrow_the_draw(store):
    plant_traces(
        store,
        [
            builders.trace("a", model="m1", question_id="k1", is_truncated=True, gold=(("d9",),)),
            builders.trace("b", model="m2", question_id="k2", is_truncated=False),
        ],
    )
    for where in (
        {"stage": "retrieval"},
        {"model": "m1"},
        {"question_id": "k1"},
        {"truncated": "true"},
    ):
        report = built(store, judge=None, size=None, where=where)
        assert [row.request_id for row in items(store, report.queue_id)] == ["a"]
    with pytest.raises(InputError, match="Nothing can be drawn"):
        built(store, judge=None, where={"model": "m3"})


def test_names_are_numbered_and_never_taken_twice(store):
    plant_traces(store, judged(3, 3))
    names = [built(store).name, built(store).name, built(store, name="mine").name]
    assert names == ["default-1", "default-2", "mine"]
    with pytest.raises(InputError, match="There is a queue mine already"):
        built(store, name="mine")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"run": "nope"}, "There is no run 'nope'. Known: default"),
        ({"judge": "nope"}, "There is no judge 'nope'. Known: strict@2"),
        ({"size": 0}, "size must be at least 1"),
        ({"size": 10, "n_uniform": 11}, "uniform must lie between 0 and size"),
        ({"by": ("stage",)}, "Give verdict, or verdict,stage"),
        ({"by": ("verdict", "colour")}, "Give verdict, or verdict,stage"),
        ({"where": {"colour": "red"}}, "Cannot filter on colour"),
        ({"where": {"verdict": "bad"}}, "verdict is fail, pass or none"),
        ({"where": {"truncated": "perhaps"}}, "truncated is true or false"),
        ({"where": {"stage": "loading"}}, "'loading' is no stage"),
        ({"judge": None, "where": {"verdict": "fail"}}, "needs a judge"),
        ({"wanted_labels": 0}, "Labels per item must be at least 1"),
        ({"name": " "}, "name is empty"),
    ],
)
def test_what_cannot_be_drawn_is_said(sqlite_store, options, message):
    plant_traces(sqlite_store, judged(3, 3))
    with pytest.raises(InputError, match=message.replace(".", r"\.")):
        built(sqlite_store, **options)
    assert list_queues(sqlite_store) == ()


def test_queues_are_listed_newest_first_with_who_labelled(store):
    first = census(store, 3)
    built(store, judge=None, size=2, name="second")
    label_next(store, first, "ann1")
    summaries = list_queues(store)
    assert [summary.name for summary in summaries] == ["second", "default-1"]
    assert dict(summaries[1].n_labelled_by) == {"ann1": 1}
    assert (summaries[1].run, summaries[1].size) == ("default", 3)


def test_a_queue_that_does_not_exist_is_said(store):
    census(store, 1)
    with pytest.raises(InputError, match=r"There is no queue 'x'\. Known: default-1"):
        queue_status(store, "x")
    with pytest.raises(InputError, match="at least 1"):
        set_wanted_labels(store, "default-1", 0)


def test_a_judge_of_several_versions_must_be_named_with_one(store):
    other = JudgeOpinion(JudgeId("strict", "3"), JudgeVerdict.PASS, "pass")
    plant_traces(store, [builders.trace("q-1", judges=(said(JudgeVerdict.FAIL), other))])
    with store.reading() as connection:
        assert find_judge(connection, "strict@2").judge == STRICT
        with pytest.raises(InputError, match=r"never pooled\. Give one of: strict@2, strict@3"):
            find_judge(connection, "strict")


def test_prompts_of_one_version_are_told_apart_by_their_fingerprint(store):
    opinions = tuple(
        JudgeOpinion(JudgeId("owl", "1", print_), JudgeVerdict.PASS, "pass")
        for print_ in ("aa", "bb")
    )
    plant_traces(store, [builders.trace("q-1", judges=opinions)])
    with store.reading() as connection:
        with pytest.raises(InputError, match="owl@1#aa, owl@1#bb"):
            find_judge(connection, "owl@1")
        assert find_judge(connection, "owl@1#bb").judge.prompt_fingerprint == "bb"


def test_a_name_alone_chooses_no_judge_where_one_has_no_version_and_another_has(store):
    nameless = JudgeOpinion(JudgeId("owl"), JudgeVerdict.PASS, "pass")
    named = JudgeOpinion(JudgeId("owl", "1"), JudgeVerdict.PASS, "pass")
    plant_traces(store, [builders.trace("q-1", judges=(nameless, named))])
    with store.reading() as connection:
        with pytest.raises(InputError, match=r"2 versions.*Give one of: owl@, owl@1"):
            find_judge(connection, "owl")
        assert find_judge(connection, "owl@").judge == JudgeId("owl")
        assert find_judge(connection, "owl@1").judge == JudgeId("owl", "1")
    (run,) = read_overview(store).runs
    assert [judged.text for judged in run.judges] == ["owl@", "owl@1"]


def test_a_judge_without_a_version_goes_by_its_name(store):
    nameless = JudgeOpinion(JudgeId("owl"), JudgeVerdict.PASS, "pass")
    plant_traces(store, [builders.trace("q-1", judges=(nameless,))])
    with store.reading() as connection:
        assert find_judge(connection, "owl").judge == JudgeId("owl")
    (run,) = read_overview(store).runs
    assert [judged.text for judged in run.judges] == ["owl"]


def test_every_spelling_offered_for_a_judge_finds_that_judge_alone(store):
    odd = (
        JudgeId("owl", "1"), JudgeId("owl", "1", "aa"), JudgeId("owl"), JudgeId("owl", "1#aa"),
        JudgeId("hawk@1"), JudgeId("hawk", "1"), JudgeId("lone"),
    )  # fmt: skip
    opinions = tuple(JudgeOpinion(judge, JudgeVerdict.PASS, "pass") for judge in odd)
    plant_traces(store, [builders.trace("q-1", judges=opinions)])
    with store.reading() as connection:
        known = read_judges(connection)
        for row, name in zip(known, judge_names(known), strict=True):
            found = find_judge(connection, name)
            assert found.judge == row.judge
            # What is printed of the judge can be typed.
            assert str(found.judge) == name
        with pytest.raises(InputError, match=r"2 prompts.*Give one of: owl@1#, owl@1#aa"):
            find_judge(connection, "owl@1")
    (run,) = read_overview(store).runs
    assert sorted(judged.text for judged in run.judges) == sorted(judge_names(known))
