from report.samples import sorting


def test_the_step_asked_for_is_the_chosen_one():
    assert sorting(accuracy=0.75).asked.accuracy == 0.75
    assert sorting(accuracy=0.75).asked.holds


def test_the_best_step_is_the_highest_accuracy_that_is_promised():
    assert sorting().best.accuracy == 0.9
    assert sorting(holds=False).best is None
    assert not sorting(accuracy=0.95).asked.holds
