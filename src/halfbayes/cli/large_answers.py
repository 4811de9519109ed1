"""Answers for tables too large for memory: read, answered and written in portions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from halfbayes.classifier.answers import ACCEPT, Answering, beside
from halfbayes.classifier.file_training import AT_ONCE
from halfbayes.classifier.lessons import Columns, readable, require_columns
from halfbayes.cli.session import Session
from halfbayes.data.sheets import MOST_NOTES, BadRow, Sheet, fewer_notes
from halfbayes.data.streams import ROWS, TableFiles, streamed
from halfbayes.data.table_writer import table_writer

Options = Mapping[str, Any]


@dataclass(slots=True)
class Answered:
    """What was answered."""

    documents: int = 0
    accepted: int = 0
    bad: tuple[BadRow, ...] = ()


def large_table(session: Session, source: str, options: Options) -> TableFiles | None:
    """The files of a table that is too large to be read at once; None of a small one."""
    up_to = options.get("whole_up_to")
    files = streamed(source, session.dialect, ROWS if up_to is None else max(1, up_to))
    at_once = AT_ONCE if up_to is None else 0
    return None if files is None or files.n_bytes <= at_once else files


def answered(
    session: Session, files: TableFiles, answering: Answering, options: Options
) -> Answered:
    """Answer for every document of ``files``, and write the table."""
    total = Answered()
    with (
        table_writer(options["output"], safe_csv=options["safe_csv"]) as write,
        session.bar(0, "document") as bar,
    ):
        for sheet, columns in _readable(session, files, answering):
            total.bad += sheet.bad
            if sheet.of_keys and not sheet.n_rows:
                continue  # no line tells which columns there are
            added = answering.answers(columns, sheet.n_rows)
            together, notes = beside(sheet.columns, added)
            if not total.documents:
                for note in notes:
                    session.note(note)
            write(together, sheet.arrow)
            bar.update(sheet.n_rows)
            total.documents += sheet.n_rows
            total.accepted += added["decision"].count(ACCEPT)
    if total.bad:
        session.set_aside(total.bad, options["table"])
    return total


def _readable(
    session: Session, files: TableFiles, answering: Answering
) -> Iterator[tuple[Sheet, Columns]]:
    roles, there, notes = answering.model.roles_, dict[str, None](), list[str]()
    for portion, _ in files.portions():
        for note in portion.notes[: max(0, MOST_NOTES - len(notes))]:
            session.note(note)
        notes += portion.notes
        there |= dict.fromkeys(portion.columns)
        sheet, columns = readable(portion.with_keys(roles.used), roles)
        session.refuse_bad(sheet)
        yield sheet, columns
    for note in fewer_notes(notes)[MOST_NOTES:]:
        session.note(note)
    require_columns(roles, there, "the table")


__all__ = ["Answered", "answered", "large_table"]
