import numpy as np
import pytest
from classifier.corpus import invented

from halfbayes.classifier.document import DocumentClassifier
from halfbayes.classifier.opened import learnt_in
from halfbayes.classifier.table import as_table
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.trials import (
    fold_trial,
    leave_one_out_trial,
    rows_learnt,
    trial,
)
from halfbayes.errors import (
    InvalidInputError,
    InvalidParameterError,
    NoTrainingDataError,
    UnknownLabelError,
)


def training(rows, labels, unlabelled=None):
    others = None if unlabelled is None else as_table(unlabelled)
    return TrainingSet(as_table(rows), np.array(labels), others)


@pytest.fixture(scope="module")
def corpus():
    rows, labels = invented(60)
    return [{"body": row["body"]} for row in rows], labels


@pytest.fixture(scope="module")
def model(corpus) -> DocumentClassifier:
    return DocumentClassifier(text=["body"]).fit(*corpus)


def test_leave_one_out_is_the_same_from_the_file(model, corpus, tmp_path):
    model.save(tmp_path / "m.hb")
    card = leave_one_out_trial(model.learnt_)
    right = model.classes_[model.leave_one_out_proba_.argmax(axis=1)] == np.array(corpus[1])
    assert card.accuracy == pytest.approx(right.mean())
    assert leave_one_out_trial(learnt_in(str(tmp_path / "m.hb"))) == card


def test_a_model_taught_by_words_alone_has_nothing_to_be_judged_by():
    words = {"sport": ["goal"], "law": ["court"]}
    model = DocumentClassifier(text="body", class_words=words).fit({"body": []}, [])
    with pytest.raises(NoTrainingDataError, match="no document has a label"):
        leave_one_out_trial(model.learnt_)


def test_other_documents_are_judged_by_their_labels(model, corpus):
    card = trial(model, *corpus)
    assert card.accuracy == np.mean(model.predict(corpus[0]) == np.array(corpus[1]))
    with pytest.raises(UnknownLabelError, match="music"):
        trial(model, corpus[0][:1], ["music"])
    with pytest.raises(InvalidInputError, match="no documents to test on"):
        trial(model, [], [])


def test_as_many_folds_as_documents_is_leave_one_out_by_refitting(corpus):
    rows, labels = corpus[0][:12], corpus[1][:12]
    told = []
    model = DocumentClassifier(text=["body"])
    card = fold_trial(model, training(rows, labels), 12, told=told.append)
    right = []
    for i in range(12):
        others = [j for j in range(12) if j != i]
        fitted = DocumentClassifier(text=["body"]).fit(
            [rows[j] for j in others], [labels[j] for j in others]
        )
        right.append(fitted.predict([rows[i]])[0] == labels[i])
    assert card.accuracy == pytest.approx(np.mean(right))
    assert sum(told) == 12


def test_a_class_that_is_held_out_whole_counts_as_wrong(corpus):
    rows, labels = [*corpus[0][:20], {"body": "goal"}], [*corpus[1][:20], "music"]
    card = fold_trial(DocumentClassifier(text=["body"]), training(rows, labels), 2)
    (music,) = [score for score in card.classes if score.label == "music"]
    assert music.recall == 0.0


@pytest.mark.parametrize("n_folds", [0, 1, 61])
def test_folds_are_from_two_to_the_number_of_documents(corpus, n_folds):
    with pytest.raises(InvalidParameterError, match="folds must be from 2"):
        fold_trial(DocumentClassifier(), training(*corpus), n_folds)


def test_a_group_is_in_one_fold_as_a_whole():
    # Every group has a word of its own: whoever has seen one of its documents knows the rest.
    rows = [{"body": f"word{i // 4}", "thread": str(i // 4)} for i in range(48)]
    labels = [("a", "b")[i // 4 % 2] for i in range(48)]
    torn = fold_trial(DocumentClassifier(text=["body"]), training(rows, labels), 4)
    whole = DocumentClassifier(text=["body"], groups="thread")
    assert torn.accuracy == 1.0
    assert fold_trial(whole, training(rows, labels), 4).accuracy < 0.9
    with pytest.raises(InvalidParameterError, match="no more than the groups, 12; got 13"):
        fold_trial(whole, training(rows, labels), 13)


def test_of_two_groups_each_is_judged_by_the_model_of_the_other(corpus):
    """A fold of one group is learnt without groups, and its column is not read either."""
    rows, labels = corpus
    split = [{**row, "thread": f"the thread number {i % 2}"} for i, row in enumerate(rows)]
    card = fold_trial(DocumentClassifier(groups="thread"), training(split, labels), 2)
    right = 0
    for held in (0, 1):
        fitted = DocumentClassifier().fit(rows[1 - held :: 2], labels[1 - held :: 2])
        right += int(np.sum(fitted.predict(rows[held::2]) == np.array(labels[held::2])))
    assert card.accuracy == right / len(rows)


def test_documents_of_one_group_have_no_folds(corpus):
    rows = [{**row, "thread": "t"} for row in corpus[0]]
    with pytest.raises(InvalidInputError, match="all 60 documents are in one group, 't'"):
        fold_trial(DocumentClassifier(groups="thread"), training(rows, corpus[1]), 2)


def test_folds_of_several_groups_are_learnt_with_groups():
    """They weigh the views: without them another model would be judged."""
    rows = [{"body": f"word{i // 4} {'ab'[i // 4 % 2]}", "thread": i // 4} for i in range(24)]
    labels = ["ab"[i // 4 % 2] for i in range(24)]
    model = DocumentClassifier(text=["body"], groups="thread")
    card = fold_trial(model, training(rows, labels), 6)
    proba = [
        model.fit(rows[:i] + rows[i + 4 :], labels[:i] + labels[i + 4 :]).predict_proba(
            rows[i : i + 4]
        )
        for i in range(0, 24, 4)
    ]
    y = np.searchsorted(["a", "b"], labels)
    log_loss = -np.log(np.concatenate(proba)[np.arange(24), y]).mean()
    assert card.quality.log_loss == pytest.approx(log_loss)


def test_every_fold_learns_from_the_documents_without_labels(corpus):
    rows, labels = corpus[0][:12], corpus[1][:12]
    model = DocumentClassifier(text=["body"])
    alone = fold_trial(model, training(rows, labels), 3)
    helped = fold_trial(model, training(rows, labels, corpus[0][12:]), 3)
    assert helped != alone


def test_documents_that_were_learnt_are_known_by_what_is_read_of_them(model, corpus, tmp_path):
    rows, labels = corpus
    other = [{"body": "nothing of the kind"}]
    assert rows_learnt(model.learnt_, rows[:7] + other, [*labels[:7], "law"]) == 7
    model.save(tmp_path / "m.hb")
    bare = learnt_in(str(tmp_path / "m.hb"))
    assert rows_learnt(bare, rows[::-1], labels[::-1]) == 60
    assert rows_learnt(bare, rows[:7], labels[:7]) == 0
