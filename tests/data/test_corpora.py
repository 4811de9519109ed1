import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from halfbayes.data.corpora import CORPORA, corpora_folder, joined, load_corpus
from halfbayes.errors import InvalidParameterError, MissingCorpusError, MissingExtraError


def write(folder, name, **columns):
    path = folder / CORPORA[name].file
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)


def test_fields_and_labels_come_as_they_are_written(tmp_path):
    write(tmp_path, "bbc", label=["a", "b"], title=["one", None], body=["two", "three"])
    corpus = load_corpus("bbc", tmp_path)
    assert corpus.fields == {"title": ["one", None], "body": ["two", "three"]}
    assert corpus.labels.tolist() == ["a", "b"]
    assert joined(corpus.fields) == ["one two", "three"]
    assert corpus.rows([1]) == {"title": [None], "body": ["three"]}


def test_rows_outside_the_task_are_left_out(tmp_path):
    write(tmp_path, "clinc150", label=["x", "oos"], text=["t", "u"], is_oos=[False, True])
    assert load_corpus("clinc150", tmp_path).labels.tolist() == ["x"]


def test_the_digest_tells_files_apart(tmp_path):
    digests = set()
    for text in ("one", "two"):
        write(tmp_path, "sms", label=["ham"], text=[text])
        digests.add(load_corpus("sms", tmp_path).digest)
    assert len(digests) == 2


def test_a_missing_file_says_where_to_get_it(tmp_path):
    with pytest.raises(MissingCorpusError, match="UCI"):
        load_corpus("sms", tmp_path)


def test_an_unknown_name_lists_those_there_are():
    with pytest.raises(InvalidParameterError, match="20newsgroups, r52"):
        load_corpus("newsgroups")


def test_the_folder_comes_from_the_environment_when_none_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFBAYES_DATA", str(tmp_path))
    assert corpora_folder(None) == tmp_path
    monkeypatch.delenv("HALFBAYES_DATA")
    with pytest.raises(MissingCorpusError, match="--data"):
        corpora_folder(None)
    with pytest.raises(MissingCorpusError, match="there is none"):
        corpora_folder(tmp_path / "nowhere")


def test_without_pyarrow_the_command_that_installs_it_is_named(tmp_path, monkeypatch):
    write(tmp_path, "sms", label=["ham"], text=["one"])
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'halfbayes\[files\]'"):
        load_corpus("sms", tmp_path)


def test_the_halves_are_equal_and_apart():
    halves = [row.half for row in CORPORA.values()]
    assert halves == ["design"] * 8 + ["report"] * 8


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "n_documents", "n_classes"),
    [("r52", 9100, 52), ("webkb", 4199, 4), ("clinc150", 22500, 150), ("trec", 5952, 6)],
)
def test_a_corpus_has_its_published_size(data_folder, name, n_documents, n_classes):
    corpus = load_corpus(name, data_folder)
    assert len(corpus.labels) == n_documents
    assert len(np.unique(corpus.labels)) == n_classes
    assert all(len(column) == n_documents for column in corpus.fields.values())
