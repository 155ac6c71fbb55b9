"""What runs a team's workbench in containers names what is there, as far as that is plain text."""

import re
import shlex
from pathlib import Path

import pytest
import typer.main
import yaml

from workbench import settings
from workbench.cli.commands import app

ROOT = Path(__file__).resolve().parent.parent
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")


def test_the_app_is_built_from_the_file_beside_it() -> None:
    build = COMPOSE["services"]["app"]["build"]
    assert (ROOT / build["context"] / build["dockerfile"]).is_file()


def test_everything_copied_into_the_image_exists() -> None:
    copied = re.findall(r"^COPY (.+) \S+$", CONTAINERFILE, flags=re.MULTILINE)
    paths = [path for line in copied for path in line.split()]
    assert {"pyproject.toml", "db", "workbench", "migrations", "sample_data"} <= set(paths)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_extras_it_installs_are_there() -> None:
    (extras,) = re.findall(r'"\.\[([a-z,]+)\]"', CONTAINERFILE)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(f"\n{extra} = [" in text for extra in extras.split(","))


def test_the_commands_it_runs_are_commands() -> None:
    known = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    calls = re.findall(r"workbench ([a-z]+)([^&\"]*)", CONTAINERFILE.split("CMD", 1)[1])
    assert [name for name, _ in calls] == ["upgrade", "serve"]
    options = {flag for one in known["serve"].params for flag in one.opts}
    assert {word for word in shlex.split(calls[1][1]) if word.startswith("--")} <= options


@pytest.mark.parametrize("name", sorted(COMPOSE["services"]["app"]["environment"]))
def test_every_variable_it_sets_is_one_that_is_read(name: str) -> None:
    variables = {value for key, value in vars(settings).items() if key.endswith("_VARIABLE")}
    assert name in variables


def test_app_and_database_mean_the_same_database() -> None:
    services = COMPOSE["services"]
    database = services["database"]["environment"]
    url = services["app"]["environment"]["WORKBENCH_DATABASE_URL"]
    user, name = database["POSTGRES_USER"], database["POSTGRES_DB"]
    assert url.startswith(f"postgresql://{user}:${{POSTGRES_PASSWORD")
    assert url.endswith(f"@database/{name}")
    assert services["app"]["depends_on"]["database"]["condition"] == "service_healthy"
    assert "healthcheck" in services["database"]


def test_only_this_machine_reaches_the_app_and_nobody_the_database() -> None:
    services = COMPOSE["services"]
    assert all(port.startswith("127.0.0.1:") for port in services["app"]["ports"])
    assert "ports" not in services["database"]


def test_without_an_owner_and_a_password_it_does_not_start() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    for name in ("WORKBENCH_OWNERS", "POSTGRES_PASSWORD"):
        assert f"${{{name}:?" in text
