# Every target makes what it needs in .venv first; only Python 3.11 or newer and make must be there.
# Where there is a C compiler too, the engine is compiled before it runs; TIELU_COMPILE=0 forbids that.
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

SOURCES := src tests $(wildcard bench) $(wildcard examples)

# True if the engine is compiled from the sources as they are.
COMPILED := TIELU_FORM=compiled $(BIN)/python -c 'import tielu' 2>/dev/null
PYTEST := $(BIN)/python -m pytest -q -n auto --dist worksteal

# Continuous integration does not put up with an engine that does not compile.
ifdef CI
ifneq ($(shell command -v cc || command -v gcc || command -v clang),)
export TIELU_COMPILE ?= 1
endif
endif

.DEFAULT_GOAL := help
.PHONY: help play test lint format bench compile clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

play: compile  ## serve the table on this machine and open it in the browser
	@$(BIN)/tielu play

test: lint compile  ## lint, then run all tests on the plain engine and on the compiled one
	@echo "== pytest, plain engine"
	@TIELU_FORM=plain $(PYTEST)
	@if $(COMPILED); then echo "== pytest, compiled engine"; TIELU_FORM=compiled $(PYTEST); else \
		echo "== THE ENGINE IS NOT COMPILED: only the plain one has been tested"; fi

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

bench: compile  ## measure how fast the engine is, plain and compiled
	@$(BIN)/python -m bench

compile: $(RUNTIME)  ## compile the engine if its sources have changed
	@[ "$$TIELU_COMPILE" = 0 ] || $(COMPILED) || { echo "== compiling the engine"; $(BIN)/python setup.py -q build_ext --inplace; }

clean:  ## remove .venv, caches and build results
	@rm -rf $(VENV) build dist src/*.egg-info src/tielu/_compiled.txt .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src \( -name '*.so' -o -name '*.pyd' \) -exec rm -f {} +
	@find src tests $(wildcard bench) -type d -name __pycache__ -prune -exec rm -rf {} +

$(CREATED):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name one with: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "== making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV) \
		|| { echo "This Python cannot make a virtual environment (on Debian: install python3-venv)" >&2; exit 1; }
	@touch $@

# The tools of the build are installed like everything else, so that constraints.txt pins what they bring along.
INSTALL = $(PIP_INSTALL) mypy setuptools && TIELU_COMPILE=0 $(PIP_INSTALL) --no-build-isolation --editable

$(RUNTIME): pyproject.toml constraints.txt | $(CREATED)
	@echo "== installing tielu"
	@$(INSTALL) '.[web]'
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(CREATED)
	@echo "== installing tielu and the developer's tools"
	@$(INSTALL) '.[dev,env,ray,web]'
	@touch $(RUNTIME) $@
