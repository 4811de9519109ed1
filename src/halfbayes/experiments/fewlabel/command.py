"""What ``halfbayes bench fewlabel`` does with its options, and says."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from halfbayes.data.corpora import CORPORA, PYTHON_DOCS, corpora_folder
from halfbayes.errors import InvalidParameterError, MissingCorpusError
from halfbayes.evaluate.extra import for_pictures
from halfbayes.experiments.fewlabel.methods import NAMES
from halfbayes.experiments.fewlabel.page import short_table, write_page
from halfbayes.experiments.fewlabel.peers import is_installed
from halfbayes.experiments.fewlabel.results import Budget, Name, read_rows
from halfbayes.experiments.fewlabel.run import Plan, run

ALL: Final = "all"
QUICK_CORPORA: Final = ("bbc", "trec", "sms")
QUICK_BUDGETS: Final = (3, 10)
QUICK_METHODS: Final = ("complement-nb", "logistic-100", "linear-svm", "raina2003", "halfbayes")


def answer(options: Mapping[str, Any]) -> Iterator[str]:
    """Do what was asked; the lines to print."""
    output: Path = options["output"]
    if options["page"] is not None:
        yield from _written_page(output, options["page"])
        return
    plan = planned(options)
    missing = [method for method in NAMES if not is_installed(method)]
    if missing and options["methods"] is None:
        yield f"left out, not installed: {', '.join(missing)} (pip install 'halfbayes[peers]')"
    n_new = run(
        plan,
        output,
        processes=options["processes"],
        again=options["again"],
        progress=_progress,
    )
    yield f"{n_new} new rows in {output}"
    yield from short_table(list(read_rows(output).values()), plan)


def planned(options: Mapping[str, Any]) -> Plan:
    """The plan of the options; names and numbers are checked here."""
    installed = tuple(method for method in NAMES if is_installed(method))
    plan = Plan(
        corpora=_known("corpus", options["corpora"], (*CORPORA, PYTHON_DOCS)) or tuple(CORPORA),
        budgets=tuple(_budget(word) for word in options["budgets"]),
        draws=_at_least_one("--draws", options["draws"]),
        methods=_known("method", options["methods"], NAMES) or installed,
        folder=options["data"],
    )
    _at_least_one("--processes", options["processes"])
    if options["quick"]:
        plan = replace(
            plan,
            corpora=options["corpora"] or _quick_corpora(options["data"]),
            budgets=QUICK_BUDGETS,
            draws=1,
            methods=options["methods"] or QUICK_METHODS,
        )
    if tuple(plan.corpora) != (PYTHON_DOCS,):
        plan = replace(plan, folder=corpora_folder(plan.folder))
    return plan


def _quick_corpora(folder: Path | None) -> tuple[str, ...]:
    """A few small corpora, or the one every Python has where there is no folder of them."""
    try:
        corpora_folder(folder)
    except MissingCorpusError:
        if folder is not None:
            raise
        return (PYTHON_DOCS,)
    return QUICK_CORPORA


def _known(kind: str, names: Sequence[str] | None, known: Sequence[str]) -> tuple[str, ...]:
    for name in names or ():
        if name not in known:
            raise InvalidParameterError(
                f"there is no {kind} {name!r}; there are {', '.join(known)}"
            )
    return tuple(names or ())


def _budget(word: str) -> Budget:
    if word == ALL:
        return None
    if not (word.isdecimal() and int(word) > 0):
        raise InvalidParameterError(
            f"a budget is a number of labels per class, 1 or more, or {ALL}; got {word!r}"
        )
    return int(word)


def _at_least_one(option: str, value: int) -> int:
    if value < 1:
        raise InvalidParameterError(f"{option} must be 1 or more; got {value}")
    return value


def _progress(cells: Iterator[Name], total: int) -> Iterator[Name]:
    with tqdm(total=total, unit="cell", file=sys.stderr, disable=None) as bar:
        for cell in cells:
            bar.set_postfix_str(" ".join("all" if part is None else str(part) for part in cell))
            bar.update()
            yield cell


def _written_page(rows_file: Path, page: Path) -> Iterator[str]:
    rows = list(read_rows(rows_file).values())
    if not rows:
        raise InvalidParameterError(
            f"expected rows in {rows_file} and there are none; measure some, without --page"
        )
    picture = page.parent / "images" / "fewlabel.svg"
    write_page(rows, page, picture)
    # Imported here: matplotlib is in the extra "report".
    with for_pictures():
        plot = import_module("halfbayes.experiments.fewlabel.plot")
    plot.draw(rows, picture)
    yield f"{page} and {picture}, from {len(rows)} rows"


__all__ = ["answer", "planned"]
