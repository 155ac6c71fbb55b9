"""The words of a judge that names where an answer failed: a bucket or a stage.

The spellings are those of people's verdicts. A bucket counts as fail in the plain verdict, since
no bucket of this list can be anything else; `correct` is a passing word as ever.
"""

import re

from workbench.domain.vocabulary import BUCKET_OF_STAGE, Bucket
from workbench.formats.human_words import STAGE_WORDS, plain_word

BETWEEN_WORDS = re.compile(r"[\s\-/]+")


def bucket_of_word(word: str) -> Bucket | None:
    """Give the failing bucket that a judge's word names; None where it names none."""
    spelled = BETWEEN_WORDS.sub("_", plain_word(word))
    stage = STAGE_WORDS.get(spelled)
    return None if stage is None else BUCKET_OF_STAGE[stage]
