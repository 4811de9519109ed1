"""The container of a model: one zip of plain arrays and a manifest. Knows no model.

    manifest.json    format, version, the hash of every array, and whatever the model says of
                     itself, as JSON
    arrays/NAME.npy  numpy arrays of numbers, never objects

Members are stored, not compressed, in the order of their names and with one fixed date: the
same content gives the same bytes on every machine. Loading runs no code and believes nothing:
the names, sizes and checksums of the members, the header of every array, its type and its size
are checked before anything of that size is allocated. Since nothing is compressed, no member
can be larger than the file. Whatever is wrong is a ``ModelFileError`` that says what. The
hashes tell a file whose parts are whole but not its own (SHA-256); they prove nothing of who
wrote it.

Version 1 had no hashes, the numbers of versions 1 and 2 are Gaussian where later ones are
Student's t, up to version 3 no word model is seen from a centre (``core.centre``), and up to
version 4 nobody looks at how documents are written (``text.writing``), up to version 5 no name
of a class is read (``core.given_view``), and up to version 6 no topic of words
(``text.topics``); all are still read. A version that is not known yet is refused.

Writing goes to a temporary file beside the target, which is renamed when it is complete
(``data.whole_file``).
"""

import json
import math
import os
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from halfbayes.data.whole_file import whole_file
from halfbayes.errors import ModelFileError

FORMAT: Final = "halfbayes model"
VERSION: Final = 7
MANIFEST: Final = "manifest.json"
NAME: Final = re.compile(r"arrays/([a-z0-9_]+(?:/[a-z0-9_]+)*)\.npy")
DATE: Final = (1980, 1, 1, 0, 0, 0)
KINDS: Final = {kind: np.dtype(kind) for kind in ("<f8", "<i8", "|u1", "|b1")}
"""Types of arrays: plain numbers and truth values."""
MAGIC: Final = b"\x93NUMPY\x01\x00"
ALIGNMENT: Final = 64
HEADER: Final = re.compile(
    re.escape(MAGIC)
    + rb"(?P<length>..)(?P<text>\{'descr': '(?P<kind>[^'\n]{1,20})', 'fortran_order': False, "
    + rb"'shape': \((?P<shape>(?:\d{1,18}, ?){0,8}(?:\d{1,18})?)\), \} {0,200}\n)",
    re.DOTALL,
)
"""How an array begins; read by nothing that could be made to do anything else."""
ENCRYPTED: Final = 1
"""The bit of a member's flags that says so."""
MOST_MEMBERS: Final = 10_000
MOST_MANIFEST: Final = 64 * 1024 * 1024

Arrays = Mapping[str, NDArray[Any]]
Parts = Sequence[bytes | memoryview]
"""Bytes, one stretch after the other."""


class _DamageError(ValueError):
    """What is wrong with the content of a file, in words."""


DAMAGES: Final = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    ValueError,  # also what is found wrong here
    EOFError,
)
"""What reading raises where a file is damaged, or no model."""


def write_model_file(
    path: str | os.PathLike[str], content: Mapping[str, Any], arrays: Arrays
) -> None:
    """Write ``content`` (JSON) and ``arrays`` to ``path``, whole or not at all."""
    hashes = {}
    try:
        with whole_file(path) as raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_STORED) as archive:
            for name in sorted(arrays):
                parts = _npy(name, arrays[name])
                hashes[name] = _hash(parts)
                _write(archive, f"arrays/{name}.npy", parts)
            _write(archive, MANIFEST, [_manifest(content, hashes)])
    except OSError as error:
        raise ModelFileError(
            f"cannot write {path}: {error.strerror or error}; choose another place"
        ) from error


def read_model_file(
    path: str | os.PathLike[str],
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The content and the arrays of a model file."""
    manifest, arrays = _read(Path(path), with_arrays=True)
    return manifest["content"], arrays


def format_version(path: str | os.PathLike[str]) -> int:
    """The version of the format that a model file is written in."""
    return int(_read(Path(path), with_arrays=False)[0]["version"])


def _read(source: Path, *, with_arrays: bool) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    arrays = {}
    try:
        size = source.stat().st_size
        with zipfile.ZipFile(source) as archive:
            members = _checked_members(archive, size)
            manifest = _checked_manifest(archive.read(MANIFEST))
            check = CHECKS[manifest["version"]](manifest, members)
            for name, info in members.items() if with_arrays else ():
                data = archive.read(info)
                arrays[name] = _array(name, data)
                check(name, data)
    except ModelFileError as error:
        raise ModelFileError(f"cannot read {source}: {error}") from error
    except OSError as error:
        raise ModelFileError(
            f"cannot read {source}: {error.strerror or error}; check its name and permissions"
        ) from error
    except DAMAGES as error:
        raise ModelFileError(
            f"{source} is not a model file of halfbayes, or is damaged ({error}); "
            "save the model again, or fetch another copy"
        ) from error
    return manifest, arrays


def _manifest(content: Mapping[str, Any], hashes: Mapping[str, str]) -> bytes:
    manifest = {"format": FORMAT, "version": VERSION, "hashes": hashes, "content": content}
    text = json.dumps(manifest, ensure_ascii=True, allow_nan=False, sort_keys=True, indent=1)
    return text.encode("ascii")


def _hash(parts: Parts) -> str:
    found = sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()


def _write(archive: zipfile.ZipFile, name: str, parts: Parts) -> None:
    info = zipfile.ZipInfo(name, DATE)
    info.external_attr = 0o644 << 16
    info.create_system = 3  # as on Unix, wherever it is written
    info.file_size = sum(map(len, parts))  # known before, as zipfile's writestr knows it
    with archive.open(info, "w") as member:
        for part in parts:
            member.write(part)


def _npy(name: str, array: NDArray[Any]) -> Parts:
    """The array in numpy's format, written here so that no version of numpy writes another.

    Its header, and its numbers where they are: a large array is not copied.
    """
    kind = array.dtype.newbyteorder("<").str
    if kind not in KINDS:
        known = [dtype.name for dtype in KINDS.values()]
        raise TypeError(f"array {name!r} is of type {array.dtype}, not one of {known}")
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {array.shape}, }}"
    text += " " * (-(len(MAGIC) + 2 + len(text) + 1) % ALIGNMENT) + "\n"
    plain = np.ascontiguousarray(array).astype(KINDS[kind], copy=False)
    header = MAGIC + len(text).to_bytes(2, "little") + text.encode("ascii")
    return [header, plain.reshape(-1).view(np.uint8).data]


def _checked_members(archive: zipfile.ZipFile, size: int) -> dict[str, zipfile.ZipInfo]:
    """Members that are arrays, by name; everything about the directory is checked."""
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise _DamageError(f"the file has {len(infos)} members, more than {MOST_MEMBERS}")
    names = [info.filename for info in infos]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise _DamageError(f"the file has two members named {twice!r}")
    if MANIFEST not in names or archive.getinfo(MANIFEST).file_size > MOST_MANIFEST:
        raise _DamageError(
            f"the file has no {MANIFEST}, or one of more than {MOST_MANIFEST} bytes"
        )
    _check_plain(infos, size)
    members = {}
    for info in infos:
        match = NAME.fullmatch(info.filename)
        if match:
            members[match[1]] = info
        elif info.filename != MANIFEST:
            raise _DamageError(f"the file has a member that is no array: {info.filename!r}")
    return members


def _check_plain(infos: list[zipfile.ZipInfo], size: int) -> None:
    stored = sum(info.file_size for info in infos)
    wrong = any(
        i.compress_type != zipfile.ZIP_STORED
        or i.flag_bits & ENCRYPTED
        or i.compress_size != i.file_size
        for i in infos
    )
    if wrong or stored > size:
        raise _DamageError(
            f"the file declares {stored} bytes of content in {size} bytes, or compresses or "
            "encrypts it; model files are plain"
        )


def _checked_manifest(data: bytes) -> dict[str, Any]:
    try:
        manifest = json.loads(data, parse_constant=_refused, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise _DamageError(f"{MANIFEST} is not JSON: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise _DamageError(f"{MANIFEST} is not that of a model of halfbayes")
    version = manifest.get("version")
    if type(version) is not int or version not in CHECKS:
        raise ModelFileError(
            f"the file is of format version {version!r:.40}; this halfbayes reads versions "
            f"{min(CHECKS)} to {max(CHECKS)}; install a newer halfbayes"
        )
    if not isinstance(manifest.get("content"), dict):
        raise _DamageError(f"{MANIFEST} has no content")
    return manifest


Check = Callable[[str, bytes], None]
"""Told the name and the bytes of every array."""


def _no_check(_manifest: dict[str, Any], _members: Mapping[str, Any]) -> Check:
    return lambda _name, _data: None


def _hash_check(manifest: dict[str, Any], members: Mapping[str, Any]) -> Check:
    hashes = manifest.get("hashes")
    if not isinstance(hashes, dict) or hashes.keys() != members.keys():
        raise _DamageError(f"the arrays of the file are not those that {MANIFEST} lists")

    def check(name: str, data: bytes) -> None:
        if hashes[name] != sha256(data).hexdigest():
            raise _DamageError(f"array {name!r} is not the one that was saved")

    return check


CHECKS: Final[Mapping[int, Callable[[dict[str, Any], Mapping[str, Any]], Check]]] = {
    1: _no_check,
    2: _hash_check,
    3: _hash_check,
    4: _hash_check,
    5: _hash_check,
    6: _hash_check,
    7: _hash_check,
}
"""What a file of each version promises of its arrays."""


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant:.40} is no number")


def _finite(number: str) -> float:
    found = float(number)
    return found if math.isfinite(found) else _refused(number)


def _array(name: str, data: bytes) -> NDArray[Any]:
    match = HEADER.match(data)
    if match is None or int.from_bytes(match["length"], "little") != len(match["text"]):
        raise _DamageError(f"array {name!r} does not begin as the arrays of a model do")
    kind = match["kind"].decode("latin-1")
    if kind not in KINDS:
        raise _DamageError(f"array {name!r} is of type {kind!r}, which no model has")
    shape = tuple(int(length) for length in match["shape"].split(b",") if length.strip())
    declared, there = math.prod(shape) * KINDS[kind].itemsize, len(data) - match.end()
    if declared != there:
        raise _DamageError(
            f"array {name!r} declares shape {shape}, {declared} bytes, and has {there}"
        )
    array: NDArray[Any] = np.frombuffer(data, KINDS[kind], offset=match.end()).reshape(shape)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise _DamageError(f"array {name!r} has numbers that are not finite")
    if array.dtype.kind == "b" and array.view(np.uint8).max(initial=0) > 1:
        raise _DamageError(f"array {name!r} has truth values that are neither 0 nor 1")
    return array


__all__ = ["FORMAT", "VERSION", "format_version", "read_model_file", "write_model_file"]
