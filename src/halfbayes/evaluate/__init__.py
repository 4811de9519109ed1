"""How good answers are, and how they are to be compared: metrics and protocols."""

from halfbayes.evaluate.breakeven import precision_recall_breakeven, roc_breakeven

__all__ = ["precision_recall_breakeven", "roc_breakeven"]
