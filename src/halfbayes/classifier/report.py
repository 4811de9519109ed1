"""The report of a model and its card: plain results, handed to ``halfbayes.report``."""

import os
from numbers import Integral
from pathlib import Path
from typing import Any, Final

from halfbayes.classifier.asked import Asked
from halfbayes.classifier.gathering import Gathering, class_names
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.table import as_table
from halfbayes.data.whole_file import whole_file
from halfbayes.data.writers import check_folder
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.report.card import card
from halfbayes.report.page import Page

PAGES: Final = frozenset({".html", ".htm", ""})
"""Endings of the names of pages: what else a name ends in, it promises another kind of file."""


def check_page(target: str, *sources: str) -> None:
    """Refuse a name that no report can be written to, before any work is done.

    One of ``sources``, which are read, is such a name. A device may be called as it likes.
    """
    check_folder(target, *sources)
    path = Path(target)
    if path.suffix.lower() not in PAGES and (path.is_file() or not path.exists()):
        raise InvalidInputError(
            f"a report is a page of HTML, and {target} ends in {path.suffix}; name it "
            ".html, and print that from a browser to have it as PDF"
        )


def write_report(gathering: Gathering, path: str | os.PathLike[str], new: Any = None) -> None:
    """Write the page of what is gathered of a model, and of a table of ``new`` documents."""
    page = Page()  # first: a missing package is told before anything is computed
    check_page(os.fspath(path))
    excerpts = gathering.excerpts
    whole = isinstance(excerpts, Integral) and not isinstance(excerpts, bool)
    if not whole or excerpts < 0:
        raise InvalidParameterError(
            f"excerpts must be a whole number, 0 or more; got {excerpts!r}; write 0 for a "
            "report without documents"
        )
    others = None if new is None else as_table(new)
    if others is not None and others.n_rows == 0:
        message = "the table of new documents is empty; pass one with rows, or none at all"
        raise InvalidInputError(message)
    html = page.html(gathering.findings(others))
    with whole_file(path) as file:
        file.write(html.encode("utf-8"))


class Reporting:
    """The part of ``DocumentClassifier`` that writes reports and cards."""

    _learnt: Learnt

    def report(
        self,
        path: str | os.PathLike[str],
        *,
        new: Any = None,
        accuracy: float = 0.95,
        confidence: float = 0.95,
        excerpts: int = 6,
    ) -> None:
        """Write a page that says what the model can do: one file, for people, no network.

        ``new`` is a table of documents without labels; the report then says how many of those
        go where. At most ``excerpts`` documents are shown of each kind, none with 0: a report
        with excerpts shows training documents to whoever reads it, each with its place in its
        table, counted from 0.
        """
        write_report(Gathering(self, Asked(accuracy, confidence), excerpts), path, new)

    def _html_repr(self) -> str:
        """What a notebook shows: scikit-learn's diagram, or a card once something is learnt."""
        if not hasattr(self, "_learnt"):
            diagram: str = super()._html_repr()  # type: ignore[misc]
            return diagram
        gathering = Gathering(self, Asked(), 0)
        return card(gathering.summary(), class_names(self._learnt))


__all__ = ["Reporting", "check_page", "write_report"]
