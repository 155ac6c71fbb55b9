# Needs make and Python 3.11 or newer; everything else goes into .venv.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m
INSTALLED := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help demo test lint check bench coverage wheel pins

help:
	@echo "make demo       the app on sample data, in the browser"
	@echo "make test       every test that takes seconds"
	@echo "make check      format, lint, types, import contracts, tests"
	@echo "make bench      speed and coverage: docs/benchmarks.md, docs/coverage.md"
	@echo "make coverage   coverage of the headline interval, other packages beside it: docs/coverage.md"
	@echo "make wheel      build the wheel and try it outside the checkout"
	@echo "make pins       renew constraints.txt from pyproject.toml"

$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(RUN) pip install --quiet --upgrade "pip>=25.1"
	$(RUN) pip install --quiet --constraint constraints.txt --editable . --group dev
	@touch $@

demo: $(INSTALLED)
	@$(RUN) workbench demo

test: $(INSTALLED)
	@$(RUN) pytest -q -m "not slow" -n auto --maxprocesses 4 --dist loadfile

lint: $(INSTALLED)
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(VENV)/bin/lint-imports

check: lint test

bench: $(INSTALLED)
	$(RUN) tests.bench.run
	@$(MAKE) --no-print-directory coverage

coverage: $(INSTALLED)
	-$(RUN) pip install --quiet --constraint constraints.txt --group coverage
	$(RUN) tests.bench.coverage
	$(RUN) tests.bench.coverage_signals

wheel: $(INSTALLED)
	@$(RUN) pytest -q tests/test_wheel.py

pins: $(INSTALLED)
	$(RUN) pip install --quiet uv
	$(RUN) uv pip compile pyproject.toml --group dev --all-extras --universal --python-version 3.11 \
		--upgrade --no-emit-index-url --no-annotate --no-header --output-file constraints.txt
