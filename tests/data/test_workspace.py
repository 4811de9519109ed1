import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from halfbayes.data.workspace import Workspace, workspace
from halfbayes.errors import ChangedInputError, InvalidInputError, UnfinishedError

TASK = {"files": ["a.csv", 1], "label": "label"}


def interrupted(folder, task, **options):
    with workspace(folder, task, **options) as store:
        assert store.save("state", {"rows": 3}) > 0
        raise KeyboardInterrupt


def test_an_interrupted_run_leaves_its_states_and_a_finished_one_nothing(tmp_path):
    folder = tmp_path / "m.hb.part"
    with pytest.raises(KeyboardInterrupt):
        interrupted(folder, TASK)
    with workspace(folder, TASK) as store:
        assert store.load("state") == {"rows": 3}
        assert store.names("st") == ["state"]
        assert store.load("other") is None
    assert list(tmp_path.iterdir()) == []


def test_another_task_begins_anew(tmp_path):
    folder = tmp_path / "m.hb.part"
    with pytest.raises(KeyboardInterrupt):
        interrupted(folder, TASK)
    with workspace(folder, {**TASK, "label": "topic"}) as store:
        assert store.load("state") is None


def test_states_of_documents_that_changed_are_of_no_use(tmp_path):
    folder = tmp_path / "m.hb.part"
    with pytest.raises(ChangedInputError), workspace(folder, TASK):
        raise ChangedInputError
    assert not folder.exists()


def test_what_nobody_can_go_on_from_is_gone_at_any_end(tmp_path):
    folder = tmp_path / "m.hb.part"
    with pytest.raises(KeyboardInterrupt):
        interrupted(folder, TASK, again=False)
    assert not folder.exists()


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of Unix")
def test_what_others_can_write_to_is_not_read(tmp_path):
    folder = tmp_path / "m.hb.part"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(InvalidInputError, match="only you can write to"), workspace(folder, {}):
        pass
    link = tmp_path / "link.part"
    link.symlink_to(tmp_path)
    with pytest.raises(InvalidInputError, match="only you can write to"), workspace(link, {}):
        pass


@pytest.mark.parametrize("change", ["flip", "cut", "empty", "longer", "foreign"])
def test_a_state_that_is_not_as_it_was_written_is_not_read(tmp_path, change):
    store, path = Workspace(tmp_path), tmp_path / "a.state"
    size = store.save("a", {"counts": np.arange(500.0), "rows": 3})
    data = path.read_bytes()
    assert len(data) == size
    wrong = {
        "flip": [_flipped(data, bit) for bit in range(3, 8 * len(data), 97)],
        "cut": [data[:-1], data[: len(data) // 2]],
        "empty": [b""],
        "longer": [data + b"\0"],
        "foreign": [pickle.dumps({"rows": 4})],
    }
    for damaged in wrong[change]:
        path.write_bytes(damaged)
        with pytest.raises(UnfinishedError, match=r"a\.state is damaged"):
            store.load("a")


def _flipped(data, bit):
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


@pytest.mark.parametrize("name", ["data.txt", "manifest.json", ".hidden", "a.state"])
def test_a_folder_that_no_run_has_made_is_left_alone(tmp_path, name):
    folder = tmp_path / "m.hb.part"
    folder.mkdir(mode=0o700)
    (folder / name).write_text('{"name": "precious"}')
    told = f"{folder} is where .* holds something else; move that elsewhere"
    with pytest.raises(InvalidInputError, match=told), workspace(folder, TASK):
        pass
    assert [path.name for path in folder.iterdir()] == [name]
    assert (folder / name).read_text() == '{"name": "precious"}'


def test_a_folder_that_is_empty_or_barely_begun_is_used(tmp_path):
    folder = tmp_path / "m.hb.part"
    folder.mkdir(mode=0o700)
    with workspace(folder, TASK):
        pass
    folder.mkdir(mode=0o700)
    for name in ("lock", ".manifest.json.0123456789ab.part"):
        (folder / name).touch()
    with workspace(folder, TASK):
        pass
    assert not folder.exists()


def test_what_somebody_puts_into_the_folder_stays(tmp_path):
    folder = tmp_path / "m.hb.part"
    with workspace(folder, TASK) as store:
        store.save("state", 1)
        (folder / "notes.txt").write_text("mine")
        (folder / ".left.state.0123456789ab.part").touch()
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


def test_a_second_run_is_refused_while_the_first_one_writes(tmp_path):
    folder = tmp_path / "m.hb.part"
    told = f"another run is writing to {folder}; wait for it, or name another output"
    for task in (TASK, {**TASK, "label": "topic"}):
        with workspace(folder, TASK) as store:
            store.save("state", 3)
            with pytest.raises(InvalidInputError, match=told), workspace(folder, task):
                pass
            assert store.load("state") == 3
    assert not folder.exists()


HOLDING = """
import sys, time
from pathlib import Path
from halfbayes.data.workspace import workspace

with workspace(Path(sys.argv[1]), {"a": 1}) as store:
    store.save("state", 7)
    print("there", flush=True)
    time.sleep(600)
"""


def test_a_run_that_was_killed_does_not_stand_in_the_way(tmp_path):
    folder = tmp_path / "m.hb.part"
    arguments = [sys.executable, "-c", HOLDING, str(folder)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE) as process:
        try:
            process.stdout.readline()
            with pytest.raises(InvalidInputError, match="another run"):
                workspace(folder, {"a": 1}).__enter__()
        finally:
            process.kill()
    with workspace(folder, {"a": 1}) as store:
        assert store.load("state") == 7
    assert not folder.exists()


def test_a_lock_that_went_with_its_folder_holds_nothing(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    folder, held, gone = tmp_path / "m.hb.part", fcntl.flock, []

    def late(lock, how):
        if not gone:  # the run before ends between opening the lock and taking it
            gone.append(lock.name)
            (folder / "lock").unlink()
            folder.rmdir()
        held(lock, how)

    monkeypatch.setattr("fcntl.flock", late)
    with workspace(folder, TASK) as store:
        store.save("state", 1)
        assert (folder / "lock").exists()
    assert len(gone) == 1
