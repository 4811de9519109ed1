import os
import stat

import pytest

from halfbayes.data.whole_file import whole_file


def test_a_file_is_there_when_it_is_complete(tmp_path):
    target = tmp_path / "a.bin"
    with whole_file(target) as file:
        file.write(b"one")
        assert not target.exists()
    assert target.read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["a.bin"]


def write_half(target, error) -> None:
    with whole_file(target) as file:
        file.write(b"half")
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError, SystemExit])
def test_an_error_or_ctrl_c_leaves_what_was_there(tmp_path, error):
    target = tmp_path / "a.bin"
    target.write_bytes(b"old")
    with pytest.raises(error):
        write_half(target, error)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.bin"]


def test_a_new_file_is_as_readable_as_others_and_an_old_one_keeps_its_mode(tmp_path):
    (tmp_path / "other").touch()
    with whole_file(tmp_path / "new"):
        pass
    expected = stat.S_IMODE((tmp_path / "other").stat().st_mode)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == expected
    (tmp_path / "new").chmod(0o640)
    with whole_file(tmp_path / "new"):
        pass
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with whole_file(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_device_is_written_to_and_not_replaced():
    with whole_file(os.devnull) as file:
        file.write(b"gone")
    assert not os.path.isfile(os.devnull)  # noqa: PTH113 (a device has no useful Path)


def test_a_long_name_in_any_script_can_be_written(tmp_path):
    target = tmp_path / ("\u7532" * 80 + ".csv")
    with whole_file(target) as file:
        file.write(b"one")
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_what_goes_to_a_device_may_look_back():
    with whole_file("/dev/null") as file:
        file.write(b"one")
        assert file.tell() == 3
