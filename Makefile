# make play          install everything and open the game in the browser
#                    (make play HOST=0.0.0.0 also lets others on your network play)
# make test          install everything and run lint, type checks and the first tier of tests: a quarter of an hour
# make test-rest     run the second tier of tests: about an hour
# make test-all      run both tiers
# make learn         install torch into its own environment (.venv-learn), run the training tests
#                    there, and train a player for a minute
# make setup         only install, into .venv
# make lab           like make play, plus the packages that draw reports for the Lab page
# make lock          update the pinned versions in requirements/
# make test-pythons  run some of the tests under every supported Python version
# make test-newest   run the tests with the newest release of every package
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null && { echo $$p; break; }; done)
REPORT_NO_PYTHON := { echo "Spielzug needs Python 3.11, 3.12, 3.13 or 3.14. Please install one of them first." >&2; exit 1; }

# Every package, including Node for the client, is pinned in requirements/ with the hashes of its files.
# The exception is torch (make learn), because different GPUs need different builds of it.
# pip installs uv, and uv everything else: it needs a seventh of pip's time.
PIP_INSTALL := pip install --quiet --disable-pip-version-check
PINNED := --quiet --no-config --require-hashes
INSTALL = $(BIN)/uv pip install --python $(BIN)/python $(PINNED)
BINARIES := --only-binary :all:
# Build tools come first: one package is built from source, with pinned tools instead of downloaded ones.
INSTALL_TEST_PACKAGES = $(INSTALL) -r requirements/build.txt && $(INSTALL) --no-build-isolation -r requirements/test.txt
INSTALL_PROJECT = $(BIN)/uv pip install --python $(BIN)/python --quiet --no-config --no-deps --no-build-isolation -e .

# The browser client, which Vite builds into the package. Node comes from PyPI if it is not installed.
CLIENT := src/spielzug/server/static/index.html
CLIENT_SOURCES := $(shell find web -name node_modules -prune -o -type f -print)
NPM := cd web && PATH="$(abspath $(BIN)):$$PATH" npm

.PHONY: play lab test test-rest test-all learn setup client lint types wire web-tests coverage soak strength figures docs wheel clean
.PHONY: site lock test-pythons test-newest

play: $(VENV)/.play $(CLIENT)
	@$(BIN)/spielzug serve $(if $(HOST),--host $(HOST))

lab: $(VENV)/.lab play

setup: $(VENV)/.test $(CLIENT)

client: $(CLIENT)

$(BIN)/python:
	@test -n "$(PYTHON)" || $(REPORT_NO_PYTHON)
	@echo "Creating $(VENV) (first time only) …"
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing. On Debian and Ubuntu, install python3-venv." >&2; rm -rf $(VENV); exit 1; }

$(BIN)/uv: requirements/uv.txt | $(BIN)/python
	@$(BIN)/$(PIP_INSTALL) --require-hashes --no-compile $(BINARIES) -r requirements/uv.txt
	@touch $@

$(VENV)/.play: pyproject.toml requirements/play.txt $(BIN)/uv
	@echo "Installing the packages needed to play …"
	@$(INSTALL) $(BINARIES) -r requirements/play.txt
	@$(INSTALL_PROJECT)
	@touch $@

$(VENV)/.lab: requirements/lab.txt $(VENV)/.play
	@echo "Installing the packages that draw reports …"
	@$(INSTALL) $(BINARIES) -r requirements/lab.txt
	@touch $@

$(VENV)/.test: pyproject.toml requirements/build.txt requirements/test.txt $(BIN)/uv
	@echo "Installing the development packages …"
	@$(INSTALL_TEST_PACKAGES)
	@$(INSTALL_PROJECT)
	@touch $(VENV)/.play $(VENV)/.lab $@

# Vite needs Node 22.12 or newer, but not 23.
$(VENV)/.node: requirements/node.txt $(BIN)/uv
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(+!(a >= 24 || (a == 22 && b >= 12)))' 2>/dev/null \
		&& command -v npm >/dev/null \
		|| { echo "Installing Node into $(VENV) (no Node 22.12 or 24 was found) …"; $(INSTALL) $(BINARIES) -r requirements/node.txt; }
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json | $(VENV)/.node
	@echo "Installing the browser client's packages …"
	@$(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) web/node_modules/.package-lock.json
	@echo "Building the browser client …"
	@$(NPM) run --silent build
	@touch $@

# All of Spielzug as a folder of static files (docs/site.md). Compiling the engines takes minutes the first time;
# they are kept in build/site.
site: $(VENV)/.play web/node_modules/.package-lock.json
	@echo "Building the static site …"
	@$(NPM) run --silent build:site
	@PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python web/build_site.py site

# Tests come in two tiers (see CONTRIBUTING.md). Every step is timed, and a report at the end shows
# where the time went.
TIMES_FILE := $(abspath $(VENV))/test-times.jsonl
TIMED_STEP := $(BIN)/python tests/timing.py step
test test-rest: export TEST_TIMES := $(TIMES_FILE)
test test-rest: export SPIELZUG_CACHE_DIR := $(abspath $(VENV))/test-cache
# Many processes import the same modules, so bytecode is kept even where the environment says otherwise.
test test-rest: export PYTHONDONTWRITEBYTECODE :=

test: setup
	@rm -rf $(SPIELZUG_CACHE_DIR) $(TIMES_FILE)
	@$(BIN)/python tests/timing.py yardstick before
	@$(TIMED_STEP) "lint, types, client" $(MAKE) --no-print-directory -j2 lint types web-tests
	@$(TIMED_STEP) "compiling" $(BIN)/python tests/compile_games.py
	@$(TIMED_STEP) "tests" $(PYTEST) --tier=first --ignore tests/browser
	@$(TIMED_STEP) "browser tests" $(BROWSER_PYTEST) --tier=first tests/browser
	@$(BIN)/python tests/timing.py yardstick after
	@$(BIN)/python tests/timing.py report --budget
	@$(BIN)/python tests/skipped_report.py first

# Exactly the tests that `make test` leaves out.
test-rest: setup
	@rm -f $(TIMES_FILE)
	@$(TIMED_STEP) "first start" $(BIN)/pytest -s --tier=second tests/cold
	@$(TIMED_STEP) "compiling" $(BIN)/spielzug cache --fill --lab
	@$(TIMED_STEP) "tests" $(PYTEST) --tier=second --ignore tests/cold --ignore tests/browser
	@$(TIMED_STEP) "browser tests" $(BROWSER_PYTEST) --tier=second tests/browser
	@$(BIN)/python tests/timing.py report
	@$(BIN)/python tests/skipped_report.py second

test-all:
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory test-rest

# Browser tests run separately, because no other event loop can run in a process with Playwright. They
# mostly wait for the browser, so one more process than there are cores is used.
PYTEST := $(BIN)/pytest -n auto --dist worksteal
BROWSER_PYTEST := $(BIN)/pytest -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist worksteal

lint: $(VENV)/.test web/node_modules/.package-lock.json
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(NPM) run --silent lint

types: $(VENV)/.test
	$(BIN)/mypy

# Training needs torch, which is larger than everything else together, so it has its own environment.
LEARN_VENV := .venv-learn
learn: $(LEARN_VENV)/.ready
	$(LEARN_VENV)/bin/pytest tests_learn

$(LEARN_VENV)/.ready: pyproject.toml
	@test -n "$(PYTHON)" || $(REPORT_NO_PYTHON)
	@echo "Installing torch into $(LEARN_VENV) (downloads gigabytes the first time) …"
	@test -x $(LEARN_VENV)/bin/python || $(PYTHON) -m venv $(LEARN_VENV)
	@$(LEARN_VENV)/bin/$(PIP_INSTALL) -e '.[learn-test]'
	@touch $@

# Generate the client's types: web/src/lib/wire.ts from the server's message models, and each game's
# web/src/games/*/view_types.ts from the types of what its board is sent.
wire: $(VENV)/.test web/node_modules/.package-lock.json
	$(BIN)/python web/wire.py
	$(BIN)/python web/views.py

web-tests: $(CLIENT)
	$(NPM) run --silent check
	$(NPM) test --silent

# Measure the strength of the bots and write docs/strength.yaml. Takes hours, or less on a Ray cluster:
# make strength RAY=HOST:PORT
WORKER_OPTIONS = $(if $(JOBS),--jobs $(JOBS)) $(if $(RAY),--ray $(RAY))
strength: $(VENV)/.test
	$(BIN)/python bench/strength.py $(WORKER_OPTIONS)
	$(BIN)/python bench/luck_share.py $(WORKER_OPTIONS)
	$(BIN)/python bench/balance.py zugraub $(WORKER_OPTIONS)
	$(BIN)/python docs/generate.py

# Measure what wins how often in games of strong bots, and write it to each game's data/figures.json.
# Takes minutes; make figures GAMES=trains measures one game only.
GAMES = $(patsubst src/spielzug/games/%/data/figures.json,%,$(wildcard src/spielzug/games/*/data/figures.json))
FIGURES_game_of_trains = --bots net --games 400 --lots 300 --seats 2-4
FIGURES_trains = --bots net -o supply=board --games 250 --lots 150
FIGURES_zwergenzugfahrt = --bots net --games 800 --lots 800
FIGURES_zugraub = --bots net --games 300 --lots 100 --seats 4
figures: $(VENV)/.test
	for game in $(GAMES); do $(MAKE) --no-print-directory figures-$$game || exit 1; done
	$(BIN)/python docs/generate.py

figures-%: $(VENV)/.test
	$(BIN)/spielzug figures $* $(FIGURES_$*) $(WORKER_OPTIONS) --out src/spielzug/games/$*/data/figures.json

# Long stress tests, not meant for every day: hundreds of kills, millions of checked decisions.
soak: $(VENV)/.test $(CLIENT)
	SPIELZUG_KILLS=200 $(BIN)/pytest --tier=all tests/server/test_crash_safety.py
	SPIELZUG_WHOLE=1 $(BIN)/pytest --tier=all --timeout 3600 tests/browser/test_cluster.py
	$(BIN)/python bench/kills.py
	$(BIN)/python bench/failover.py
	SPIELZUG_JUDGED=10000 $(BIN)/pytest --tier=all -n auto tests/games/*/test_reference.py
	$(BIN)/python bench/soak.py
	$(BIN)/python bench/server.py

# Branch coverage of the rules and of core, which run as plain Python for this.
coverage: $(VENV)/.test
	rm -f .coverage .coverage.*
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -p -m pytest -q --tier=all -m "not compiled" tests/core tests/games tests/test_golden.py
	# Only compiled runs reach the cache and the bounds of narrow integer fields.
	$(BIN)/coverage run -p -m pytest -q --tier=all tests/core/test_jit.py tests/core/test_records.py tests/core/test_edge_cases.py
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Build the docs; tests/test_docs.py does the same in `make test-rest`.
docs: $(VENV)/.test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir build/docs

# A wheel and a source archive in dist.
wheel: $(VENV)/.play $(CLIENT)
	$(BIN)/python -m hatchling build --directory dist

# Update the pinned versions. test.txt pins everything except Node, uv and what signs releases; the other files are subsets of it.
# No file younger than a week is taken, because poisoned releases are usually found within days. For a security
# fix that cannot wait: make lock MIN_AGE_DAYS=0
MIN_AGE_DAYS := 7
COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --fork-strategy requires-python \
	--generate-hashes --no-emit-index-url --custom-compile-command 'make lock' --upgrade \
	--exclude-newer '$(MIN_AGE_DAYS) days'
SAME_AS_TEST := --constraint requirements/test.txt
NEWEST = $(shell $(BIN)/python -c 'from datetime import *; print((datetime.now(UTC) - timedelta($(MIN_AGE_DAYS))).isoformat())')
lock: $(BIN)/uv $(VENV)/.node
	$(COMPILE) pyproject.toml --extra test --extra docs --group build --group sources -o requirements/test.txt
	$(COMPILE) pyproject.toml $(SAME_AS_TEST) --group build -o requirements/play.txt
	$(COMPILE) pyproject.toml $(SAME_AS_TEST) --group build --extra report -o requirements/lab.txt
	$(COMPILE) pyproject.toml $(SAME_AS_TEST) --extra postgres --extra push -o requirements/host.txt
	$(COMPILE) $(SAME_AS_TEST) --group build --group sources -o requirements/build.txt
	$(COMPILE) --group node -o requirements/node.txt
	$(COMPILE) --group uv -o requirements/uv.txt
	$(COMPILE) --group release -o requirements/release.txt
	$(NPM) update --package-lock-only --ignore-scripts --no-audit --no-fund --before $(NEWEST)

# Test compiling, one game and the server under every supported Python on this machine, each with its
# own environment of pinned packages.
PYTHONS ?= python3.11 python3.12 python3.13 python3.14
TESTS_PER_PYTHON := tests/core tests/games/zwergenzugfahrt tests/server/test_api.py tests/test_golden.py
test-pythons: $(CLIENT) $(BIN)/uv
	@for python in $(PYTHONS); do \
		name=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) \
			|| { missing="$$missing $$python"; continue; }; \
		echo "Python $$name: installing into .venv-$$name …"; \
		{ test -x .venv-$$name/bin/python || $$python -m venv .venv-$$name; } \
			&& $(MAKE) --no-print-directory VENV=.venv-$$name .venv-$$name/.test \
			&& SPIELZUG_CACHE_DIR=$(CURDIR)/.venv-$$name/test-cache .venv-$$name/bin/pytest -q $(TESTS_PER_PYTHON) \
			&& passed="$$passed $$name" || failed="$$failed $$name"; \
	done; \
	echo "Passed under:$${passed:- none}"; \
	test -z "$$missing" || echo "Skipped, not installed on this machine:$$missing"; \
	test -z "$$failed" || { echo "Failed under:$$failed"; exit 1; }

# Ignore the pinned versions and pyproject.toml's upper bounds, to find out what today's releases break.
# make test-newest TESTS=tests/core runs only some of the tests.
NEWEST_VENV := .venv-newest
test-newest: $(CLIENT)
	@test -n "$(PYTHON)" || $(REPORT_NO_PYTHON)
	@test -x $(NEWEST_VENV)/bin/python || $(PYTHON) -m venv $(NEWEST_VENV)
	@SPIELZUG_CACHE_DIR=$(abspath $(NEWEST_VENV))/test-cache $(NEWEST_VENV)/bin/python tests/newest_packages.py $(TESTS)

clean:
	rm -rf .venv .venv-* web/node_modules src/spielzug/server/static site dist build
