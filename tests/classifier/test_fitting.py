import warnings

import pytest
from classifier.corpus import invented

from halfbayes.classifier import fitting
from halfbayes.classifier.document import DocumentClassifier
from halfbayes.classifier.fitting import Settings, learnt_from
from halfbayes.classifier.size import SizeRule
from halfbayes.classifier.table import as_table
from halfbayes.classifier.telltale import TelltaleWarning
from halfbayes.classifier.training import TrainingSet
from halfbayes.errors import InvalidInputError
from halfbayes.models.validation import validated_labels


def training(n):
    rows, labels = invented(n)
    return TrainingSet(as_table(rows), validated_labels(labels, n))


def test_the_documents_are_kept_in_order_of_class_and_lead_back():
    given = training(30)
    told = []
    learnt = learnt_from(given, Settings(text="body"), lambda *stage: told.append(stage))
    assert (learnt.y[:-1] <= learnt.y[1:]).all()
    back = learnt.training_as_given
    assert back.table.columns == given.table.columns
    assert back.labels.tolist() == given.labels.tolist()
    stages = ["reading", "counting", "learning", "leaving out", "weighing", "done"]
    assert [stage for stage, _ in told] == stages


@pytest.mark.parametrize("names", [["law", "art", "sport"], [1, 2, 3]])
def test_labels_left_in_the_table_are_found(names):
    rows, labels = invented(30)
    number = {label: names[k] for k, label in enumerate(sorted(set(labels)))}
    own = [number[label] for label in labels]
    table = as_table([{**row, "own": label} for row, label in zip(rows, own, strict=True)])
    given = TrainingSet(table, validated_labels(own, 30))
    with pytest.raises(InvalidInputError, match="'own' holds the labels themselves"):
        learnt_from(given, Settings(), lambda *_stage: None)
    assert learnt_from(given, Settings(text="body"), lambda *_stage: None).roles.used == (
        "body",
    )


@pytest.mark.parametrize("whole_up_to", [30_000, 5])
def test_a_guessed_column_that_tells_the_labels_is_warned_of_where_fit_is_called(whole_up_to):
    rows, labels = invented(60)
    told = [{**row, "loud": label.upper()} for row, label in zip(rows, labels, strict=True)]
    model = DocumentClassifier(threads=1).sized(SizeRule(documents=whole_up_to))
    with pytest.warns(TelltaleWarning, match="'loud' alone tells 100 % of the labels") as seen:
        model.fit(told, labels)
    assert [warning.filename for warning in seen] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.partial_fit(told[:2], labels[:2])  # of roles that are known by now
        model.set_params(text="body", categorical="loud").fit(told, labels)


def test_of_very_many_documents_each_portion_is_told(monkeypatch):
    monkeypatch.setattr(fitting, "CHUNK", 10)
    told = []
    settings = Settings(text="body", rule=SizeRule(documents=20))
    learnt_from(training(60), settings, lambda *stage: told.append(stage))
    assert [share for _, share in told] == sorted(share for _, share in told)
    stages = [stage for stage, _ in told]
    for stage in ("counting words", "adding up", "weighing"):
        assert stages.count(stage) > 5
    assert (told[0], told[-1]) == (("reading", 0.0), ("done", 1.0))


def test_a_missing_column_of_unlabelled_documents_is_told():
    given = TrainingSet(*_parts(training(9)), as_table({"other": ["a", "b"]}))
    with pytest.raises(InvalidInputError, match="must have the text columns"):
        learnt_from(given, Settings(text="body"), lambda _stage, _share: None)


def test_one_class_is_not_enough():
    given = training(9).rows([0, 3, 6])
    with pytest.raises(InvalidInputError, match="every one of the 3 documents"):
        learnt_from(given, Settings(text="body"), lambda _stage, _share: None)


def _parts(given):
    return given.table, given.labels
