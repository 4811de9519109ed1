import numpy as np

from halfbayes.text.fields import by_field, one_column, term_counter, total

FIELDS = {"title": ["cats", None, "dog"], "body": ["a cat", "dogs run", ""]}


def test_fields_are_counted_as_if_each_were_counted_by_itself():
    counter = term_counter("english", 1, (1, 1))
    counts = by_field(counter.fit_transform(one_column(FIELDS)), 2)
    assert len(counts) == 2
    for column, X in zip(FIELDS.values(), counts, strict=True):
        np.testing.assert_array_equal(X.toarray(), counter.transform(column).toarray())


def test_the_document_is_the_sum_of_its_fields():
    counter = term_counter("english", 1, (1, 1))
    counts = by_field(counter.fit_transform(one_column(FIELDS)), 2)
    joined = [f"{a or ''} {b or ''}" for a, b in zip(*FIELDS.values(), strict=True)]
    np.testing.assert_array_equal(total(counts).toarray(), counter.transform(joined).toarray())
