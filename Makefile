# Two commands do all the set-up: `make demo` and `make test`.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
export DO_NOT_TRACK := 1

.PHONY: demo test lint soak bench clean

$(VENV)/.app: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	touch $@

$(VENV)/.test: $(VENV)/.app
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[test,s3]"
	touch $@

demo: $(VENV)/.app  ## the main job on the embedded sample, no key and no network
	$(BIN)/litgauge demo

test: $(VENV)/.test lint  ## lint, types, layering, the demo, tests, and the commands that the README names
	$(BIN)/litgauge demo
	$(BIN)/python -m pytest -m "not soak"

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

soak: $(VENV)/.test  ## what runs long: fuzzing, a hundred kills; write the outcome down in docs/
	$(BIN)/python -m pytest -m soak -ra

bench: $(VENV)/.test  ## speed and memory, as ratios against named alternatives
	for script in perf/[a-z]*.py; do $(BIN)/python -m perf.$$(basename $$script .py) || exit 1; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
