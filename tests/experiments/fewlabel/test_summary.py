import numpy as np
import pytest

from halfbayes.experiments.fewlabel.summary import (
    budgets_of,
    comparisons,
    mean_over_corpora,
    mean_rank,
    of_half,
    ratio,
    with_budget,
)


@pytest.fixture
def rows(make_row):
    errors = {"complement-nb": (0.2, 0.3), "linear-svm": (0.4, 0.4), "halfbayes": (0.25, 0.27)}
    return [
        make_row(corpus=corpus, method=method, draw=draw, error=error)
        for corpus in ("sms", "webkb")
        for method, values in errors.items()
        for draw, error in enumerate(values)
    ]


def test_behind_is_the_mean_difference_to_the_best_rival_with_its_standard_error(rows):
    behind = comparisons(rows)["sms", 3].behind("error")
    assert behind.rival == "complement-nb"
    assert behind.difference == pytest.approx(0.01)
    assert behind.standard_error == pytest.approx(np.std([0.05, -0.03], ddof=1) / np.sqrt(2))
    assert behind.within_one
    assert str(behind) == "+0.010 ± 0.040"


def test_for_coverage_more_is_better(make_row):
    rows = [make_row(method="complement-nb", coverage95=0.9), make_row(coverage95=0.6)]
    comparison = comparisons(rows)["sms", 3]
    assert comparison.ranks("coverage95") == {"complement-nb": 1.0, "halfbayes": 2.0}
    behind = comparison.behind("coverage95")
    assert behind.difference == pytest.approx(0.3)
    assert not behind.within_one


def test_told_names_it_has_the_place_it_would_have_instead(make_row):
    errors = {
        "complement-nb": 0.2,
        "linear-svm": 0.3,
        "halfbayes": 0.25,
        "halfbayes-names": 0.1,
    }
    rows = [make_row(method=method, error=error) for method, error in errors.items()]
    comparison = comparisons(rows)["sms", 3]
    assert comparison.ranks("error") == {
        "complement-nb": 1.0,
        "halfbayes": 2.0,
        "linear-svm": 3.0,
        "halfbayes-names": 1.0,
    }
    assert comparison.behind("error").difference == pytest.approx(0.05)
    assert comparison.behind("error", "halfbayes-names").difference == pytest.approx(-0.1)


def test_methods_that_are_level_share_their_rank(make_row):
    rows = [make_row(method=name) for name in ("complement-nb", "linear-svm", "halfbayes")]
    assert set(comparisons(rows)["sms", 3].ranks("error").values()) == {2.0}


def test_only_draws_that_every_method_has_are_compared(rows, make_row):
    more = [*rows, make_row(draw=2, method="halfbayes", error=1.0)]
    assert comparisons(more)["sms", 3].draws == (0, 1)
    assert ("bbc", 3) not in comparisons([*rows, make_row(corpus="bbc")])


def test_means_and_ranks_are_over_corpora_of_one_half(rows):
    compared = comparisons(rows)
    assert [c.corpus for c in of_half(compared, "design")] == ["sms"]
    assert [c.corpus for c in of_half(compared, "report")] == ["webkb"]
    cases = list(compared.values())
    assert mean_over_corpora(cases, "error", "halfbayes") == pytest.approx(0.26)
    assert mean_rank(cases, "error", "linear-svm") == 3.0


def test_budgets_are_in_order_with_all_last(make_row):
    rows = [make_row(budget=budget) for budget in (None, 30, 3)]
    compared = list(comparisons(rows).values())
    assert budgets_of(compared) == [3, 30, None]
    assert [c.budget for c in with_budget(compared, None)] == [None]


def test_a_ratio_is_the_geometric_mean_over_corpora(make_row):
    rows = [
        make_row(corpus=corpus, method=method, fit_cpu=cpu)
        for corpus, cpus in {"sms": (1.0, 2.0), "bbc": (8.0, 1.0)}.items()
        for method, cpu in zip(("halfbayes", "linear-svm"), cpus, strict=True)
    ]
    cases = list(comparisons(rows).values())
    assert ratio(cases, "fit_cpu", ("halfbayes", "linear-svm")) == pytest.approx(2.0)
