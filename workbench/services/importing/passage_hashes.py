"""The hashes under which passage text is kept once, however often it was retrieved."""

import unicodedata
from hashlib import blake2b

HASH_BYTES = 16


def text_hash(text: str) -> bytes:
    """Give the hash that two passages share only when every character is the same."""
    return blake2b(text.encode(), digest_size=HASH_BYTES).digest()


def folded_hash(text: str) -> bytes:
    """Give the hash that ignores case, width and white space, so that twins share it."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return text_hash(" ".join(plain.casefold().split()))
