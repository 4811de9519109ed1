from report.samples import sorting


def test_the_step_asked_for_is_the_chosen_one():
    assert sorting(accuracy=0.75).asked.accuracy == 0.75
    assert sorting(accuracy=0.75).asked.holds


def test_the_step_that_was_asked_for_is_known():
    assert sorting().asked.accuracy == 0.9
    assert not sorting(accuracy=0.95).asked.holds
