"""Options that several commands share: how a table is read, what a model reads of it, how to
report.
"""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from halfbayes.models.shares import share_advice

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Command], Command]

DEFAULT_LABEL: Final = "label"
"""The column of the labels where nobody names one."""

DEFAULT_LANGUAGE: Final = "english"
NO_LANGUAGE: Final = "none"

POWERS: Final = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}
"""Of two, by the letter of a size."""


def _together(*decorators: Decorator[Any]) -> Decorator[Any]:
    def decorate(command: Any) -> Any:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


class Share(click.FloatRange):
    """A number between 0 and 1, of which a share in percent is none."""

    def __init__(self) -> None:
        super().__init__(0.0, 1.0, min_open=True, max_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; what is none is told how to be written."""
        try:
            return float(super().convert(value, param, ctx))
        except click.BadParameter:
            advice = share_advice(str(value))
            self.fail(f"{value} is no number between 0 and 1; {advice}.", param, ctx)


def _set_debug(context: click.Context, _option: click.Parameter, value: object) -> None:
    if value:
        context.find_root().params["debug"] = True


def _language(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> str | None:
    return None if value == NO_LANGUAGE else value


model_argument: Decorator[Any] = click.argument("model", metavar="MODEL")
table_argument: Decorator[Any] = click.argument("table", metavar="TABLE")

label_option: Decorator[Any] = click.option(
    "--label",
    default=DEFAULT_LABEL,
    show_default=True,
    metavar="COL",
    help="Column of the labels.",
)

reading_options: Decorator[Any] = _together(
    click.option(
        "--bad-rows",
        type=click.Choice(["stop", "skip"]),
        default="stop",
        show_default=True,
        help="What to do with rows that cannot be used: stop, or set them aside in TABLE.bad.",
    ),
    click.option("--encoding", metavar="NAME", help="Of the table; otherwise it is found out."),
    click.option(
        "--delimiter", metavar="CHAR", help="Between cells; otherwise it is found out."
    ),
)

role_options: Decorator[Any] = _together(
    click.option("--text", multiple=True, metavar="COL", help="Column of text. Repeatable."),
    click.option(
        "--numeric", multiple=True, metavar="COL", help="Column of numbers. Repeatable."
    ),
    click.option(
        "--categorical", multiple=True, metavar="COL", help="Column of categories. Repeatable."
    ),
    click.option(
        "--language",
        default=DEFAULT_LANGUAGE,
        show_default=True,
        callback=_language,
        metavar="NAME",
        help="Of the texts, for finding the stems of words; none leaves words as they are.",
    ),
    click.option(
        "--threads",
        type=click.IntRange(1),
        metavar="N",
        help="Threads that count words; otherwise one for each processor.",
    ),
)

teaching_options: Decorator[Any] = _together(
    click.option(
        "--class-words",
        metavar="FILE",
        help='Words that speak for a class, by class: JSON such as {"sport": ["goal"]}.',
    ),
    click.option(
        "--class-words-weight",
        type=click.FloatRange(0.0, min_open=True),
        default=2.0,
        show_default=True,
        metavar="NUMBER",
        help="How many labelled documents the words of a class count for.",
    ),
    click.option(
        "--class-names/--no-class-names",
        default=True,
        show_default=True,
        help="Read the labels as words that speak for their class.",
    ),
    click.option(
        "--topics/--no-topics",
        default=True,
        show_default=True,
        help="Read words, those of names too, by a small English thesaurus of everyday topics.",
    ),
    click.option(
        "--unlabelled",
        metavar="TABLE",
        help="Documents without labels to learn from, too; of the table with the labels, if "
        "that is named, its rows without one.",
    ),
    click.option(
        "--groups",
        metavar="COL",
        help="Column that says which documents belong together (a thread, an author), where "
        "new ones will be of other groups: whole groups are left out.",
    ),
)


def memory_size(text: str) -> int:
    """Bytes from a size such as 2GB or 500MB.

    >>> memory_size("1.5GB"), memory_size("10")
    (1610612736, 10)
    """
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)I?B?", text.strip().upper())
    if match is None:
        raise click.BadParameter(f"{text!r} is no size; write one such as 2GB or 500MB")
    size = int(float(match[1]) * (1 << POWERS[match[2]]))
    if size < 1:
        message = f"{text!r} is no room at all; write a size such as 2GB or 500MB"
        raise click.BadParameter(message)
    return size


# For tests and benchmarks: up to so many documents a table is read at once.
portions_option: Decorator[Any] = click.option(
    "--whole-up-to", type=click.IntRange(1), hidden=True
)

size_options: Decorator[Any] = _together(
    click.option(
        "--memory",
        type=memory_size,
        metavar="SIZE",
        help="For the words of a table too large to be read at once, such as 2GB (which it is "
        "otherwise); rarer words are left out where more would be needed.",
    ),
    portions_option,
)

promise_options: Decorator[Any] = _together(
    click.option(
        "--accuracy",
        type=Share(),
        default=0.95,
        show_default=True,
        metavar="SHARE",
        help="Share of the accepted answers that must be right.",
    ),
    click.option(
        "--confidence",
        type=Share(),
        default=0.95,
        show_default=True,
        metavar="SHARE",
        help="Probability with which that is promised.",
    ),
)

safe_csv_option: Decorator[Any] = click.option(
    "--safe-csv",
    is_flag=True,
    help="Put ' before text that a spreadsheet would run as a formula.",
)

report_options: Decorator[Any] = _together(
    click.option("--json", "as_json", is_flag=True, help="JSON on standard output."),
    click.option("-q", "--quiet", is_flag=True, help="Only errors on standard error."),
    click.option(
        "--debug",
        is_flag=True,
        expose_value=False,
        callback=_set_debug,
        help="Show where an error came from.",
    ),
)

__all__ = [
    "DEFAULT_LABEL",
    "DEFAULT_LANGUAGE",
    "Share",
    "label_option",
    "memory_size",
    "model_argument",
    "portions_option",
    "promise_options",
    "reading_options",
    "report_options",
    "role_options",
    "safe_csv_option",
    "size_options",
    "table_argument",
    "teaching_options",
]
