"""Options that several commands share: how a table is read, what a model reads of it, how to
report.
"""

import re
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Command], Command]


def _together(*decorators: Decorator[Any]) -> Decorator[Any]:
    def decorate(command: Any) -> Any:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def _set_debug(context: click.Context, _option: click.Parameter, value: object) -> None:
    if value:
        context.find_root().params["debug"] = True


model_argument: Decorator[Any] = click.argument("model", metavar="MODEL")
table_argument: Decorator[Any] = click.argument("table", metavar="TABLE")

label_option: Decorator[Any] = click.option(
    "--label", default="label", show_default=True, metavar="COL", help="Column of the labels."
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
        default="english",
        show_default=True,
        metavar="NAME",
        help="Of the texts, for finding the stems of words; none leaves words as they are.",
    ),
    click.option("--threads", type=click.IntRange(1), help="To count words; otherwise all."),
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
        "--unlabelled", metavar="TABLE", help="Documents without labels to learn from, too."
    ),
    click.option(
        "--groups",
        metavar="COL",
        help="Column that says which documents belong together (a thread, an author), where "
        "new ones will be of other groups: whole groups are left out.",
    ),
)


class Memory(click.ParamType):
    """A number of bytes, such as 2GB or 500MB."""

    name = "size"
    POWERS: ClassVar = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The number of bytes."""
        match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)I?B?", str(value).upper())
        if match is None:
            self.fail(f"{value!r} is no size; write one such as 2GB or 500MB", param, ctx)
        return int(float(match[1]) * (1 << self.POWERS[match[2]]))


size_options: Decorator[Any] = _together(
    click.option(
        "--memory",
        type=Memory(),
        metavar="SIZE",
        help="For the words of a table too large to be read at once, such as 2GB (which it is "
        "otherwise); rarer words are left out where more would be needed.",
    ),
    # For tests and benchmarks: up to so many documents the whole model is fitted.
    click.option("--whole-up-to", type=click.IntRange(1), hidden=True),
)

promise_options: Decorator[Any] = _together(
    click.option(
        "--accuracy",
        type=click.FloatRange(0.0, 1.0, min_open=True, max_open=True),
        default=0.95,
        show_default=True,
        help="Share of the accepted answers that must be right.",
    ),
    click.option(
        "--confidence",
        type=click.FloatRange(0.0, 1.0, min_open=True, max_open=True),
        default=0.95,
        show_default=True,
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
    "Memory",
    "label_option",
    "model_argument",
    "promise_options",
    "reading_options",
    "report_options",
    "role_options",
    "safe_csv_option",
    "size_options",
    "table_argument",
    "teaching_options",
]
