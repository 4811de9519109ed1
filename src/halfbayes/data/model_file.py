"""The container of a model: one zip of plain arrays and a manifest. Knows no model.

    manifest.json    format, version, and whatever the model says of itself, as JSON
    arrays/NAME.npy  numpy arrays of numbers, never objects

Members are stored, not compressed, in the order of their names and with one fixed date: the
same content gives the same bytes on every machine. Loading runs no code and believes nothing:
the names, sizes and checksums of the members, the header of every array, its type and its size
are checked before anything of that size is allocated. Since nothing is compressed, no member
can be larger than the file. Whatever is wrong is a ``ModelFileError`` that says what.

Writing goes to a temporary file beside the target, which is renamed when it is complete
(``data.whole_file``).
"""

import io
import json
import os
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from halfbayes.data.whole_file import whole_file
from halfbayes.errors import ModelFileError

FORMAT: Final = "halfbayes model"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
NAME: Final = re.compile(r"arrays/([a-z0-9_]+(?:/[a-z0-9_]+)*)\.npy")
DATE: Final = (1980, 1, 1, 0, 0, 0)
KINDS: Final = frozenset({"float64", "int64", "uint8", "bool"})
MOST_MEMBERS: Final = 10_000
MOST_MANIFEST: Final = 64 * 1024 * 1024
LONGEST_HEADER: Final = 10_000
"""Bytes of an array's header; numpy's own are some 128."""

Arrays = Mapping[str, NDArray[Any]]


def write_model_file(
    path: str | os.PathLike[str], content: Mapping[str, Any], arrays: Arrays
) -> None:
    """Write ``content`` (JSON) and ``arrays`` to ``path``, whole or not at all."""
    manifest = {"format": FORMAT, "version": VERSION, "content": content}
    text = json.dumps(manifest, ensure_ascii=True, allow_nan=False, sort_keys=True, indent=1)
    try:
        with whole_file(path) as raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_STORED) as archive:
            for name in sorted(arrays):
                _write(archive, f"arrays/{name}.npy", _npy(name, arrays[name]))
            _write(archive, MANIFEST, text.encode("ascii"))
    except OSError as error:
        raise ModelFileError(f"cannot write {path}: {error.strerror or error}") from error


def read_model_file(
    path: str | os.PathLike[str],
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The content and the arrays of a model file."""
    source = Path(path)
    try:
        size = source.stat().st_size
        with zipfile.ZipFile(source) as archive:
            members = _checked_members(archive, size)
            content = _content(archive.read(MANIFEST))
            arrays = {name: _array(name, archive.read(info)) for name, info in members.items()}
    except ModelFileError:
        raise
    except OSError as error:
        raise ModelFileError(f"cannot read {source}: {error.strerror or error}") from error
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        RuntimeError,
        ValueError,
        EOFError,
    ) as error:
        raise ModelFileError(
            f"{source} is not a model file of halfbayes, or is damaged ({error}); "
            "save the model again, or fetch another copy"
        ) from error
    return content, arrays


def _write(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, DATE)
    info.external_attr = 0o644 << 16
    info.create_system = 3  # as on Unix, wherever it is written
    archive.writestr(info, data)


def _npy(name: str, array: NDArray[Any]) -> bytes:
    if array.dtype.name not in KINDS:
        raise TypeError(f"array {name!r} is of type {array.dtype}, not one of {sorted(KINDS)}")
    buffer = io.BytesIO()
    plain = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False)
    np.lib.format.write_array(buffer, plain, version=(1, 0), allow_pickle=False)
    return buffer.getvalue()


def _checked_members(archive: zipfile.ZipFile, size: int) -> dict[str, zipfile.ZipInfo]:
    """Members that are arrays, by name; everything about the directory is checked."""
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise ModelFileError(f"the file has {len(infos)} members, more than {MOST_MEMBERS}")
    names = [info.filename for info in infos]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ModelFileError(f"the file has two members named {twice!r}")
    if MANIFEST not in names or archive.getinfo(MANIFEST).file_size > MOST_MANIFEST:
        raise ModelFileError(
            f"the file has no {MANIFEST}, or one of more than {MOST_MANIFEST} bytes: "
            "it is not a model of halfbayes"
        )
    _check_plain(infos, size)
    members = {}
    for info in infos:
        match = NAME.fullmatch(info.filename)
        if match:
            members[match[1]] = info
        elif info.filename != MANIFEST:
            raise ModelFileError(f"the file has a member that is no array: {info.filename!r}")
    return members


def _check_plain(infos: list[zipfile.ZipInfo], size: int) -> None:
    stored = sum(info.file_size for info in infos)
    wrong = any(i.compress_type != zipfile.ZIP_STORED or i.flag_bits & 1 for i in infos)
    if wrong or stored > size:
        raise ModelFileError(
            f"the file declares {stored} bytes of content in {size} bytes, or compresses or "
            "encrypts it; model files are plain"
        )


def _content(data: bytes) -> dict[str, Any]:
    try:
        manifest = json.loads(data, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise ModelFileError(f"{MANIFEST} is not JSON: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ModelFileError(f"{MANIFEST} is not that of a model of halfbayes")
    version = manifest.get("version")
    if version != VERSION:
        raise ModelFileError(
            f"the file is of format version {version!r}; this halfbayes reads {VERSION}; "
            "install the version of halfbayes that wrote it, or a newer one"
        )
    content = manifest.get("content")
    if not isinstance(content, dict):
        raise ModelFileError(f"{MANIFEST} has no content")
    return content


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _array(name: str, data: bytes) -> NDArray[Any]:
    buffer = io.BytesIO(data)
    if np.lib.format.read_magic(buffer) != (1, 0):
        raise ModelFileError(f"array {name!r} is of another version of numpy's format")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(
        buffer, max_header_size=LONGEST_HEADER
    )
    if dtype.name not in KINDS or dtype.newbyteorder("<") != dtype or fortran:
        raise ModelFileError(f"array {name!r} is of type {dtype}, which no model has")
    declared = dtype.itemsize
    for length in shape:
        declared *= int(length)
    if declared != len(data) - buffer.tell() or any(length < 0 for length in shape):
        raise ModelFileError(
            f"array {name!r} declares shape {shape}, {declared} bytes, and has "
            f"{len(data) - buffer.tell()}"
        )
    array: NDArray[Any] = np.frombuffer(data, dtype, offset=buffer.tell()).reshape(shape)
    if dtype.kind == "f" and not np.isfinite(array).all():
        raise ModelFileError(f"array {name!r} has numbers that are not finite")
    if dtype.kind == "b" and array.view(np.uint8).max(initial=0) > 1:
        raise ModelFileError(f"array {name!r} has truth values that are neither 0 nor 1")
    return array


__all__ = ["FORMAT", "VERSION", "read_model_file", "write_model_file"]
