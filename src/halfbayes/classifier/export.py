"""A model for other programs: its weights as a table or as JSON, or a scikit-learn pipeline.

What the numbers mean, and how to predict with them by hand, is said in ``weight_table``.
"""

import json
import os
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.weight_table import weight_table
from halfbayes.data.compression import without_suffix
from halfbayes.data.writers import TABLES, check_folder, check_target, write_bytes, write_table

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

JSON: Final = ".json"


def check_export(target: str, *sources: str) -> None:
    """Refuse a name that no weights can be written to, before any work is done.

    One of ``sources``, which are read, is such a name.
    """
    if _is_json(target):
        check_folder(target, *sources)
    else:
        check_target(target, *sources, names=f".json, {TABLES}")


def write_weights(learnt: Learnt, target: str, *, safe_csv: bool = False) -> int:
    """Write every weight of the model to ``target``; how many features have weights."""
    table = weight_table(learnt)
    if _is_json(target):
        text = json.dumps(table.as_dict(), ensure_ascii=True, allow_nan=False, indent=1)
        write_bytes(f"{text}\n".encode("ascii"), target)
    else:
        write_table(table.as_columns(), target, safe_csv=safe_csv)
    return sum(len(region.weights) for region in table.regions)


class Exports:
    """The part of ``DocumentClassifier`` that hands the model to other programs."""

    def export(self, path: str | os.PathLike[str], *, safe_csv: bool = False) -> None:
        """Write every weight to a .json file, or as a table (.csv, .tsv, .jsonl, .parquet).

        With what is in the file predictions can be worked out by hand. ``safe_csv`` puts '
        before text that a spreadsheet would run as a formula.
        """
        learnt, target = self._fitted(), os.fspath(path)
        check_export(target)
        write_weights(learnt, target, safe_csv=safe_csv)

    def to_sklearn(self) -> "Pipeline":
        """A pipeline of scikit-learn with the same ``predict_proba``, to rounding.

        >>> from halfbayes import DocumentClassifier
        >>> mails = ["cheap pills", "meeting at noon", "cheap watches", "notes of the meeting"]
        >>> model = DocumentClassifier().fit(mails, ["spam", "work", "spam", "work"])
        >>> pipeline = model.to_sklearn()
        >>> [type(step).__name__ for step in pipeline.named_steps.values()]
        ['FeatureUnion', 'FunctionTransformer', 'VotingClassifier']
        >>> pipeline.predict(["cheap notes"])
        array(['spam'], dtype='<U4')
        """
        # Imported here: the parts of scikit-learn it is made of take a fifth of a second.
        pipeline: Pipeline = import_module("halfbayes.classifier.pipeline").as_pipeline(
            self._fitted()
        )
        return pipeline

    def _fitted(self) -> Any:
        raise NotImplementedError


def _is_json(target: str) -> bool:
    return PurePath(without_suffix(target)).suffix.lower() == JSON


__all__ = ["Exports", "check_export", "write_weights"]
