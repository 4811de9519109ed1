import subprocess
import sys
import warnings

import click
import pytest
from click.testing import CliRunner

import halfbayes
from halfbayes.cli.root import COMMANDS, EXIT_CODES, LateGroup, main
from halfbayes.errors import InvalidInputError


@click.command()
def refuse() -> None:
    """Stand for any command that is given what it cannot use."""
    message = "y has 2 labels for 3 documents; pass one label per document"
    raise InvalidInputError(message)


@pytest.fixture
def group() -> LateGroup:
    group = LateGroup(params=main.params)
    group.add_command(refuse)
    return group


def test_an_error_of_ours_ends_in_one_sentence_and_exit_code_2(group):
    result = CliRunner().invoke(group, ["refuse"])
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: y has 2 labels for 3 documents; pass one label per document\n"
    )
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("options", "told"), [([], "Note: 'a' and 'A' are alike\n"), (["--quiet"], "")]
)
def test_a_warning_is_a_note_told_once_and_not_where_it_is_to_be_quiet(group, options, told):
    @group.command()
    @click.option("--quiet", is_flag=True)
    def warn(*, quiet: bool) -> None:
        del quiet
        for _ in range(2):
            warnings.warn("'a' and 'A' are alike", stacklevel=1)

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        result = CliRunner().invoke(group, ["warn", *options])
    assert result.stderr == told


def test_debug_shows_the_traceback_too(group):
    result = CliRunner().invoke(group, ["--debug", "refuse"])
    assert result.exit_code == 2
    assert "Traceback" in result.stderr
    assert result.stderr.endswith("pass one label per document\n")


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (KeyboardInterrupt(), 130, "interrupted; files are as they were before"),
        (KeyboardInterrupt("what was done is kept"), 130, "interrupted; what was done is kept"),
        (MemoryError(), 1, "there is not enough memory"),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
        (
            ZeroDivisionError("by\x1b zero"),
            1,
            "ZeroDivisionError: by\\x1b zero; this is a mistake",
        ),
    ],
)
def test_any_other_error_ends_in_one_sentence_and_its_exit_code(group, error, code, sentence):
    @group.command()
    def fail() -> None:
        raise error

    result = CliRunner().invoke(group, ["fail"])
    assert result.exit_code == code
    assert code in EXIT_CODES
    assert result.stderr.startswith("Error: ")
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert "Traceback" in CliRunner().invoke(group, ["--debug", "fail"]).stderr


def test_help_tells_the_exit_codes():
    told = " ".join(CliRunner().invoke(main, ["--help"]).stdout.split())
    assert all(f"{code} {text}" in told for code, text in EXIT_CODES.items())


def test_an_unknown_command_is_named_and_ends_with_exit_code_2():
    result = CliRunner().invoke(main, ["classify"])
    assert result.exit_code == 2
    assert "classify" in result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_each_listed_command_has_a_module_and_help(name):
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert name in result.stdout


def test_help_lists_every_command():
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    assert all(f"  {name}  " in result.stdout for name in COMMANDS)


def test_version_is_the_packages():
    result = CliRunner().invoke(main, ["--version"])
    assert result.stdout == f"halfbayes {halfbayes.__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_imports_nothing_heavy(arguments):
    program = (
        "import sys; from halfbayes.cli import main; "
        f"main({arguments!r}, standalone_mode=False); "
        "raise SystemExit(bool({'numpy', 'scipy', 'sklearn', 'pandas'} & set(sys.modules)))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], check=False, stdout=subprocess.DEVNULL
    )
    assert finished.returncode == 0
