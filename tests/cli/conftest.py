"""Runs one command as the shell does, in this process."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from workbench.cli.commands import run


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Ran]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run `workbench ARGUMENTS`; the environment names no store."""
    monkeypatch.delenv("WORKBENCH_DATABASE_URL", raising=False)

    def call(*arguments: object) -> Ran:
        capsys.readouterr()
        code = run([str(one) for one in arguments])
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return call
