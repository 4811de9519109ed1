import gzip
import os
import zipfile

import numpy as np
import pytest

from halfbayes.data.formats import Dialect, begins_as_archive, read_bytes, suffix_of
from halfbayes.data.model_file import write_model_file
from halfbayes.data.parquet import parquet_bytes
from halfbayes.errors import InvalidInputError

TABLE = {"label": ["a"], "text": ["one"]}


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"label,text\na,one\n", "t.csv"),
        (b"label;text\na;one\n", "t.csv"),
        (b"label\ttext\na\tone\n", "standard input"),
        (b'{"label": "a", "text": "one"}\n', "standard input"),
        (b'\xef\xbb\xbf{"label": "a", "text": "one"}\n', "t.jsonl"),
        ("label,text\na,one\n".encode("utf-16"), "t.txt"),
        (gzip.compress(b"label,text\na,one\n", mtime=0), "t"),
        (parquet_bytes(TABLE), "standard input"),
        (gzip.compress(parquet_bytes(TABLE), mtime=0), "t.parquet.gz"),
    ],
)
def test_the_format_is_found_out(data, name):
    assert dict(read_bytes(data, name).columns) == TABLE


def test_mails_are_told_by_their_first_word_or_their_name():
    assert read_bytes(b"From a\n\none\n", "standard input").columns["body"] == ["one"]
    assert read_bytes(b"Subject: x\n\none\n", "a.eml").columns["body"] == ["one"]


def test_what_the_user_says_is_believed():
    data = "label|text\na|é\n".encode("latin-1")
    sheet = read_bytes(data, "t.csv", Dialect("latin-1", "|"))
    assert dict(sheet.columns) == {"label": ["a"], "text": ["é"]}
    assert sheet.notes == ()


@pytest.mark.parametrize("data", [b"", b"\n \n", gzip.compress(b"", mtime=0)])
def test_an_empty_file_is_refused(data):
    with pytest.raises(InvalidInputError, match=r"t\.csv is empty"):
        read_bytes(data, "t.csv")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("t.csv", "it must name its columns in the first line"),
        ("t.csv.gz", "it must name its columns in the first line"),
        ("t.jsonl", "it must have a document in each line, as a JSON object"),
        ("t.parquet", "a Parquet file has bytes even without rows"),
        ("t.eml", "it must hold a mail"),
    ],
)
def test_of_an_empty_file_is_said_what_its_format_asks_for(name, told):
    with pytest.raises(InvalidInputError, match=f"{name} is empty; {told}"):
        read_bytes(b"", name)


def test_an_archive_is_no_table(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as archive:
        archive.writestr("x", "y")
    with pytest.raises(InvalidInputError, match="save a spreadsheet as CSV"):
        read_bytes((tmp_path / "a.xlsx").read_bytes(), "a.xlsx")


def test_a_model_is_no_table_whatever_its_name(tmp_path):
    write_model_file(tmp_path / "m.zip", {}, {"a": np.zeros(1)})
    data = (tmp_path / "m.zip").read_bytes()
    for name in ("m.hb", "standard input"):
        with pytest.raises(InvalidInputError, match="is a model, and a table is expected"):
            read_bytes(data, name)
    assert begins_as_archive(str(tmp_path / "m.zip"))
    assert not begins_as_archive(str(tmp_path))
    assert not begins_as_archive(str(tmp_path / "gone"))


def test_the_suffix_that_counts_is_before_that_of_the_compression():
    assert [suffix_of(name) for name in ("a.CSV", "a.jsonl.zst", "a")] == [".csv", ".jsonl", ""]


@pytest.mark.parametrize(
    "page", ["<!DOCTYPE html>", "\ufeff \n<html><p>", "<?xml version='1.0'?>"]
)
def test_a_web_page_is_no_table(page):
    with pytest.raises(InvalidInputError, match=r"a.csv is a web page, not a table"):
        read_bytes(page.encode(), "a.csv")


def test_a_pipe_is_not_looked_into(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # to read it would wait for a writer
    assert not begins_as_archive(str(pipe))
    (tmp_path / "model.hb").write_bytes(b"PK\x03\x04")
    assert begins_as_archive(str(tmp_path / "model.hb"))
