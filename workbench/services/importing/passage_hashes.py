"""The hashes under which passage text is kept once, however often it was retrieved."""

from hashlib import blake2b

from workbench.formats.plain_text import plain_text

HASH_BYTES = 16


def text_hash(text: str) -> bytes:
    """Give the hash that two passages share only when every character is the same."""
    return blake2b(text.encode(), digest_size=HASH_BYTES).digest()


def folded_hash(text: str) -> bytes:
    """Give the hash that ignores case, width and white space, so that twins share it."""
    return text_hash(plain_text(text))
