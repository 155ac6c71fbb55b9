"""How many words a text has, and how fast it can be read."""

from workbench.domain.reading_time import count_words, fewest_seconds


def test_words_stand_between_blanks() -> None:
    assert count_words("Valid until 03:00\nthe next  morning.") == 6
    assert count_words("") == 0


def test_every_chinese_or_japanese_sign_counts_as_a_word() -> None:
    assert count_words("有效期至凌晨三点") == 8
    assert count_words("The 有效 ticket") == 4
    # Korean is written with blanks.
    assert count_words("하루 승차권") == 2


def test_six_hundred_words_take_a_minute_at_least() -> None:
    assert fewest_seconds(["word " * 300, None, "word " * 300]) == 60
