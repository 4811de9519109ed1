"""The hybrid classifier over matrices: counted word models and a discriminant, weighed.

    z_k(x) = log pi_k + c_k + sum_r theta_r n_r^-g log p(x^r|k) + theta_v v_k . phi(x)
    p(k|x) = softmax_k z_k(x)

``core.hybrid`` says what is fitted and how. With two classes, ``HybridClassifier.raina2003`` is
the model of the paper: z_1 - z_0 = theta_0 + sum_r theta_r b_r with b_r = n_r^-1 log p(x^r|1) /
p(x^r|0), and theta by logistic regression on leave-one-out b (eq. 7-11).

Source: Raina, Shen, Ng & McCallum, Classification with hybrid generative/discriminative models,
2003.
"""

from itertools import pairwise
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from halfbayes.core.hybrid import Hybrid, SmallFit, fitted_hybrid
from halfbayes.core.percent import percent
from halfbayes.core.views import Documents, LearntDiscriminant, RegionWeights
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.models.hybrid_views import named_views
from halfbayes.models.regions import (
    Region,
    allows_missing,
    columns_of,
    events_of,
    fitted_weighter,
    is_several,
    layout_of,
    side_by_side,
)
from halfbayes.models.validation import (
    encoded_labels,
    require_choice,
    require_number,
    validated_labels,
    validated_matrix,
    validated_weights,
)
from halfbayes.text.inner_products import inner_products
from halfbayes.text.weighting import TermWeighter
from halfbayes.types import FloatArray, LabelArray

TWO_CLASSES = 2


class HybridClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Word models of regions and a discriminant, weighed on leave-one-out scores.

    Parameters
    ----------
    regions : slices, pairs (start, stop) or lists of columns, or a mapping that names them;
        None is one region. ``fit`` also takes a list of matrices, one per region.
    event : "complement", "multinomial", "bernoulli", "dirichlet", "gaussian", "categorical", an
        event model, None (no generative view), or one of these per region.
    shared : whether one multinomial is counted over all regions (eq. 5-6).
    weighting : of counts: "smooth" (log tf x smooth idf, unit length), letters of SMART, a
        ``TermWeighter``, or None for the counts themselves.
    normalisation : "length" or "sqrt" divides scores by that of their region; None does not.
    weights : "leave-one-out" (eq. 11), "training" (eq. 10), or the weights themselves, zero or
        more: one per region with an event model, and one of the discriminant.
    offsets : "fitted" (eq. 9), or "prior" alone (eq. 8), as with weights that are given.
    tied : whether weights are positive and tied by a prior; otherwise logistic regression.
    discriminant : whether there is a discriminative view; it reads the regions of words.
    class_smoothing : documents added to each class in its prior.

    >>> X, y = [[3, 0, 1], [2, 0, 0], [0, 2, 1], [0, 3, 0]], ["law", "law", "sport", "sport"]
    >>> model = HybridClassifier().fit(X, y)
    >>> model.predict([[1, 0, 0], [0, 1, 0]]).tolist()
    ['law', 'sport']
    >>> model.describe()
    '48 % discriminative; weights: document 2.78, discriminant 2.88'
    """

    def __init__(  # noqa: PLR0913 -- scikit-learn: one argument per hyper-parameter
        self,
        *,
        regions: Any = None,
        event: Any = "complement",
        shared: bool = False,
        weighting: Any = "smooth",
        normalisation: str | None = None,
        weights: Any = "leave-one-out",
        offsets: str = "fitted",
        tied: bool = True,
        discriminant: bool = True,
        class_smoothing: float = 1.0,
    ) -> None:
        self.regions = regions
        self.event = event
        self.shared = shared
        self.weighting = weighting
        self.normalisation = normalisation
        self.weights = weights
        self.offsets = offsets
        self.tied = tied
        self.discriminant = discriminant
        self.class_smoothing = class_smoothing

    @classmethod
    def raina2003(
        cls, regions: Any = None, *, normalised: bool = True, weights: Any = "leave-one-out"
    ) -> Self:
        """The hybrid of the paper, normalised by the lengths of the regions or not."""
        return cls(
            regions=regions,
            event="multinomial",
            shared=True,
            weighting=None,
            normalisation="length" if normalised else None,
            weights=weights,
            tied=False,
            discriminant=False,
            class_smoothing=0.0,
        )

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from documents X, one matrix or one per region, with labels y.

        ``sample_weight`` multiplies what a document counts; 2 is not two copies, since
        leave-one-out takes the document out whole, where of two copies one would stay. That
        the weights of the views were fitted with the document, too, is corrected by one step of
        Newton: accurate for even weights, rough for a document that outweighs the others.
        """
        matrix = self._matrix(X, reset=True)
        self.classes_, numbers = encoded_labels(validated_labels(y, matrix.shape[0]))
        weights = validated_weights(sample_weight, matrix)
        self._regions, self._weighters = self._learnt_regions(matrix, weights)
        matrices = self._read(matrix)
        documents = Documents(
            matrices, numbers, len(self.classes_), weights, inner_products=inner_products
        )
        views = named_views(
            self._regions,
            documents,
            shared=self.shared,
            normalisation=self.normalisation,
            discriminant=self.discriminant,
        )
        self._view_names = list(views)
        self._hybrid: Hybrid = fitted_hybrid(list(views.values()), documents, self._small_fit())
        return self

    def predict(self, X: Any) -> LabelArray:
        """Most probable class of each document."""
        check_is_fitted(self)
        return np.asarray(self.classes_[np.argmax(self.predict_log_proba(X), axis=1)])

    def predict_proba(self, X: Any) -> FloatArray:
        """P(k|x): (documents, classes), in the order of ``classes_``; rows sum to one."""
        return np.exp(self.predict_log_proba(X))

    def predict_log_proba(self, X: Any) -> FloatArray:
        """Log p(k|x): (documents, classes)."""
        return self._learnt().log_proba(self._read(self._matrix(X, reset=False)))

    def decision_function(self, X: Any) -> FloatArray:
        """Log p(k|x), as ``predict_log_proba``; of two classes, the log odds."""
        log_proba = self.predict_log_proba(X)
        return (
            log_proba[:, 1] - log_proba[:, 0]
            if len(self.classes_) == TWO_CLASSES
            else log_proba
        )

    def logits(self, X: Any) -> FloatArray:
        """z_k, before the average over the temperature: (documents, classes)."""
        return self._learnt().logits(self._read(self._matrix(X, reset=False)))

    def weighted_regions(self, X: Any) -> dict[str, Any]:
        """The features that the views read, by region."""
        matrices = self._read(self._matrix(X, reset=False))
        names = [region.name for region in self._regions]
        return dict(zip(names, matrices, strict=True))

    def linear_weights(self) -> tuple[FloatArray, dict[str, RegionWeights]]:
        """Offsets, and the weights b_k + w_k . x of each region, of the logits.

        x are ``weighted_regions``; a region in which a document has nothing adds nothing, also
        not its b_k. ``NotLinearError`` where a view is not linear in x.
        """
        found = self._learnt().linear_weights()
        by_name = {self._regions[number].name: part for number, part in found.items()}
        return self._learnt().weights.offsets, by_name

    def describe(self) -> str:
        """Where the documents put the model between generative and discriminative."""
        told = ", ".join(f"{name} {theta:.2f}" for name, theta in self.region_weights_.items())
        return f"{percent(self.dial_)} discriminative; weights: {told}"

    @property
    def region_weights_(self) -> dict[str, float]:
        """Theta of each view: of the regions by name, and of the discriminant."""
        theta = self._learnt().weights.theta
        return dict(zip(self._view_names, theta.tolist(), strict=True))

    @property
    def offsets_(self) -> FloatArray:
        """Log pi_k, and the c_k that no view bears (``core.offsets``): (classes,)."""
        return self._learnt().weights.offsets

    @property
    def dial_(self) -> float:
        """Where the documents put the model: 0 generative, 1 discriminative."""
        return self._learnt().dial

    @property
    def leave_one_out_proba_(self) -> FloatArray:
        """P(k|x_i) of each training document by the model without it."""
        return np.exp(self._learnt().leave_one_out_log_proba)

    @property
    def discriminant_weights_(self) -> dict[str, RegionWeights]:
        """v_k of each region of words; empty without a discriminant."""
        last = self._learnt().views[-1]
        found = last.linear_weights() if isinstance(last, LearntDiscriminant) else {}
        return {self._regions[number].name: weights for number, weights in found.items()}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True  # on the checks' data, which are no counts
        return tags

    def _learnt(self) -> Hybrid:
        check_is_fitted(self)
        return self._hybrid

    def _matrix(self, X: Any, *, reset: bool) -> Any:
        if not reset:
            check_is_fitted(self)
        widths = [part.shape[1] for part in X] if is_several(X) else None
        if reset:
            self._widths = widths
        elif widths is not None and widths != self._widths:
            learnt = f"regions of {self._widths} columns" if self._widths else "one matrix"
            raise InvalidInputError(
                f"fit was given {learnt}, and this is regions of {widths} columns; pass the "
                "same in the same order"
            )
        whole = X if widths is None else side_by_side(X)
        missing = allows_missing(self.event)
        return validated_matrix(self, whole, reset=reset, allow_missing=missing)

    def _read(self, matrix: Any) -> list[Any]:
        return [
            region.read(matrix, weighter)
            for region, weighter in zip(self._regions, self._weighters, strict=True)
        ]

    def _learnt_regions(
        self, matrix: Any, weights: FloatArray | None
    ) -> tuple[list[Region], list[TermWeighter | None]]:
        layout = self.regions
        if self._widths is not None:
            ends = np.cumsum([0, *self._widths])
            layout = layout_of(self.regions, list(pairwise(ends.tolist())))
        columns = columns_of(layout, matrix.shape[1])
        events = events_of(self.event, len(columns))
        regions = [
            Region(name, part, event)
            for (name, part), event in zip(columns.items(), events, strict=True)
        ]
        weighters = [
            fitted_weighter(self.weighting, region.read(matrix, None), weights)
            if region.is_words
            else None
            for region in regions
        ]
        return regions, weighters

    def _small_fit(self) -> SmallFit:
        theta = None
        if not isinstance(self.weights, str):
            given = self.weights if np.iterable(self.weights) else [self.weights]
            theta = tuple(require_number("one of weights", one, low=0.0) for one in given)
            if len(theta) != len(self._view_names):
                raise InvalidParameterError(
                    f"weights has {len(theta)} numbers for {len(self._view_names)} views "
                    f"({', '.join(self._view_names)}); pass one each"
                )
            how = "leave-one-out"
        else:
            how = require_choice("weights", self.weights, ["leave-one-out", "training"])
        return SmallFit(
            leave_one_out=how == "leave-one-out",
            tied=bool(self.tied),
            offsets=require_choice("offsets", self.offsets, ["fitted", "prior"]) == "fitted",
            theta=theta,
            class_smoothing=require_number("class_smoothing", self.class_smoothing, low=0.0),
        )


__all__ = ["HybridClassifier"]
