"""Tables in portions by the command; a process that is really killed goes on where it was."""

import hashlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from classifier.corpus import invented
from cli.tables import call

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.size import STANDARD
from halfbayes.cli.large import parameters_of, size_rule

NAMED = ["--text", "title", "--text", "body", "--threads", "1", "-q"]


def command(source, output, *options):
    return [
        *(sys.executable, "-m", "halfbayes", "train", str(source), "-o", str(output)),
        *(*NAMED, *map(str, options)),
    ]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write(folder, n_files=4, n=400):
    rows, labels = invented(n)
    frame = pd.DataFrame(rows)[["title", "body"]].assign(label=labels)
    folder.mkdir()
    for number in range(n_files):
        frame.iloc[number::n_files].to_csv(folder / f"{number}.csv", index=False)
    return frame


def test_options_say_what_is_fitted_to_which_size():
    assert size_rule({}) == STANDARD
    assert size_rule({"memory": 7, "whole_up_to": 3}).memory == 7
    assert size_rule({"whole_up_to": 3}).documents == 3
    assert parameters_of(Roles(("a",)), None, 2) == {
        "text": ["a"],
        "numeric": None,
        "categorical": None,
        "language": None,
        "threads": 2,
    }


def killed_when(path, arguments):
    """Start a process and kill it as soon as it has written ``path``."""
    process = subprocess.Popen(arguments)
    while not path.exists() and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    return process.wait()


def test_killed_it_goes_on_and_never_leaves_half_a_model(tmp_path):
    write(tmp_path / "parts")
    whole, output = tmp_path / "whole.hb", tmp_path / "killed.hb"
    subprocess.run(command(tmp_path / "parts", whole, "--whole-up-to", 5), check=True)
    arguments = command(tmp_path / "parts", output, "--whole-up-to", 5)
    for state in ("survey", "sums", "read-000003", "scored", "total-000"):
        written = tmp_path / "killed.hb.part" / f"{state}.state"
        assert killed_when(written, arguments) == -signal.SIGKILL
        assert written.exists()
        assert not output.exists()
    subprocess.run(arguments, check=True)
    assert digest(output) == digest(whole)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["killed.hb", "parts", "whole.hb"]


@pytest.mark.parametrize("state", ["survey", "sums"])
def test_a_file_replaced_by_one_of_its_size_and_time_begins_anew(tmp_path, state):
    def rows(word):
        cells = [f"{'ab'[i % 2]},{word}{i % 7},{word}{i % 5} {word}{i % 3}" for i in range(300)]
        return "\n".join(["label,title,body", *cells]) + "\n"

    source, new, output = tmp_path / "t.csv", tmp_path / "new.csv", tmp_path / "m.hb"
    source.write_text(rows("old"))
    new.write_text(rows("new"))
    arguments = command(source, output, "--whole-up-to", 5)
    assert killed_when(tmp_path / "m.hb.part" / f"{state}.state", arguments) == -signal.SIGKILL
    was = source.stat()
    os.utime(new, ns=(was.st_atime_ns, was.st_mtime_ns))
    new.replace(source)
    assert source.stat().st_size == was.st_size
    subprocess.run(arguments, check=True)
    subprocess.run(command(source, tmp_path / "whole.hb", "--whole-up-to", 5), check=True)
    assert digest(output) == digest(tmp_path / "whole.hb")


def test_standard_input_and_few_words_of_memory(tmp_path):
    frame = write(tmp_path / "parts")
    text = frame.to_csv(index=False)
    found = subprocess.run(
        command("-", tmp_path / "stdin.hb", "--whole-up-to", 5),
        input=text.encode(),
        check=True,
        capture_output=True,
    )
    subprocess.run(
        command(tmp_path / "parts", tmp_path / "m.hb", "--whole-up-to", 5), check=True
    )
    assert digest(tmp_path / "stdin.hb") == digest(tmp_path / "m.hb")
    assert found.stdout == b""
    too_few = subprocess.run(
        command(tmp_path / "parts", tmp_path / "n.hb", "--whole-up-to", 5, "--memory", "1KB"),
        check=False,
        capture_output=True,
        text=True,
    )
    assert too_few.returncode == 2
    assert "3 classes leave room for 3 words in 1 KB of memory; allow more" in too_few.stderr
    assert not Path(tmp_path / "n.hb").exists()


@pytest.mark.parametrize("option", [["--groups", "title"], ["--memory", "much"]])
def test_what_cannot_be_done_is_told(tmp_path, option):
    write(tmp_path / "parts", n=40)
    done = subprocess.run(
        command(tmp_path / "parts", tmp_path / "n.hb", "--whole-up-to", 5, *option),
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "too many for --groups" in done.stderr or "is no size" in done.stderr


@pytest.mark.parametrize(
    ("state", "damage"),
    [
        ("survey", "cut"),
        ("sums", "flip"),
        ("read-000000", "flip"),
        ("read-000000", "gone"),
        ("scores-000000", "cut"),
    ],
)
def test_damaged_states_are_told_and_training_begins_anew(tmp_path, monkeypatch, state, damage):
    write(tmp_path / "parts", n=60)
    arguments = command(tmp_path / "parts", tmp_path / "m.hb", "--whole-up-to", 5)[3:]
    arguments.remove("-q")
    with monkeypatch.context() as patched:
        patched.setattr("halfbayes.cli.large.holding", stopped)
        assert call(*arguments).exit_code == 130
    path = tmp_path / "m.hb.part" / f"{state}.state"
    data = path.read_bytes()
    middle = len(data) // 2
    if damage == "gone":
        path.unlink()
    else:
        flipped = bytes([data[middle] ^ 1]) + data[middle + 1 :]
        path.write_bytes(data[:middle] + (flipped if damage == "flip" else b""))
    if state.startswith("scores"):  # read again only where a total is not finished
        (tmp_path / "m.hb.part" / "total-000.state").unlink()
    result = call(*arguments)
    assert result.exit_code == 0
    told = f"Note: what was kept in {tmp_path / 'm.hb.part'} is damaged; training begins anew"
    assert told in result.stderr.splitlines()
    call(*command(tmp_path / "parts", tmp_path / "whole.hb", "--whole-up-to", 5)[3:])
    assert digest(tmp_path / "m.hb") == digest(tmp_path / "whole.hb")


def stopped(*_, **_options):
    raise KeyboardInterrupt


def test_ctrl_c_says_what_is_kept_and_where(tmp_path, monkeypatch):
    write(tmp_path / "parts", n=40)
    output = tmp_path / "m.hb"
    arguments = command(tmp_path / "parts", output, "--whole-up-to", 5)[3:]
    with monkeypatch.context() as patched:
        patched.setattr("halfbayes.cli.large.counted_from_files", stopped)
        result = call(*arguments)
    assert result.exit_code == 130
    assert result.stderr == (
        f"Error: interrupted; what was done is kept in {output}.part; the same command goes "
        "on from there\n"
    )
    assert call(*arguments).exit_code == 0
    assert not Path(f"{output}.part").exists()


def test_ctrl_c_promises_nothing_of_standard_input(tmp_path, monkeypatch):
    frame = write(tmp_path / "parts", n=40)
    arguments = command("-", tmp_path / "m.hb", "--whole-up-to", 5)[3:]
    monkeypatch.setattr("halfbayes.cli.large.counted_from_files", stopped)
    result = call(*arguments, stdin=frame.to_csv(index=False))
    assert result.exit_code == 130
    assert result.stderr == "Error: interrupted; files are as they were before\n"
    assert [path.name for path in tmp_path.iterdir()] == ["parts"]


@pytest.mark.skipif(os.name != "posix", reason="pipes are those of Unix")
def test_class_words_may_come_through_a_pipe(tmp_path):
    write(tmp_path / "parts", n=60)
    words, listed = b'{"sport": ["goal"], "law": ["court"]}', tmp_path / "words.json"
    listed.write_bytes(words)
    reader, writer = os.pipe()
    os.write(writer, words)
    os.close(writer)
    for name, source in {"file": listed, "pipe": f"/dev/fd/{reader}"}.items():
        options = ["--whole-up-to", 5, "--class-words", source]
        arguments = command(tmp_path / "parts", tmp_path / f"{name}.hb", *options)
        assert call(*arguments[3:]).exit_code == 0
    os.close(reader)
    assert digest(tmp_path / "pipe.hb") == digest(tmp_path / "file.hb")
