"""What transforms documents to terms gives matrices, whatever ``transform_output`` says.

A data frame with a column for each word is slow to build and to slice, and most counts are
zero. Estimators that inherit ``MatrixOutput`` first leave scikit-learn's setting aside; asked
for frames by name, they say what to do instead.
"""

from typing import Any, Self

from halfbayes.errors import InvalidParameterError


class MatrixOutput:
    """Gives matrices and no data frames."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(auto_wrap_output_keys=None, **options)  # type: ignore[call-arg]  # scikit-learn's

    def set_output(self, *, transform: str | None = None) -> Self:
        """The estimator itself; an error where data frames are asked for."""
        if transform not in (None, "default"):
            raise InvalidParameterError(
                f"transform={transform!r}: {type(self).__name__} gives matrices with a column "
                "for each word, and no data frames; where one is needed, make it of a sparse "
                "matrix X with pandas.DataFrame.sparse.from_spmatrix(X, "
                "columns=get_feature_names_out())"
            )
        return self


__all__ = ["MatrixOutput"]
