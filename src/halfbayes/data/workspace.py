"""A folder beside the output in which a long run keeps how far it is.

Everything in it is written whole or not at all (``data.whole_file``). It belongs to one task: a
manifest says which, and a folder of another task is emptied. When the run is over it goes, and
so it does where the documents changed while they were read.

States are pickled, because they are the program's own and only it reads them; so a folder that
another user has made, or could have written to, is not read.
"""

import json
import os
import pickle
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from halfbayes.data.whole_file import whole_file
from halfbayes.errors import ChangedInputError, InvalidInputError

MANIFEST: Final = "manifest.json"
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
        with path.open("rb") as file:
            return pickle.load(file)

    def save(self, name: str, state: Any) -> int:
        """Save, whole or not at all; its size in bytes."""
        with whole_file(self._path(name)) as file:
            pickle.dump(state, file, protocol=5)  # arrays go to the file without a copy
            return file.tell()

    def names(self, start: str) -> list[str]:
        """Names of what was saved that begin so, in order."""
        return sorted(path.stem for path in self.folder.glob(f"{start}*.state"))

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.state"


@contextmanager
def workspace(folder: Path, task: Mapping[str, Any]) -> Iterator[Workspace]:
    """The workspace of ``task``, with what an interrupted run has left; gone at success."""
    wanted = json.dumps(task, sort_keys=True, default=str)
    if folder.exists() and not _is_ours(folder):
        raise InvalidInputError(
            f"{folder} is not a folder that only you can write to; move it elsewhere"
        )
    manifest = folder / MANIFEST
    if not manifest.exists() or manifest.read_text("utf-8") != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        with whole_file(manifest) as file:
            file.write(wanted.encode("utf-8"))
    try:
        yield Workspace(folder)
    except ChangedInputError:
        shutil.rmtree(folder)  # states of what was there before: nobody can go on from them
        raise
    shutil.rmtree(folder)


def _is_ours(folder: Path) -> bool:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return mine and not (found.st_mode & SHARED and os.name == "posix")


__all__ = ["Workspace", "workspace"]
