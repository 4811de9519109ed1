from halfbayes.experiments.dependencies import code_digest, modules_behind
from halfbayes.experiments.registry import module_of, specifications

FIGURE = module_of("raina2003/figure1")


def test_imports_are_followed_to_the_end_and_stay_within_the_package():
    behind = modules_behind(FIGURE, today=False)
    assert {FIGURE, "halfbayes.core.small_fit", "halfbayes.core.logspace"} <= behind
    assert all(name.startswith("halfbayes.") for name in behind)


def test_rivals_do_not_depend_on_todays_classifier():
    rivals = modules_behind(FIGURE, today=False)
    today = modules_behind(FIGURE, today=True)
    assert rivals < today
    assert not any(name.startswith("halfbayes.classifier") for name in rivals)
    assert "halfbayes.classifier.document" in today  # by ``halfbayes.DocumentClassifier``
    assert code_digest(FIGURE, today=False) != code_digest(FIGURE, today=True)


def test_every_reproduction_depends_on_its_own_module():
    for name in specifications():
        assert module_of(name) in modules_behind(module_of(name), today=False)


def test_what_only_presents_is_not_part_of_a_measurement():
    assert "halfbayes.experiments.picture" not in modules_behind(FIGURE, today=True)
