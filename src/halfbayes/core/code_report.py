"""What a code is worth on given documents: its distances, and how well its bits are learnt.

    row distance        bits in which two classes differ; half the least can be wrong
    column separation   classes in which a bit differs from the nearest other, or its complement
    bit error           share of documents on the wrong side
    ROC breakeven       error with the bias moved until misses and false alarms are equal
    error correlation   of two bits' mistakes over the documents (phi coefficient)

Multiclass error follows the breakeven of the bits, and then the correlation of their errors:
mistakes made together are not corrected (Rennie 2001, 4.4.2).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from halfbayes.core.breakeven import roc_breakeven
from halfbayes.core.codes import CodeMatrix, column_separation, row_distances
from halfbayes.types import BoolArray, FloatArray, IndexArray, LabelArray


@dataclass(frozen=True, slots=True, eq=False)
class CodeReport:
    """Distances of a code and difficulty of its bits."""

    code: CodeMatrix  # (classes, bits)
    classes: LabelArray
    row_distances: NDArray[np.int64]  # (classes, classes)
    column_separation: NDArray[np.int64]  # (bits,)
    bit_error: FloatArray  # (bits,)
    bit_breakeven: FloatArray  # (bits,), nan where a bit's documents are all on one side
    error_correlation: FloatArray  # (bits, bits), nan beside a bit without or with only errors
    n_documents: int

    def table(self) -> str:
        """One line a bit, hardest first, under a summary of the whole code.

        >>> from halfbayes.core.codes import one_vs_all
        >>> scores, y = np.array([[1.0, -1.0], [1.0, -2.0], [-1.0, 2.0]]), np.array([0, 1, 1])
        >>> print(code_report(one_vs_all(2), np.array(["a", "b"]), scores, y).table())
        2 classes, 2 bits, measured on 3 documents
        row distance       least 2, mean 2.0
        column separation  least 0, mean 0.0
        bit error          mean 0.333, worst 0.333
        ROC breakeven      mean 0.250, worst 0.250
        error correlation  mean 1.000
        <BLANKLINE>
         bit  +1 classes  separation  error  ROC breakeven
           0           1           0  0.333          0.250
           1           1           0  0.333          0.250
        """
        distances = self.row_distances[np.triu_indices(len(self.classes), k=1)]
        lines = [
            f"{self.code.shape[0]} classes, {self.code.shape[1]} bits, "
            f"measured on {self.n_documents:,} documents",
            f"row distance       least {distances.min()}, mean {distances.mean():.1f}",
            f"column separation  least {self.column_separation.min()}, "
            f"mean {self.column_separation.mean():.1f}",
            f"bit error          mean {self.bit_error.mean():.3f}, "
            f"worst {self.bit_error.max():.3f}",
            f"ROC breakeven      mean {np.nanmean(self.bit_breakeven):.3f}, "
            f"worst {np.nanmax(self.bit_breakeven):.3f}",
            f"error correlation  mean {self.mean_error_correlation():.3f}",
            "",
            " bit  +1 classes  separation  error  ROC breakeven",
        ]
        hardest_first = np.argsort(-np.nan_to_num(self.bit_breakeven, nan=-1.0), kind="stable")
        lines += [self._line(int(bit)) for bit in hardest_first]
        return "\n".join(lines)

    def mean_error_correlation(self) -> float:
        """Mean correlation of the mistakes of two different bits; nan where none is defined."""
        pairs = self.error_correlation[np.triu_indices(len(self.error_correlation), k=1)]
        known = pairs[~np.isnan(pairs)]
        return float(known.mean()) if len(known) else float("nan")

    def _line(self, bit: int) -> str:
        return (
            f"{bit:4d}  {int((self.code[:, bit] == 1).sum()):10d}  "
            f"{self.column_separation[bit]:10d}  {self.bit_error[bit]:5.3f}  "
            f"{self.bit_breakeven[bit]:13.3f}"
        )


def code_report(
    code: CodeMatrix, classes: LabelArray, bit_scores: FloatArray, y: IndexArray
) -> CodeReport:
    """The report of a code from bit scores (documents, bits) of documents of classes ``y``."""
    positive = code[y] == 1  # (documents, bits)
    wrong = (bit_scores > 0.0) != positive
    breakevens = [roc_breakeven(positive[:, j], bit_scores[:, j]) for j in range(code.shape[1])]
    return CodeReport(
        code=code,
        classes=classes,
        row_distances=row_distances(code),
        column_separation=column_separation(code),
        bit_error=wrong.mean(axis=0),
        bit_breakeven=np.array(breakevens),
        error_correlation=_correlation(wrong),
        n_documents=len(y),
    )


def _correlation(wrong: BoolArray) -> FloatArray:
    deviation = wrong - wrong.mean(axis=0)
    scale = np.sqrt((deviation**2).sum(axis=0))
    scale[scale == 0.0] = np.nan  # no mistakes, or nothing but: no correlation to speak of
    return np.asarray((deviation.T @ deviation) / np.outer(scale, scale))


__all__ = ["CodeReport", "code_report"]
