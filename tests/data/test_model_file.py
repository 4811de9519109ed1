import io
import json
import random
import zipfile
from hashlib import sha256

import numpy as np
import pytest

from halfbayes.data.model_file import VERSION, format_version, read_model_file, write_model_file
from halfbayes.errors import ModelFileError

ARRAYS = {
    "numbers/a": np.arange(6.0).reshape(2, 3),
    "b": np.array([True, False]),
    "text": np.frombuffer(b"abc", dtype=np.uint8),
    "empty": np.zeros((0, 4), dtype=np.int64),
}
CONTENT = {"classes": ["a", "\ud800", "ü"], "n": 3}


@pytest.fixture
def path(tmp_path):
    write_model_file(tmp_path / "m.hb", CONTENT, ARRAYS)
    return tmp_path / "m.hb"


def rewritten(path, members):
    """The file with other members: (name, bytes, compression)."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data, compression in members:
            archive.writestr(zipfile.ZipInfo(name), data, compression)
    return path


def plain(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_what_is_read_is_what_was_written(path):
    content, arrays = read_model_file(path)
    assert content == CONTENT
    assert arrays.keys() == ARRAYS.keys()
    for name, array in arrays.items():
        assert np.array_equal(array, ARRAYS[name])
        assert array.dtype == ARRAYS[name].dtype


def test_the_same_content_gives_the_same_bytes(path, tmp_path):
    backwards = dict(reversed(ARRAYS.items()))
    write_model_file(tmp_path / "other.hb", dict(reversed(CONTENT.items())), backwards)
    assert (tmp_path / "other.hb").read_bytes() == path.read_bytes()


def test_nothing_is_left_behind_when_writing_fails(tmp_path):
    with pytest.raises(TypeError, match="object"):
        write_model_file(tmp_path / "m.hb", {}, {"bad": np.array([object()])})
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_keeps_the_file_before(path):
    before = path.read_bytes()
    with pytest.raises(TypeError):
        write_model_file(path, {}, {"bad": np.array([object()])})
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", range(400))
def test_a_damaged_file_is_refused_or_still_right(path, seed):
    raw, draw = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(draw.randint(1, 6)):
        raw[draw.randrange(len(raw))] = draw.randrange(256)
    if seed % 3 == 0:
        raw = raw[: draw.randrange(len(raw))]
    path.write_bytes(raw)
    try:
        content, arrays = read_model_file(path)
    except ModelFileError:
        return
    assert content == CONTENT
    assert all(np.array_equal(array, ARRAYS[name]) for name, array in arrays.items())


def forged(path, members):
    """The file with other arrays, and a manifest that says that they belong there."""
    manifest = json.loads(plain(path)["manifest.json"])
    manifest["hashes"] = {
        name[len("arrays/") : -len(".npy")]: sha256(data).hexdigest()
        for name, data, _ in members
    }
    return rewritten(path, [*members, ("manifest.json", json.dumps(manifest), STORED)])


def npy(header, data=b""):
    text = (header + " " * (64 - len(header) % 64) + "\n").encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data


STORED, DEFLATED = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
HUGE = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000,), }", b"\0" * 8)
OBJECTS = npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", b"\0" * 8)
NAN = npy(
    "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", np.array([np.nan]).tobytes()
)
BOOLS = npy("{'descr': '|b1', 'fortran_order': False, 'shape': (1,), }", b"\x07")
CODE = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (__import__('os').getpid(),), }")
CUT = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }")[:40]
MINUS = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, -1), }", b"\0" * 8)


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ([("arrays/a.npy", HUGE, STORED)], "declares shape"),
        ([("arrays/a.npy", MINUS, STORED)], "does not begin"),
        ([("arrays/a.npy", OBJECTS, STORED)], "which no model has"),
        ([("arrays/a.npy", NAN, STORED)], "not finite"),
        ([("arrays/a.npy", BOOLS, STORED)], "neither 0 nor 1"),
        ([("arrays/a.npy", CODE, STORED)], "does not begin"),
        ([("arrays/a.npy", CUT, STORED)], "does not begin"),
        ([("arrays/../../etc/x.npy", b"", STORED)], "no array"),
        ([("/arrays/a.npy", b"", STORED)], "no array"),
        ([("arrays/a.npy", b"\0" * 1_000_000, DEFLATED)], "plain"),
        ([("arrays/a.npy", b"not an array", STORED)], "does not begin"),
    ],
)
def test_crafted_members_are_refused_by_name(path, members, words):
    forged(path, members)
    with pytest.raises(ModelFileError, match=words):
        read_model_file(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_refused(path):
    manifest = plain(path)["manifest.json"]
    rewritten(path, [("manifest.json", manifest, STORED)] * 2)
    with pytest.raises(ModelFileError, match=rf"{path.name} .* two members .* fetch another"):
        read_model_file(path)


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        (b"[" * 100_000, "not JSON"),
        (b"{}", "not that of a model"),
        (b'{"format": "halfbayes model", "version": NaN}', "not JSON"),
        (
            b'{"format": "halfbayes model", "version": 3, "content": {"dial": 1e999}}',
            "1e999 is",
        ),
        (b'{"format": "halfbayes model", "content": {"dial": -1e999}}', "-1e999 is no number"),
        (b'{"format": "halfbayes model", "version": 99, "content": {}}', "version 99"),
        (b'{"format": "halfbayes model", "version": 1, "content": 3}', "no content"),
    ],
)
def test_a_wrong_manifest_is_refused(path, manifest, words):
    rewritten(path, [("manifest.json", manifest, STORED)])
    with pytest.raises(ModelFileError, match=words):
        read_model_file(path)


def test_whole_arrays_in_each_others_place_are_told(path):
    members = plain(path)
    a, b = "arrays/numbers/a.npy", "arrays/text.npy"
    members[a], members[b] = members[b], members[a]
    rewritten(path, [(name, data, STORED) for name, data in members.items()])
    with pytest.raises(ModelFileError, match="is not the one that was saved"):
        read_model_file(path)


@pytest.mark.parametrize("change", [lambda h: h.pop("b"), lambda h: h.update(more="00")])
def test_the_arrays_must_be_those_that_the_manifest_lists(path, change):
    members = plain(path)
    manifest = json.loads(members["manifest.json"])
    change(manifest["hashes"])
    members["manifest.json"] = json.dumps(manifest).encode()
    rewritten(path, [(name, data, STORED) for name, data in members.items()])
    with pytest.raises(ModelFileError, match="lists"):
        read_model_file(path)


def test_the_first_version_had_no_hashes_and_is_still_read(path):
    members = plain(path)
    manifest = {**json.loads(members["manifest.json"]), "version": 1}
    del manifest["hashes"]
    members["manifest.json"] = json.dumps(manifest).encode()
    rewritten(path, [(name, data, STORED) for name, data in members.items()])
    content, arrays = read_model_file(path)
    assert content == CONTENT
    assert arrays.keys() == ARRAYS.keys()
    assert format_version(path) == 1


def test_the_version_of_a_new_file_is_the_newest(path):
    assert format_version(path) == VERSION


@pytest.mark.parametrize("version", [0, VERSION + 1, 2**70, str(VERSION), True, 2.0, None])
def test_a_version_that_is_not_known_is_refused_with_what_to_do(path, version):
    members = plain(path)
    manifest = {**json.loads(members["manifest.json"]), "version": version}
    rewritten(path, [("manifest.json", json.dumps(manifest), STORED)])
    with pytest.raises(
        ModelFileError, match=rf"{path.name}: .* versions 1 to 7; install a newer"
    ):
        read_model_file(path)


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_what_numpy_itself_reads(path, name):
    data = plain(path)[f"arrays/{name}.npy"]
    found = np.load(io.BytesIO(data), allow_pickle=False)
    assert np.array_equal(found, ARRAYS[name])
    assert (data.index(b"\n") + 1) % 64 == 0


@pytest.mark.parametrize(("first", "width"), [(20, 8), (20, 4), (24, 4)])
def test_a_member_larger_than_the_file_is_refused(path, first, width):
    raw = path.read_bytes()
    end = raw.index(b"PK\x01\x02") + first
    raw = raw[:end] + (2**31).to_bytes(4, "little") * (width // 4) + raw[end + width :]
    path.write_bytes(raw)
    with pytest.raises(ModelFileError, match="plain"):
        read_model_file(path)


@pytest.mark.parametrize("missing", ["nowhere.hb", "no/such/folder.hb"])
def test_a_file_that_is_not_there_is_named(tmp_path, missing):
    with pytest.raises(ModelFileError, match=r"cannot read .* check its name"):
        read_model_file(tmp_path / missing)
    if "/" in missing:
        with pytest.raises(ModelFileError, match=r"cannot write .* another place"):
            write_model_file(tmp_path / missing, {}, {})


def test_any_other_file_is_no_model(path):
    path.write_bytes(b"label,text\na,b\n")
    with pytest.raises(ModelFileError, match="not a model file"):
        read_model_file(path)


def test_the_manifest_is_readable_text(path):
    manifest = json.loads(plain(path)["manifest.json"])
    assert manifest["format"] == "halfbayes model"
    assert io.BytesIO(path.read_bytes()).read(2) == b"PK"
