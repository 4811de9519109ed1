import re

import numpy as np
import pytest
from classifier.streams import Stream

import halfbayes
from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.copies import Copies
from halfbayes.classifier.decide import decision
from halfbayes.core.label_errors import LEVEL
from halfbayes.errors import InvalidParameterError

NAMES = np.array(["no", "yes"])


def checked(n, wrong, seed=0):
    """n documents, surest first; those at the places ``wrong`` are wrong."""
    rng = np.random.default_rng(seed)
    confidence = np.sort(rng.uniform(0.5, 1.0, n))[::-1]
    predicted = rng.integers(0, 2, n)
    proba = np.where(np.arange(2) == predicted[:, None], confidence[:, None], 0)
    proba[np.arange(n), 1 - predicted] = 1 - confidence
    y = predicted.copy()
    y[list(wrong)] = 1 - y[list(wrong)]
    return CheckedDocuments(proba, y)


def test_documents_above_the_threshold_are_answered_and_no_others():
    rule = decision(checked(300, range(200, 300, 3)), NAMES, Asked(0.95))
    (certificate,) = rule.certificates
    t = certificate.threshold
    proba = np.array([[t, 1 - t], [t - 0.01, 1.01 - t], [1 - t, t]])
    assert rule.answers(proba) == ["no", None, "yes"]
    assert rule.coverage == certificate.coverage
    assert f"({certificate.errors} of {certificate.answered} wrong)" in rule.statement
    assert rule.statement.startswith("With 95 % confidence, at least 95 % of the answers are")


def test_a_refusal_says_what_would_change_it():
    rule = decision(checked(50, []), NAMES, Asked(0.95))
    assert not rule.holds
    assert rule.answers(np.array([[1.0, 0.0]])) == [None]
    assert "50 checked documents certify nothing at 95 % accuracy" in rule.statement
    assert f"{rule.outlook.labels} more label" in rule.statement
    assert "Today 100 % can be answered with at least 90 % accuracy" in rule.statement
    assert rule.statement.endswith("(allowing for choosing the accuracy after looking).")


def test_a_refusal_points_at_the_surest_documents_that_have_another_label():
    """59 of the surest would prove 95 %, were all of them right."""
    rule = decision(checked(150, [0, 6, 20, 58, 59]), NAMES, Asked(0.95))
    assert not rule.holds
    assert "4 of the documents it is surest of have another label" in rule.statement
    few = decision(checked(50, []), NAMES, Asked(0.95))
    assert "another label" not in few.statement


def test_a_refusal_says_what_a_lower_accuracy_would_have_allowed():
    documents = checked(60, [17, 20, 30, 59])
    rule = decision(documents, NAMES, Asked(0.95))
    asked = decision(documents, NAMES, Asked(rule.instead.accuracy))
    assert asked.coverage > rule.instead.coverage
    answered = f"{100 * asked.coverage:.0f} % had it been asked for beforehand)."
    assert rule.statement.endswith(
        f"(allowing for choosing the accuracy after looking: {answered}"
    )


def test_a_refusal_for_each_class_says_what_all_of_them_together_allow():
    documents = checked(80, range(60, 80, 2))
    rule = decision(documents, NAMES, Asked(0.95, per_class=True))
    whole = decision(documents, NAMES, Asked(0.95))
    assert not rule.holds
    assert whole.holds
    assert rule.together == whole.certificates[0]
    assert rule.outlook is None
    answered = f"{100 * whole.coverage:.0f} %"
    assert f"One threshold for all classes would answer {answered} of the" in rule.statement
    assert "leave out per_class (--per-class)" in rule.statement
    assert "more label" not in rule.statement


def test_a_refusal_for_each_class_foretells_where_all_together_allow_nothing_either():
    rule = decision(checked(50, []), NAMES, Asked(0.95, per_class=True))
    assert rule.together is None
    assert f"{rule.outlook.labels} more labels" in rule.statement
    assert "(one threshold for all classes)" in rule.statement


def test_a_hopeless_target_is_called_so():
    rule = decision(checked(400, range(0, 400, 3)), NAMES, Asked(0.95))
    assert rule.outlook is None
    assert "more labels to check it by would not change" in rule.statement


def test_too_few_documents_that_are_all_right_are_not_called_wrong():
    proba = np.array([[0.6, 0.4], [0.3, 0.7]] * 2)
    rule = decision(CheckedDocuments(proba, np.array([0, 1] * 2)), NAMES, Asked(0.95))
    assert "All of them are right, but too few" in rule.statement


def test_each_class_has_its_own_threshold():
    documents = checked(600, range(300, 600, 4))
    rule = decision(documents, NAMES, Asked(0.9, per_class=True))
    assert len(rule.certificates) == 2
    accepted = rule.accepted(documents.proba)
    for k in range(2):
        here = accepted & (documents.predicted == k)
        assert np.mean(documents.correct[here]) >= 0.9
        assert here.sum() == rule.certificates[k].answered
    assert "in every class that is answered" in rule.statement


def test_a_class_that_cannot_be_certified_is_left_to_a_person():
    documents = checked(400, [])
    rare = np.flatnonzero(documents.predicted == 1)[20:]
    keep = np.setdiff1d(np.arange(400), rare)
    few = CheckedDocuments(documents.proba[keep], documents.y[keep])
    rule = decision(few, NAMES, Asked(0.9, per_class=True))
    assert rule.answers(np.array([[1.0, 0.0], [0.0, 1.0]])) == ["no", None]
    assert "1 of the 2 classes are left to a person" in rule.statement


def test_novel_documents_go_to_a_person():
    documents = checked(200, [])
    typical = np.linspace(0.001, 1, 200)[::-1]
    known = CheckedDocuments(documents.proba, documents.y, typical)
    rule = decision(known, NAMES, Asked(0.9, novelty=0.05))
    assert rule.certificates[0].answered == np.sum(typical > 0.05)
    sure = np.array([[1.0, 0.0], [1.0, 0.0]])
    assert rule.answers(sure, np.array([0.5, 0.01])) == ["no", None]


def test_a_rule_with_novelty_does_not_answer_without_it():
    documents = checked(200, [])
    known = CheckedDocuments(documents.proba, documents.y, np.linspace(0.001, 1, 200))
    rule = decision(known, NAMES, Asked(0.9, novelty=0.05))
    for answer in (rule.answers, rule.accepted):
        with pytest.raises(
            InvalidParameterError, match=r"novelty=0\.05; pass typical, the p-v"
        ):
            answer(np.array([[1.0, 0.0]]))
    with pytest.raises(InvalidParameterError, match="pass typical"):
        decision(documents, NAMES, Asked(0.9, novelty=0.05))


@pytest.mark.parametrize("per_class", [True, False])
def test_a_rule_of_no_checked_documents_says_that_nothing_was_checked(per_class):
    nothing = CheckedDocuments(np.empty((0, 2)), np.empty(0, dtype=int))
    rule = decision(nothing, NAMES, Asked(0.95, per_class=per_class))
    assert rule.answers(np.array([[1.0, 0.0]])) == [None]
    assert rule.statement == (
        "Nothing is promised at 95 % accuracy with 95 % confidence: no document was checked."
    )


def test_other_class_shares_are_certified_on_documents_thinned_alike():
    documents = checked(2000, [])
    rule = decision(documents, NAMES, Asked(0.9), class_weights=np.array([0.5, 1.5]))
    expected = np.sum(documents.y == 1) + np.sum(documents.y == 0) / 3
    assert rule.certificates[0].n_documents == pytest.approx(expected, rel=0.1)
    assert "taken as estimated" in rule.statement


def test_copies_are_told_beside_the_promise_and_beside_a_refusal():
    for n in (400, 20):
        rule = decision(checked(n, []), NAMES, Asked(0.95), copies=Copies(30, n))
        assert rule.holds == (n == 400)
        assert f"30 of the {n} documents are copies of others" in rule.statement
        assert "copies" not in decision(checked(n, []), NAMES, Asked(0.95)).statement


def test_label_errors_are_pointed_at_with_the_level_that_lists_them():
    """The labels among the surest are .05 to .5 probable, or less than .05."""
    rule = decision(checked(150, [0, 6, 20, 58, 59]), NAMES, Asked(0.95))
    own = rule.checked.own[[0, 6, 20, 58]]
    told = re.search(r"label-errors with --level (0\.\d+) names them", rule.statement)
    level = float(told[1])
    assert own.max() < level <= own.max() + 0.01
    slips = decision(checked(150, [0, 6]), NAMES, Asked(0.98))
    assert slips.checked.own[[0, 6]].max() < LEVEL
    assert "(label-errors names them)" in slips.statement


@pytest.mark.parametrize("n", [60, 200])
def test_where_nothing_has_been_learnt_no_label_is_called_wrong(n):
    """Labels that no document tells, of which each half is guessed wrong."""
    rng = np.random.default_rng(n)
    sure = rng.uniform(0.5, 0.9, n)
    y = np.arange(n) % 2
    told = CheckedDocuments(np.column_stack([sure, 1.0 - sure]), y)
    statement = decision(told, NAMES, Asked(0.95)).statement
    assert "nothing shows yet that it has learnt anything" in statement
    assert "label-errors" not in statement
    assert "more label" not in statement


def test_where_a_forecast_can_be_given_it_is_told_whatever_the_shares_of_the_classes():
    """39 of 40 are of one class, and the one of the other is among the surest."""
    sure = np.linspace(0.99, 0.6, 40)
    documents = CheckedDocuments(
        np.column_stack([sure, 1.0 - sure]), (np.arange(40) == 20).astype(np.intp)
    )
    assert not documents.taught
    rule = decision(documents, NAMES, Asked(0.9))
    assert rule.outlook is not None
    assert f"{rule.outlook.labels} more labels like these would" in rule.statement
    assert "nothing shows yet that the model tells classes better" in rule.statement
    assert "Today 100 % can be answered with at least 70 % accuracy" in rule.statement


def rate_of_broken_promises(draws, shifted):
    """Share of draws in which the answers of a whole model are right too rarely."""
    broken = certified = 0
    stream = Stream(5)
    harder = Stream(5, overlap=0.9)
    for _ in range(draws):
        model = halfbayes.DocumentClassifier(threads=1).fit(*stream.draw(150))
        texts, labels = (harder if shifted else stream).draw(1000)
        answers = np.array(model.decide(texts, accuracy=0.9, confidence=0.8), dtype=object)
        answered = answers != None  # noqa: E711 (of each)
        if answered.any():
            certified += 1
            broken += np.mean(answers[answered] == labels[answered]) < 0.9
    return broken / draws, certified / draws


def test_the_promise_of_a_whole_model_holds():
    draws = 16
    broken, certified = rate_of_broken_promises(draws, shifted=False)
    assert broken <= 0.2 + 2 * np.sqrt(0.16 / draws)
    assert certified > 0.5


def test_the_promise_breaks_where_new_documents_are_of_another_kind():
    broken, _ = rate_of_broken_promises(8, shifted=True)
    assert broken > 0.5
