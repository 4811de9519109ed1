"""Shares as people read them, written in one way everywhere: the number, a space, %."""


def percent(share: float, digits: int = 0) -> str:
    """A share in per cent; what is not quite all, or none, is never written as such.

    >>> percent(0.7634), percent(0.9996), percent(0.0002, 1)
    ('76 %', '>99 %', '<0.1 %')
    """
    written, least = f"{100 * share:.{digits}f}", 10.0**-digits
    if share < 1.0 and float(written) == 100.0:  # noqa: PLR2004 (all)
        written = f">{100 - least:.{digits}f}"
    if share > 0.0 and float(written.lstrip(">")) == 0.0:
        written = f"<{least:.{digits}f}"
    return f"{written} %"


def asked_percent(share: float) -> str:
    """A share that somebody chose, with the digits that it was given.

    >>> asked_percent(0.95), asked_percent(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100 * share:.4g} %"


__all__ = ["asked_percent", "percent"]
