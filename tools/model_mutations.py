"""Damaged and forged model files, drawn at random: what ``fuzz_model_file`` loads.

*Damage* is what happens to files: bits flip, ends are lost, parts are exchanged. The checksums
stay as they were. *Forgeries* are made by somebody who knows the format and makes checksums and
hashes right. A mutation takes a file as bytes and a random generator, and gives other bytes.
"""

import io
import json
import struct
import warnings
import zipfile
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any

MANIFEST = "manifest.json"
Members = list[tuple[str, bytes]]
Mutation = Callable[[bytes, Random], bytes]

HOSTILE_NAMES = (
    *("../../outside.npy", "/etc/passwd", "arrays/../../x.npy", "arrays//a.npy", "arrays/.npy"),
    *("C:\\x.npy", "arrays/A.npy", "arrays/a.npy/", "arrays/a\x00.npy", "arrays/é.npy", ""),
    *("__init__.py", "arrays/a.pkl", "x" * 60_000),
)
FOREIGN_TYPES = (
    *("|O", "<f4", "<f2", ">f8", "<c16", "<i4", "<u8", "<U4", "|S8", "<M8[s]", "<f16", "|V8"),
    *("[('a', '<f8')]", "<q8", "", "<f8'; import os #"),
)
SHAPES = (
    *(
        "(1250000000,)",
        "(2**40,)",
        "(-1,)",
        "(-1, -1)",
        "(9223372036854775807, 2)",
        "()",
        "[3]",
    ),
    *("(99999999999999999999999,)", "(0, 10000000000)", "(1.0,)", "(True,)", "(None,)", "'x'"),
    *("(__import__('os').getpid(),)", "(" * 50 + ")" * 50),
)
NUMBERS = (0.0, -0.0, -1.0, 1e-320, 1e300, -1e300, 1.7e308, float("nan"), float("inf"))
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 1.5, 2**31, 2**63, 10**30, -(10**9), 1e308, "", "x", "\ud800", "body"),
    *([], [[]], {}, [None], ["a", "a"], {"kind": "event"}, [0] * 1000, "y" * 10_000),
)


def members_of(raw: bytes) -> Members:
    """Name and bytes of every member."""
    return list(_members(raw))


@lru_cache(maxsize=64)
def _members(raw: bytes) -> tuple[tuple[str, bytes], ...]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return tuple((info.filename, archive.read(info)) for info in archive.infolist())


def packed(members: Members, compression: int = zipfile.ZIP_STORED) -> bytes:
    """A file of these members, with the right checksums."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", compression) as archive:
        warnings.simplefilter("ignore")  # two members of one name are meant
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, compression)
    return buffer.getvalue()


def flipped(raw: bytes, draw: Random) -> bytes:
    """Up to eight bits are turned over."""
    data = bytearray(raw)
    for _ in range(draw.randint(1, 8)):
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(data)


def overwritten(raw: bytes, draw: Random) -> bytes:
    """A stretch is written over with anything."""
    at, data = draw.randrange(len(raw)), draw.randbytes(draw.choice((1, 2, 4, 8, 64)))
    return raw[:at] + data + raw[at + len(data) :]


def truncated(raw: bytes, draw: Random) -> bytes:
    """The end is lost."""
    return raw[: draw.randrange(len(raw))]


def shifted(raw: bytes, draw: Random) -> bytes:
    """A stretch is lost or put in, somewhere."""
    at, size = draw.randrange(len(raw)), draw.randint(1, 200)
    lost = draw.choice((0, size))
    inserted = draw.randbytes(size) if lost or draw.random() < 0.5 else raw[at : at + size]  # noqa: PLR2004
    return raw[:at] + (b"" if lost and draw.random() < 0.5 else inserted) + raw[at + lost :]  # noqa: PLR2004


def swapped(raw: bytes, draw: Random) -> bytes:
    """Two members have each other's bytes; their checksums are right, and the hashes old."""
    members = members_of(raw)
    one, other = draw.sample(range(len(members)), 2)
    (a, data_a), (b, data_b) = members[one], members[other]
    members[one], members[other] = (a, data_b), (b, data_a)
    return packed(members)


def other_members(raw: bytes, draw: Random) -> bytes:
    """A member is gone, twice there, renamed, or too many."""
    members = members_of(raw)
    at = draw.randrange(len(members))
    name, data = members[at]
    change = draw.randrange(4)
    if change == 0:
        del members[at]
    elif change == 1:
        members.insert(
            draw.randrange(len(members)), (name, draw.choice((data, b"", data[:-1])))
        )
    elif change == 2:  # noqa: PLR2004
        members[at] = (draw.choice(HOSTILE_NAMES), data)
    else:
        members.append((draw.choice((*HOSTILE_NAMES, "arrays/more.npy")), data))
    return packed([(name or "a", data) for name, data in members])


def squeezed(raw: bytes, draw: Random) -> bytes:
    """Members are compressed: a small file that holds much."""
    members = members_of(raw)
    if draw.random() < 0.1:  # noqa: PLR2004
        members.append(("arrays/bomb.npy", bytes(2_000_000)))
    return packed(members, draw.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)))


def declared(raw: bytes, draw: Random) -> bytes:
    """The directory declares other sizes, places, methods or flags: up to 4 GB, or 10 GB."""
    data = bytearray(raw)
    directory = [at for at in range(len(raw)) if raw.startswith(b"PK\x01\x02", at)]
    at = draw.choice(directory)
    field, width = draw.choice(((20, 4), (24, 4), (42, 4), (10, 2), (8, 2), (28, 2), (30, 2)))
    size = draw.choice((0, 1, 99, 2**16 - 1, 2**31 - 1, 2**32 - 2, 2**32 - 1)) % 256**width
    data[at + field : at + field + width] = size.to_bytes(width, "little")
    if field in (20, 24) and draw.random() < 0.5:  # noqa: PLR2004
        # zip64: 10 GB, said in an extra field behind the name.
        name_size = int.from_bytes(data[at + 28 : at + 30], "little")
        extra = struct.pack("<HHQQ", 1, 16, 10**10, 10**10)
        data[at + 20 : at + 28] = b"\xff" * 8
        data[at + 30 : at + 32] = len(extra).to_bytes(2, "little")
        data[at + 46 + name_size : at + 46 + name_size] = extra
    if draw.random() < 0.1:  # noqa: PLR2004
        data = bytearray(1_000_000) + data  # a file of 1 MB that declares 10 GB
    return bytes(data)


def forged(members: Members) -> bytes:
    """A file of these members, with hashes that are right."""
    arrays = {
        name[7:-4]: sha256(data).hexdigest() for name, data in members if name != MANIFEST
    }
    resealed = []
    for name, data in members:
        sealed = data
        if name == MANIFEST:
            manifest = json.loads(data)
            if isinstance(manifest, dict) and "hashes" in manifest:
                manifest["hashes"] = arrays
                sealed = json.dumps(manifest).encode("ascii")
        resealed.append((name, sealed))
    return packed(resealed)


def _any_array(raw: bytes, draw: Random, change: Callable[[bytes], bytes]) -> bytes:
    members = members_of(raw)
    at = draw.choice([i for i, (name, _) in enumerate(members) if name != MANIFEST])
    members[at] = (members[at][0], change(members[at][1]))
    return forged(members)


def _with_header(data: bytes, draw: Random, **changed: str) -> bytes:
    length = int.from_bytes(data[8:10], "little")
    kept = {"descr": "'<f8'", "fortran_order": "False", "shape": "(1,)"}
    text = data[10 : 10 + length].decode("latin-1")
    for name in kept:
        start = text.index(f"'{name}': ") + len(name) + 4
        end = text.index(")" if name == "shape" else ",", start) + (name == "shape")
        kept[name] = text[start:end]
    header = "{" + ", ".join(f"'{k}': {v}" for k, v in {**kept, **changed}.items()) + ", }"
    padded = (header + " " * (-(len(header) + 11) % 64) + "\n").encode("latin-1")
    magic = b"\x93NUMPY" + draw.choice((b"\1\0",) * 8 + (b"\2\0", b"\3\0", b"\x63\0"))
    return magic + len(padded).to_bytes(2, "little") + padded + data[10 + length :]


def huge_shape(raw: bytes, draw: Random) -> bytes:
    """An array declares another shape: of 10 GB, negative, or no shape at all."""
    shape = draw.choice(SHAPES)
    return _any_array(raw, draw, lambda data: _with_header(data, draw, shape=shape))


def foreign_type(raw: bytes, draw: Random) -> bytes:
    """An array declares another type, or another order in memory."""
    kind = draw.choice(FOREIGN_TYPES)
    descr = kind if kind.startswith("[") else f"'{kind}'"
    order = draw.choice(("False", "True", "0", "'C'"))
    return _any_array(
        raw, draw, lambda data: _with_header(data, draw, descr=descr, fortran_order=order)
    )


def other_numbers(raw: bytes, draw: Random) -> bytes:
    """Numbers in an array are others: not finite, huge, negative, or anything."""

    def change(data: bytes) -> bytes:
        start = 10 + int.from_bytes(data[8:10], "little")
        if len(data) - start < 8:  # noqa: PLR2004
            return data[:start] + draw.randbytes(len(data) - start)
        changed = bytearray(data)
        for _ in range(draw.randint(1, 4)):
            at = start + 8 * draw.randrange((len(data) - start) // 8)
            number = struct.pack("<d", draw.choice((*NUMBERS, draw.gauss(0, 10))))
            whole = draw.choice((0, 1, -1, 2**62, draw.randrange(1000))).to_bytes(
                8, "little", signed=True
            )
            changed[at : at + 8] = draw.choice((number, whole, draw.randbytes(8)))
        return bytes(changed)

    return _any_array(raw, draw, change)


def exchanged_arrays(raw: bytes, draw: Random) -> bytes:
    """An array is another one of the file."""
    arrays = [data for name, data in members_of(raw) if name != MANIFEST]
    return _any_array(raw, draw, lambda _data: draw.choice(arrays))


def other_manifest(raw: bytes, draw: Random) -> bytes:
    """Something in the manifest is gone, new, or something else."""
    members = members_of(raw)
    at = next(i for i, (name, _) in enumerate(members) if name == MANIFEST)
    manifest = json.loads(members[at][1])
    for _ in range(draw.randint(1, 3)):
        _change_one(manifest, draw)
    text = json.dumps(manifest)
    if draw.random() < 0.05:  # noqa: PLR2004
        text = draw.choice((text.replace("0", "NaN", 1), "[" * 50_000, text[:-9], "{}", "3"))
        return packed([*members[:at], (MANIFEST, text.encode()), *members[at + 1 :]])
    return forged([*members[:at], (MANIFEST, text.encode("ascii")), *members[at + 1 :]])


def _change_one(manifest: dict[str, Any], draw: Random) -> None:
    """Change one thing, at any depth."""
    place: Any = manifest
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = draw.choice(keys)
        deeper = isinstance(place[key], dict | list) and len(place[key]) > 0
        if deeper and draw.random() < 0.85:  # noqa: PLR2004
            place = place[key]
            continue
        if draw.random() < 0.2:  # noqa: PLR2004
            del place[key]
        elif isinstance(place, dict) and draw.random() < 0.1:  # noqa: PLR2004
            place["more"] = deepcopy(draw.choice(VALUES))
        else:
            place[key] = deepcopy(draw.choice(VALUES))
        return


DAMAGE: Mapping[str, Mutation] = {
    "bits flipped": flipped,
    "bytes overwritten": overwritten,
    "truncated": truncated,
    "stretch lost or put in": shifted,
    "members swapped": swapped,
    "members gone, twice, renamed or added": other_members,
    "members compressed": squeezed,
    "sizes, places or flags declared otherwise": declared,
}
FORGERIES: Mapping[str, Mutation] = {
    "array of another shape, up to 10 GB": huge_shape,
    "array of another type": foreign_type,
    "other numbers, NaN among them": other_numbers,
    "array in place of another": exchanged_arrays,
    "manifest changed": other_manifest,
}

__all__ = ["DAMAGE", "FORGERIES", "Mutation", "forged", "members_of", "packed"]
