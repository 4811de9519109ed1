"""Names of columns as somebody passes them: one, or several in an order, each for one use."""

from collections.abc import Iterable, KeysView, Mapping, Set
from typing import Any, Final

from halfbayes.errors import InvalidInputError

ROLES: Final = ("text", "numeric", "categorical")
"""Parameters that name columns to be read."""


def names_of(role: str, names: Any) -> tuple[str, ...]:
    """The names that somebody gave a role.

    >>> names_of("text", "body"), names_of("text", None), names_of("text", ["a", "b"])
    (('body',), (), ('a', 'b'))
    """
    if names is None:
        return ()
    if isinstance(names, str):
        return (names,)
    if isinstance(names, Set) and not isinstance(names, KeysView):  # a dict has an order
        raise InvalidInputError(
            f"{role} must be names of columns in an order; got {type(names).__name__}, which "
            "has another one each time; pass a list of them"
        )
    given = tuple(names) if isinstance(names, Iterable) else (names,)
    wrong = [name for name in given if not isinstance(name, str)]
    if wrong:
        raise InvalidInputError(
            f"{role} must be names of columns; got {repr(wrong[0])[:80]}; "
            "write them as they are in the table, as str"
        )
    return given


def named_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of an estimator with the names of each role as a tuple, checked.

    >>> named_parameters({"text": "body", "threads": 2})["text"]
    ('body',)
    """
    named = {role: names_of(role, parameters.get(role)) for role in ROLES}
    groups = parameters.get("groups")
    if not isinstance(groups, str | None):
        raise InvalidInputError(
            f"groups must be the name of one column; got {type(groups).__name__}; put what "
            "tells the groups into a column of the table, and name that"
        )
    require_apart_from_groups(groups, [name for names in named.values() for name in names])
    return {**parameters, **named}


def require_apart_from_groups(
    groups: str | None, read: Iterable[str], option: str = "groups"
) -> None:
    """Refuse a column of groups that is one of those to read; ``option`` is what names it."""
    if groups is not None and groups in read:
        raise InvalidInputError(
            f"column {groups!r} cannot both tell the groups and be read by the model; "
            f"name another as {option}, or leave it out"
        )


__all__ = ["ROLES", "named_parameters", "names_of", "require_apart_from_groups"]
