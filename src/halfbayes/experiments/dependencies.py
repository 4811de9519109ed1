"""The code that a measurement depends on: modules of ours, found by what they import.

A finished task counts as long as this code is the same. A module depends on those it imports
and, of the package itself, on the homes of the names it takes from it (``halfbayes.Name``). Who
does not run today's classifier does not depend on it: then imports of ``CLASSIFIER`` are not
followed. Nor are those of what only presents results.
"""

import ast
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import halfbayes

PACKAGE: Final = "halfbayes"
CLASSIFIER: Final = "halfbayes.classifier"
PRESENTING: Final = frozenset(
    f"halfbayes.experiments.{name}"
    for name in ("picture", "reproduction", "specification", "summary")
)


@lru_cache(maxsize=64)
def code_digest(module: str, *, today: bool) -> str:
    """Digest of ``module`` and of all it depends on, ``today``: with the classifier.

    >>> code_digest("halfbayes.types", today=False) == code_digest(
    ...     "halfbayes.types", today=True
    ... )
    True
    """
    content = hashlib.sha256()
    for name in sorted(modules_behind(module, today=today)):
        content.update(name.encode())
        content.update(_file(name).read_bytes())
    return content.hexdigest()


def modules_behind(module: str, *, today: bool) -> set[str]:
    """The module and all of this package that it imports, directly or not.

    >>> sorted(modules_behind("halfbayes.core.breakeven", today=False))
    ['halfbayes.core.breakeven', 'halfbayes.types']
    """
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found | PRESENTING and (today or not _within(name, CLASSIFIER)):
            found.add(name)
            waiting += _imported(name)
    return found


@lru_cache(maxsize=1024)
def _imported(module: str) -> tuple[str, ...]:
    """What a module imports itself; what is compiled imports nothing of ours."""
    path = _file(module)
    if path.suffix != ".py":
        return ()
    tree = ast.parse(path.read_text("utf-8"))
    return tuple(dict.fromkeys(name for node in ast.walk(tree) for name in _named(node)))


def _named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom) and _within(str(node.module), PACKAGE):
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if _is_module(inner) else str(node.module)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        public = getattr(halfbayes, node.attr, None) if node.value.id == PACKAGE else None
        if hasattr(public, "__module__"):
            yield str(public.__module__)


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@lru_cache(maxsize=4096)
def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # what stands before the name is no package
        return False


def _file(module: str) -> Path:
    spec = find_spec(module)
    return Path(str(None if spec is None else spec.origin))


__all__ = ["code_digest", "modules_behind"]
