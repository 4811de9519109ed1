from experiments.numbers import summary_of

from halfbayes.experiments.raina2003 import figure1
from halfbayes.experiments.raina2003.pairs import load_pair, pair_title
from halfbayes.experiments.reproduction import Measurement


def made_up(*, hybrid, naive_bayes):
    rows = [pair_title(*pair) for pair in figure1.PAIRS] + [figure1.MEAN]
    values = {figure1.HYBRID: hybrid, figure1.NAIVE_BAYES: naive_bayes, "halfbayes": hybrid}
    values["logistic regression"] = 0.5
    cells = [
        Measurement(row, method, value / m, 0, x=float(m))
        for row in rows
        for method, value in values.items()
        for m in figure1.SIZES
    ]
    wins = [Measurement(figure1.WINS, figure1.HYBRID, 1.0, x=float(m)) for m in (10, 20)]
    return summary_of(*cells, *wins)


def test_the_claims_are_about_who_is_lower():
    held = {
        name: found.holds
        for name, found in figure1.claims(made_up(hybrid=0.1, naive_bayes=0.3)).items()
    }
    assert held == {"lowest": True, "outperforms": True, "dramatic": True, "all pairs": True}
    worse = figure1.claims(made_up(hybrid=1.0, naive_bayes=0.3))
    assert not worse["lowest"].holds
    assert not worse["outperforms"].holds


def test_a_split_is_tested_on_postings_it_was_not_trained_on(two_groups, monkeypatch):
    pair = load_pair(two_groups, "a.one", "b.two")
    asked = {"tests": set()}

    def seen(_, training, test):
        asked["both"] = set(training.tolist()) & set(test.tolist())
        asked["sizes"] = (len(training), len(test))
        asked["tests"].add(frozenset(test.tolist()))
        return {figure1.HYBRID: pair.y[test] - 0.5, figure1.NAIVE_BAYES: 0.5 - pair.y[test]}

    monkeypatch.setattr(figure1, "generative_odds", seen)
    found = figure1.split_errors(pair, 0, 20, today=False)
    assert (asked["both"], asked["sizes"]) == (set(), (20, 50))
    figure1.split_errors(pair, 0, 40, today=False)
    assert len(asked["tests"]) == 1  # one split has the same test postings at every size
    figure1.split_errors(pair, 1, 20, today=False)
    assert len(asked["tests"]) == 2
    assert (found[figure1.HYBRID], found[figure1.NAIVE_BAYES]) == (0.0, 1.0)


def test_every_curve_falls_where_the_words_of_the_groups_differ(two_groups):
    pair = load_pair(two_groups, "a.one", "b.two")
    found = figure1.split_errors(pair, 0, 100, today=False)
    assert set(found) == set(figure1.PAPER)
    assert max(found.values()) < 0.2


def test_tasks_measure_named_pairs_and_all_pairs(two_groups, monkeypatch):
    monkeypatch.setattr(figure1, "PAIRS", (("a.one", "b.two"),))
    monkeypatch.setattr(figure1, "SIZES", (10, 250))
    monkeypatch.setattr(figure1, "WIDE_SIZES", (20,))
    settings = {"pair": 0, "seed": 1, "splits": 0}
    named = figure1.run(settings, two_groups)
    assert {one.column for one in named} == set(figure1.PAPER)
    assert {one.x for one in named} == {10.0, 250.0}
    today = figure1.run({**settings, "today": True}, two_groups)
    assert {one.column for one in today} == {figure1.HALFBAYES}
    wide = figure1.run({"pair": 0, "splits": 1}, two_groups)
    assert sum(one.value for one in wide if one.row == figure1.WINS) == 1.0
    [ours] = figure1.run({"pair": 0, "splits": 2, "today": True}, two_groups)
    assert (ours.row, ours.column) == (figure1.MEAN, figure1.HALFBAYES)


def test_a_pair_has_the_mean_of_its_splits_and_those_at_the_lowest_share_the_win(monkeypatch):
    by_seed = {
        0: {figure1.HYBRID: 0.1, figure1.NAIVE_BAYES: 0.3, figure1.LOGISTIC: 0.5},
        1: {figure1.HYBRID: 0.3, figure1.NAIVE_BAYES: 0.1, figure1.LOGISTIC: 0.5},
    }
    monkeypatch.setattr(figure1, "WIDE_SIZES", (20,))
    monkeypatch.setattr(figure1, "split_errors", lambda *given, **_: by_seed[given[1]])
    found = figure1.mean_errors(None, 2, today=False)
    assert [(one.row, one.value) for one in found] == [
        (figure1.MEAN, 0.2),
        (figure1.MEAN, 0.2),
        (figure1.MEAN, 0.5),
        (figure1.WINS, 0.5),
        (figure1.WINS, 0.5),
        (figure1.WINS, 0.0),
    ]


def test_the_figure_has_a_panel_for_each_pair_and_two_for_all():
    summary = made_up(hybrid=0.1, naive_bayes=0.3)
    assert len(figure1.draw(summary).axes) == 9  # one of them is empty
    assert "48 of 48" in figure1.remarks(summary)[0]
