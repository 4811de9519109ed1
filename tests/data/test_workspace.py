import os

import pytest

from halfbayes.data.workspace import workspace
from halfbayes.errors import ChangedInputError, InvalidInputError

TASK = {"files": ["a.csv", 1], "label": "label"}


def interrupted(folder, task):
    with workspace(folder, task) as store:
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
