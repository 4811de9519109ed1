"""What ``report`` does, with what is computed below it."""

from collections.abc import Mapping
from typing import Any

from halfbayes.classifier.asked import Asked
from halfbayes.classifier.document import DocumentClassifier, load
from halfbayes.classifier.gathering import Called, Gathering, numbered
from halfbayes.classifier.lessons import Columns, readable
from halfbayes.classifier.report import check_page, write_report
from halfbayes.cli.learning import check_learnt, fitted_model, is_model, read_lesson
from halfbayes.cli.session import Session, sources
from halfbayes.data.sheets import Sheet
from halfbayes.data.writers import STANDARD_OUTPUT
from halfbayes.errors import InvalidInputError

Options = Mapping[str, Any]


def report(options: Options) -> None:
    """Write the report of a model, or of one that learns from a table."""
    session, output = Session.of(options), str(options["output"])
    if output == STANDARD_OUTPUT:
        message = "a report is written to a file; name one with -o, for instance -o report.html"
        raise InvalidInputError(message)
    check_page(output, *sources(options))
    model, learnt = _model(session, options)
    if model.learnt_.training is None:
        session.note(
            f"{options['model']} does not hold its training documents: the learning curve, "
            "examples, unusual documents and labels to check are left out; "
            "train it with --documents to have them"
        )
    new, columns = _new(session, model, options)
    called = Called(*(numbered if sheet is None else sheet.place for sheet in (learnt, new)))
    asked = Asked(options["accuracy"], options["confidence"])
    write_report(Gathering(model, asked, options["excerpts"], called), output, columns)
    lines = () if session.quiet else (f"Written to {output}.",)
    session.report(lines, {"report": output, "documents": len(model.learnt_.y)})


def _model(session: Session, options: Options) -> tuple[DocumentClassifier, Sheet | None]:
    """The model, and the rows it has learnt where they are at hand."""
    if is_model(options["model"]):
        check_learnt(options)
        return load(options["model"]), None
    task, _ = read_lesson(session, options["model"], options)
    return fitted_model(session, task, options), task.sheet


def _new(
    session: Session, model: DocumentClassifier, options: Options
) -> tuple[Sheet | None, Columns | None]:
    """The rows of the new documents, and what the model reads of them."""
    if options["new"] is None:
        return None, None
    sheet, columns = readable(session.read(options["new"]), model.roles_)
    session.settle(sheet, options["new"])
    return sheet, columns


__all__ = ["report"]
