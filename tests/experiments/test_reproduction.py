import pytest
from experiments.numbers import summary_of

from halfbayes.experiments.registry import reproduction_named, specifications
from halfbayes.experiments.reproduction import no_claims, no_picture, no_remarks


@pytest.mark.parametrize("name", list(specifications()))
def test_a_reproduction_has_tasks_with_keys_of_their_own(name):
    reproduction = reproduction_named(name)
    assert reproduction.name == reproduction.spec.name == name
    sizes = {}
    for quick in (True, False):
        tasks = reproduction.tasks(quick=quick)
        assert len({task.key for task in tasks}) == len(tasks) > 0
        scalars = str | int | float | bool | None
        assert all(isinstance(v, scalars) for task in tasks for v in task.settings.values())
        sizes[quick] = len(tasks)
    assert sizes[True] <= sizes[False]


def test_what_is_not_given_is_empty():
    summary = summary_of()
    assert not no_claims(summary)
    assert no_picture(summary) is None
    assert not no_remarks(summary)
