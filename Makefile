# Every target makes what it needs in .venv first; only Python 3.11 or newer and make must be there.
# Another Python: make test PYTHON=python3.13

ifndef PYTHON
PYTHON := $(shell command -v python3 || command -v python || echo python3)
endif

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt

# Stamps: the empty environment, the program with what it runs on, and the tools of a developer.
CREATED := $(VENV)/.created
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev

SOURCES := src tests $(wildcard bench)

.DEFAULT_GOAL := help
.PHONY: help play test lint format bench clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

play: $(RUNTIME)  ## play a game in the terminal
	@$(BIN)/tielu play --terminal

test: lint  ## lint, then run all tests
	@echo "== pytest"
	@$(BIN)/python -m pytest -q -n auto --dist worksteal

lint: $(DEV)  ## check style (ruff) and types (mypy)
	@echo "== ruff check"
	@$(BIN)/ruff check .
	@echo "== ruff format --check"
	@$(BIN)/ruff format --check .
	@echo "== mypy"
	@$(BIN)/mypy $(SOURCES)

format: $(DEV)  ## format the code and fix what ruff can fix
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

bench: $(RUNTIME)  ## measure how fast the engine is
	@$(BIN)/python -m bench

clean:  ## remove .venv, caches and build results
	@rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src tests $(wildcard bench) -type d -name __pycache__ -prune -exec rm -rf {} +

$(CREATED):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name one with: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "== making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV) \
		|| { echo "This Python cannot make a virtual environment (on Debian: install python3-venv)" >&2; exit 1; }
	@touch $@

$(RUNTIME): pyproject.toml constraints.txt | $(CREATED)
	@echo "== installing tielu"
	@$(PIP_INSTALL) --editable .
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(CREATED)
	@echo "== installing tielu and the developer's tools"
	@$(PIP_INSTALL) --editable '.[dev]'
	@touch $(RUNTIME) $@
