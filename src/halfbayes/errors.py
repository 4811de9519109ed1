"""Every error halfbayes raises on purpose, under one root.

    HalfbayesError
    ├── InvalidInputError (ValueError)      what was passed in cannot be used as it is
    │   ├── ChangedInputError               documents changed while they were read
    │   ├── InvalidParameterError           a parameter of an estimator or a function
    │   └── UnknownLabelError               a label or class the model has never seen
    ├── NoTrainingDataError (AttributeError) leave-one-out needs documents that are not at hand
    ├── NotLinearError (TypeError)          the model has no weights b_k + w_k . x to export
    ├── MissingCorpusError (LookupError)    documents are not where they were looked for
    ├── ModelFileError                      a model file is damaged or foreign
    ├── MissingExtraError (ImportError)     an optional package is not installed
    └── UnfinishedError (RuntimeError)      a long run ended with parts of it missing

A message says what was expected, what came, and what to do. Errors that scikit-learn's
contract names (``ValueError`` for bad input, ``NotFittedError`` for use before ``fit``)
keep those types as bases.
"""


class HalfbayesError(Exception):
    """Root of every error raised on purpose by halfbayes."""


class InvalidInputError(HalfbayesError, ValueError):
    """What was passed in cannot be used as it is."""


class ChangedInputError(InvalidInputError):
    """Documents that are read more than once changed in between."""


class InvalidParameterError(InvalidInputError):
    """A parameter has a value outside its range."""


class UnknownLabelError(InvalidInputError):
    """A label or class the model has never seen."""


class NoTrainingDataError(HalfbayesError, AttributeError):
    """The training documents are needed and not at hand."""


class NotLinearError(HalfbayesError, TypeError):
    """The model is not linear in its input: it has no weights to export."""


class MissingCorpusError(HalfbayesError, LookupError):
    """Documents are not where they were looked for."""


class ModelFileError(HalfbayesError):
    """A model file is damaged, foreign, or cannot be read or written."""


class MissingExtraError(HalfbayesError, ImportError):
    """An optional package is needed and not installed."""


class UnfinishedError(HalfbayesError, RuntimeError):
    """A long run ended, and parts of it are missing."""


__all__ = [
    "ChangedInputError",
    "HalfbayesError",
    "InvalidInputError",
    "InvalidParameterError",
    "MissingCorpusError",
    "MissingExtraError",
    "ModelFileError",
    "NoTrainingDataError",
    "NotLinearError",
    "UnfinishedError",
    "UnknownLabelError",
]
