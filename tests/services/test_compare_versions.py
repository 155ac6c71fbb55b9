"""Signals by version: levels side by side, differences beyond chance, and what is no version."""

import pytest

from tests.services.signal_traces import imported, line, lines
from workbench.errors import InputError
from workbench.services.signals.compare_versions import compare_versions, version_fields


def by_name(result):
    return {series.signal: series for series in result.signals}


def levels(series):
    return {value.version: (value.n, value.value) for value in series.values}


def test_versions_that_differ_are_named_with_their_levels(store, tmp_path):
    imported(store, tmp_path, lines(200, 100, model="m-large", truncated=True))
    result = compare_versions(store, "model", "live", "strict@2")
    assert [one.signal for one in result.signals if one.differs] == ["truncated"]
    assert levels(by_name(result)["truncated"]) == {"m-large": (100, 1.0), "m-small": (100, 0.1)}
    assert by_name(result)["truncated"].sentence == (
        "Truncated prompts differs: from 10.0 % (m-small) to 100.0 % (m-large)."
    )
    assert result.sentence == "The 2 versions of model differ in 1 of 7 signals: truncated prompts."


def test_versions_that_are_alike_are_said_to_be(store, tmp_path):
    imported(store, tmp_path, lines(240, 120, model="m-large"))
    result = compare_versions(store, "model", "live", "strict@2")
    assert result.n_differing == 0
    assert "alike within chance" in result.sentence
    assert all("alike" in one.sentence for one in result.signals if one.p_value is not None)


def test_a_setting_such_as_the_prompt_template_is_a_version(store, tmp_path):
    changed = {"settings": {"prompt_template": "v2"}, "prompt_passages": ["d1"]}
    imported(store, tmp_path, lines(160, 80, **changed))
    result = compare_versions(store, "settings.prompt_template", "live")
    assert levels(by_name(result)["prompt_passages"])["v2"] == (80, 1.0)
    assert by_name(result)["prompt_passages"].differs
    assert version_fields(store, "live") == ("settings.prompt_template",)


def test_runs_are_versions_of_all_traces(store, tmp_path):
    imported(store, tmp_path, lines(60))
    imported(store, tmp_path, [one | {"run": "next", "truncated": True} for one in lines(60)])
    result = compare_versions(store, "run")
    assert result.n == 120
    assert levels(by_name(result)["truncated"]) == {"live": (60, 0.1), "next": (60, 1.0)}
    assert "run" in version_fields(store, None)


def test_traces_without_the_field_are_a_version_of_their_own(store, tmp_path):
    imported(store, tmp_path, lines(80, 40, model=None))
    result = compare_versions(store, "model", "live")
    assert [value.version for value in result.signals[0].values].count("not given") == 1
    assert result.n_versions == 2


def test_a_version_of_a_few_traces_is_shown_and_not_tested(store, tmp_path):
    traces = lines(100) + [line(n, model="m-new", truncated=True) for n in range(100, 110)]
    imported(store, tmp_path, traces)
    found = by_name(compare_versions(store, "model", "live"))["truncated"]
    assert levels(found)["m-new"] == (10, 1.0)
    assert found.p_value is None
    assert not found.differs


def test_one_version_has_nothing_to_compare(store, tmp_path):
    imported(store, tmp_path, lines(40))
    result = compare_versions(store, "model", "live")
    assert result.sentence == "All traces have one value of model: m-small."
    assert result.n_tested == 0
    assert version_fields(store, "live") == ()


def test_a_field_with_many_values_or_none_is_refused(store, tmp_path):
    imported(store, tmp_path, lines(40))
    with pytest.raises(InputError, match="40 values"):
        compare_versions(store, "request_id", "live")
    with pytest.raises(InputError, match="No trace has a value of settings"):
        compare_versions(store, "settings.nothing", "live")
