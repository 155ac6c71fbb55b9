"""A section of docs/coverage.md written anew, the others left as they are."""

import re
from pathlib import Path

PAGE = Path("docs/coverage.md")


def write_section(new: str, path: Path) -> None:
    """Put the section into the page, which need not be there yet."""
    page = path.read_text("utf-8") if path.exists() else "# Measured coverage\n"
    path.write_text(with_section(page, new), encoding="utf-8")


def with_section(page: str, new: str) -> str:
    """The page with the section of the same title replaced, or added at the end."""
    title = re.escape(new.split("\n", 1)[0])
    found = re.search(rf"^{title}\n.*?(?=^## |\Z)", page, flags=re.MULTILINE | re.DOTALL)
    if found is None:
        return page.rstrip("\n") + "\n\n" + new
    after = page[found.end() :]
    return page[: found.start()] + new + ("\n" + after if after else "")
