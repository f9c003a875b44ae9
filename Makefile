# make play   set everything up and play
# make test   set everything up and run lint, types and all tests
# make setup  only the set-up, into .venv
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

.PHONY: play test setup lint types tests coverage soak docs clean

play: $(VENV)/.play
	@$(BIN)/spielzug play

setup: $(VENV)/.test

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Spielzug needs Python 3.11 or newer: please install it first." >&2; exit 1; }
	@echo "Setting up $(VENV) (only the first time) …"
	@$(PYTHON) -m venv $(VENV) || { echo "The venv module is missing: on Debian and Ubuntu install python3-venv." >&2; rm -rf $(VENV); exit 1; }

$(VENV)/.play: pyproject.toml | $(BIN)/python
	@echo "Installing the run-time packages …"
	@$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo "Installing the packages for development …"
	@$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test,docs]'
	@touch $@ $(VENV)/.play

test: lint types tests docs

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

tests: $(VENV)/.test
	$(BIN)/pytest

coverage: $(VENV)/.test
	rm -f .coverage
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -m "not compiled and not soak" tests/core tests/games
	$(BIN)/coverage report

docs: $(VENV)/.test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) site dist build
