"""Models of tables too large for memory: learnt from files in portions, or on Spark."""

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from halfbayes.classifier.counted import CountedSettings
from halfbayes.classifier.document import DocumentClassifier, holding
from halfbayes.classifier.file_training import (
    AT_ONCE,
    FileLesson,
    LabelledPortions,
    counted_from_files,
    task_of,
)
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.lessons import require_apart
from halfbayes.classifier.odd_classes import ManyClassesWarning
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.size import STANDARD, SizeRule, refuse_too_many
from halfbayes.classifier.telltale import TelltaleWarning
from halfbayes.classifier.word_lists import WEIGHT, WordLists, word_lists
from halfbayes.cli.class_words import read_class_words
from halfbayes.cli.guesses import tell_guess
from halfbayes.cli.remarks import by_class, tell_commas, tell_labels
from halfbayes.cli.session import Session
from halfbayes.data.readers import STANDARD_INPUT
from halfbayes.data.sheets import BadRow
from halfbayes.data.streams import ROWS, streamed
from halfbayes.data.workspace import Workspace, workspace
from halfbayes.errors import InvalidInputError, MissingExtraError, UnfinishedError

Options = Mapping[str, Any]


def size_rule(options: Options) -> SizeRule:
    """What is fitted to a corpus of which size, as the options say."""
    rule = STANDARD
    if options.get("memory") is not None:
        rule = replace(rule, memory=options["memory"])
    if options.get("whole_up_to") is not None:
        rule = replace(rule, documents=options["whole_up_to"], checkpoint=1)
    return rule


def large_model(
    session: Session, source: str, options: Options
) -> tuple[DocumentClassifier, int] | None:
    """The saved model of a table in files, and how many rows were set aside; None if small."""
    whole_up_to = options.get("whole_up_to")
    rows = ROWS if whole_up_to is None else max(1, whole_up_to)
    files = streamed(source, session.dialect, rows)
    if files is None or (whole_up_to is None and files.n_bytes <= AT_ONCE):
        return None
    rule = size_rule(options)
    named = FileLesson(files, options["label"], _roles(options), skip_bad=session.skip_bad)
    with session.doing("looking at the table"):
        lesson = named.with_roles()
        counted = lesson.is_counted(rule)
    if not counted:
        return None
    _check_plain(options, rule)
    language, threads = options["language"], options["threads"]
    words = class_words_of(options)  # read once: it may be a pipe
    settings = CountedSettings(lesson.roles, language, threads, rule, listed_words(words))
    folder, again = Path(f"{options['output']}.part"), options["table"] != STANDARD_INPUT
    with _kept(folder), workspace(folder, task_of(lesson, settings), again=again) as store:
        learnt, bad, without = _counted(session, lesson, settings, store)
        parameters = parameters_of(named.roles, language, threads)
        model = holding(learnt, **parameters, **words)
        if not named.roles.used:
            tell_guess(session, lesson.roles, learnt.training)
            tell_commas(session, next(lesson.sheets())[0].columns, lesson.roles)
        tell_labels(session, options["label"], by_class(learnt))
        if without:
            session.note(f"{without:,} rows of the table have no label and are left out")
        if bad:
            session.set_aside(bad, options["table"])
        with session.doing("saving the model"):
            model.save(options["output"], documents=options["documents"])
    return model, len(bad)


def _counted(
    session: Session, lesson: FileLesson, settings: CountedSettings, store: Workspace
) -> tuple[Learnt, list[BadRow], int]:
    """What was learnt, the rows set aside, and how many have no label; if need be anew."""

    def found() -> tuple[Learnt, list[BadRow], int]:
        with session.bar(100, "%") as bar:
            learnt, bad = counted_from_files(lesson, settings, store, told(bar))
        return learnt, bad, LabelledPortions(lesson, store).n_unlabelled()

    try:
        return found()
    except UnfinishedError:
        session.note(f"what was kept in {store.folder} is damaged; training begins anew")
        store.clear()
    return found()


@contextmanager
def _kept(folder: Path) -> Iterator[None]:
    """Where Ctrl-C says that what was done so far is in ``folder``."""
    try:
        yield
    except KeyboardInterrupt:
        if not folder.exists():
            raise
        told = f"what was done is kept in {folder}; the same command goes on from there"
        raise KeyboardInterrupt(told) from None


def spark_model(session: Session, options: Options) -> tuple[DocumentClassifier, int]:
    """The saved model of a table on Spark, which is imported only here."""
    try:
        sparking = import_module("halfbayes.cli.sparking")
    except ImportError as error:
        if error.name is None or not error.name.startswith(("pyspark", "py4j", "pyarrow")):
            raise
        message = (
            "--spark needs pyspark, which is not installed; run: pip install 'halfbayes[spark]'"
        )
        raise MissingExtraError(message) from error
    with warnings.catch_warnings():
        for told_as_a_note in (TelltaleWarning, ManyClassesWarning):
            warnings.simplefilter("ignore", told_as_a_note)
        model: tuple[DocumentClassifier, int] = sparking.spark_model(session, options)
    return model


def parameters_of(roles: Roles, language: str | None, threads: int | None) -> dict[str, Any]:
    """Parameters of a model with these roles."""
    return {
        "text": list(roles.text) or None,
        "numeric": list(roles.numeric) or None,
        "categorical": list(roles.categorical) or None,
        "language": language,
        "threads": threads,
    }


def class_words_of(options: Options) -> dict[str, Any]:
    """Parameters of a model: words listed for classes, if any, and whether names are read."""
    source, weight = options.get("class_words"), options.get("class_words_weight", WEIGHT)
    if source is None and weight != WEIGHT:
        message = (
            "--class-words-weight says how much the words of a file count; name the file with "
            "--class-words, or leave it out"
        )
        raise InvalidInputError(message)
    named = {name: options.get(name, True) for name in ("class_names", "topics")}
    if source is None:
        return named
    return {"class_words": read_class_words(source), "class_words_weight": weight, **named}


def listed_words(words: Options) -> WordLists | None:
    """The words listed for classes in these parameters of a model, checked."""
    return word_lists(words.get("class_words"), words.get("class_words_weight", WEIGHT))


def told(bar: Any) -> Callable[[str, float], object]:
    """Progress that moves a bar of 100 parts."""

    def progress(stage: str, share: float) -> None:
        bar.update(round(100 * share) - bar.n)
        bar.set_description(stage)

    return progress


def _roles(options: Options) -> Roles:
    named = Roles(options["text"], options["numeric"], options["categorical"])
    require_apart(options["label"], named.used, "--label")
    return named


def _check_plain(options: Options, rule: SizeRule) -> None:
    given = [name for name in ("groups", "unlabelled") if options.get(name)]
    if given:
        refuse_too_many(f"--{given[0]}", "the documents of the table", rule)


__all__ = [
    "class_words_of",
    "large_model",
    "listed_words",
    "parameters_of",
    "size_rule",
    "spark_model",
    "told",
]
