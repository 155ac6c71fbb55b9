"""What a file was refused for, and what was kept with a remark.

Chosen: problems are listed one by one with their line, notices are counted by kind with
their first lines, so that a million odd scores make one sentence and not a million.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

N_LINES_NAMED = 20
N_PROBLEMS_KEPT = 10_000


Said = bytes | Sequence[Mapping[str, object]]
"""What was refused: a line as it was read, or the records that make one trace."""

EITHER = re.compile(r"\{([^{}|]+)\|([^{}|]+)\}")


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line, or with line None the whole file, cannot be imported."""

    line: int | None
    field: str | None
    message: str

    def __str__(self) -> str:
        """Give the problem as one sentence that begins with its line and field."""
        where = [f"line {self.line}"] if self.line is not None else []
        where += [self.field] if self.field else []
        return f"{', '.join(where)}: {self.message}" if where else self.message


@dataclass(frozen=True, slots=True)
class Notice:
    """Something kept with a remark: how often, and its first lines."""

    code: str
    message: str
    n: int
    lines: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Give the remark with its count and the lines it names."""
        if not self.lines:
            return self.message
        noun = "line" if len(self.lines) == 1 else "lines"
        more = ", …" if len(self.lines) == N_LINES_NAMED else ""
        is_counted = self.n == len(self.lines) or self.message.startswith(f"{self.n} ")
        total = "" if is_counted else f"; {self.n} in all"
        return f"{self.message} ({noun} {', '.join(map(str, self.lines))}{more}{total})"


@dataclass(slots=True)
class Findings:
    """Problems and counted notices as they are met, in the order of the file.

    A message may hold `{n}`, filled with the count when the notices are given out, and beside it
    `{line was|lines were}`, of which the one that fits the count stays.
    """

    problems: list[Problem] = field(default_factory=list)
    n_problems: int = 0
    _counts: dict[str, int] = field(default_factory=dict)
    _lines: dict[str, list[int]] = field(default_factory=dict)
    _messages: dict[str, str] = field(default_factory=dict)
    last: Problem | None = None
    on_refused: Callable[[Problem, Said], None] | None = None

    def refuse(
        self, line: int | None, field_name: str | None, message: str, said: Said | None = None
    ) -> None:
        """Record why a line cannot be imported; beyond ten thousand they are only counted.

        What it `said`, where the caller knows, goes on to `on_refused` and is held nowhere.
        """
        self.last = problem = Problem(line, field_name, message)
        self.n_problems += 1
        if self.n_problems <= N_PROBLEMS_KEPT:
            self.problems.append(problem)
        if said is not None and self.on_refused is not None:
            self.on_refused(problem, said)

    def remark(self, code: str, message: str, line: int | None = None, n: int = 1) -> None:
        """Count one more of the kind `code`."""
        self._counts[code] = self._counts.get(code, 0) + n
        self._messages.setdefault(code, message)
        lines = self._lines.setdefault(code, [])
        if line is not None and len(lines) < N_LINES_NAMED and (not lines or lines[-1] != line):
            lines.append(line)

    def counts(self) -> dict[str, int]:
        """Give the counts so far, for `forget_since`."""
        return self._counts.copy()

    def forget_since(self, counts: dict[str, int], line: int) -> None:
        """Go back to earlier counts: what was remarked of `line` since is not counted."""
        for code, n in list(self._counts.items()):
            if counts.get(code, 0) == n:
                continue
            lines = self._lines[code]
            if lines and lines[-1] == line:
                lines.pop()
            if code in counts:
                self._counts[code] = counts[code]
            else:
                del self._counts[code], self._lines[code], self._messages[code]

    def logged(self) -> list[dict[str, object]]:
        """Every kind of remark as the import log keeps it."""
        return [{"code": n.code, "message": n.message, "n": n.n} for n in self.notices()]

    def notices(self) -> tuple[Notice, ...]:
        """Every kind of remark once, with its count."""
        return tuple(
            Notice(
                code,
                _filled(message, self._counts[code]),
                self._counts[code],
                tuple(self._lines[code]),
            )
            for code, message in self._messages.items()
        )


def _filled(message: str, n: int) -> str:
    if "{n}" not in message:
        return message
    fitting = 1 if n == 1 else 2
    return EITHER.sub(lambda either: either[fitting], message).replace("{n}", str(n))
