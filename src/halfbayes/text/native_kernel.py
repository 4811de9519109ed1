"""The native kernel, or None where it was not built; then the pure-Python twin counts."""

import os
import warnings
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from halfbayes.text import kernel
else:
    try:
        from halfbayes.text import kernel
    except ImportError:
        kernel: ModuleType | None = None


# Of this process only: nobody can craft words that collide. No result depends on it.
SEED: Final = (
    int.from_bytes(os.urandom(8), "little"),
    int.from_bytes(os.urandom(8), "little"),
)


@cache
def warn_of_missing_kernel() -> None:
    """Say once that counting will be slow."""
    warnings.warn(
        "halfbayes.text.kernel is not installed: documents are counted by the pure-Python "
        "twin, with the same result, some 80 times slower; install a wheel, or "
        "build with a C++ compiler (pip install --no-binary halfbayes halfbayes)",
        RuntimeWarning,
        stacklevel=2,
    )


__all__ = ["SEED", "kernel", "warn_of_missing_kernel"]
