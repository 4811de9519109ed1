"""What is wrong with distributions that were built: metadata, files that are missing or stray.

python tools/check_distribution.py dist/*

Everything in a source distribution is a tracked file of the tree, and the wheel holds the
package and nothing else. Both carry the version of pyproject.toml, of which the changelog has a
dated section, and a description that package indexes can show.
"""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[1]
OF_A_PACKAGE: Final = {".css", ".html", ".js", ".py", ".pyi", ".toml", ".typed"}
"""Endings of files of the package, besides that of the compiled kernel."""

RESOURCES: Final = {"halfbayes/py.typed", "halfbayes/text/topics.txt"}
"""Files of the package with other endings; a wheel without them is not whole."""

NEEDED: Final = {
    "CHANGELOG.md",
    "CMakeLists.txt",
    "LICENSE",
    "README.md",
    "constraints.txt",
    "pyproject.toml",
    "src/halfbayes/py.typed",
    "src/halfbayes/text/kernel.cpp",
}
"""Files that whoever builds from source needs."""

FIXED: Final = {"Description-Content-Type": "text/markdown", "License-File": "LICENSE"}
"""Metadata that pyproject.toml has by the names of files."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution as it was built: the text or bytes of its files by name."""

    name: str
    files: Mapping[str, bytes]

    @property
    def is_wheel(self) -> bool:
        """Whether it is installed as it is."""
        return self.name.endswith(".whl")

    @property
    def metadata(self) -> Message:
        """What package indexes show."""
        here = ".dist-info/METADATA" if self.is_wheel else "PKG-INFO"
        [found] = [text for name, text in self.files.items() if name.endswith(here)]
        return Parser().parsestr(found.decode("utf-8"))


def opened(path: Path) -> Distribution:
    """The distribution in a file; names of a source distribution without its one folder."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return Distribution(
                path.name, {name: wheel.read(name) for name in wheel.namelist()}
            )
    with tarfile.open(path) as source:
        members = [member for member in source.getmembers() if not member.isdir()]
        read = {member.name.partition("/")[2]: source.extractfile(member) for member in members}
        return Distribution(path.name, {name: f.read() for name, f in read.items() if f})


def faults(built: Distribution, project: Mapping[str, object]) -> Iterator[str]:
    """Everything that is wrong with a distribution of ``project``, one sentence each."""
    metadata = built.metadata
    for field, key in (
        ("Name", "name"),
        ("Version", "version"),
        ("Summary", "description"),
        ("License-Expression", "license"),
        ("Requires-Python", "requires-python"),
    ):
        if metadata[field] != project[key]:
            yield f"{field} is {metadata[field]!r}; pyproject.toml has {project[key]!r}"
    for field, expected in FIXED.items():
        if metadata[field] != expected:
            yield f"{field} is {metadata[field]!r}; expected {expected!r}"
    yield from _of_a_wheel(built, project) if built.is_wheel else _of_a_source(built)


def _of_a_wheel(built: Distribution, project: Mapping[str, object]) -> Iterator[str]:
    about = f"{project['name']}-{project['version']}.dist-info/"
    package = {name for name in built.files if name.startswith("halfbayes/")}
    kernels = {name for name in package if name.endswith(tuple(EXTENSION_SUFFIXES))}
    stray = {
        name
        for name in package - kernels - RESOURCES
        if PurePosixPath(name).suffix not in OF_A_PACKAGE
    }
    stray |= {n for n in built.files if n not in package and not n.startswith(about)}
    if stray:
        yield f"no part of the package: {', '.join(sorted(stray))}"
    if len(kernels) != 1:
        yield f"expected one compiled kernel; found {sorted(kernels)}"
    if missing := RESOURCES - package:
        yield f"missing: {', '.join(sorted(missing))}"
    scripts = built.files.get(f"{about}entry_points.txt", b"").decode("utf-8")
    if "halfbayes = halfbayes.cli:main" not in scripts.replace("=", " = ").replace("  ", " "):
        yield f"the command halfbayes is no entry point; there are: {scripts.strip() or 'none'}"


def _of_a_source(built: Distribution) -> Iterator[str]:
    missing = NEEDED - set(built.files)
    if missing:
        yield f"missing: {', '.join(sorted(missing))}"
    stray = set(built.files) - tracked() - {"PKG-INFO"}
    if stray:
        yield f"not among the tracked files: {', '.join(sorted(stray))}"


def tracked() -> set[str]:
    """The files of the tree that git knows."""
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if told.returncode:
        message = "a release is built in a git checkout, which this is not"
        raise SystemExit(message)
    return set(told.stdout.decode("utf-8").split("\0"))


def faults_of_project(project: Mapping[str, object], changelog: str) -> Iterator[str]:
    """What is wrong before anything is built."""
    version = str(project["version"])
    if not re.search(
        rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE
    ):
        yield f"CHANGELOG.md has no section '## {version} - DATE'"


def main(names: list[str]) -> None:
    """Print what is wrong with the distributions of these names, and fail if anything is."""
    if not names:
        message = "name the distributions to check, for instance dist/*"
        raise SystemExit(message)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = list(faults_of_project(project, changelog))
    for name in names:
        built = opened(Path(name))
        found += [f"{built.name}: {fault}" for fault in faults(built, project)]
    if found:
        raise SystemExit("\n".join(found))
    # The index refuses what its own check refuses: a description that cannot be shown.
    shown = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *names],
        capture_output=True,
        check=False,
        text=True,
    )
    if shown.returncode:
        raise SystemExit(f"twine check: {shown.stdout}{shown.stderr}")


if __name__ == "__main__":
    main(sys.argv[1:])
