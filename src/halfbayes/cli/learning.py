"""What ``train``, ``evaluate`` and ``inspect`` do, with what is computed below them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from halfbayes.classifier.document import DocumentClassifier, load
from halfbayes.classifier.inspection import inspected, inspection_lines
from halfbayes.classifier.lessons import (
    Columns,
    Lesson,
    columns_of_labels,
    examination,
    lesson,
    readable,
)
from halfbayes.classifier.opened import learnt_in
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.trials import (
    fold_trial,
    leave_one_out_trial,
    rows_learnt,
    trial,
)
from halfbayes.classifier.unlearnt import unlearnt
from halfbayes.cli.guesses import tell_guess, tell_say
from halfbayes.cli.large import (
    class_words_of,
    large_model,
    size_rule,
    spark_model,
    told,
)
from halfbayes.cli.options import DEFAULT_LABEL, DEFAULT_LANGUAGE
from halfbayes.cli.remarks import tell_commas, tell_copies, tell_labels
from halfbayes.cli.session import Session, check_model, sources
from halfbayes.core.percent import percent
from halfbayes.data.formats import begins_as_archive
from halfbayes.data.sheets import Sheet
from halfbayes.data.streams import spooled
from halfbayes.data.writers import STANDARD_OUTPUT, check_folder
from halfbayes.errors import InvalidInputError
from halfbayes.evaluate.scorecard import Scorecard

Options = Mapping[str, Any]

FOR_TABLES: Final = ("text", "numeric", "categorical", "class_words", "unlabelled", "groups")
"""Options that say how to learn."""

SHEETS: Final = frozenset({".xlsx", ".xlsm", ".ods"})
"""Suffixes of archives that are no models."""


def train(options: Options) -> None:
    """Learn from a table and save a model."""
    session, output = Session.of(options), str(options["output"])
    if output == STANDARD_OUTPUT:
        message = "a model is saved to a file; name one with -o, for instance -o model.hb"
        raise InvalidInputError(message)
    check_folder(output, *sources(options))
    if options.get("spark"):
        model, bad = spark_model(session, options)
    else:
        with spooled(options["table"]) as source:
            found = large_model(session, source, options)
            model, bad = found or _small_model(session, source, options)
    with session.doing("checking the model"):
        card = leave_one_out_trial(model.learnt_)
        promise = model.promise().statement
    tell_say(session, model)
    plain = {
        "model": output,
        "documents": model.learnt_.n_documents,
        "classes": model.classes_.tolist(),
        "roles": asdict(model.roles_),
        "bad_rows": bad,
        "leave_one_out": card.as_dict(),
        "promise": promise,
    }
    lines = [*_learnt_lines(model, card), promise, f"Saved to {output}."]
    session.report(() if session.quiet else lines, plain)


def _small_model(
    session: Session, source: str, options: Options
) -> tuple[DocumentClassifier, int]:
    task, bad = read_lesson(session, source, options, called=options["table"])
    model = fitted_model(session, task, options)
    with session.doing("saving the model"):
        model.save(options["output"], documents=options["documents"])
    return model, bad


def evaluate(options: Options) -> None:
    """Judge a model, or one that learns from a table."""
    session = Session.of(options)
    if options["test"] and options["folds"]:
        message = "judge by TEST or by --folds, not by both"
        raise InvalidInputError(message)
    if is_model(options["model"]):
        card = _model_card(session, options)
    else:
        card = _table_card(session, options)
    session.report(card.lines(), card.as_dict())


def inspect(options: Options) -> None:
    """Say what is in a model."""
    session = Session.of(options)
    check_model(options["model"], "inspect MODEL")
    found = inspected(options["model"])
    terms = [term for kind in found["vocabulary"].values() for term in kind]
    lines = terms if options["vocabulary"] else inspection_lines(found)
    if not options["vocabulary"]:
        sizes = {kind: len(terms) for kind, terms in found["vocabulary"].items()}
        found = {**found, "vocabulary": sizes}
    session.report(lines, found)


def read_lesson(
    session: Session, source: str, options: Options, *, called: str | None = None
) -> tuple[Lesson, int]:
    """What can be learnt from a table, ``called`` so, and how many rows were set aside."""
    groups = (options["groups"],) if options.get("groups") else ()
    roles = Roles(options["text"], options["numeric"], options["categorical"], groups=groups)
    task = lesson(session.read(source), options["label"], roles)
    bad = session.settle(task.sheet, called or source)
    tell_labels(session, options["label"], Counter(task.labels))
    if task.guessed:
        tell_guess(session, task.roles, task.training())
        tell_commas(session, task.sheet.columns, task.roles)
    if not (groups or options.get("test")):
        tell_copies(session, task)
    if not _learns_rest(options):
        _tell_unlabelled(
            session, task, f"; --unlabelled {_learnt_table(options)} would learn from them, too"
        )
    return task, bad


def _learnt_table(options: Options) -> str:
    return str(options.get("model") or options.get("table"))


def _learns_rest(options: Options) -> bool:
    """Whether the documents without labels are those of the table itself, however named."""
    source, table = options.get("unlabelled"), _learnt_table(options)
    if source is None or source == table:
        return source == table
    try:
        return Path(source).samefile(table)
    except OSError:
        return False


def _tell_unlabelled(session: Session, task: Lesson, more: str = "") -> None:
    n, total = task.unlabelled.n_rows, task.unlabelled.n_rows + task.sheet.n_rows
    if n:
        session.note(f"{n:,} of {total:,} rows have no label and are left out{more}")


def _unfitted(task: Lesson, options: Options) -> DocumentClassifier:
    chosen = {name: options[name] for name in ("language", "threads")}
    return task.model(**chosen, **class_words_of(options))


def _unlabelled(session: Session, task: Lesson, options: Options) -> Columns | None:
    source = options.get("unlabelled")
    if source is None:
        return None
    itself = _learns_rest(options)
    if itself and not task.unlabelled.n_rows:
        raise InvalidInputError(
            f"every row of {source} has a label; leave --unlabelled out, or name another table"
        )
    given = task.unlabelled if itself else session.read(source)
    sheet, columns = readable(given, task.roles)
    session.settle(sheet, source)
    return columns


def fitted_model(session: Session, task: Lesson, options: Options) -> DocumentClassifier:
    """A model that has learnt it, with a progress bar."""
    model = _unfitted(task, options).sized(size_rule(options))
    unlabelled = _unlabelled(session, task, options)
    with session.bar(100, "%") as bar:
        progress = told(bar)
        model.fit(task.columns, task.labels, unlabelled=unlabelled, progress=progress)
    return task.as_asked(model)


def _learnt_lines(model: DocumentClassifier, card: Scorecard) -> Iterator[str]:
    low, high = card.interval
    yield model.describe()
    yield (
        f"By leave-one-out {percent(card.accuracy, 1)} are right ({percent(low, 1)} to "
        f"{percent(high, 1)} with 95 % confidence)."
    )


def is_model(source: str) -> bool:
    """Whether a source is a model file and not a table."""
    suffix = Path(source).suffix.lower()
    return suffix == ".hb" or (suffix not in SHEETS and begins_as_archive(source))


def check_learnt(options: Options) -> None:
    """An error where options say how to learn, and the model has learnt already."""
    given = [name for name in FOR_TABLES if options.get(name)]
    given += [f"no_{name}" for name in ("class_names", "topics") if not options.get(name, True)]
    if options.get("language", DEFAULT_LANGUAGE) != DEFAULT_LANGUAGE:
        given.append("language")
    if given:
        raise InvalidInputError(
            f"--{given[0].replace('_', '-')} is for learning from a table, and "
            f"{options['model']} has learnt already; leave it out, or pass the table"
        )


def _model_card(session: Session, options: Options) -> Scorecard:
    check_learnt(options)
    if options["test"]:
        return _test_card(session, load(options["model"]), options)
    learnt = learnt_in(options["model"])
    if not options["folds"]:
        return leave_one_out_trial(learnt)
    if learnt.training is None:
        raise InvalidInputError(
            f"--folds needs the documents, which {options['model']} does not hold; "
            "train it with --documents, or pass the table instead of the model"
        )
    with session.bar(options["folds"], "fold") as bar:
        model = unlearnt(load(options["model"]))
        return fold_trial(model, learnt.training, options["folds"], told=bar.update)


def _table_card(session: Session, options: Options) -> Scorecard:
    task, _ = read_lesson(session, options["model"], options)
    if options["folds"]:
        model = _unfitted(task, options)
        training = task.training(_unlabelled(session, task, options))
        with session.bar(options["folds"], "fold") as bar:
            return fold_trial(model, training, options["folds"], told=bar.update)
    model = fitted_model(session, task, options)
    if options["test"]:
        return _test_card(session, model, options)
    return leave_one_out_trial(model.learnt_)


def _test_card(session: Session, model: DocumentClassifier, options: Options) -> Scorecard:
    sheet = session.read(options["test"])
    task = examination(sheet, _label_of(session, sheet, model, options), model.roles_)
    session.settle(task.sheet, options["test"])
    _tell_unlabelled(session, task)
    seen = rows_learnt(model.learnt_, task.columns, task.labels)
    if seen:
        session.note(
            f"{seen:,} of the {len(task.labels):,} rows are documents this model learnt from, "
            "which it answers better than new ones: leave them out, or evaluate without TEST, "
            "by leave-one-out"
        )
    return trial(model, task.columns, task.labels)


def _label_of(
    session: Session, sheet: Sheet, model: DocumentClassifier, options: Options
) -> str:
    """The column of the labels: the named one, or the only one with classes of the model."""
    label = str(options["label"])
    if label != DEFAULT_LABEL or label in sheet.columns:
        return label
    found = columns_of_labels(sheet, model.classes_, model.roles_)
    if len(found) != 1:
        return label
    session.note(f"labels are those of column {found[0]!r}; name another with --label")
    return found[0]


__all__ = [
    "check_learnt",
    "evaluate",
    "fitted_model",
    "inspect",
    "is_model",
    "read_lesson",
    "train",
]
