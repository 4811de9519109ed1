import tarfile
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from io import BytesIO

import pytest
from check_distribution import (
    NEEDED,
    ROOT,
    Distribution,
    faults,
    faults_of_project,
    main,
    opened,
)

PROJECT = {
    "name": "halfbayes",
    "version": "1.2.3",
    "description": "Sorts documents.",
    "license": "BSD-3-Clause",
    "requires-python": ">=3.11",
}
METADATA = b"""Metadata-Version: 2.4
Name: halfbayes
Version: 1.2.3
Summary: Sorts documents.
License-Expression: BSD-3-Clause
License-File: LICENSE
Requires-Python: >=3.11
Description-Content-Type: text/markdown

# halfbayes
"""
ABOUT = "halfbayes-1.2.3.dist-info/"
WHEEL = {
    "halfbayes/__init__.py": b"",
    "halfbayes/py.typed": b"",
    "halfbayes/text/topics.txt": b"",
    f"halfbayes/text/kernel{EXTENSION_SUFFIXES[0]}": b"",
    f"{ABOUT}METADATA": METADATA,
    f"{ABOUT}entry_points.txt": b"[console_scripts]\nhalfbayes=halfbayes.cli:main\n",
}
needs_git = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="not a git checkout: there is no list of tracked files"
)
SOURCE = {"PKG-INFO": METADATA, **dict.fromkeys(NEEDED, b"")}


def wrong(files, name="halfbayes-1.2.3-cp311-cp311-linux_x86_64.whl"):
    return list(faults(Distribution(name, files), PROJECT))


def test_nothing_is_wrong_with_a_wheel_of_the_package_alone():
    assert wrong(WHEEL) == []


@needs_git
def test_nothing_is_wrong_with_a_source_distribution_of_tracked_files():
    assert wrong(SOURCE, "halfbayes-1.2.3.tar.gz") == []


@pytest.mark.parametrize(
    "name", ["tests/test_x.py", "halfbayes/__pycache__/x.pyc", "halfbayes/notes.txt"]
)
def test_a_stray_file_in_a_wheel_is_told(name):
    [told] = wrong({**WHEEL, name: b""})
    assert told == f"no part of the package: {name}"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("halfbayes/py.typed", "missing: halfbayes/py.typed"),
        ("halfbayes/text/topics.txt", "missing: halfbayes/text/topics.txt"),
        (f"halfbayes/text/kernel{EXTENSION_SUFFIXES[0]}", "expected one compiled kernel"),
        (f"{ABOUT}entry_points.txt", "the command halfbayes is no entry point"),
    ],
)
def test_what_a_wheel_lacks_is_told(name, told):
    files = {key: value for key, value in WHEEL.items() if key != name}
    assert [fault.startswith(told) for fault in wrong(files)] == [True]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b"1.2.3", b"1.2.4", "Version is '1.2.4'; pyproject.toml has '1.2.3'"),
        (b"BSD-3-Clause", b"MIT", "License-Expression is 'MIT'"),
        (b"File: LICENSE", b"File: COPYING", "License-File is 'COPYING'"),
        (b"text/markdown", b"text/plain", "Description-Content-Type is 'text/plain'"),
    ],
)
def test_metadata_that_differ_from_the_project_are_told(old, new, told):
    [fault] = wrong({**WHEEL, f"{ABOUT}METADATA": METADATA.replace(old, new)})
    assert fault.startswith(told)


@needs_git
def test_untracked_and_missing_files_of_a_source_distribution_are_told():
    files = {**SOURCE, "notes.txt": b""}
    del files["LICENSE"]
    assert wrong(files, "halfbayes-1.2.3.tar.gz") == [
        "missing: LICENSE",
        "not among the tracked files: notes.txt",
    ]


def test_a_version_needs_a_dated_section_of_the_changelog():
    assert list(faults_of_project(PROJECT, "# Changelog\n\n## 1.2.3 - 2026-01-02\n")) == []
    assert list(faults_of_project(PROJECT, "## 1.2.3\n")) == [
        "CHANGELOG.md has no section '## 1.2.3 - DATE'"
    ]


def test_both_kinds_of_file_are_opened(tmp_path):
    wheel, source = tmp_path / "one.whl", tmp_path / "one.tar.gz"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("halfbayes/__init__.py", "x = 1\n")
    with tarfile.open(source, "w:gz") as file:
        member = tarfile.TarInfo("halfbayes-1.2.3/setup/one.py")
        member.size = 6
        file.addfile(member, BytesIO(b"x = 1\n"))
    assert opened(wheel).files == {"halfbayes/__init__.py": b"x = 1\n"}
    assert opened(source).files == {"setup/one.py": b"x = 1\n"}


def test_nothing_to_check_is_an_error():
    with pytest.raises(SystemExit, match=r"dist/\*"):
        main([])
