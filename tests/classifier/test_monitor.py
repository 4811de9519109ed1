import numpy as np
import pandas as pd
import pytest
from classifier.streams import Stream

import halfbayes
from halfbayes.errors import InvalidInputError, InvalidParameterError


@pytest.fixture
def stream():
    """The classes of the model, other documents."""
    return Stream(0).afresh(1)


@pytest.fixture(scope="module")
def model():
    return halfbayes.DocumentClassifier(threads=1).fit(*Stream(0).draw(200))


def test_an_unchanged_stream_rarely_raises_an_alarm(stream):
    """Ten models, each with its own stream, watched for 300 documents at 10 %."""
    alarms = 0
    for _ in range(10):
        model = halfbayes.DocumentClassifier(threads=1).fit(*stream.draw(120))
        monitor = model.monitor(false_alarm=0.1)
        alarms += monitor.update(stream.draw(300)[0]).alarm
    assert alarms <= 3


def test_strange_documents_raise_an_alarm_soon(model, stream):
    monitor = model.monitor()
    calm = monitor.update(stream.draw(100)[0])
    assert not calm.alarm
    assert "nothing speaks against" in calm.statement
    status = monitor.update(stream.strange(60))
    assert status.alarm
    assert "typicality" in status.reasons
    assert status.documents == 160
    assert "at most 1 %" in status.statement


def test_wrong_answers_raise_an_alarm_though_documents_look_alike(model, stream):
    monitor = model.monitor(accuracy=0.7)
    texts, labels = stream.draw(100)
    assert not monitor.update(texts, labels).alarm
    status = monitor.update(texts, np.roll(labels, 1))
    assert "audit" in status.reasons


@pytest.mark.parametrize("rate", [0.0, 1.0, -1])
def test_a_false_alarm_rate_is_between_zero_and_one(model, rate):
    with pytest.raises(InvalidParameterError, match="false_alarm"):
        model.monitor(false_alarm=rate)


def test_labels_must_fit_the_batch(model, stream):
    with pytest.raises(InvalidInputError):
        model.monitor().update(stream.draw(3)[0], ["c0"])


@pytest.mark.parametrize("nothing", [None, float("nan"), pd.NA], ids=repr)
@pytest.mark.parametrize("kind", [list, "object", pd.Series])
def test_documents_that_nobody_checked_are_no_wrong_answers(model, stream, nothing, kind):
    texts, labels = stream.draw(90)
    some = [label if i % 3 == 0 else nothing for i, label in enumerate(model.predict(texts))]
    given = np.array(some, dtype=object) if kind == "object" else kind(some)
    monitor = model.monitor(accuracy=0.9)
    status = monitor.update(texts, given)
    assert "audit" not in status.reasons
    assert status.documents == 90
    assert monitor._audit.checked == 30
    wrong = [label if i % 3 == 0 else nothing for i, label in enumerate(np.roll(labels, 1))]
    assert "audit" in monitor.update(texts, wrong).reasons
    assert monitor._audit.checked == 60


def test_where_nobody_checked_anything_there_is_no_audit(model, stream):
    monitor = model.monitor()
    monitor.update(stream.draw(20)[0], [None] * 20)
    monitor.update(stream.draw(20)[0], [float("nan")] * 20)
    assert monitor._audit.checked == 0
    with pytest.raises(InvalidInputError, match="pass None where nothing was checked"):
        monitor.update([], [])


def test_labels_of_another_type_are_refused_and_change_nothing(model, stream):
    monitor, texts = model.monitor(), stream.draw(3)[0]
    for labels, told in (([1, 2, 3], "are numbers"), (["c0", 1, None], "are numbers and text")):
        with pytest.raises(InvalidInputError, match=f"{told}, the classes of the model text"):
            monitor.update(texts, labels)
    with pytest.raises(InvalidInputError, match="are Timestamp, the classes of the model text"):
        monitor.update(texts, [pd.Timestamp("2020"), None, None])
    assert monitor.status.documents == monitor._audit.checked == 0


def test_numbers_are_checked_against_numbers(stream):
    texts, labels = stream.draw(120)
    numbers = np.array([int(label[1:]) for label in labels])
    model = halfbayes.DocumentClassifier(threads=1).fit(texts, numbers)
    answers = model.predict(texts).astype(float)
    answers[::2] = np.nan
    monitor = model.monitor(accuracy=0.9)
    assert "audit" not in monitor.update(texts, answers).reasons
    assert monitor._audit.checked == 60
    with pytest.raises(InvalidInputError, match="are text, the classes of the model numbers"):
        monitor.update(texts, labels)


def test_a_label_that_is_no_class_is_a_wrong_answer(model, stream):
    texts = stream.draw(40)[0]
    status = model.monitor(accuracy=0.9).update(texts, ["another"] * 40)
    assert "audit" in status.reasons
