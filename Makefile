# Every target makes .venv and installs what it needs; the second time there is nothing to do.
#
#   make demo     learn the docstrings of this Python, and show what was learnt
#   make test     all tests and doctests
#   make check    everything a machine can say about the tree, and the built wheel in an empty place
#   make bench    the speed tables, and a quick form of the few-label benchmark
#   make bench-fewlabel   the whole few-label benchmark, into benchmarks/results and its page (hours)
#   make bench-scale   what learning from large corpora costs (minutes; SCALE="1 10 100" for hours)
#   make docs     the documentation, into docs/_build/html
#   make pictures the pictures of the documentation, into docs/images
#   make release  the source distribution and the wheel, into dist, each tried in an empty place

PYTHON_IN = .venv/bin/python
STAMP = .venv/.stamp-
NATIVE = CMakeLists.txt $(shell find src -name '*.cpp' -o -name '*.h' -o -name '*.hpp')
SOURCES = src tests benchmarks tools docs

# The folder of real corpora, for the tests and benchmarks that need one.
HALFBAYES_DATA ?= $(wildcard ../shared/data)
ifneq ($(HALFBAYES_DATA),)
export HALFBAYES_DATA
endif

# Small matrices: threads of BLAS would only wait for each other, and tests run side by side.
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: demo test check bench bench-fewlabel bench-scale docs lint wheel release pictures clean

demo: $(STAMP)package $(STAMP)report
	@$(PYTHON_IN) -m halfbayes demo

test: $(STAMP)package $(STAMP)dev $(STAMP)browser
	$(PYTHON_IN) -m pytest -q -n 2 --dist loadgroup

check: lint docs wheel

lint: $(STAMP)package $(STAMP)dev
	$(PYTHON_IN) -m ruff check $(SOURCES)
	$(PYTHON_IN) -m ruff format --check $(SOURCES)
	$(PYTHON_IN) -m mypy
	.venv/bin/lint-imports
	$(PYTHON_IN) -m interrogate -q src
	$(PYTHON_IN) tools/command_reference.py --check
	$(PYTHON_IN) tools/papers_page.py --check
	$(PYTHON_IN) -m pytest -q src tests/test_architecture.py tests/test_public_names.py \
		tests/test_tree.py tests/test_docs.py

docs: $(STAMP)package $(STAMP)docs $(STAMP)browser
	PYTHONPATH=tools $(PYTHON_IN) docs/pictures.py docs/_build/pictures
	$(PYTHON_IN) tools/papers_page.py
	$(PYTHON_IN) -m sphinx -q -W --keep-going -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

wheel: $(STAMP)package $(STAMP)release
	tools/release.sh wheel

release: $(STAMP)package $(STAMP)release
	tools/release.sh sdist wheel

bench: $(STAMP)package $(STAMP)dev
	@for program in $(filter-out %/bench_scale.py,$(wildcard benchmarks/bench_*.py)); do $(PYTHON_IN) "$$program" || exit 1; done
	@$(PYTHON_IN) -m halfbayes bench solvers
	@$(PYTHON_IN) -m halfbayes bench fewlabel --quick --again -o build/fewlabel-quick.jsonl

bench-fewlabel: $(STAMP)package $(STAMP)dev $(STAMP)peers
	@$(PYTHON_IN) -m halfbayes bench fewlabel --draws 10 -o benchmarks/results/fewlabel.jsonl
	@$(PYTHON_IN) -m halfbayes bench fewlabel -o benchmarks/results/fewlabel.jsonl --page docs/benchmarks.md

bench-scale: $(STAMP)package $(STAMP)dev
	@$(PYTHON_IN) benchmarks/bench_scale.py --times $(or $(SCALE),1 10)

pictures: $(STAMP)package $(STAMP)docs $(STAMP)browser
	PYTHONPATH=tools $(PYTHON_IN) docs/pictures.py docs/images

clean:
	rm -rf .venv build dist docs/_build

$(STAMP)run: pyproject.toml constraints.txt
	@tools/environment.sh requirements run build
	@touch $@

$(STAMP)package: $(STAMP)run $(NATIVE)
	@tools/environment.sh package
	@touch $@

$(STAMP)dev: $(STAMP)run
	@tools/environment.sh requirements dev files report spark
	@touch $@

$(STAMP)peers: $(STAMP)run
	@tools/environment.sh requirements peers
	@touch $@

$(STAMP)release: $(STAMP)run
	@tools/environment.sh requirements release
	@touch $@

$(STAMP)report: $(STAMP)run
	@tools/environment.sh requirements report
	@touch $@

# The browser that tests and pictures need: installed where that can be done without asking.
$(STAMP)browser: $(STAMP)run
	@tools/browser.sh $@

$(STAMP)docs: $(STAMP)run
	@tools/environment.sh requirements docs files spark
	@touch $@
