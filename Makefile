# Each target makes what it lacks, says what it does, and is quick the second time.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# A file's tests run in one process, which makes what they share once. There is one for each processor:
# each imports and collects all tests, which takes seconds. Where some wait for a browser, a server
# or a disk, there are half as many again.
BUSY := --numprocesses $$(getconf _NPROCESSORS_ONLN) --dist loadfile --no-loadscope-reorder
SHARED := $(BUSY) --numprocesses $$(( ($$(getconf _NPROCESSORS_ONLN) * 3 + 1) / 2 ))
# Examples that are compiled. The rest runs as plain Python, which is as fast on small boards and needs
# no minute of compiling at the first time.
COMPILED := README.md docs/theory.md docs/evaluate.md docs/learning.md docs/learn/7-menace.md \
            src/noughts/evaluate src/noughts/learn
# The tests of the core, and their examples: `make check` measures what they alone cover of it.
ROOMS := core codecs expressions emit lessons puzzles system
CORE := $(ROOMS:%=tests/%) $(ROOMS:%=src/noughts/%) \
        $(addprefix src/noughts/,players/random_numbers.py solver/textbook_minimax.py) \
        src/noughts/solver/tables/layout.py \
        $(wildcard tests/players/test_*.py tests/solver/test_*.py tests/solver/tables/test_table*.py) \
        $(addprefix tests/solver/,counting known certificates tables/test_cost_estimate.py tables/test_sharding.py)
PLAIN := NUMBA_DISABLE_JIT=1 $(BIN)/pytest --hypothesis-profile few
# `make test` also runs what holds layers, words, docs and the command; `make check` traces these with the rest.
COMMAND := tests/cli tests/fuzz docs $(wildcard tests/test_*.py) $(COMPILED:%=--ignore %)
CHECKING := $(filter check,$(MAKECMDGOALS))
QUICK := $(CORE) $(if $(CHECKING),--cov --cov-config=tests/core.coveragerc,$(COMMAND))
# What starts processes is measured with the rest, though its tests reach lines of the core, too.
REST := tests docs src $(patsubst %,--ignore %,$(filter-out %_workers.py,$(CORE)) $(COMPILED))
# Each run adds the lines that it reaches to those of the runs before it; the last one counts them.
ADDING := --cov --cov-append
UNCOUNTED := $(ADDING) --cov-fail-under 0 --cov-report=
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# The tests start Python very often, and import hundreds of files: what it makes of these is kept.
unexport PYTHONDONTWRITEBYTECODE

# Of `make mutants`.
ROOM := codecs

# Ctrl-C ends a game: that is not an error for make to complain of. The shell must outlive it.
QUIETLY := trap : INT;
INTERRUPTED := || { status=$$?; [ $$status -eq 130 ] || exit $$status; }

.PHONY: help play web live fast page docs pictures screenshots reference values puzzles test lint types longer check \
        firefox attack mutants fuzz bench release clean

help:             ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' Makefile | expand -t 12

play: $(VENV)/play ## play in the terminal; make play ARGS="--side o" gives options
	@$(QUIETLY) $(BIN)/noughts play $(ARGS) $(INTERRUPTED)

web: $(VENV)/web  ## play in the browser; make web ARGS="--host" serves a phone, too
	@$(QUIETLY) $(BIN)/noughts web $(ARGS) $(INTERRUPTED)

live: $(VENV)/live ## serve games by a link; make live ARGS="--host" gives options
	@$(QUIETLY) $(BIN)/noughts serve $(ARGS) $(INTERRUPTED)

fast: $(VENV)/fast ## install NumPy and Numba, for what is done in bulk

page: $(VENV)/play ## make what the browser game has from the library and git has not
	@$(BIN)/python -m noughts.web.generated

reference: $(VENV)/dev ## make again docs/reference.md, from the docstrings
	$(BIN)/python tools/reference.py

docs: $(VENV)/docs ## build the site of the documentation, in build/site/html
	$(BIN)/python tools/site/build_site.py

pictures: $(VENV)/play ## draw the pictures of lessons and pages again
	$(BIN)/python tools/pictures/draw_pictures.py

screenshots: $(VENV)/dev ## take the pictures of the page again, in Chromium
	$(BIN)/python tools/screenshots.py

values: $(VENV)/fast ## settle more of the list of values; ARGS="--seconds 60 8,7,5" gives options
	$(BIN)/python tools/settle.py $(ARGS)
	$(BIN)/python tools/pictures/draw_pictures.py

puzzles: $(VENV)/play ## make the puzzles again, the same ones, in some minutes
	$(BIN)/python tools/puzzles.py

test: $(VENV)/dev ## run the quick tests: the core, the command, and what holds layers, words and docs
	$(PLAIN) $(BUSY) -m "not wide and not slow_if_plain and not long and not longer" $(QUICK)

lint: $(VENV)/dev page ## check style and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@tools/page/check.sh lint

types: $(VENV)/dev page ## check types
	$(BIN)/mypy --num-workers $$(getconf _NPROCESSORS_ONLN)
	@tools/page/check.sh types

longer: $(VENV)/dev ## run the walks that are too long for every check
	$(BIN)/pytest -m longer --numprocesses auto

# All once as plain Python, if it is quick or reaches lines that nothing quick does; then compiled.
# Only `tests` has what is wide, long or compiled: other examples are quick.
check: lint types test ## run everything that CI runs: all but the longest, with the coverage of all
	$(PLAIN) $(SHARED) -m "(plain or not wide and not slow_if_plain) and not long and not longer" $(REST) $(UNCOUNTED)
	$(BIN)/pytest $(SHARED) -m "(wide or long or compiled) and not longer" --only-traced $(ADDING) tests $(COMPILED)

firefox: $(VENV)/dev ## run all tests of a browser in Firefox, where there is one; ARGS="-k lesson" some of them
	NOUGHTS_BROWSER=firefox $(BIN)/pytest $(BUSY) -m "not longer" tests/web tests/notebook tests/test_site.py $(ARGS)

attack: $(VENV)/dev ## attack the command; make attack ARGS="--commands 1000 --seed 7" gives options
	$(BIN)/python -m tests.fuzz.attack $(ARGS)

mutants: $(VENV)/mutmut ## put small faults into a room, and see that its tests tell; ROOM=codecs
	rm -rf build/mutants && mkdir -p build/mutants/mutants/src # for a path is looked at once
	cp -r docs src tests tools pyproject.toml README.md build/mutants
	sed s/ROOM/$(ROOM)/ tools/mutmut.cfg > build/mutants/setup.cfg
	cd build/mutants && PYTHONPATH=$$PWD/mutants/src NUMBA_DISABLE_JIT=1 $(abspath $(BIN))/mutmut run $(ARGS)

fuzz: $(VENV)/dev ## give all readers damaged input for five minutes; ARGS="--seconds 60 game"
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m tests.fuzz $(ARGS)

bench: $(VENV)/dev ## measure what the documentation states; ARGS="bulk --short" some of it, quickly
	@$(BIN)/python benchmarks/run.py $(ARGS)

release: $(VENV)/release ## build wheel and archive in dist, and try them with each Python that is here
	@$(BIN)/python tools/release.py $(ARGS)

clean:            ## remove what the other targets made
	rm -rf $(VENV) build dist tools/page/node_modules tools/site/node_modules .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(VENV)/play: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "noughts needs Python 3.11 or newer. Name one: make PYTHON=python3.12 play"; exit 1; }
	@echo "Making a virtual environment in $(VENV) and installing noughts there, once."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
	@touch $@

$(VENV)/web: $(VENV)/play
	@echo "Installing the web server, once."
	@$(PIP) --editable '.[web]'
	@touch $@

$(VENV)/live: $(VENV)/play
	@echo "Installing the live server, once."
	@$(PIP) --editable '.[live]'
	@touch $@

$(VENV)/fast: $(VENV)/play
	@echo "Installing NumPy and Numba, once."
	@$(PIP) --editable '.[fast]'
	@touch $@

$(VENV)/docs: $(VENV)/play
	@echo "Installing Sphinx, and all that the reference describes, once."
	@$(PIP) --editable '.[docs,envs,fast,jax,notebook,parquet,web]'
	@touch $@

$(VENV)/dev: $(VENV)/play
	@echo "Installing what tests and checks need, once."
	@$(PIP) --editable '.[dev]'
	@touch $@

$(VENV)/mutmut: $(VENV)/dev
	@echo "Installing mutmut, once."
	@$(PIP) 'mutmut>=3.8'
	@touch $@

$(VENV)/release: $(VENV)/play
	@echo "Installing what builds packages, once."
	@$(PIP) build
	@touch $@
