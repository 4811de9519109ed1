import os

import pytest

from halfbayes.data.identity import BLOCK, BLOCKS, EDGE, content_of, identity_of

LONG = 2 * EDGE + 20 * BLOCK * BLOCKS


def write(path, data, like=None):
    path.write_bytes(data)
    if like is not None:
        os.utime(path, ns=(like.st_atime_ns, like.st_mtime_ns))


@pytest.mark.parametrize("size", [0, 1000, LONG])
def test_a_file_that_stays_is_the_same(tmp_path, size):
    path = tmp_path / "a.csv"
    write(path, bytes(size))
    assert identity_of(path) == identity_of(path)
    assert content_of(path).n_bytes == size


@pytest.mark.parametrize("size", [1000, LONG])
@pytest.mark.parametrize("place", [0, EDGE, -1], ids=["beginning", "block", "end"])
def test_other_content_of_the_same_size_and_time_is_told(tmp_path, size, place):
    path, data = tmp_path / "a.csv", bytearray(size)
    write(path, data)
    before, was = content_of(path), path.stat()
    data[min(place, size - 1)] = 1
    write(path, data, like=was)
    assert content_of(path)[:2] == before[:2]
    assert content_of(path) != before


@pytest.mark.skipif(os.name != "posix", reason="of an inode the system keeps a time of change")
def test_a_file_replaced_by_its_copy_is_another_with_the_same_content(tmp_path):
    path, copy = tmp_path / "a.csv", tmp_path / "copy"
    write(path, b"label,text\n")
    before, content = identity_of(path), content_of(path)
    write(copy, b"label,text\n", like=path.stat())
    copy.replace(path)
    assert content_of(path) == content
    assert identity_of(path) != before
