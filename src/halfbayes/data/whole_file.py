"""Files that are written whole or not at all.

The content goes to a temporary file beside the target, which takes the target's place when it
is complete and on disk. An error or Ctrl-C on the way leaves whatever was there before. A link
is followed; what is no regular file (a device, a pipe) is written to as it is.
"""

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

LONGEST: Final = 100
"""Bytes of the target's name in that of the temporary file: names have 255 at most."""


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to, which becomes ``path`` at the end."""
    target = Path(path).resolve()
    if target.exists() and not target.is_file() and not target.is_dir():
        with target.open("wb") as direct, _seekable(direct, target) as file:
            yield file
        return
    # Made here and not by tempfile, so that it is as readable as other files of this user.
    start = os.fsdecode(os.fsencode(target.name)[:LONGEST]) if target.name else ""
    temporary = target.with_name(f".{start}.{secrets.token_hex(6)}.part")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _seekable(direct: BinaryIO, target: Path) -> Iterator[BinaryIO]:
    """What writes to a device; one that tells no position gets its content at the end."""
    if not target.is_char_device():
        yield direct
        return
    with tempfile.TemporaryFile() as spool:
        yield spool
        spool.seek(0)
        shutil.copyfileobj(spool, direct)


__all__ = ["whole_file"]
