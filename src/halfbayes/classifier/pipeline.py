"""A model as a pipeline of scikit-learn: the same predictions from parts that everybody knows.

    features     FeatureUnion of one small pipeline a region
                     text        CountVectorizer (pieces and topics: DictVectorizer),
                                 TfidfTransformer
                     numbers     scaled, how far off each class, whether there, and usual
                     categories  OneHotEncoder
                 each with one more feature, which is 1 where the region has anything
    evidence     their product with the weights: (documents, classes)
    temperature  VotingClassifier of logistic regressions, one for each temperature

What is not scikit-learn's are the functions in between: the analyzers (``text.analyzers``:
Unicode, stems, scripts without spaces) and those of this module. The law: ``predict_proba`` is
that of the model, to rounding.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from scipy import sparse
from sklearn.ensemble import VotingClassifier
from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import FeatureUnion, Pipeline
from sklearn.preprocessing import FunctionTransformer, LabelEncoder, OneHotEncoder
from sklearn.utils.extmath import safe_sparse_dot

from halfbayes.classifier.evidence import TOPICS
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.number_columns import Numbers, number_matrix
from halfbayes.classifier.region_table import RegionTable
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table
from halfbayes.classifier.weight_table import WeightTable, weight_table
from halfbayes.core.blocks import present_documents
from halfbayes.text.analyzers import (
    PairAnalyzer,
    PieceAnalyzer,
    StemAnalyzer,
    TopicAnalyzer,
    written,
)
from halfbayes.text.options import token_options
from halfbayes.types import FloatArray

BINARY: Final = 2


def texts_of(table: Any, *, columns: Sequence[str]) -> list[tuple[str | None, ...]]:
    """The text fields of each document."""
    documents = as_table(table)
    return list(zip(*(documents.texts(name) for name in columns), strict=True))


def categories_of(table: Any, *, columns: Sequence[str]) -> Any:
    """The categories of each document: (documents, columns)."""
    documents = as_table(table)
    return np.array([documents.categories(name) for name in columns], dtype=object).T


def numbers_of(
    table: Any,
    *,
    columns: Sequence[str],
    numbers: Numbers,
    centre: FloatArray,
    scale: FloatArray,
) -> FloatArray:
    """u, the tails of each class, where there is a number, and where it is another than usual.

    ``centre`` and ``scale`` are those of the tails.
    """
    x = number_matrix(as_table(table), Roles(numeric=tuple(columns)))
    width = x.shape[1]
    u = numbers.scaled(numbers.within(x))
    apart = numbers.apart(numbers.scaled(x))
    n_classes = len(centre) // width
    off = (np.repeat(apart[:, :width], n_classes, axis=1) - centre) / scale
    parts = [u, np.log1p(off**2), ~np.isnan(u), apart[:, width:]]
    return np.hstack([np.nan_to_num(part) for part in parts])


def amounts_of(
    documents: Sequence[Any], *, analyzer: PieceAnalyzer | TopicAnalyzer
) -> list[dict[str, float]]:
    """How much of each piece, or topic, the documents have."""
    return [analyzer(fields) for fields in documents]


def with_presence(X: Any, *, width: int | None = None) -> Any:
    """X and one more feature, 1 where the first ``width`` features are not all 0."""
    looked_at = X if width is None else X[:, :width]
    present = present_documents(
        looked_at if isinstance(looked_at, np.ndarray) else sparse.csr_array(looked_at)
    )
    return sparse.csr_array(
        sparse.hstack([sparse.csr_array(X), sparse.csr_array(present[:, None] * 1.0)])
    )


def as_pipeline(learnt: Learnt) -> Pipeline:
    """The pipeline that predicts as the model does."""
    table = weight_table(learnt)
    regions = [region for region in table.regions if region.names or region.column]
    weights = [np.vstack([region.weights, region.present]) for region in regions]
    parts = [(region.name, _region(region, learnt)) for region in regions]
    return Pipeline(
        [
            ("features", FeatureUnion(_distinct(parts))),
            ("evidence", _function(safe_sparse_dot, b=np.vstack(weights), dense_output=True)),
            ("temperature", _temperatures(table)),
        ]
    )


def _function(call: Callable[..., Any], **arguments: Any) -> FunctionTransformer:
    return FunctionTransformer(call, kw_args=arguments)


def _distinct(parts: list[tuple[str, Pipeline]]) -> list[tuple[str, Pipeline]]:
    """Names that FeatureUnion takes: each once, and without two underscores in a row."""
    return [
        (f"{number}_{name}".replace("__", "_"), part)
        for number, (name, part) in enumerate(parts)
    ]


def _region(region: RegionTable, learnt: Learnt) -> Pipeline:
    if region.kind == "numbers":
        width = len(region.columns)
        return _numbers(region, width)
    if region.kind == "categories":
        return _categories(region, learnt)
    return _text(region, learnt)


def _numbers(region: RegionTable, width: int) -> Pipeline:
    others = [
        region.columns.index(str(column))
        for feature, column in zip(region.features, region.column, strict=True)
        if feature == "other"
    ]
    tails = slice(width, len(region.features) - width - len(others))
    scaling = {"centre": region.centre[tails], "scale": region.scale[tails]}
    numbers = Numbers(
        region.centre[:width], region.scale[:width], region.ends, usual=tuple(others)
    )
    return Pipeline(
        [
            (
                "scale",
                _function(numbers_of, columns=region.columns, numbers=numbers, **scaling),
            ),
            ("present", _function(with_presence, width=width)),
        ]
    )


def _categories(region: RegionTable, learnt: Learnt) -> Pipeline:
    known: Any = learnt.evidence.categories
    seen = [
        (name, values)
        for name, values in zip(region.columns, known.values, strict=True)
        if values
    ]
    columns = [name for name, _ in seen]
    encoder = OneHotEncoder(
        categories=[np.array(values, dtype=object) for _, values in seen],
        handle_unknown="ignore",
    )
    encoder.fit(np.array([[values[0] for _, values in seen]], dtype=object))
    return Pipeline(
        [
            ("read", _function(categories_of, columns=columns)),
            ("encode", encoder),
            ("present", _function(with_presence)),
        ]
    )


def _text(region: RegionTable, learnt: Learnt) -> Pipeline:
    text: Any = learnt.evidence.text
    options, language = token_options(text.counter), learnt.evidence.language
    words = StemAnalyzer(options, language)
    places = {name: place for place, name in enumerate(region.names)}
    counting: list[tuple[str, Any]]
    of_words: PieceAnalyzer | TopicAnalyzer | None = None
    if region.kind == "pieces":
        of_words = PieceAnalyzer(words, token_options(text.pieces.counter))
    elif region.kind == TOPICS:
        of_words = TopicAnalyzer(words, region.stems)
    if of_words is not None:
        vectoriser = DictVectorizer()
        vectoriser.feature_names_, vectoriser.vocabulary_ = list(places), places
        counting = [("take", _function(amounts_of, analyzer=of_words)), ("count", vectoriser)]
    else:
        others = {"pairs": PairAnalyzer(options, language), "writing": written}
        analyzer = others.get(region.kind, words)
        vectoriser = CountVectorizer(analyzer=analyzer, vocabulary=places, dtype=np.float64)
        counting = [("count", vectoriser)]
    weighter = TfidfTransformer(sublinear_tf=of_words is None)
    weighter.idf_ = region.scale
    return Pipeline(
        [
            ("read", _function(texts_of, columns=region.columns)),
            *counting,
            ("weigh", weighter),
            ("present", _function(with_presence)),
        ]
    )


def _temperatures(table: WeightTable) -> VotingClassifier:
    """The average over temperatures, each a logistic regression over the evidence."""
    fitted = [_regression(table, factor) for factor in table.factors.tolist()]
    named = [(f"temperature_{number}", model) for number, model in enumerate(fitted)]
    voting = VotingClassifier(named, voting="soft", weights=table.shares.tolist())
    voting.estimators_ = fitted
    voting.le_ = LabelEncoder().fit(table.classes)
    voting.classes_ = voting.le_.classes_
    return voting


def _regression(table: WeightTable, factor: float) -> LogisticRegression:
    """Softmax of offset + factor evidence; of two classes scikit-learn has the difference."""
    K = len(table.classes)
    coefficients, offsets = factor * np.eye(K), table.offsets
    if K == BINARY:
        coefficients = coefficients[1:] - coefficients[:1]
        offsets = offsets[1:] - offsets[:1]
    model = LogisticRegression()
    model.classes_ = np.arange(K)
    model.coef_, model.intercept_ = coefficients, offsets
    model.n_features_in_ = K
    return model


__all__ = [
    "amounts_of",
    "as_pipeline",
    "categories_of",
    "numbers_of",
    "texts_of",
    "with_presence",
]
