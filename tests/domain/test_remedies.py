"""Every bucket has its place, and every failure its owner and price."""

from workbench.domain.remedies import FAILING_BUCKETS, REMEDIES, TABLE_ORDER
from workbench.domain.vocabulary import STAGE_OF_BUCKET, Bucket, Stage


def test_every_bucket_has_one_row_and_one_remedy() -> None:
    assert sorted(TABLE_ORDER) == sorted(Bucket)
    assert set(REMEDIES) == set(Bucket)


def test_failing_rows_keep_the_order_of_the_pipeline() -> None:
    assert [STAGE_OF_BUCKET[bucket] for bucket in FAILING_BUCKETS] == list(Stage)


def test_what_fails_has_an_owner_and_fixes_with_their_price() -> None:
    for bucket in (*FAILING_BUCKETS, Bucket.EVALUATION_ERROR):
        remedy = REMEDIES[bucket]
        assert remedy.owner
        assert remedy.fixes
        assert all(fix.action and fix.side_effect for fix in remedy.fixes)
    assert all("FP" in REMEDIES[bucket].failure_point for bucket in FAILING_BUCKETS)
