"""Unlabelled documents: used where they help, left alone where they do not, and told."""

import numpy as np
import pytest
from classifier.corpus import invented
from numpy.testing import assert_allclose

import halfbayes
from halfbayes import DocumentClassifier
from halfbayes.classifier import unlabelled as module
from halfbayes.classifier.unlabelled import UnlabelledUse
from halfbayes.errors import InvalidInputError

COLUMNS = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}


def answers(model, rows):
    return model.predict_log_proba(rows).tobytes()


LETTERS = np.array(list("abcdefghijklmnopqrstuvwxyz"))
NAMES = ["".join(name) for name in np.random.default_rng(0).choice(LETTERS, (160, 6))]
SUN, SEA, COMMON = NAMES[:60], NAMES[60:120], NAMES[120:]


def topics(n_documents, *, seed):
    """Two topics of many words, each document with few of them: words must find each other."""
    rng = np.random.default_rng(seed)
    labels = [("sun", "sea")[i % 2] for i in range(n_documents)]
    texts = [
        " ".join([*rng.choice((SUN, SEA)[i % 2], 3), *rng.choice(COMMON, 4)])
        for i in range(n_documents)
    ]
    return texts, labels


def strangers(n_documents, *, seed):
    """Documents of the same words in two topics that go across the classes."""
    rng = np.random.default_rng(seed)
    across = (SUN[:30] + SEA[:30], SUN[30:] + SEA[30:])
    return [" ".join(rng.choice(across[i % 2], 10)) for i in range(n_documents)]


def log_loss(model, texts, labels):
    own = np.searchsorted(model.classes_, labels)
    return -model.predict_log_proba(texts)[np.arange(len(own)), own].mean()


def left_out_likelihood(model, labels):
    own = np.searchsorted(model.classes_, labels)
    return np.log(model.leave_one_out_proba_[np.arange(len(own)), own]).mean()


@pytest.fixture(scope="module")
def helped():
    texts, labels = topics(16, seed=1)
    others, _ = topics(300, seed=2)
    plain = DocumentClassifier(language=None).fit(texts, labels)
    return plain, DocumentClassifier(language=None).fit(texts, labels, unlabelled=others)


def test_where_words_of_a_class_go_together_they_help(helped):
    plain, model = helped
    new, truth = topics(400, seed=3)
    assert model.unlabelled_.used
    assert model.unlabelled_.gain > 0.0
    assert log_loss(model, new, truth) < log_loss(plain, new, truth) - 0.1
    assert np.mean(model.predict(new) != truth) < np.mean(plain.predict(new) != truth)


def test_leave_one_out_stays_honest_with_them(helped):
    _, model = helped
    _, labels = topics(16, seed=1)
    new, truth = topics(400, seed=3)
    assert_allclose(left_out_likelihood(model, labels), model.unlabelled_.after)
    # A leak would make it far better than new documents can be.
    assert -left_out_likelihood(model, labels) > log_loss(model, new, truth) - 0.1


@pytest.mark.parametrize("seed", range(3))
def test_where_they_do_not_help_the_model_is_the_one_without_them_to_the_byte(seed):
    texts, labels = topics(40, seed=seed)
    others = strangers(300, seed=seed + 10)
    plain = DocumentClassifier(language=None).fit(texts, labels)
    model = DocumentClassifier(language=None).fit(texts, labels, unlabelled=others)
    assert not model.unlabelled_.used
    assert model.unlabelled_.gain <= 0.0
    assert answers(model, texts + others) == answers(plain, texts + others)
    assert "300 unlabelled documents are not used" in str(model.unlabelled_)


@pytest.mark.parametrize("seed", range(4))
def test_the_likelihood_of_left_out_documents_never_falls(seed):
    rng = np.random.default_rng(seed)
    texts, labels = topics(10 + 2 * seed, seed=seed)
    labels = rng.permutation(labels).tolist() if seed % 2 else labels
    others = topics(60, seed=seed + 50)[0]
    plain = DocumentClassifier(language=None).fit(texts, labels)
    model = DocumentClassifier(language=None).fit(texts, labels, unlabelled=others)
    assert left_out_likelihood(model, labels) >= left_out_likelihood(plain, labels)


def test_numbers_and_categories_may_be_there_or_not():
    rows, labels = invented(24)
    others = invented(60, seed=4)[0]
    model = DocumentClassifier(**COLUMNS).fit(rows, labels, unlabelled=others)
    texts = [{"title": row["title"], "body": row["body"]} for row in others]
    without = DocumentClassifier(**COLUMNS).fit(rows, labels, unlabelled=texts)
    for fitted in (model, without):
        assert fitted.predict_proba(others).shape == (60, 3)
        assert fitted.leave_one_out_proba_.shape == (24, 3)


def test_learning_in_parts_equals_learning_at_once(helped):
    _, model = helped
    texts, labels = topics(16, seed=1)
    others, _ = topics(300, seed=2)
    parts = DocumentClassifier(language=None).fit(texts[:8], labels[:8], unlabelled=others)
    parts.partial_fit(texts[8:], labels[8:])
    assert answers(parts, others) == answers(model, others)


@pytest.mark.parametrize("documents", [False, True])
def test_a_saved_model_answers_and_tells_the_same(helped, documents, tmp_path):
    _, model = helped
    new, _ = topics(50, seed=3)
    model.save(tmp_path / "m.hb", documents=documents)
    loaded = halfbayes.load(tmp_path / "m.hb")
    assert answers(loaded, new) == answers(model, new)
    assert loaded.unlabelled_ == model.unlabelled_
    assert loaded.describe() == model.describe()
    assert str(model.unlabelled_) in model.describe()


def test_saved_with_its_documents_a_model_learns_on_from_all_of_them(helped, tmp_path):
    _, model = helped
    more, labels = topics(4, seed=7)
    model.save(tmp_path / "m.hb", documents=True)
    loaded = halfbayes.load(tmp_path / "m.hb").partial_fit(more, labels)
    texts, names = topics(16, seed=1)
    others, _ = topics(300, seed=2)
    whole = DocumentClassifier(language=None)
    whole.fit(texts + more, names + labels, unlabelled=others)
    assert answers(loaded, more) == answers(whole, more)


def test_without_such_documents_nothing_is_told():
    texts, labels = topics(8, seed=0)
    model = DocumentClassifier().fit(texts, labels)
    assert model.unlabelled_ is None
    assert "unlabelled" not in model.describe()


def test_none_at_all_are_not_used():
    texts, labels = topics(8, seed=0)
    model = DocumentClassifier().fit(texts, labels, unlabelled=[])
    assert not model.unlabelled_.used
    assert answers(model, texts) == answers(DocumentClassifier().fit(texts, labels), texts)


def test_documents_of_no_words_do_no_harm():
    texts, labels = topics(12, seed=0)
    model = DocumentClassifier().fit(texts, labels, unlabelled=["", None, "unheard"])
    assert np.isfinite(model.predict_log_proba(texts)).all()


def test_with_word_lists_alone_they_teach_words():
    lists = {"sun": SUN[:2], "sea": SEA[:2]}
    others, _ = topics(50, seed=2)
    model = DocumentClassifier(language=None, class_words=lists).fit([], [], unlabelled=others)
    assert "words only" in str(model.unlabelled_)
    assert model.predict([" ".join(SUN[:2])]).tolist() == ["sun"]


def test_of_very_many_an_even_choice_is_given_classes(monkeypatch):
    monkeypatch.setattr(module, "MOST_GUESSED", 50)
    texts, labels = topics(16, seed=1)
    others, _ = topics(300, seed=2)
    model = DocumentClassifier(language=None).fit(texts, labels, unlabelled=others)
    assert model.unlabelled_.documents == 300
    monkeypatch.setattr(module, "MOST_LABELLED", 10)
    model.fit(texts, labels, unlabelled=others)
    assert "beside more than 3,000 labelled ones" in str(model.unlabelled_)
    assert str(UnlabelledUse(0, used=False)).endswith("not used: there are none")


def test_other_columns_are_refused():
    rows, labels = invented(12)
    with pytest.raises(InvalidInputError, match="title"):
        DocumentClassifier(**COLUMNS).fit(rows, labels, unlabelled=["a text", "another"])


def test_what_was_gained_is_said_in_words():
    use = UnlabelledUse(40, used=True, weight=0.3, before=-1.5, after=-1.25)
    assert use.gain == 0.25
    assert "each as 0.3 of a labelled one: log likelihood rises from -1.500" in str(use)
