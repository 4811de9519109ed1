import bz2
import codecs
import gzip
import io
import lzma
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from halfbayes.data.formats import Dialect
from halfbayes.data.readers import read_table
from halfbayes.data.sheets import joined
from halfbayes.data.streams import spooled, streamed
from halfbayes.errors import InvalidInputError

COLUMNS = {"label": ["a", "b", "a", "b", "a"], "text": ["one", "zwölf", None, "x,y", "z"]}
CSV = 'label,text\na,one\nb,zwölf\na,\nb,"x,y"\na,z\n'
JSON = '{"label": "a", "text": "one"}\n{"label": "b"}\n{"label": "a", "text": "é"}\n'


def zstd(data):
    return pa.compress(data, codec="zstd", asbytes=True)


def whole(files):
    return joined([sheet for sheet, _ in files.portions()], same_columns=False)


@pytest.fixture
def written(tmp_path):
    def write(name, data):
        (tmp_path / name).write_bytes(data)
        return str(tmp_path / name)

    return write


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", CSV.encode()),
        ("a.csv", b"\xef\xbb\xbf" + CSV.encode()),
        ("a.csv", CSV.encode("utf-16")),
        ("a.csv", b'{"label,text\na,one\n'),
        ("a.tsv", CSV.replace(",", "\t").encode()),
        ("a.csv.gz", gzip.compress(CSV.encode(), mtime=0)),
        ("a.csv.bz2", bz2.compress(CSV.encode())),
        ("a.csv.xz", lzma.compress(CSV.encode())),
        ("a.csv.zst", zstd(CSV.encode())),
        ("a.jsonl", JSON.encode()),
        ("noname", JSON.encode()),
    ],
)
def test_a_file_in_portions_is_the_file_at_once(written, name, data):
    path = written(name, data)
    found, at_once = whole(streamed(path, rows=2)), read_table(path)
    assert found.columns == at_once.columns
    assert list(found.numbers) == list(at_once.numbers)
    assert [origin.name for origin in found.origins] == [o.name for o in at_once.origins]


def test_a_folder_of_parquet_files_goes_on_from_any_place(tmp_path):
    for number in range(3):
        pq.write_table(pa.table(COLUMNS), tmp_path / f"{number}.parquet")
    files = streamed(str(tmp_path), rows=2)
    assert len(files.identities) == 3
    assert files.n_bytes > 0
    portions = list(files.portions())
    assert len(portions) == 9
    assert [sheet.place(0) for sheet, _ in portions][1] == "row 3 of 0.parquet"
    for place, (_, following) in enumerate(portions):
        rest = [sheet.columns for sheet, _ in files.portions(following)]
        assert rest == [sheet.columns for sheet, _ in portions[place + 1 :]]


def test_what_cannot_be_read_in_portions_is_not(written, tmp_path):
    assert streamed(written("a.mbox", b"From a@b\n")) is None
    assert streamed(written("inbox", b"From a@b\n")) is None
    assert streamed(str(tmp_path / "missing")) is None
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("hello")
    assert streamed(str(tmp_path / "texts")) is None


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.csv", b"label,text\na,caf\xe9\n", r"a\.csv is not utf-8 .* --encoding"),
        ("a.csv.gz", gzip.compress(CSV.encode(), mtime=0)[:-9], r"cannot read a\.csv\.gz"),
        ("a.parquet", b"PAR1 and rubbish", r"a\.parquet is not a Parquet file, or is damaged"),
    ],
)
def test_damaged_files_are_named(written, name, data, words):
    with pytest.raises(InvalidInputError, match=words):
        list(streamed(written(name, data)).portions())


def test_a_parquet_file_that_is_damaged_in_the_middle_is_named(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(
        pa.table({"text": np.random.default_rng(0).bytes(50_000).hex("\n").split("\n")}),
        path,
        row_group_size=500,
        use_dictionary=False,
        write_page_checksum=True,
    )
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 200] = bytes(200)
    path.write_bytes(data)
    with pytest.raises(InvalidInputError, match=r"a\.parquet is not a Parquet file, or is dam"):
        list(streamed(str(path)).portions())


def test_an_encoding_can_be_named(written):
    path = written("a.csv", b"label,text\na,caf\xe9\n")
    found = whole(streamed(path, Dialect(encoding="windows-1252")))
    assert found.columns["text"] == ["café"]
    for name in ("klingon", "hex"):
        with pytest.raises(InvalidInputError, match=f"'{name}' is no encoding"):
            streamed(path, Dialect(encoding=name))


@pytest.mark.parametrize(
    ("mark", "encoding", "named"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16-le"),
        (codecs.BOM_UTF8, "utf-8", "latin-1"),
    ],
)
def test_a_mark_does_not_get_in_the_way_of_a_named_encoding(written, mark, encoding, named):
    path, dialect = written("a.csv", mark + CSV.encode(encoding)), Dialect(encoding=named)
    assert whole(streamed(path, dialect)).columns == read_table(path, dialect).columns


def test_what_is_no_delimiter_is_refused_before_anything_is_read(written):
    files = streamed(written("a.csv", CSV.encode()), Dialect(delimiter="ab"))
    with pytest.raises(InvalidInputError, match="a delimiter is one character"):
        list(files.portions())


def test_standard_input_is_a_file_for_as_long_as_it_is_needed(monkeypatch):
    class Stdin:
        buffer = io.BytesIO(CSV.encode())

    monkeypatch.setattr(sys, "stdin", Stdin())
    with spooled("-") as source:
        assert whole(streamed(source)).columns["label"] == COLUMNS["label"]
    assert streamed(source) is None
    with spooled("other.csv") as source:
        assert source == "other.csv"
