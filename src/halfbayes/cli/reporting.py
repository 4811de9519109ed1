"""What ``report`` does, with what is computed below it."""

from collections.abc import Mapping
from typing import Any

from halfbayes.classifier.document import DocumentClassifier, load
from halfbayes.classifier.lessons import Columns, readable
from halfbayes.classifier.report import check_page
from halfbayes.cli.learning import check_learnt, fitted_model, is_model, read_lesson
from halfbayes.cli.session import Session, sources
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
    model = _model(session, options)
    if model.learnt_.training is None:
        session.note(
            f"{options['model']} does not hold its training documents: the learning curve, "
            "examples, unusual documents and labels to check are left out; "
            "train it with --documents to have them"
        )
    model.report(
        output,
        new=_new(session, model, options),
        accuracy=options["accuracy"],
        confidence=options["confidence"],
        excerpts=options["excerpts"],
    )
    lines = () if session.quiet else (f"Written to {output}.",)
    session.report(lines, {"report": output, "documents": len(model.learnt_.y)})


def _model(session: Session, options: Options) -> DocumentClassifier:
    if is_model(options["model"]):
        check_learnt(options)
        return load(options["model"])
    task, _ = read_lesson(session, options["model"], options)
    return fitted_model(session, task, options)


def _new(session: Session, model: DocumentClassifier, options: Options) -> Columns | None:
    if options["new"] is None:
        return None
    sheet, columns = readable(session.read(options["new"]), model.roles_)
    session.settle(sheet, options["new"])
    return columns


__all__ = ["report"]
