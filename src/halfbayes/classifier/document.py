"""``DocumentClassifier``, the front door: documents in, classes one can trust out."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from halfbayes.classifier.describing import described
from halfbayes.classifier.explain import Explainer, Explanation
from halfbayes.classifier.export import Exports
from halfbayes.classifier.fitting import Settings, learnt_from
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.named_columns import named_parameters
from halfbayes.classifier.opened import opened_model
from halfbayes.classifier.progress import Progress, only_stage, silent
from halfbayes.classifier.regions import RegionWeight
from halfbayes.classifier.report import Reporting
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.saved import written
from halfbayes.classifier.saved_parameters import read_parameters, written_parameters
from halfbayes.classifier.scoring import Scoring
from halfbayes.classifier.size import STANDARD, SizeRule
from halfbayes.classifier.table import as_table
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.trust import Trust
from halfbayes.classifier.unlabelled import UnlabelledUse
from halfbayes.classifier.update import with_counts
from halfbayes.classifier.word_lists import WEIGHT
from halfbayes.data.model_file import write_model_file
from halfbayes.models.validation import positions_among, validated_labels
from halfbayes.types import FloatArray, LabelArray


class DocumentClassifier(Trust, Exports, Reporting, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Sorts documents into classes from few labels; its probabilities can be trusted.

    Parameters
    ----------
    text, numeric, categorical : names of columns; with none named, roles are chosen from the
        table (``roles_`` says which). A list of str is one text column.
    language : of the Snowball stemmer, such as "english"; None leaves words as they are.
    threads : how many to count words with; None uses every core.
    class_words : words that speak for a class, by class, such as {"sport": ["goal"]}.
    class_words_weight : how many labelled documents the words of a class count for.
    class_names : whether names of classes, labels that are text, are read as words that speak
        for them; or what classes are called, by class, such as {7: "public transport"}.
    topics : whether a small English thesaurus of everyday topics says which words are about the
        same thing, in documents and in such names.
    groups : the column that says which documents belong together (a thread, an author, a
        site), where new documents will be of other groups: whole groups are then left out.

    >>> mails = ["cheap pills now", "meeting at noon", "cheap watches", "notes of the meeting"]
    >>> model = DocumentClassifier().fit(mails, ["spam", "work", "spam", "work"])
    >>> model.predict(["cheap cheap watches", "the meeting is moved"])
    array(['spam', 'work'], dtype='<U4')
    """

    _learnt: Learnt
    _scoring: Scoring | None = None
    _rule: SizeRule = STANDARD
    _is_warned: bool = False

    def __init__(  # noqa: PLR0913 (the parameters of an estimator are its constructor's)
        self,
        *,
        text: Sequence[str] | str | None = None,
        numeric: Sequence[str] | str | None = None,
        categorical: Sequence[str] | str | None = None,
        language: str | None = "english",
        threads: int | None = None,
        class_words: Mapping[Any, Sequence[str]] | None = None,
        class_words_weight: float = WEIGHT,
        class_names: bool | Mapping[Any, str] = True,
        topics: bool = True,
        groups: str | None = None,
    ) -> None:
        self.text = text
        self.numeric = numeric
        self.categorical = categorical
        self.language = language
        self.threads = threads
        self.class_words = class_words
        self.class_words_weight = class_words_weight
        self.class_names = class_names
        self.topics = topics
        self.groups = groups

    def fit(
        self,
        table: Any,
        labels: Any,
        *,
        unlabelled: Any = None,
        progress: Progress | None = None,
    ) -> Self:
        """Learn from documents and their labels; forgets all before.

        The order of the documents does not matter: the same ones give the same model file.

        Documents ``unlabelled``, a table with the same columns, are used as far as they make
        the labelled ones more likely; ``unlabelled_`` says how far.

        ``progress`` is told the name of each stage, and the share of the work that is done when
        it begins: never less than before, 0 at first and 1 with the last, "done".
        Interrupted, by Ctrl-C or by an error of ``progress``, it leaves the model as it was.
        """
        training = TrainingSet.given(table, labels, unlabelled)
        training.require_groups(self.groups)
        return self._learn(training, progress)

    def partial_fit(self, table: Any, labels: Any, *, progress: Progress | None = None) -> Self:
        """Learn from more documents, of new classes too: as ``fit`` on all of them.

        Columns keep the roles that the first documents gave them.
        A model loaded without its documents adds to its counts, keeps its weights, and warns.
        ``progress`` is told as by ``fit``.
        """
        more = TrainingSet.given(table, labels)
        if not hasattr(self, "_learnt"):
            return self._learn(more, progress)
        more.table.require(self._learnt.roles.used)
        training = self._learnt.training_as_given
        if training is None:
            with only_stage("counting", progress or silent):
                changed = with_counts(self._learnt, more, sign=1)
            return self._with(changed)
        return self._learn(training.joined(more), progress, self._learnt.roles)

    def forget(self, table: Any, labels: Any, *, progress: Progress | None = None) -> Self:
        """Unlearn documents with their labels: as ``fit`` without them.

        A model loaded without its documents takes from its counts, keeps its weights and warns.
        ``progress`` is told as by ``fit``.
        """
        check_is_fitted(self)
        old, roles = TrainingSet.given(table, labels), self._learnt.roles
        old.table.require(roles.used)
        training = self._learnt.training_as_given
        if training is None:
            with only_stage("counting", progress or silent):
                changed = with_counts(self._learnt, old, sign=-1)
            return self._with(changed)
        return self._learn(training.without(old, roles), progress, roles)

    def sized(self, rule: SizeRule) -> Self:
        """The estimator itself, which fits the whole model up to another size from now on."""
        self._rule = rule
        return self

    def save(self, path: str | os.PathLike[str], *, documents: bool = False) -> None:
        """Write the model to one file; with its documents, it can learn more from there."""
        check_is_fitted(self)
        content, arrays = written(self._learnt, self._known_typicality(), documents=documents)
        content["parameters"] = written_parameters(self.get_params())
        write_model_file(path, content, arrays)

    def predict(self, table: Any) -> LabelArray:
        """The most probable class of each document."""
        log_proba = self.predict_log_proba(table)
        return np.asarray(self.classes_[np.argmax(log_proba, axis=1)])

    def predict_proba(self, table: Any) -> FloatArray:
        """P(k|x): (documents, classes), in the order of ``classes_``."""
        check_is_fitted(self)
        return self._learnt.hybrid.weights.proba(self._scores(table))

    def predict_log_proba(self, table: Any) -> FloatArray:
        """Log p(k|x): (documents, classes)."""
        check_is_fitted(self)
        return self._learnt.hybrid.weights.log_proba(self._scores(table))

    def explain(self, table: Any, labels: Any = None) -> list[Explanation]:
        """What speaks for and against the predicted class of each document, or for ``labels``.

        >>> mails = ["cheap pills", "meeting at noon", "cheap watches", "notes of the meeting"]
        >>> model = DocumentClassifier().fit(mails, ["spam", "work", "spam", "work"])
        >>> [told] = model.explain(["cheap notes"])
        >>> told.label, told.supporting(1)[0][0], told.opposing(1)[0][0]
        ('spam', 'cheap', 'note')
        """
        check_is_fitted(self)
        learnt, documents = self._learnt, as_table(table)
        explainer = Explainer(learnt.evidence, learnt.hybrid, learnt.classes.tolist())
        if labels is None:
            return explainer.explanations(documents, None)
        names = validated_labels(labels, documents.n_rows)
        asked = positions_among(learnt.classes, names, advice="ask for one of these, or none")
        return explainer.explanations(documents, asked)

    def describe(self) -> str:
        """What was learnt, in a few sentences."""
        check_is_fitted(self)
        return described(self._learnt)

    @property
    def learnt_(self) -> Learnt:
        """All that was learnt, as other parts of the package read it."""
        return self._fitted()

    @property
    def roles_(self) -> Roles:
        """Which columns are text, numbers and categories."""
        return self._fitted().roles

    @property
    def feature_names_in_(self) -> LabelArray:
        """Names of the columns it reads, as scikit-learn calls them."""
        return np.array(self._fitted().roles.used, dtype=object)

    @property
    def leave_one_out_proba_(self) -> FloatArray:
        """P(k|x_i) of each training document by the model without it, in the order given.

        Of a corpus beyond ``SizeRule`` these are documents drawn by chance, not all.

        Where unlabelled documents are used, their classes were guessed without its label too.
        A model from a file has its documents in an order of its own (by class, then digest).
        """
        learnt = self._fitted()
        return np.asarray(np.exp(learnt.hybrid.leave_one_out_log_proba[learnt.as_given]))

    @property
    def dial_(self) -> float:
        """Where the labels put the model: 0 generative, 1 discriminative."""
        return self._fitted().hybrid.dial

    @property
    def region_weights_(self) -> tuple[RegionWeight, ...]:
        """How much each region counts, or each text field of several; the largest first."""
        return tuple(self._fitted().regions)

    @property
    def unlabelled_(self) -> UnlabelledUse | None:
        """How far unlabelled documents are used and why; None where there were none."""
        return self._fitted().unlabelled

    def _learn(
        self, training: TrainingSet, progress: Progress | None, roles: Roles | None = None
    ) -> Self:
        asked = named_parameters(self.get_params())
        if roles is None:
            training.check_labels(asked, warns=not self._is_warned)
        settings = Settings(**asked, rule=self._rule, known_roles=roles)
        return self._with(learnt_from(training, settings, progress or silent))

    def _with(self, learnt: Learnt) -> Self:
        """The same model after it has learnt this; a rule of what it knew before is gone."""
        self.__dict__.pop("decision_", None)
        self._learnt = learnt
        return self

    def _scores(self, table: Any) -> FloatArray:
        """What the views say together: (documents, classes)."""
        learnt = self._learnt
        if self._scoring is None or self._scoring.hybrid is not learnt.hybrid:
            self._scoring = Scoring(learnt.evidence, learnt.hybrid)
        return self._scoring.scores(as_table(table))

    def _fitted(self) -> Learnt:
        if not hasattr(self, "_learnt"):
            # An AttributeError too, so that hasattr(model, "classes_") is False before fit.
            raise NotFittedError(f"this {type(self).__name__} has not learnt yet; call fit")
        return self._learnt

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_learnt")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.input_tags.allow_nan = True
        return tags


def load(path: str | os.PathLike[str]) -> DocumentClassifier:
    """The model in a file that ``DocumentClassifier.save`` wrote; no code in it is run."""
    model = opened_model(path)
    known = set(DocumentClassifier().get_params())
    return holding(model.learnt, **read_parameters(model.content.get("parameters"), known))


def holding(learnt: Learnt, **parameters: Any) -> DocumentClassifier:
    """A model of these parameters that has learnt elsewhere."""
    return DocumentClassifier(**parameters)._with(learnt)  # noqa: SLF001 (its own kind)


def for_a_worker(model: DocumentClassifier) -> DocumentClassifier:
    """The model without its documents, on one thread: what a worker needs to answer."""
    typicality = model._known_typicality()  # noqa: SLF001 (its own kind)
    light = replace(model.learnt_.without_documents, typicality=typicality)
    return holding(light, **{**model.get_params(), "threads": 1})


__all__ = ["DocumentClassifier", "for_a_worker", "holding", "load"]
