"""Folders as tables: parts of one table, mails, or one subfolder for each class.

- A folder with table files (CSV, TSV, JSON lines, Parquet) is their rows, file by file in the
  order of their names; all have the same columns. No folder in it has tables, too.
- A folder with mails or texts is one row a file (an mbox: a row a message).
- A folder of folders is the same, and the name of the first folder is the column ``label``.
  It holds no files beside them.

Files and folders whose names begin with a dot or an underscore are passed over, as the programs
that write them expect.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from halfbayes.data.compression import decompressed
from halfbayes.data.encodings import decoded
from halfbayes.data.formats import MAILS, TABLES, Dialect, read_bytes, suffix_of
from halfbayes.data.sheets import Origin, Sheet, joined
from halfbayes.errors import InvalidInputError

LABEL: Final = "label"
TEXT: Final = "text"


def read_folder(folder: Path, dialect: Dialect) -> Sheet:
    """The table in a folder."""
    entries = _entries(folder)
    files = [entry for entry in entries if entry.is_file()]
    tables = table_files(folder)
    if tables:
        sheets = [read_bytes(file_bytes(file), file.name, dialect) for file in tables]
        return joined(sheets, same_columns=True)
    folders = [entry for entry in entries if entry.is_dir()]
    if files:
        _check_no_documents(folders, files[0])
        return _documents(files, folder, dialect)
    return _classes(folders, folder, dialect)


def table_files(folder: Path) -> list[Path]:
    """The files of a folder that holds tables, in the order of their names; none otherwise."""
    entries = _entries(folder)
    files = [entry for entry in entries if entry.is_file()]
    tables = _tables(files)
    if tables:
        _check_all_tables(files, tables, folder)
        for below in (entry for entry in entries if entry.is_dir()):
            _check_no_tables(below, tables[0])
    return tables


def _tables(files: Iterable[Path]) -> list[Path]:
    return [file for file in files if suffix_of(file.name) in TABLES]


def file_bytes(path: Path) -> bytes:
    """The content of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInputError(
            f"cannot read {path}: {error.strerror or error}; check its name and its permissions"
        ) from error


def _entries(folder: Path) -> list[Path]:
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        raise InvalidInputError(
            f"cannot read {folder}: {error.strerror or error}; check its permissions"
        ) from error
    shown = [entry for entry in entries if not entry.name.startswith((".", "_"))]
    for entry in shown:
        if entry.is_symlink() and not entry.exists():
            raise InvalidInputError(f"{entry} is a link to nothing; remove it, or mend it")
    return shown


def _classes(folders: list[Path], folder: Path, dialect: Dialect) -> Sheet:
    labelled = []
    for of_class in folders:
        files = list(_files_below(of_class))
        if _tables(files):
            raise InvalidInputError(_tables_below(of_class))
        if files:
            sheet = _documents(files, folder, dialect)
            labels = [of_class.name] * sheet.n_rows
            labelled.append(replace(sheet, columns={LABEL: labels, **sheet.columns}))
    if not labelled:
        raise InvalidInputError(
            f"{folder} has no documents; it must hold table files, or a folder with text files "
            "for each class"
        )
    return joined(labelled, same_columns=False)


def _tables_below(folder: Path) -> str:
    name, is_part, value = folder.name.partition("=")
    if is_part:
        return (
            f"{folder} holds the rows whose {name!r} is {value!r}, a column that is not in its "
            "files; learn from such folders with --spark 'local[*]', or write the table whole"
        )
    return f"{folder} holds tables; put them into one folder, or pass that folder"


def _check_no_tables(folder: Path, beside: Path) -> None:
    """Refuse a folder with tables that lies beside a table, and would not be read."""
    below = _tables(_files_below(folder))
    if below and "=" in folder.name:
        raise InvalidInputError(_tables_below(folder))
    if below:
        raise InvalidInputError(
            f"{beside.parent} holds tables such as {beside.name}, and {folder} holds "
            f"{len(below):,} more, such as {below[0].relative_to(folder)}; put all into one "
            f"folder, or move {folder} elsewhere"
        )


def _check_no_documents(folders: list[Path], beside: Path) -> None:
    """Refuse folders with documents that lie beside a document, and would not be read."""
    below = next((folder for folder in folders if any(_files_below(folder))), None)
    if below is not None:
        raise InvalidInputError(
            f"{beside.parent} holds {beside.name}, and also the folder {below.name} with "
            "files; documents are in one folder, or in one folder for each class: move "
            f"{beside.name} elsewhere"
        )


def _files_below(folder: Path) -> Iterable[Path]:
    for entry in _entries(folder):
        if entry.is_dir() and not entry.is_symlink():
            yield from _files_below(entry)
        elif entry.is_file():
            yield entry


def _documents(files: list[Path], folder: Path, dialect: Dialect) -> Sheet:
    sheets = [_document(file, str(file.relative_to(folder)), dialect) for file in files]
    return joined(sheets, same_columns=False)


def _document(file: Path, name: str, dialect: Dialect) -> Sheet:
    data = file_bytes(file)
    if suffix_of(name) in MAILS:
        return read_bytes(data, name, dialect)
    text, notes = decoded(decompressed(data, name), name, dialect.encoding)
    return Sheet(
        columns={"file": [name], TEXT: [text]},
        numbers=[1],
        origins=[Origin(name)],
        notes=notes,
        text=(TEXT,),
    )


def _check_all_tables(files: list[Path], tables: list[Path], folder: Path) -> None:
    others = [file for file in files if file not in tables]
    if others:
        raise InvalidInputError(
            f"{folder} holds tables such as {tables[0].name}, and also {others[0].name}, which "
            "is none; move it elsewhere"
        )


__all__ = ["LABEL", "file_bytes", "read_folder", "table_files"]
