"""Entry of the `workbench` command and of `python -m workbench`."""

import sys


def main() -> None:
    """Run the command line and end with its exit code."""
    from workbench.cli.commands import run

    sys.exit(run())


if __name__ == "__main__":
    main()
