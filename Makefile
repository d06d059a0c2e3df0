# Thin verbs; README tells users to call `make demo` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEMO := runs/demo

.DEFAULT_GOAL := help
.PHONY: help install demo test lint type bench bench-peers validate go-value clean

help:  ## list the verbs
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

install: $(STAMP)  ## make .venv and put simcore into it; quick when nothing changed

$(STAMP): pyproject.toml simcore/__init__.py
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: install  ## play the Go-Stop threshold study and write its report
	$(BIN)/simcore run go_stop/thresholds -n 120000 --out $(DEMO) --force
	$(BIN)/simcore report $(DEMO) --html $(DEMO)/report.html --md $(DEMO)/report.md
	@echo "$(CURDIR)/$(DEMO)/report.html"

test: install  ## run the tests
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

lint: install  ## style, imports, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

type: install  ## strict types
	$(BIN)/mypy

bench: install  ## games a second, beside a fused C kernel of the same rules
	$(BIN)/python benchmarks/compare_with_c.py

bench-peers: install  ## decisions a second, beside OpenSpiel's C++ hearts
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench-peers]'
	$(BIN)/python benchmarks/peers.py

validate: install  ## full-size proofs; some of them take many minutes
	$(BIN)/python -m pytest -m slow

go-value: install  ## measure the value of Go and write the table of the strategy value_go
	$(BIN)/python tools/fit_go_value.py

clean:  ## remove what the verbs made
	rm -rf $(VENV) runs dist .pytest_cache .mypy_cache .ruff_cache .hypothesis benchmarks/fused_go_stop
