import numpy as np
from classifier.corpus import invented
from numpy.testing import assert_allclose

from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table

ROLES = Roles(text=("title", "body"), numeric=("amount",), categorical=("channel",))


def test_training_documents_read_the_same_when_they_come_again():
    rows, _ = invented(30)
    evidence = Evidence(ROLES)
    first = evidence.fit(as_table(rows))
    again = evidence.read(as_table(rows))
    for one, other in zip(first, again, strict=True):
        assert (one.name, one.kind) == (other.name, other.kind)
        assert_allclose(np.nan_to_num(_dense(one.X)), np.nan_to_num(_dense(other.X)))


def test_every_column_of_every_source_has_a_name():
    rows, _ = invented(30)
    evidence = Evidence(ROLES)
    for source in evidence.fit(as_table(rows)):
        assert len(evidence.names(source)) == source.X.shape[1], source.kind


def _dense(X):
    return X.toarray() if hasattr(X, "toarray") else X
