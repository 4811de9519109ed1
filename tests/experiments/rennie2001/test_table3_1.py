import numpy as np
import pytest

from halfbayes.experiments.rennie2001 import table3_1
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, loaded
from halfbayes.models.naive_bayes import MultinomialNaiveBayes


def test_scores_and_first_words_are_those_of_the_model(toy_data):
    bag = loaded(NEWSGROUPS, toy_data)
    model = MultinomialNaiveBayes().fit(bag.counts, bag.classes[bag.y])
    found = {(m.row, m.column): m.value for m in table3_1.run({}, toy_data)}
    for group, [best] in model.top_words(1, names=bag.terms).items():
        row = f"{group}: {best.word}"
        assert found[row, "log-odds ratio"] == pytest.approx(best.log_odds)
        assert found[row, "theta, smoothed"] == pytest.approx(best.probability)
        assert found[row, "rank"] == 1.0


def test_theta_is_the_share_of_the_words_of_the_class(toy_data):
    bag = loaded(NEWSGROUPS, toy_data)
    found = {(m.row, m.column): m.value for m in table3_1.measured(bag)}
    of_class = bag.counts[bag.y == bag.classes.tolist().index("sci.space")]
    column = bag.terms.tolist().index("space")
    share = of_class[:, [column]].sum() / of_class.sum()
    assert found["sci.space: space", "theta"] == pytest.approx(share)


def test_the_words_are_the_twenty_of_the_thesis():
    assert len(table3_1.WORDS) == 20
    assert table3_1.WORDS["talk.politics.misc"] == "stephanopoulos"


def test_a_word_that_is_not_first_stands_above_the_one_that_is(toy_data):
    rows = [m.row for m in table3_1.run({}, toy_data) if m.column == "rank"]
    groups = [row.partition(": ")[0] for row in rows]
    assert list(dict.fromkeys(groups)) == np.unique(groups).tolist()
