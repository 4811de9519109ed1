"""What ``predict`` and ``explain`` do, with what is computed below them."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from halfbayes.classifier.answers import ACCEPT, Answering, beside, reasons
from halfbayes.classifier.arrivals import arrival_notes
from halfbayes.classifier.document import load
from halfbayes.classifier.lessons import readable
from halfbayes.cli.large_answers import Answered, answered, large_table
from halfbayes.cli.session import Session, check_model, sources
from halfbayes.data.sheets import Sheet
from halfbayes.data.streams import spooled
from halfbayes.data.writers import STANDARD_OUTPUT, check_target, write_table
from halfbayes.errors import InvalidInputError

Options = Mapping[str, Any]


def predict(options: Options) -> None:
    """Answer for every document of a table."""
    session, output = Session.of(options), str(options["output"])
    session.refuse_both(output)
    check_target(output, *sources(options))
    check_model(options["model"], "predict MODEL TABLE")
    model = load(options["model"])
    rule = model.promise(
        accuracy=options["accuracy"],
        confidence=options["confidence"],
        per_class=options["per_class"],
        novelty=options["novelty"],
    )
    answering = Answering(model, rule, options["explain"])
    with spooled(options["table"]) as source:
        files = large_table(session, source, options)
        if files is None:
            total = _answered_at_once(session, source, answering, options)
        else:
            session.note(rule.statement)
            total = answered(session, files, answering, options)
    session.note(_told(total, output))
    if session.as_json:
        plain = {
            "output": output,
            "documents": total.documents,
            "accepted": total.accepted,
            "promise": rule.statement,
            "bad_rows": len(total.bad),
        }
        session.report((), plain)


def _told(total: Answered, output: str) -> str:
    review = total.documents - total.accepted
    where = "" if output == STANDARD_OUTPUT else f"; written to {output}"
    accepted = f"{total.accepted:,} of {total.documents:,} answers accepted"
    return f"{accepted}, {review:,} to review{where}"


def _answered_at_once(
    session: Session, source: str, answering: Answering, options: Options
) -> Answered:
    sheet, columns = readable(session.read(source), answering.model.roles_)
    session.settle(sheet, options["table"])
    for note in arrival_notes(answering.model.learnt_, columns):
        session.note(note)
    session.note(answering.rule.statement)
    with session.bar(sheet.n_rows, "document") as bar:
        added = answering.answers(columns, sheet.n_rows, told=bar.update)
    together, notes = beside(sheet.columns, added)
    for note in notes:
        session.note(note)
    safe = options["safe_csv"]
    write_table(together, options["output"], safe_csv=safe, arrow_table=sheet.arrow)
    return Answered(sheet.n_rows, added["decision"].count(ACCEPT), sheet.bad)


def explain(options: Options) -> None:
    """Say what speaks for and against the class of some documents."""
    session = Session.of(options)
    check_model(options["model"], "explain MODEL TABLE")
    model = load(options["model"])
    sheet, _ = readable(session.read(options["table"]), model.roles_)
    session.settle(sheet, options["table"])
    rows = _rows(sheet, options)
    chosen = sheet.rows(rows)
    told = reasons(model, readable(chosen, model.roles_)[1], options["words"])
    places = [chosen.place(number) for number in range(len(rows))]
    parts = list(zip(rows, places, told, strict=True))
    plain = [
        {"row": row + 1, "place": place, **answer.as_dict()} for row, place, answer in parts
    ]
    named = [f"{_place(row + 1, place)}: {answer}" for row, place, answer in parts]
    session.report(chain.from_iterable(line.split("\n") for line in named), plain)


def _place(row: int, place: str) -> str:
    """The row of the table beside its line in a file, where that is another number.

    >>> _place(2, "line 3 of a.csv"), _place(2, "row 2 of a.parquet")
    ('row 2, line 3 of a.csv', 'row 2 of a.parquet')
    """
    return place if place.startswith(f"row {row} of ") else f"row {row}, {place}"


def _rows(sheet: Sheet, options: Options) -> list[int]:
    lines, rows = options["lines"], options["rows"]
    if not (lines or rows):
        return list(range(min(options["first"], sheet.n_rows)))
    beyond = [row for row in rows if row > sheet.n_rows]
    if beyond:
        raise InvalidInputError(
            f"the table has {sheet.n_rows:,} rows that can be read, and no row {beyond[0]:,}; "
            f"the first is 1 and the last {sheet.n_rows:,}"
        )
    return [*_rows_on(sheet, lines), *(row - 1 for row in rows)]


def _rows_on(sheet: Sheet, lines: tuple[int, ...]) -> list[int]:
    known = {number: row for row, number in enumerate(sheet.numbers)}
    missing = [line for line in lines if line not in known]
    if missing:
        raise InvalidInputError(
            f"no row of the table begins on line {missing[0]}; {_nearest(sheet, missing[0])}, "
            "counted with the line of names"
        )
    several = [line for line in lines if sheet.numbers.count(line) > 1]
    if several:
        raise InvalidInputError(
            f"several files have a row that begins on line {several[0]}; name one file, or the "
            "row with --row"
        )
    return [known[line] for line in lines]


def _nearest(sheet: Sheet, line: int) -> str:
    before = [number for number in sheet.numbers if number < line]
    after = [number for number in sheet.numbers if number > line]
    if not before:
        return f"the first is {sheet.place(0) if sheet.n_rows else 'missing'}"
    if not after:
        return f"the last begins on line {before[-1]}"
    return f"the rows around it begin on lines {before[-1]} and {after[0]}"


__all__ = ["explain", "predict"]
