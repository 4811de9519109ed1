"""Figure 4-4: ROC breakeven and multiclass error with the one-vs-all matrix."""

from typing import Final

from halfbayes.experiments.rennie2001.breakevens import reproduction_with
from halfbayes.experiments.rennie2001.classifiers import OVA
from halfbayes.experiments.specification import beside

REPRODUCTION: Final = reproduction_with("rennie2001/figure4-4", beside(__file__), OVA)

__all__ = ["REPRODUCTION"]
