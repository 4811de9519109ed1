"""The picture of the page on output codes: what a BCH code is worth on Python's docstrings."""

from pathlib import Path

from drawings.docstrings import counted_docstrings

import halfbayes
from halfbayes.report.codes import code_figure


def draw_codes(path: Path) -> None:
    """The code report of a 31-bit BCH code, on modules that were not learnt."""
    X, y, X_new, y_new = counted_docstrings()
    inner = halfbayes.MultinomialNaiveBayes(smoothing=0.1)
    model = halfbayes.OutputCodeClassifier(inner, code="bch-31").fit(X, y)
    code_figure(model.code_report(X_new, y_new)).savefig(path, metadata={"Date": None})
