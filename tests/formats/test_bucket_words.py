"""A judge that names the bucket: its words are failures, and lead to the bucket."""

import pytest

from workbench.domain.vocabulary import BUCKET_OF_STAGE, Bucket
from workbench.formats.bucket_words import bucket_of_word
from workbench.formats.verdict_words import obvious_meaning


@pytest.mark.parametrize(("stage", "bucket"), BUCKET_OF_STAGE.items())
def test_every_stage_and_every_bucket_is_a_failing_word(stage: str, bucket: Bucket) -> None:
    for word in (stage, bucket, bucket.upper(), bucket.replace("_", " "), f" {bucket}."):
        assert bucket_of_word(word) is bucket
        assert obvious_meaning(word) == "fail"


@pytest.mark.parametrize(
    ("word", "bucket"),
    [
        ("Retrieval miss", Bucket.RETRIEVAL_MISS),
        ("packed-out", Bucket.PACKED_OUT),
        ("rerank", Bucket.RERANKED_OUT),
    ],
)
def test_other_spellings_are_read(word: str, bucket: Bucket) -> None:
    assert bucket_of_word(word) is bucket


@pytest.mark.parametrize("word", ["correct", "evaluation_error", "fail", "yes", "0.5 (number)", ""])
def test_other_words_name_no_bucket(word: str) -> None:
    assert bucket_of_word(word) is None


def test_right_answers_are_still_passes() -> None:
    assert obvious_meaning("correct") == "pass"
