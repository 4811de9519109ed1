"""A corpus every Python carries: the docstrings of its own standard library.

A document has two regions, a name (``TarFile.add``) and a text (the docstring), and a class,
the chapter of the library reference that describes its module. Python files are read as syntax
trees and never run; compiled modules are imported from a list of harmless ones
(``halfbayes.data.library_reference``). Documents come in the order of modules, files and lines,
so one Python gives one corpus; another version gives a slightly different one.

The name leaves out the module: with it the class of most documents could be looked up. A text
that was met before is left out, since modules copy each other's docstrings and the same text
on both sides of a split would be no test.
"""

import ast
import importlib
import sysconfig
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from inspect import getdoc, isroutine
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from halfbayes.data.library_reference import CHAPTERS, NATIVE, SOURCES
from halfbayes.errors import MissingCorpusError

HOLD_OUT_EVERY = 4

_TEST_FOLDERS = {"test", "tests"}
_DEFINITIONS = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_NamedText: TypeAlias = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Docstring:
    """One document: what it describes, what it says, and where it belongs."""

    module: str
    name: str
    text: str
    chapter: str


def python_docstrings(library: Path | None = None) -> list[Docstring]:
    """Every public docstring of the standard library whose text was not met before.

    ``library`` is the folder of the library's Python files, by default the running Python's.

    >>> rows = python_docstrings()
    >>> [row.chapter for row in rows if row.name == "copyfile"]
    ['Files and operating system']
    """
    folder = Path(sysconfig.get_path("stdlib")) if library is None else library
    if not (folder / "ast.py").exists():
        message = (
            f"expected the Python files of the standard library in {folder} and found none; "
            "use a Python that is installed with its source files"
        )
        raise MissingCorpusError(message)
    seen: set[str] = set()
    rows = []
    for row in _all_docstrings(folder):
        if row.text not in seen:
            seen.add(row.text)
            rows.append(row)
    return rows


def split_by_module(
    rows: Sequence[Docstring],
) -> tuple[list[Docstring], list[Docstring]]:
    """Training and test documents that share no module.

    Of each chapter's modules, from the one with most documents to the one with fewest, the
    second, sixth, tenth ... is held out: every class is tested on modules nobody has seen, and
    none loses the bulk of its training documents.

    >>> training, test = split_by_module(python_docstrings())
    >>> {row.module for row in training} & {row.module for row in test}
    set()
    """
    sizes = Counter((row.chapter, row.module) for row in rows)
    by_size = sorted(sizes, key=lambda key: (-sizes[key], key))
    held_out = {
        module
        for chapter in {row.chapter for row in rows}
        for module in [name for owner, name in by_size if owner == chapter][1::HOLD_OUT_EVERY]
    }
    training = [row for row in rows if row.module not in held_out]
    test = [row for row in rows if row.module in held_out]
    return training, test


def _all_docstrings(library: Path) -> Iterator[Docstring]:
    for chapter, modules in CHAPTERS.items():
        for module in modules:
            for name, text in _named_texts(library, module):
                if text and text.strip():
                    yield Docstring(module, name, text, chapter)


def _named_texts(library: Path, module: str) -> Iterator[_NamedText]:
    for path in _source_files(library, SOURCES.get(module, (module,))):
        tree = ast.parse(path.read_bytes())
        yield module, ast.get_docstring(tree)
        yield from _written(tree.body, prefix="")
    for name in NATIVE.get(module, ()):
        try:
            native = importlib.import_module(name)
        except ImportError:  # this Python was built without it
            continue
        yield from _compiled(native, prefix="")


def _source_files(library: Path, names: Iterable[str]) -> Iterator[Path]:
    for name in names:
        file = library / f"{name}.py"
        if file.exists():
            yield file
        for path in sorted((library / name).rglob("*.py")):
            if not _TEST_FOLDERS & set(path.relative_to(library).parts):
                yield path


def _written(body: Iterable[ast.stmt], *, prefix: str) -> Iterator[_NamedText]:
    for node in body:
        if isinstance(node, _DEFINITIONS) and not node.name.startswith("_"):
            yield prefix + node.name, ast.get_docstring(node)
            if isinstance(node, ast.ClassDef):
                yield from _written(node.body, prefix=f"{prefix}{node.name}.")


def _compiled(owner: ModuleType | type, *, prefix: str) -> Iterator[_NamedText]:
    for name, member in vars(owner).items():
        if name.startswith("_") or not (isinstance(member, type) or isroutine(member)):
            continue
        yield prefix + name, getdoc(member)
        if isinstance(member, type):
            yield from _compiled(member, prefix=f"{prefix}{name}.")


__all__ = ["Docstring", "python_docstrings", "split_by_module"]
