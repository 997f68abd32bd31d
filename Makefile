# Two commands do all the set-up: `make demo` and `make test`; `make check` is the quick one for every change.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
export DO_NOT_TRACK := 1
# Some hundred processes are started: each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

# Tests that need more than this process, or over a seventh of a second.
DEAR := slow or real or prefect or s3 or tex

# The others, thousands of them: a process a core, each with its share of the files (tests/side_by_side.py).
QUICK := $(BIN)/python -m tests.side_by_side --part quick -ra -m "not (soak or browser or $(DEAR))"

# Side by side, a worker a core and one more: tests that share a server stay together and start first (tests/conftest.py).
PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 8 --dist loadgroup --no-loadscope-reorder -ra --part dear

# Types are checked on one core while the tests use what is left.
BOTH := $(MAKE) --no-print-directory --jobs 2 --keep-going --output-sync=line

.PHONY: demo check test quick lint soak sbom bench docs clean

$(VENV)/.app: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || python3 -m venv $(VENV)
	@echo "installing what litgauge needs into $(VENV): a minute, the first time"
	@$(BIN)/python tools/install.py .
	@touch $@

$(VENV)/.test: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || python3 -m venv $(VENV)
	@echo "installing what litgauge and its tests need into $(VENV): minutes, the first time"
	@$(BIN)/python tools/install.py ".[test,docs,s3,network,charts]"
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true  # a test in which a module is compiled fails by its warnings
	@touch $(VENV)/.app $@

demo: $(VENV)/.app  ## the main job on the embedded sample, no key and no network
	$(BIN)/litgauge demo

check: $(VENV)/.test  ## lint, types, layering, and the tests that need no server, browser, TeX or real data
	$(BOTH) lint quick

test: $(VENV)/.test  ## lint, types, layering, and every test but the soak; says what was skipped and why
	status=0; $(BOTH) lint quick || status=1; $(PYTEST) -m "($(DEAR)) and not (soak or browser)" || status=1; exit $$status

quick: $(VENV)/.test
	$(QUICK)

lint: $(VENV)/.test
	! git grep -nE '^(<{7}|>{7})( |$$)' -- . || { echo 'a merge left its marks'; exit 1; }
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

soak: $(VENV)/.test  ## what runs long: fuzzing, a hundred kills; write the outcome down in docs/
	test -d .axe || npm install --no-save --no-fund --no-audit --silent --prefix .axe axe-core@4.14.1 || echo 'without npm, axe is left out'
	$(BIN)/python -m pytest --hypothesis-profile soak -m "soak or browser" -ra

docs: $(VENV)/.test  ## the documentation site, references made out of the declarations: site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict

sbom: $(VENV)/.app  ## what a release is installed with: dist/sbom.json (CycloneDX), dist/requirements.txt with hashes
	mkdir -p dist
	test -x $(VENV)/sbom/bin/cyclonedx-py || { $(PYTHON) -m venv $(VENV)/sbom && $(VENV)/sbom/bin/pip install --quiet cyclonedx-bom==7.5.0; }
	$(VENV)/sbom/bin/cyclonedx-py environment --output-file dist/sbom.json $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --dry-run --ignore-installed --report - --constraint constraints.txt . | $(BIN)/python tools/hashed_requirements.py > dist/requirements.txt

bench: $(VENV)/.test  ## speed and memory, as ratios against named alternatives
	for script in perf/[a-z]*.py; do $(BIN)/python -m perf.$$(basename $$script .py) || exit 1; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
