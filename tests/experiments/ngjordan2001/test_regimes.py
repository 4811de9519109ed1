import pytest
from experiments.ngjordan2001.test_figure1 import curves
from experiments.numbers import summary_of

from halfbayes.experiments.ngjordan2001 import regimes
from halfbayes.experiments.ngjordan2001.datasets import DATASETS
from halfbayes.experiments.reproduction import Measurement


@pytest.mark.parametrize(
    ("bayes", "logistic", "met"),
    [
        ([0.3, 0.3, 0.3], [0.4, 0.4, 0.2], 2.5),
        ([0.3, 0.3, 0.3], [0.4, 0.4, 0.4], None),
        ([0.3, 0.3, 0.3], [0.2, 0.2, 0.2], 1.0),
    ],
)
def test_the_crossing_is_where_logistic_regression_comes_below_for_good(bayes, logistic, met):
    assert regimes.crossing(summary_of(*curves("t", bayes, logistic)), "t") == (
        None if met is None else pytest.approx(met)
    )


def of_every_set(bayes, logistic, *, without=()):
    titles = [one.title for name, one in DATASETS.items() if name not in without]
    return summary_of(*(one for title in titles for one in curves(title, bayes, logistic)))


def test_the_claims_are_about_beginning_end_and_speed():
    found = regimes.claims(of_every_set([0.31, 0.3, 0.3], [0.5, 0.4, 0.2]))
    assert all(finding.holds and finding.comparable for finding in found.values())
    found = regimes.claims(of_every_set([0.5, 0.4, 0.3], [0.21, 0.2, 0.2]))
    held = {name for name, finding in found.items() if finding.holds}
    assert held == {"panels", "catches up"}


def test_a_panel_whose_file_was_missing_is_not_comparable_and_says_how_to_get_it():
    curve = [0.31, 0.3, 0.3], [0.5, 0.4, 0.2]
    whole = regimes.claims(of_every_set(*curve))["panels"]
    assert whole.evidence == "15 data sets, 8 with continuous inputs"
    found = regimes.claims(of_every_set(*curve, without=["sonar"]))
    assert not found["panels"].comparable
    assert "14 data sets, 7 with" in found["panels"].evidence
    assert "pip download" in found["panels"].evidence
    assert found["regimes"].comparable


def test_more_examples_than_the_axis_has_count_at_the_end():
    title = DATASETS["pima"].title
    shown = curves(title, [0.31, 0.3, 0.3], [0.5, 0.4, 0.35])
    assert not regimes.claims(summary_of(*shown))["regimes"].holds
    further = [
        Measurement(title, method, value, 0, regimes.BEYOND, 400.0)
        for method, value in ((regimes.NAIVE_BAYES, 0.3), (regimes.LOGISTIC, 0.2))
    ]
    summary = summary_of(*shown, *further)
    assert regimes.claims(summary)["regimes"].holds
    assert regimes.last_errors(summary, title) == (0.3, 0.2)
