import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import halfbayes

SOURCE = Path(halfbayes.__file__).parent
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.name != "__main__.py")


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
