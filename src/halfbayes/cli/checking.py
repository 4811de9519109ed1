"""What ``label-errors`` and ``plan`` do, with what is computed below them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from halfbayes.classifier.answers import beside
from halfbayes.classifier.document import load
from halfbayes.classifier.suspects import Suspect, suspect_columns, suspects
from halfbayes.cli.learning import fitted_model, read_lesson
from halfbayes.cli.session import Session, check_model, sources
from halfbayes.core.percent import percent
from halfbayes.data.writers import check_target, write_table
from halfbayes.errors import InvalidInputError

Options = Mapping[str, Any]


def label_errors(options: Options) -> None:
    """List labels that are probably wrong."""
    session, output = Session.of(options), options["output"]
    if output:
        check_target(output, *sources(options))
    task, _ = read_lesson(session, options["table"], options)
    model = fitted_model(session, task, options)
    listed = suspects(task, model.label_errors(level=options["level"]))
    if output:
        together, notes = beside(*suspect_columns(task, listed))
        for note in notes:
            session.note(note)
        write_table(together, output, safe_csv=options["safe_csv"])
    among = _among(len(model.learnt_.y), len(task.labels))
    session.report(
        _lines(listed, among, options["level"]), [asdict(suspect) for suspect in listed]
    )


def plan(options: Options) -> None:
    """Say how many documents a person must still read."""
    session = Session.of(options)
    if (options["table"] is None) == (options["number"] is None):
        message = "name the table of documents to plan for, or their --number, and not both"
        raise InvalidInputError(message)
    check_model(options["model"], "plan MODEL TABLE")
    model = load(options["model"])
    number = options["number"]
    if number is None:
        sheet = session.read(options["table"])
        session.settle(sheet, options["table"])
        number = sheet.n_rows
    if model.learnt_.training is None and not model.learnt_.is_counted:
        session.note(
            f"{options['model']} does not hold its documents, and the plan does not reckon "
            "with what the model would learn from more labels: far too many may be left to "
            "read; train it with --documents"
        )
    planned = model.plan(number, accuracy=options["accuracy"], confidence=options["confidence"])
    session.report([planned.statement], asdict(planned))


def _among(n_judged: int, n_documents: int) -> str:
    """The labels that were looked at: of a large table those of a sample.

    >>> _among(150, 150), _among(14_726, 18_000)
    ('150 labels', 'the 14,726 labels that were looked at (of 18,000)')
    """
    if n_judged == n_documents:
        return f"{n_documents:,} labels"
    return f"the {n_judged:,} labels that were looked at (of {n_documents:,})"


def _lines(listed: Sequence[Suspect], among: str, level: float) -> Iterator[str]:
    yield (
        f"{len(listed):,} of {among} are worth a second look: less than {percent(level)} "
        "probable without the document. Others may be wrong, too; a higher --level lists more."
    )
    for suspect in listed:
        yield f"  {suspect}"


__all__ = ["label_errors", "plan"]
