"""The whole command tree: importing this module registers every command group."""

from workbench.cli import (
    annotator_commands,
    budget_commands,
    compare_commands,
    correct_commands,
    explain_commands,
    export_commands,
    guideline_commands,
    house_commands,
    import_commands,
    metric_commands,
    plan_commands,
    probe_commands,
    queue_commands,
    report_commands,
    result_commands,
    signal_commands,
    verdict_commands,
)
from workbench.cli.app import app, run

__all__ = [
    "annotator_commands",
    "app",
    "budget_commands",
    "compare_commands",
    "correct_commands",
    "explain_commands",
    "export_commands",
    "guideline_commands",
    "house_commands",
    "import_commands",
    "metric_commands",
    "plan_commands",
    "probe_commands",
    "queue_commands",
    "report_commands",
    "result_commands",
    "run",
    "signal_commands",
    "verdict_commands",
]
