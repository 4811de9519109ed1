import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

import halfbayes
from halfbayes import spark
from halfbayes.cli.root import COMMANDS, main

SOURCE = Path(halfbayes.__file__).parent
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.name != "__main__.py")

SURFACE = Path(__file__).with_name("public_names.txt")
"""Everything a user can call, with the names of its parameters; changed only on purpose."""


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def defined(path: Path) -> set[str]:
    """Public functions and classes written in a module."""
    body = ast.parse(path.read_text("utf-8")).body
    kinds = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    names = {node.name for node in body if isinstance(node, kinds)}
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize("name", [module_name(path) for path in MODULES])
def test_every_listed_name_exists(name):
    module = import_module(name)
    listed = getattr(module, "__all__", [])
    assert len(set(listed)) == len(listed)
    assert [item for item in listed if not hasattr(module, item)] == []


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_every_public_definition_is_listed(path):
    listed = getattr(import_module(module_name(path)), "__all__", [])
    assert defined(path) - set(listed) == set()


def test_the_top_names_are_sorted():
    assert list(halfbayes.__all__) == sorted(halfbayes.__all__)


def test_an_unknown_top_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Clasifier'"):
        _ = halfbayes.Clasifier


def test_importing_the_package_imports_nothing_heavy():
    heavy = "{'numpy', 'scipy', 'sklearn', 'pandas', 'click'}"
    program = f"import sys, halfbayes; raise SystemExit(bool({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def parameters(function: object) -> str:
    """Names of parameters as they are written, without types and values."""
    names, star = [], False
    for one in inspect.signature(function).parameters.values():
        if one.name == "self":
            continue
        if one.kind is one.KEYWORD_ONLY and not star:
            names.append("*")
            star = True
        signs = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}
        names.append(signs.get(one.kind, "") + one.name)
    return ", ".join(names)


def members(name: str, kind: type) -> Iterator[str]:
    """What is public of a class and written by us."""
    yield f"{name}({parameters(kind)})"
    for member in sorted(dir(kind)):
        found = inspect.getattr_static(kind, member)
        if member.startswith("_") or member.endswith("_request"):
            continue
        if isinstance(found, property):
            yield f"{name}.{member}"
        elif callable(getattr(kind, member)):
            home = inspect.getmodule(getattr(kind, member))
            if home is not None and home.__name__.startswith("halfbayes"):
                yield f"{name}.{member}({parameters(getattr(kind, member))})"


def options(name: str, command: click.Command) -> str:
    told = [
        param.opts[-1] if isinstance(param, click.Option) else param.make_metavar(CONTEXT)
        for param in command.params
        if not getattr(param, "hidden", False)
    ]
    return f"halfbayes {name} {' '.join(told)}"


CONTEXT = click.Context(main)


def surface() -> Iterator[str]:
    """A line for everything public: the package, Spark, and the command."""
    for name in halfbayes.__all__:
        found = getattr(halfbayes, name)
        if isinstance(found, type):
            yield from members(name, found)
        elif callable(found):
            yield f"{name}({parameters(found)})"
    for name in spark.__all__:
        found = getattr(spark, name)
        if inspect.isfunction(found):
            yield f"spark.{name}({parameters(found)})"
    for name in COMMANDS:
        command = main.get_command(CONTEXT, name)
        yield options(name, command)
        for part in getattr(command, "commands", {}).values():
            yield options(f"{name} {part.name}", part)


def test_the_public_surface_is_as_written_down():
    assert list(surface()) == SURFACE.read_text("utf-8").splitlines()
