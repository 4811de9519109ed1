"""Every reproduction by name, found by the TOML files beside their modules."""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Final

from halfbayes.errors import InvalidParameterError
from halfbayes.experiments.reproduction import Reproduction
from halfbayes.experiments.specification import Specification, read_specification

FOLDER: Final = Path(__file__).parent
PAPERS: Final = ("raina2003", "rennie2001", "ngjordan2001", "straka2021", "xing2009")
"""Every paper, in the order in which they are shown."""


@lru_cache(maxsize=1)
def specifications() -> Mapping[str, Specification]:
    """Every specification by name: paper by paper, then by name.

    >>> "raina2003/theorem1" in specifications()
    True
    """
    found = [read_specification(path) for path in FOLDER.glob("*/*.toml")]
    return {
        spec.name: spec for spec in sorted(found, key=lambda s: (PAPERS.index(s.paper), s.name))
    }


def module_of(name: str) -> str:
    """The module of a reproduction.

    >>> module_of("rennie2001/table2.1"), module_of("rennie2001/figure3-1")
    ('halfbayes.experiments.rennie2001.table2_1', 'halfbayes.experiments.rennie2001.figure3_1')
    """
    paper, _, what = name.partition("/")
    return f"halfbayes.experiments.{paper}.{what.replace('.', '_').replace('-', '_')}"


def reproduction_named(name: str) -> Reproduction:
    """The reproduction of that name."""
    if name not in specifications():
        raise InvalidParameterError(
            f"there is no reproduction {name!r}; there are {', '.join(specifications())}"
        )
    found: Reproduction = import_module(module_of(name)).REPRODUCTION
    return found


__all__ = ["PAPERS", "module_of", "reproduction_named", "specifications"]
