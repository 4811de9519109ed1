from engines.test_files import Store

from halfbayes.engines.pace import START, Pace, State


def test_a_state_is_due_after_so_many_bytes_or_as_many_as_the_last_was_long():
    store = Store()
    pace = Pace(store, 5)
    assert [pace.due(2), pace.due(2), pace.due(2)] == [False, False, True]
    pace.save("state", State(runs=3))  # 10 bytes long
    assert [pace.due(5), pace.due(5)] == [False, True]
    assert store.load("state").runs == 3
    assert State().position == START
