import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.compression import (
    PACKINGS,
    compressed,
    compressing,
    decompressed,
    without_suffix,
)
from halfbayes.errors import InvalidInputError

SUFFIXES = sorted(PACKINGS)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_compressed_comes_back_whatever_it_is_called(suffix):
    data = "label,text\nspam,naïve\n".encode() * 100
    packed = compressed(data, f"a.csv{suffix}")
    assert len(packed) < len(data)
    assert decompressed(packed, "standard input") == data
    assert compressed(data, f"a.csv{suffix}") == packed


@pytest.mark.parametrize("suffix", [*SUFFIXES, ""])
def test_what_is_written_in_portions_comes_back_as_one(suffix):
    file = io.BytesIO()
    with compressing(file, f"a.csv{suffix}") as packed:
        packed.write(b"label,text\n")
        packed.write(b"spam,eggs\n")
    assert decompressed(file.getvalue(), "standard input") == b"label,text\nspam,eggs\n"


def test_what_is_not_compressed_stays_as_it_is():
    assert decompressed(b"label,text\n", "a.csv.gz") == b"label,text\n"
    assert compressed(b"label,text\n", "a.csv") == b"label,text\n"


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_cut_short_is_one_error(suffix):
    packed = compressed(bytes(range(256)) * 50, f"a{suffix}")
    with pytest.raises(InvalidInputError, match="damaged or cut short"):
        decompressed(packed[: len(packed) // 2], "a.csv")


@given(
    st.sampled_from([b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"]), st.binary()
)
def test_damaged_bytes_are_one_error_or_some_bytes(magic, rest):
    with suppress(InvalidInputError):
        assert isinstance(decompressed(magic + rest, "a"), bytes)


def test_only_suffixes_of_compression_are_taken_off():
    assert [without_suffix(f"mails.csv{suffix}") for suffix in SUFFIXES] == ["mails.csv"] * 4
