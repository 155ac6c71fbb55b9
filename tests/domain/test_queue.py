from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.queue import (
    Entry,
    StratumKey,
    Waiting,
    counting_entry,
    default_uniform,
    next_waiting,
    order_key,
    standing,
    takes_over,
    targeted_shares,
)
from workbench.domain.vocabulary import EntryKind

FAIL, PASS, NONE = (StratumKey("any", verdict) for verdict in ("fail", "pass", "none"))


def test_order_key_is_the_same_every_time_and_fits_a_signed_integer():
    # blake2b-8 of "7\x1fdefault\x1fq-1", shifted to 63 bits: written down once, never to move.
    assert order_key(7, "default", "q-1") == 6756600802761298601
    keys = {order_key(7, "default", f"q-{n}") for n in range(2000)}
    assert len(keys) == 2000
    assert all(0 <= key < 2**63 for key in keys)


def test_order_changes_with_the_seed_and_the_run():
    assert order_key(7, "a", "q-1") != order_key(8, "a", "q-1")
    assert order_key(7, "a", "q-1") != order_key(7, "b", "q-1")


def test_the_three_parts_of_an_order_key_do_not_run_together():
    assert order_key(1, "1", "q") != order_key(11, "", "q")


def test_a_third_of_a_queue_is_uniform_unless_said_otherwise():
    assert default_uniform(100) == 30


def test_targeted_items_come_half_from_fail_and_half_from_pass():
    assert targeted_shares({FAIL: 100, PASS: 300, NONE: 5}, 71) == {FAIL: 36, PASS: 35, NONE: 0}


def test_what_one_verdict_lacks_the_other_gives():
    assert targeted_shares({FAIL: 3, PASS: 300}, 70) == {FAIL: 3, PASS: 67}
    assert targeted_shares({FAIL: 300, PASS: 4}, 70) == {FAIL: 66, PASS: 4}


def test_every_stage_of_a_verdict_gets_at_least_two():
    sizes = {
        StratumKey("retrieval", "fail"): 180,
        StratumKey("coverage", "fail"): 3,
        StratumKey("packing", "fail"): 1,
        StratumKey("reached", "pass"): 500,
    }
    shares = targeted_shares(sizes, 40)
    assert shares[StratumKey("coverage", "fail")] == 2
    assert shares[StratumKey("packing", "fail")] == 1
    assert shares[StratumKey("retrieval", "fail")] == 17
    assert shares[StratumKey("reached", "pass")] == 20


stratum_sizes = st.dictionaries(
    st.builds(
        StratumKey,
        st.sampled_from(["coverage", "retrieval", "packing", "reached"]),
        st.sampled_from(["fail", "pass"]),
    ),
    st.integers(1, 60),
    min_size=1,
)


@given(stratum_sizes, st.data())
def test_targeted_shares_add_up_and_never_exceed_their_stratum(sizes, data):
    n_targeted = data.draw(st.integers(0, sum(sizes.values())))
    shares = targeted_shares(sizes, n_targeted)
    assert sum(shares.values()) == n_targeted
    assert all(0 <= shares[key] <= size for key, size in sizes.items())


def test_the_first_untouched_item_comes_next():
    items = [
        Waiting(1, 30, 1),
        Waiting(2, 20, 1),
        Waiting(3, 10, 1, own=EntryKind.SKIP),
        Waiting(4, 5, 1, own=EntryKind.VERDICT),
    ]
    assert next_waiting(items) == 2
    assert next_waiting(items, is_revisiting=True) == 3


def test_ones_own_lease_comes_before_the_order():
    assert next_waiting([Waiting(1, 10, 1), Waiting(2, 20, 1, is_leased_by_me=True)]) == 2


def test_the_search_goes_on_behind_the_last_entry_and_then_begins_anew() -> None:
    items = [Waiting(1, 10, 1), Waiting(2, 20, 1), Waiting(3, 30, 1)]
    assert next_waiting(items, after=10) == 2
    assert next_waiting(items, after=30) == 1
    assert next_waiting([*items, Waiting(4, 5, 1, is_leased_by_me=True)], after=10) == 4


def test_items_with_enough_labels_or_leases_or_gone_are_passed_over():
    items = [
        Waiting(1, 10, 1, n_labels=1),
        Waiting(2, 20, 1, n_leases=1),
        Waiting(3, 30, 2, n_labels=1, n_leases=1),
        Waiting(4, 40, 1, is_asked=False),
    ]
    assert next_waiting(items) is None
    assert next_waiting([*items, Waiting(5, 50, 2, n_labels=1)]) == 5


def test_newest_verdict_counts_and_a_later_skip_or_note_does_not_take_its_place():
    history = [Entry(1, EntryKind.VERDICT), Entry(2, EntryKind.SKIP), Entry(3, EntryKind.NOTE)]
    assert counting_entry(history) == 1
    assert counting_entry([*history, Entry(4, EntryKind.VERDICT)]) == 4


def test_a_new_skip_takes_over_only_where_there_is_no_verdict():
    assert takes_over(EntryKind.VERDICT, False, EntryKind.VERDICT)
    assert takes_over(EntryKind.SKIP, False, EntryKind.NOTE)
    assert takes_over(EntryKind.SKIP, False, None)
    assert not takes_over(EntryKind.SKIP, False, EntryKind.VERDICT)
    assert not takes_over(EntryKind.NOTE, False, EntryKind.VERDICT)
    assert not takes_over(EntryKind.VERDICT, True, EntryKind.VERDICT)


def test_without_a_verdict_the_newest_skip_or_note_stands():
    assert counting_entry([Entry(1, EntryKind.SKIP), Entry(2, EntryKind.NOTE)]) == 2
    assert counting_entry([]) is None


def test_an_undone_entry_gives_way_to_the_one_before():
    first, second = Entry(1, EntryKind.VERDICT), Entry(2, EntryKind.VERDICT)
    undo = Entry(3, EntryKind.UNDO, undoes_entry_id=2)
    assert counting_entry([first, second, undo]) == 1
    assert standing([first, second, undo]) == [first]
    assert counting_entry([first, second, undo, Entry(4, EntryKind.UNDO, 1)]) is None


def test_an_answer_given_after_the_judge_was_shown_never_counts():
    blind = Entry(1, EntryKind.VERDICT)
    assert counting_entry([blind, Entry(2, EntryKind.VERDICT, is_after_reveal=True)]) == 1


def test_a_time_that_is_missing_counts_as_the_oldest():
    dated = Entry(1, EntryKind.VERDICT, labelled_at=datetime(2024, 5, 1, tzinfo=UTC))
    assert counting_entry([dated, Entry(2, EntryKind.VERDICT)]) == 1
    late = Entry(3, EntryKind.VERDICT, labelled_at=datetime(2024, 6, 1, tzinfo=UTC))
    assert counting_entry([late, dated]) == 3
