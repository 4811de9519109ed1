"""Figure 4-3: ROC breakeven and multiclass error with the BCH 63 matrix."""

from typing import Final

from halfbayes.experiments.rennie2001.breakevens import reproduction_with
from halfbayes.experiments.rennie2001.classifiers import BCH
from halfbayes.experiments.specification import beside

REPRODUCTION: Final = reproduction_with("rennie2001/figure4-3", beside(__file__), BCH)

__all__ = ["REPRODUCTION"]
