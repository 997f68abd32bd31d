# Two commands do all the set-up: `make demo` and `make test`; `make check` is the quick one for every change.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
export DO_NOT_TRACK := 1
# The tests start some hundred processes: each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

# Side by side, a worker a core and one more (in make check, none more): tests that share a server stay together and start first (tests/conftest.py).
PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 8 --dist loadgroup --no-loadscope-reorder -ra

.PHONY: demo check test lint soak bench docs clean

$(VENV)/.app: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[figures]"
	touch $@

$(VENV)/.test: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[test,s3,figures]"
	touch $(VENV)/.app $@

demo: $(VENV)/.app  ## the main job on the embedded sample, no key and no network
	$(BIN)/litgauge demo

check: $(VENV)/.test lint  ## lint, types, layering, and the tests that need no server, browser, TeX or real data
	$(PYTEST) -n logical --hypothesis-profile quick -m "not (soak or slow or real or prefect or browser or s3 or tex)"

test: $(VENV)/.test lint  ## lint, types, layering, and every test but the soak; says what was skipped and why
	$(PYTEST) -m "not (soak or browser)"

lint: $(VENV)/.test
	! git grep -nE '^(<{7}|>{7})( |$$)' -- . || { echo 'a merge left its marks'; exit 1; }
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

soak: $(VENV)/.test  ## what runs long: fuzzing, a hundred kills; write the outcome down in docs/
	$(BIN)/python -m pytest --hypothesis-profile soak -m "soak or browser" -ra

docs: $(VENV)/.app  ## the references, generated from the declarations: docs/reference/
	mkdir -p docs/reference
	$(BIN)/python -m flows.config_reference > docs/reference/configuration.md
	$(BIN)/python -m tasks.html.metrics_reference > docs/reference/metrics.md

bench: $(VENV)/.test  ## speed and memory, as ratios against named alternatives
	for script in perf/[a-z]*.py; do $(BIN)/python -m perf.$$(basename $$script .py) || exit 1; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
