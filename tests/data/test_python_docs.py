import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.library_reference import CHAPTERS
from halfbayes.data.python_docs import Docstring, python_docstrings, split_by_module
from halfbayes.errors import MissingCorpusError

ROWS = python_docstrings()

rows = st.builds(
    Docstring,
    module=st.sampled_from("abcdefghij"),
    name=st.text(max_size=3),
    text=st.text(max_size=3),
    chapter=st.sampled_from(["one", "two"]),
)


def test_every_python_carries_some_thousands_of_documents_in_eight_classes():
    assert len(ROWS) > 3000
    sizes = Counter(row.chapter for row in ROWS)
    assert set(sizes) == set(CHAPTERS)
    assert min(sizes.values()) > 100


def test_the_corpus_is_the_same_each_time_it_is_read():
    assert python_docstrings() == ROWS


def test_no_text_occurs_twice():
    assert len({row.text for row in ROWS}) == len(ROWS)


def test_written_and_compiled_docstrings_are_both_found():
    found = {(row.module, row.name) for row in ROWS}
    assert ("shutil", "copyfile") in found  # written in Python
    assert ("math", "cos") in found  # compiled
    assert ("builtins", "str.split") in found


def test_a_text_is_the_docstring_itself():
    (row,) = [row for row in ROWS if (row.module, row.name) == ("bisect", "bisect_left")]
    assert row.text.startswith("Return the index where to insert item x in list a")


def test_private_names_are_left_out():
    parts = {part for row in ROWS for part in row.name.split(".") if row.name != row.module}
    assert not [part for part in parts if part.startswith("_")]


def test_python_files_are_read_and_not_run(tmp_path):
    (tmp_path / "ast.py").write_text('"""What it is."""\nraise SystemExit("it was run")\n')
    compiled_too = python_docstrings(tmp_path)
    assert Docstring("ast", "ast", "What it is.", "Language and imports") in compiled_too


def test_reading_the_corpus_loads_none_of_the_python_modules_it_describes():
    program = (
        "import sys; from halfbayes.data.python_docs import python_docstrings; "
        "assert 'venv' in {row.module for row in python_docstrings()}; "
        "raise SystemExit('venv' in sys.modules or 'asyncio' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_folder_without_python_files_is_named_in_the_error(tmp_path):
    with pytest.raises(MissingCorpusError, match=tmp_path.name):
        python_docstrings(Path(tmp_path))


@given(st.lists(rows, max_size=40))
def test_a_split_shares_no_module_loses_no_document_and_keeps_their_order(documents):
    # A module has one chapter, as in the library reference.
    documents = [
        Docstring(row.module, row.name, row.text, "one" if row.module < "e" else "two")
        for row in documents
    ]
    training, test = split_by_module(documents)
    assert not {row.module for row in training} & {row.module for row in test}
    held_out = {row.module for row in test}
    assert training == [row for row in documents if row.module not in held_out]
    assert test == [row for row in documents if row.module in held_out]


@given(st.lists(rows, max_size=40), st.randoms(use_true_random=False))
def test_which_modules_are_held_out_does_not_depend_on_the_order_of_documents(
    documents, random
):
    held_out = {row.module for row in split_by_module(documents)[1]}
    random.shuffle(documents)
    assert {row.module for row in split_by_module(documents)[1]} == held_out


def test_every_class_keeps_most_of_its_documents_for_training():
    training, test = split_by_module(ROWS)
    kept = Counter(row.chapter for row in training)
    held_out = Counter(row.chapter for row in test)
    assert all(kept[chapter] > held_out[chapter] > 0 for chapter in CHAPTERS)
