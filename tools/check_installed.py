"""What an installed halfbayes must have and must not have; run outside the source tree."""

import importlib.metadata
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import halfbayes
from halfbayes.errors import MissingExtraError

PACKAGE = Path(halfbayes.__file__).parent
DEVELOPMENT_ONLY = {"build", "hypothesis", "mypy", "pytest", "ruff", "Sphinx"}


def faults() -> list[str]:
    """Everything that is wrong, one sentence each."""
    shipped = [path for path in PACKAGE.rglob("*") if path.is_file()]
    installed = {distribution.name for distribution in importlib.metadata.distributions()}
    kernels = [path for path in shipped if path.name.endswith(tuple(EXTENSION_SUFFIXES))]
    sources = [path for path in shipped if path.suffix in {".cpp", ".h", ".hpp"}]
    found = []
    if Path(sys.prefix).resolve() not in PACKAGE.resolve().parents:
        found.append(f"expected halfbayes in {sys.prefix}; it is in {PACKAGE}")
    if not (PACKAGE / "py.typed").exists():
        found.append("py.typed is missing: type checkers would ignore the annotations")
    if len(kernels) != 1:
        found.append(f"expected one compiled kernel; found {kernels}")
    if sources:
        found.append(f"sources of the kernel are shipped: {sources}")
    if installed & DEVELOPMENT_ONLY:
        found.append(f"development packages came along: {installed & DEVELOPMENT_ONLY}")
    if importlib.metadata.version("halfbayes") != halfbayes.__version__:
        found.append("__version__ is not the version of the distribution")
    found += [f"{name} is not there" for name in halfbayes.__all__ if not is_there(name)]
    return found


def is_there(name: str) -> bool:
    """Whether a public name can be had, or says which extra it needs."""
    try:
        return hasattr(halfbayes, name)
    except MissingExtraError as error:
        return "pip install" in str(error)


def main() -> None:
    """Print the faults and fail if there are any; then count two documents."""
    found = faults()
    if found:
        raise SystemExit("\n".join(found))
    X = halfbayes.TermCounter().fit_transform(["one two", "two"])
    labels = halfbayes.MultinomialNaiveBayes().fit(X, ["a", "b"]).predict(X)
    if labels.tolist() != ["a", "b"]:
        raise SystemExit(f"expected ['a', 'b'] from two documents; got {labels.tolist()}")


if __name__ == "__main__":
    main()
