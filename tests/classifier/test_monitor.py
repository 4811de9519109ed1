import numpy as np
import pytest
from classifier.streams import Stream

import halfbayes
from halfbayes.errors import InvalidInputError, InvalidParameterError


@pytest.fixture(scope="module")
def stream():
    return Stream(0)


@pytest.fixture(scope="module")
def model(stream):
    return halfbayes.DocumentClassifier(threads=1).fit(*stream.draw(200))


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
