"""The whole command tree: importing this module registers every command group."""

from workbench.cli import (
    export_commands,
    guideline_commands,
    house_commands,
    import_commands,
    metric_commands,
    plan_commands,
    probe_commands,
    queue_commands,
    result_commands,
    verdict_commands,
)
from workbench.cli.app import app, run

__all__ = [
    "app",
    "export_commands",
    "guideline_commands",
    "house_commands",
    "import_commands",
    "metric_commands",
    "plan_commands",
    "probe_commands",
    "queue_commands",
    "result_commands",
    "run",
    "verdict_commands",
]
