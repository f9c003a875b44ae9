# make play   set everything up and open a table in the browser
#             (make play HOST=0.0.0.0 lets others on the same network in)
# make test   set everything up and run lint, types and the first tier of tests, in about ten minutes
# make test-all  the second tier as well, about an hour (make test-rest: only that)
# make learn  set torch up in an environment of its own (.venv-learn), run the tests of learning there,
#             and teach a player for a minute
# make setup  only the set-up, into .venv
# make lab    as make play, with what draws the reports of the Lab page
# make lock   renew the pinned versions in requirements/
# make test-pythons   a part of the tests under every supported Python
# make test-newest    the tests with the newest release of every package
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && { echo $$p; break; }; done)
NEEDS_PYTHON := { echo "Spielzug needs Python 3.11, 3.12 or 3.13: please install one of them first." >&2; exit 1; }

# Every package is pinned in requirements/, with the hashes of its files: nothing else is installed.
# Node, for the client, is as well; torch (make learn) is not, because each GPU wants another build of it.
PIP_INSTALL := pip install --quiet --disable-pip-version-check
LOCKED := $(PIP_INSTALL) --require-hashes
# Without byte code: Python compiles the modules it imports, not the 50 MB it never does.
PLAY_PACKAGES := $(LOCKED) --no-compile --only-binary :all: -r requirements/play.txt
# setuptools comes first: one package is built from source and must not download a build tool of its own.
TEST_PACKAGES := $(LOCKED) -r requirements/build.txt
TEST_PACKAGES_2 := $(LOCKED) --no-build-isolation -r requirements/test.txt
THIS_PROJECT := $(PIP_INSTALL) --no-deps --no-build-isolation -e .

# The browser client: built by Vite into the package. Node comes from PyPI if the machine has none.
CLIENT := src/spielzug/server/static/index.html
CLIENT_SOURCES := $(shell find web -name node_modules -prune -o -type f -print)
NPM := cd web && PATH="$(abspath $(BIN)):$$PATH" npm

.PHONY: play lab test test-rest test-all learn setup client lint types wire web-tests coverage soak strength figures docs wheel clean
.PHONY: lock test-pythons test-newest

play: $(VENV)/.play $(CLIENT)
	@$(BIN)/spielzug serve $(if $(HOST),--host $(HOST))

lab: $(VENV)/.lab play

setup: $(VENV)/.test $(CLIENT)

client: $(CLIENT)

$(BIN)/python:
	@test -n "$(PYTHON)" || $(NEEDS_PYTHON)
	@echo "Setting up $(VENV) (only the first time) …"
	@$(PYTHON) -m venv $(VENV) || { echo "The venv module is missing: on Debian and Ubuntu install python3-venv." >&2; rm -rf $(VENV); exit 1; }

$(VENV)/.play: pyproject.toml requirements/play.txt | $(BIN)/python
	@echo "Installing the run-time packages …"
	@$(BIN)/$(PLAY_PACKAGES)
	@$(BIN)/$(THIS_PROJECT)
	@touch $@

$(VENV)/.lab: requirements/lab.txt $(VENV)/.play
	@echo "Installing the packages that draw reports …"
	@$(BIN)/$(LOCKED) --no-compile --only-binary :all: -r requirements/lab.txt
	@touch $@

$(VENV)/.test: pyproject.toml requirements/build.txt requirements/test.txt | $(BIN)/python
	@echo "Installing the packages for development …"
	@$(BIN)/$(TEST_PACKAGES)
	@$(BIN)/$(TEST_PACKAGES_2)
	@$(BIN)/$(THIS_PROJECT)
	@touch $(VENV)/.play $(VENV)/.lab $@

# Vite needs Node 20.19 or newer.
$(VENV)/.node: | $(BIN)/python
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(+(a < 20 || (a == 20 && b < 19)))' 2>/dev/null \
		&& command -v npm >/dev/null \
		|| { echo "Installing Node into $(VENV) (there is no Node 20.19 or newer) …"; $(BIN)/$(LOCKED) -r requirements/node.txt; }
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json | $(VENV)/.node
	@echo "Installing the packages of the browser client …"
	@$(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) web/node_modules/.package-lock.json
	@echo "Building the browser client …"
	@$(NPM) run --silent build
	@touch $@

# Two tiers (CONTRIBUTING.md says what belongs where). Each step is measured, and the report at the
# end says where the time went.
TIMES := $(abspath $(VENV))/test-times.jsonl
STEP := $(BIN)/python tests/timing.py step
test test-rest: export TEST_TIMES := $(TIMES)
test test-rest: export SPIELZUG_CACHE_DIR := $(abspath $(VENV))/test-cache

test: setup
	@rm -rf $(SPIELZUG_CACHE_DIR) $(TIMES)
	@$(STEP) "lint, types, client" $(MAKE) --no-print-directory -j2 lint types web-tests
	@$(STEP) "compiling" $(BIN)/python tests/compile_games.py
	@$(STEP) "tests" $(PYTEST) --tier=first --ignore tests/browser
	@$(STEP) "browser tests" $(BROWSER) --tier=first tests/browser
	@$(BIN)/python tests/timing.py report --budget
	@$(BIN)/python tests/skipped_report.py first

# What `make test` leaves out, and nothing that it runs.
test-rest: setup
	@rm -f $(TIMES)
	@$(STEP) "first start" $(BIN)/pytest -s --tier=second tests/cold
	@$(STEP) "compiling" $(BIN)/spielzug cache --fill --lab
	@$(STEP) "tests" $(PYTEST) --tier=second --ignore tests/cold --ignore tests/browser
	@$(STEP) "browser tests" $(BROWSER) --tier=second tests/browser
	@$(BIN)/python tests/timing.py report
	@$(BIN)/python tests/skipped_report.py second

test-all:
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory test-rest

# The browser tests are a step of their own: while Playwright runs, no other event loop can. They
# mostly wait for the browser, so there is one process more.
PYTEST := $(BIN)/pytest -n auto --dist worksteal
BROWSER := $(BIN)/pytest -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist worksteal

lint: $(VENV)/.test web/node_modules/.package-lock.json
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(NPM) run --silent lint

types: $(VENV)/.test
	$(BIN)/mypy

# Learning needs torch, which is larger than all the rest together: it has an environment of its own.
LEARN := .venv-learn
learn: $(LEARN)/.ready
	$(LEARN)/bin/pytest tests_learn

$(LEARN)/.ready: pyproject.toml
	@test -n "$(PYTHON)" || $(NEEDS_PYTHON)
	@echo "Setting up $(LEARN), with torch (gigabytes, the first time) …"
	@test -x $(LEARN)/bin/python || $(PYTHON) -m venv $(LEARN)
	@$(LEARN)/bin/$(PIP_INSTALL) -e '.[learn-test]'
	@touch $@

# The client's types, web/src/lib/wire.ts, from the server's own description.
wire: $(VENV)/.test web/node_modules/.package-lock.json
	$(BIN)/python web/wire.py

web-tests: $(CLIENT)
	$(NPM) run --silent check
	$(NPM) test --silent

# How strong the bots are, into docs/strength.yaml: hours, or less on a cluster (make strength RAY=HOST:PORT).
WORKERS = $(if $(JOBS),--jobs $(JOBS)) $(if $(RAY),--ray $(RAY))
strength: $(VENV)/.test
	$(BIN)/python bench/strength.py $(WORKERS)
	$(BIN)/python bench/luck_share.py $(WORKERS)
	$(BIN)/python bench/balance.py zugraub $(WORKERS)
	$(BIN)/python docs/generate.py

# What wins how often in games of strong bots, into each game's data: some minutes.
# (make figures GAMES=trains makes those of one game.)
GAMES = $(patsubst src/spielzug/games/%/data/figures.json,%,$(wildcard src/spielzug/games/*/data/figures.json))
FIGURES_game_of_trains = --bots net --games 400 --lots 300 --seats 2-4
FIGURES_trains = --bots net -o supply=board --games 250 --lots 150
FIGURES_zwergenzugfahrt = --bots net --games 800 --lots 800
FIGURES_zugraub = --bots net --games 300 --lots 100 --seats 4
figures: $(VENV)/.test
	for game in $(GAMES); do $(MAKE) --no-print-directory figures-$$game || exit 1; done
	$(BIN)/python docs/generate.py

figures-%: $(VENV)/.test
	$(BIN)/spielzug figures $* $(FIGURES_$*) $(WORKERS) --out src/spielzug/games/$*/data/figures.json

# What takes too long for every day: hundreds of kills, millions of checked decisions.
soak: $(VENV)/.test $(CLIENT)
	SPIELZUG_KILLS=200 $(BIN)/pytest --tier=all tests/server/test_crash_safety.py
	SPIELZUG_WHOLE=1 $(BIN)/pytest --tier=all --timeout 3600 tests/browser/test_cluster.py
	$(BIN)/python bench/kills.py
	$(BIN)/python bench/failover.py
	SPIELZUG_JUDGED=10000 $(BIN)/pytest --tier=all -n auto tests/games/*/test_reference.py
	$(BIN)/python bench/soak.py
	$(BIN)/python bench/server.py

# Every branch of the rules and of core, run as plain Python.
coverage: $(VENV)/.test
	rm -f .coverage .coverage.*
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -p -m pytest -q --tier=all -m "not compiled" tests/core tests/games tests/test_golden.py
	# What only a compiled run can reach: the cache, and the bounds of narrow fields.
	$(BIN)/coverage run -p -m pytest -q --tier=all tests/core/test_jit.py tests/core/test_records.py tests/core/test_edge_cases.py
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# The docs, as `make test-rest` builds and reads them, too (tests/test_docs.py).
docs: $(VENV)/.test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

wheel: $(VENV)/.play $(CLIENT)
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# The pinned versions. test.txt has all but Node; the other files repeat parts of it. Only this needs uv,
# which is installed for it if the machine has none.
LOCKER := .venv-lock
UV = $(shell command -v uv || echo $(LOCKER)/bin/uv)
LOCK = $(UV) pip compile --quiet --no-config --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-emit-index-url --custom-compile-command 'make lock' --upgrade
AS_TESTED := --constraint requirements/test.txt
lock:
	@test -n "$(PYTHON)" || $(NEEDS_PYTHON)
	@command -v $(UV) >/dev/null || { $(PYTHON) -m venv $(LOCKER) && $(LOCKER)/bin/$(PIP_INSTALL) uv; }
	@mkdir -p requirements
	$(LOCK) pyproject.toml --extra test --extra docs --group build --group sources -o requirements/test.txt
	$(LOCK) pyproject.toml $(AS_TESTED) --group build -o requirements/play.txt
	$(LOCK) pyproject.toml $(AS_TESTED) --group build --extra report -o requirements/lab.txt
	$(LOCK) pyproject.toml $(AS_TESTED) --extra postgres --extra push -o requirements/host.txt
	$(LOCK) $(AS_TESTED) --group build --group sources -o requirements/build.txt
	$(LOCK) --group node -o requirements/node.txt

# Every supported Python that is here, each in an environment from the lock: compiling, one game, the server.
PYTHONS ?= python3.11 python3.12 python3.13
PYTHONS_TESTS := tests/core tests/games/zwergenzugfahrt tests/server/test_api.py tests/test_golden.py
test-pythons: $(CLIENT)
	@for python in $(PYTHONS); do \
		name=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) \
			|| { missing="$$missing $$python"; continue; }; \
		bin=.venv-$$name/bin; \
		echo "Python $$name: setting up .venv-$$name …"; \
		{ test -x $$bin/python || $$python -m venv .venv-$$name; } \
			&& $$bin/$(TEST_PACKAGES) && $$bin/$(TEST_PACKAGES_2) && $$bin/$(THIS_PROJECT) \
			&& SPIELZUG_CACHE_DIR=$(CURDIR)/.venv-$$name/test-cache $$bin/pytest -q $(PYTHONS_TESTS) \
			&& passed="$$passed $$name" || failed="$$failed $$name"; \
	done; \
	echo "Passed under:$${passed:- none}"; \
	test -z "$$missing" || echo "Not run, because not installed here:$$missing"; \
	test -z "$$failed" || { echo "Failed under:$$failed"; exit 1; }

# Neither the lock nor the upper bounds of pyproject.toml: what breaks with what is published today.
# (make test-newest TESTS=tests/core runs a part.)
NEWEST := .venv-newest
test-newest: $(CLIENT)
	@test -n "$(PYTHON)" || $(NEEDS_PYTHON)
	@test -x $(NEWEST)/bin/python || $(PYTHON) -m venv $(NEWEST)
	@SPIELZUG_CACHE_DIR=$(abspath $(NEWEST))/test-cache $(NEWEST)/bin/python tests/newest_packages.py $(TESTS)

clean:
	rm -rf .venv .venv-* web/node_modules src/spielzug/server/static site dist build
