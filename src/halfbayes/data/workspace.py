"""A folder beside the output in which a long run keeps how far it is.

Everything in it is written whole or not at all (``data.whole_file``). It belongs to one task: a
manifest says which, and the states of another task are removed. When the run is over it goes,
and so it does where the documents changed while they were read. A folder that no run has made
is left alone, and one that another run writes to as well: a lock, which the system takes back
when a process dies, tells.

States are pickled, because they are the program's own and only it reads them; so a folder that
another user has made, or could have written to, is not read, and a state that is not as it was
written is an ``UnfinishedError``.
"""

import json
import os
import pickle
import stat
import struct
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from halfbayes.data.whole_file import whole_file
from halfbayes.errors import ChangedInputError, InvalidInputError, UnfinishedError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FORMAT: Final = "halfbayes run"
MANIFEST: Final = "manifest.json"
LOCK: Final = "lock"
ENDING: Final = struct.Struct("<QI")
"""What a state ends with: its length and its CRC-32, which no flipped bit leaves as it was."""
DAMAGES: Final = (
    *(OSError, EOFError, pickle.UnpicklingError, struct.error),
    *(ArithmeticError, AttributeError, ImportError, LookupError, TypeError, ValueError),
)
"""What reading raises where a state is damaged, or of another program."""
SHARED: Final = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Workspace:
    """Named states in a folder."""

    folder: Path

    def load(self, name: str) -> Any:
        """What was saved under this name, or None."""
        path = self._path(name)
        if not path.exists():
            return None
        try:
            with path.open("rb") as file:
                _check_sum(file)
                return pickle.load(file)
        except DAMAGES as error:
            raise UnfinishedError(
                f"{path} is damaged ({error}); check the disk, and name another output"
            ) from error

    def save(self, name: str, state: Any) -> int:
        """Save, whole or not at all; its size in bytes."""
        with whole_file(self._path(name)) as file:
            summed = _Summed(file)
            pickle.dump(state, summed, protocol=5)  # arrays go to the file without a copy
            file.write(ENDING.pack(summed.length, summed.check))
            return file.tell()

    def names(self, start: str) -> list[str]:
        """Names of what was saved that begin so, in order."""
        return sorted(path.stem for path in self.folder.glob(f"{start}*.state"))

    def clear(self) -> None:
        """Remove every state, and what a killed run has left of one."""
        for pattern in ("*.state", ".*.part"):
            for path in self.folder.glob(pattern):
                path.unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.state"


@dataclass(slots=True)
class _Summed:
    """Writes to a file, and sums up what was written."""

    file: IO[bytes]
    length: int = 0
    check: int = 0

    def write(self, data: bytes) -> int:
        self.check = zlib.crc32(data, self.check)
        written = self.file.write(data)
        self.length += written
        return written


def _check_sum(file: IO[bytes]) -> None:
    """Refuse a file that is not as it was written, before anything is made of it."""
    rest = os.fstat(file.fileno()).st_size - ENDING.size
    length, check = rest, 0
    while rest > 0:
        some = file.read(min(rest, 1 << 20))
        check, rest = zlib.crc32(some, check), rest - len(some)
    if ENDING.pack(max(length, 0), check) != file.read():
        message = "it is not as it was written"
        raise ValueError(message)
    file.seek(0)


@contextmanager
def workspace(
    folder: Path, task: Mapping[str, Any], *, again: bool = True
) -> Iterator[Workspace]:
    """The workspace of ``task``, with what an interrupted run has left; gone at success.

    Where the task cannot be done ``again``, because its documents came only once, it is gone
    at any end.
    """
    content = {"format": FORMAT, "task": task}
    wanted = json.dumps(content, sort_keys=True, default=str).encode("utf-8")
    with _locked(folder) as lock:
        store, manifest = Workspace(folder), folder / MANIFEST
        if not manifest.exists() or manifest.read_bytes() != wanted:
            store.clear()
            with whole_file(manifest) as file:
                file.write(wanted)
        try:
            yield store
        except BaseException as error:
            if not again or isinstance(error, ChangedInputError):
                _remove(store, lock)  # nobody can go on from states of what is there no more
            raise
        _remove(store, lock)


def _remove(store: Workspace, lock: IO[bytes]) -> None:
    """Remove the folder; whoever is killed here leaves one that is still known as a run's."""
    store.clear()
    (store.folder / MANIFEST).unlink(missing_ok=True)
    if sys.platform == "win32":
        lock.close()  # an open file cannot be removed there
    with suppress(OSError):  # where something of somebody else's is in it, it stays
        (store.folder / LOCK).unlink()
        store.folder.rmdir()


def _locked(folder: Path) -> IO[bytes]:
    """The lock of the folder, which is made if need be; let go when closed."""
    while True:
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        # A run that ends at this moment removes the folder, or the lock that was just opened.
        with suppress(FileNotFoundError), ExitStack() as opened:
            _check(folder)
            lock = opened.enter_context((folder / LOCK).open("ab"))
            if _is_held(lock):
                raise InvalidInputError(
                    f"another run is writing to {folder}; wait for it, or name another output"
                )
            if os.path.samestat(os.fstat(lock.fileno()), (folder / LOCK).stat()):
                opened.pop_all()
                return lock


def _is_held(lock: IO[bytes]) -> bool:
    """Whether another process holds the lock; if none does, this one does from now on."""
    if sys.platform == "win32":
        lock.seek(0)
        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return True
    else:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False  # a file system without locks: nobody can know
    return False


def _check(folder: Path) -> None:
    """Refuse a folder that others can write to, or that no run has made."""
    if not _is_private(folder):
        raise InvalidInputError(
            f"{folder} is not a folder that only you can write to; move it elsewhere"
        )
    if not _is_of_a_run(folder):
        raise InvalidInputError(
            f"{folder} is where training keeps how far it is, but it holds something else; "
            "move that elsewhere, or name another output"
        )


def _is_private(folder: Path) -> bool:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return mine and not (found.st_mode & SHARED and os.name == "posix")


def _is_of_a_run(folder: Path) -> bool:
    """Whether the manifest says so, or a run has come no further than to write it."""
    names = {path.name for path in folder.iterdir()}
    if MANIFEST in names:
        start = json.dumps({"format": FORMAT})[:-1].encode("ascii")
        return (folder / MANIFEST).read_bytes().startswith(start)
    unfinished = {path.name for path in folder.glob(f".{MANIFEST}.*.part")}
    return names <= {LOCK} | unfinished


__all__ = ["Workspace", "workspace"]
