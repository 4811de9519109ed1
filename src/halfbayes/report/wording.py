"""Numbers as people read them, and the sentences a report is made of."""

from halfbayes.core import percent as spelling
from halfbayes.report.findings import Findings, Measured, Sorting, Step

GAP = "\N{NO-BREAK SPACE}"
"""Between a number and its unit: no line ends there."""


def percent(share: float, digits: int = 0) -> str:
    r"""A share in per cent; what is not quite all, or none, is never written as such.

    >>> percent(0.7634), percent(0.9996), percent(0.0002, 1)
    ('76\xa0%', '>99\xa0%', '<0.1\xa0%')
    """
    return spelling.percent(share, digits).replace(" ", GAP)


def asked_percent(share: float) -> str:
    r"""A share that somebody chose, with the digits that it was given.

    >>> asked_percent(0.999)
    '99.9\xa0%'
    """
    return spelling.asked_percent(share).replace(" ", GAP)


def count(number: int) -> str:
    """A number of things, in groups of three digits.

    >>> count(1234567)
    '1,234,567'
    """
    return f"{number:,}"


def of_hundred(share: float) -> str:
    """A share as so many of 100.

    >>> of_hundred(0.613), of_hundred(0.002), of_hundred(1.0)
    ('61', 'fewer than 1', 'all')
    """
    if share == 1.0:
        return "all"
    whole = int(100 * share + 0.5)
    return "fewer than 1" if whole == 0 else str(min(whole, 99))


def interval(measured: Measured, digits: int = 0) -> str:
    r"""The interval of a share.

    >>> interval(Measured(0.5, 0.25, 0.75, 12))
    '25 to 75\xa0%'
    """
    low, high = (f"{100 * end:.{digits}f}" for end in (measured.low, measured.high))
    return f"{low} to {high}{GAP}%"


def plural(number: int, noun: str, ending: str = "s") -> str:
    """A number of things with their noun.

    >>> plural(1, "document"), plural(1200, "document"), plural(8, "class", "es")
    ('1 document', '1,200 documents', '8 classes')
    """
    return f"{count(number)} {noun}{'' if number == 1 else ending}"


def headline(found: Findings) -> str:
    """The one sentence a reader should remember."""
    sorting = found.sorting
    if sorting is None:
        return "No document has been checked yet, so nothing can be promised."
    asked = sorting.asked
    if asked.holds:
        return (
            f"Of 100 new documents like these, {of_hundred(asked.answered / sorting.checked)} "
            f"can be labelled automatically; at least {percent_of_hundred(asked.accuracy)} of "
            "100 of those will be right."
        )
    lower = sorting.instead
    if lower is None:
        return "For now a person should read every document."
    return (
        f"At {asked_percent(asked.accuracy)} accuracy a person must still read every document; "
        f"at {asked_percent(lower.accuracy)}, "
        f"{of_hundred(lower.answered / sorting.checked)} of 100 can be labelled automatically."
    )


def percent_of_hundred(accuracy: float) -> str:
    """An accuracy as so many of 100.

    >>> percent_of_hundred(0.95), percent_of_hundred(0.999)
    ('95', '99.9')
    """
    return f"{100 * accuracy:.4g}"


def step_sentence(sorting: Sorting, step: Step) -> str:
    """Where the documents go at one accuracy, and what that rests on."""
    if not step.holds:
        return (
            f"At {asked_percent(step.accuracy)} nothing can be promised: the "
            f"{plural(sorting.checked, 'checked document')} do not prove it for any "
            "confidence. Every document goes to a person."
        )
    automatic, total = sum(step.piles), sorting.documents
    sure = f"a confidence of {step.threshold:.2f} or more"
    person = f"{count(total - automatic)} go to a person"
    if not sorting.are_new:
        return (
            f"{count(automatic)} of the {plural(total, 'checked document')} "
            f"({percent(automatic / total)}) have {sure} and are labelled automatically; "
            f"{_were_wrong(step)}. {person}."
        )
    return (
        f"{count(automatic)} of the {plural(total, 'new document')} "
        f"({percent(automatic / total)}) have {sure} and are labelled automatically; {person}. "
        f"{plural(step.answered, 'checked document')} were as sure; {_were_wrong(step)}."
    )


def _were_wrong(step: Step) -> str:
    share = f" ({percent(step.wrong / step.answered)})" if step.wrong else ""
    return f"{step.wrong or 'none'} of them {'was' if step.wrong == 1 else 'were'} wrong{share}"


def basis(found: Findings) -> str:
    """What the headline rests on."""
    sorting = found.sorting
    if sorting is None:
        return "Label some documents: each of them then tells how good the model is."
    alone = f"nor any other of its {found.groups}" if found.groups else ""
    judged = f"each judged by a model that had not seen it{', ' if alone else ''}{alone}"
    return (
        f"{_surety(sorting)} on {plural(sorting.checked, 'document')} whose label is known, "
        f"{judged}.{f' {found.copies}' if found.copies else ''}{_had_it_been_asked(sorting)}"
    )


def _surety(sorting: Sorting) -> str:
    """How sure what is promised is, where anything is."""
    if not sorting.asked.holds and sorting.instead is None:
        return (
            f"Nothing can be promised with {asked_percent(sorting.confidence)} confidence. "
            "That rests"
        )
    return (
        f"Promised with {asked_percent(sorting.confidence)} confidence, as long as new "
        "documents come as these did. It rests"
    )


def _had_it_been_asked(sorting: Sorting) -> str:
    """Why the lower accuracy of the headline answers fewer than the table says."""
    lower = None if sorting.asked.holds else sorting.instead
    if lower is None:
        return ""
    alone = next((step for step in sorting.steps if step.accuracy == lower.accuracy), None)
    share = of_hundred(lower.answered / sorting.checked)
    beforehand = share if alone is None else of_hundred(alone.answered / sorting.checked)
    if beforehand == share:
        return ""
    return (
        f" That {asked_percent(lower.accuracy)} was found by trying several costs answers: "
        f"asked for beforehand, it would be {beforehand} of 100."
    )


def reliability_sentence(found: Findings) -> str:
    """Whether the probabilities mean what they say."""
    error = found.calibration_error or 0.0
    checked = sum(one.accuracy.documents for one in found.bins)
    return (
        f"Confidence and accuracy are {100 * error:.1f} percentage points apart on average, "
        f"over {plural(checked, 'checked document')}; some of that is chance."
    )


def growth_sentence(found: Findings) -> str:
    """What twice as many labels would bring."""
    growth = found.growth
    if growth is None:
        return ""
    today, _ = growth.expected[0]
    size, double = next(item for item in growth.expected if item[0] >= 2 * today)
    wrong, later = growth.measured[-1][1].value, dict(growth.answered)
    told = f"With {count(size)} labels in place of {count(today)}, "
    if wrong == 0.0:
        told += (
            "no gain in accuracy can be seen: not one of the checked documents is answered "
            "wrongly today."
        )
    else:
        told += (
            f"{percent(double.value)} of the answers would be wrong ({interval(double)}) in "
            f"place of {percent(wrong)}."
        )
    return f"{told} {_promised(later[today], later[2 * today], growth.accuracy)}"


def _promised(now: Measured, then: Measured, accuracy: float) -> str:
    at = f"at {asked_percent(accuracy)} accuracy"
    if then.high == 0.0:
        return f"Even then nothing could be promised {at}."
    if now.value and now.value >= then.value:
        return (
            f"Of what could then be promised {at} no gain can be seen: it is "
            f"{percent(now.value)} of the documents today, and {interval(then)} in nine of ten "
            "simulated draws of labels."
        )
    today = f"{percent(now.value)} today" if now.value else "nothing today"
    return (
        f"A guess of what could then be promised {at}: {percent(then.value)} of the documents "
        f"({interval(then)} in nine of ten simulated draws of labels), {today}."
    )


__all__ = [
    "asked_percent",
    "basis",
    "count",
    "growth_sentence",
    "headline",
    "interval",
    "of_hundred",
    "percent",
    "percent_of_hundred",
    "plural",
    "reliability_sentence",
    "step_sentence",
]
