"""Rules of the source tree that no linter knows."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "halfbayes"
MODULES = sorted(SOURCE.rglob("*.py"))
NATIVE_FILES = sorted(
    path for path in SOURCE.rglob("*") if path.suffix in {".cpp", ".h", ".hpp"}
)
MAX_LINES = 300
MAX_FUNCTION_LINES = 40
VAGUE_NAMES = {"utils", "helpers", "common", "misc", "tools", "functions"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def relative(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def code_lines(function: Function) -> int:
    """Lines of a function from its name to its end, without the docstring."""
    first = function.body[0]
    documented = ast.get_docstring(function) is not None
    docstring = first.end_lineno - first.lineno + 1 if documented else 0
    return function.end_lineno - function.lineno + 1 - docstring


@pytest.mark.parametrize("path", MODULES + NATIVE_FILES, ids=relative)
def test_a_file_is_small_and_named_for_what_it_owns(path):
    assert len(path.read_text("utf-8").splitlines()) <= MAX_LINES
    assert path.stem not in VAGUE_NAMES


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_a_function_fits_on_a_screen(path):
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, Function)]
    long = {node.name: code_lines(node) for node in functions}
    assert {name: n for name, n in long.items() if n > MAX_FUNCTION_LINES} == {}


def test_no_class_has_a_grandparent_of_ours():
    bases = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef) and not node.name.endswith("Error")
    }
    deep = {
        name: parent
        for name, parents in bases.items()
        for parent in parents
        if any(grandparent in bases for grandparent in bases.get(parent, []))
    }
    assert deep == {}


def test_every_module_that_defines_something_has_a_test_module():
    defining = [
        path
        for path in MODULES
        if any(isinstance(node, ast.ClassDef | Function) for node in tree(path).body)
        and path.name != "__init__.py"
    ]
    missing = [
        str(test.relative_to(ROOT))
        for path in defining
        for test in [ROOT / "tests" / path.relative_to(SOURCE).with_name(f"test_{path.name}")]
        if not test.exists()
    ]
    assert missing == []
