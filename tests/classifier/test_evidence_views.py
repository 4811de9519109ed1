import numpy as np
import pytest
from classifier.corpus import invented

import halfbayes
from halfbayes.classifier.evidence import WRITING, Evidence
from halfbayes.classifier.evidence_views import event_of, expected_weight, views_of
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table
from halfbayes.core.views import EventView

ROLES = Roles(text=("title", "body"), numeric=("amount",), categorical=("channel",))


def test_usual_values_are_told_apart_and_both_parts_are_called_by_the_column():
    rows, _ = invented(30)
    rows = [{**row, "amount": 0.0 if i % 4 else row["amount"]} for i, row in enumerate(rows)]
    evidence = Evidence(ROLES)
    [numbers] = [s for s in evidence.fit(as_table(rows)) if s.kind == "numbers"]
    assert numbers.n_flags == 1
    assert evidence.names(numbers) == ["amount", "amount"]
    assert expected_weight(numbers) == 1.0
    assert event_of(numbers).n_flags == 1


def test_fine_evidence_gains_weight_with_labels():
    rows, _ = invented(30)
    sources = Evidence(ROLES).fit(as_table(rows))
    few, many = (views_of(sources, n, 3)[-1].shares for n in (9, 900))
    apart = ("numbers", "categories", "writing")
    kinds = [source.kind for source in sources if source.kind not in apart]
    for kind, small, large in zip(kinds, few, many, strict=True):
        if kind in ("words", "pieces"):
            assert small == large == 1.0
        elif kind == "topics":
            assert 2.0 > small > 1.0 > large > 0.0  # what words are about tells less and less
        else:
            assert small < large < 1.0


@pytest.mark.parametrize(("n_words", "kinds"), [(5, ["words", "pieces"]), (90, ["words"])])
def test_pieces_of_short_documents_are_counted_beside_their_words(n_words, kinds):
    """Ninety words of eight letters have more than 400 different pieces."""
    rng = np.random.default_rng(0)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = ["".join(rng.choice(letters, 8)) for _ in range(300)]
    texts = [" ".join(rng.choice(words, n_words)) for _ in range(20)]
    sources = Evidence(Roles(text=("text",))).fit(as_table({"text": texts}))
    events = [view for view in views_of(sources, 20, 2) if isinstance(view, EventView)]
    assert [sources[view.region].kind for view in events] == kinds
    assert sum(view.expected for view in events) == 1.0


def test_word_models_are_seen_from_a_centre_and_the_discriminant_with_few_documents():
    rows, _ = invented(30)
    views = {n: views_of(Evidence(ROLES).fit(as_table(rows)), n, 3) for n in (30, 30_000)}
    kinds = [view.event.__class__.__name__ for view in views[30] if isinstance(view, EventView)]
    asked = [view.centred for view in views[30]]
    assert dict(zip(kinds, asked, strict=False)) == {
        "Complement": 1.0,
        "Student": 0.0,
        "Categorical": 0.0,
    }
    assert asked[-1] == 0.5
    assert views[30_000][-1].centred < 0.001
    numbers = [{"amount": row["amount"]} for row in rows]
    alone = views_of(Evidence(Roles(numeric=("amount",))).fit(as_table(numbers)), 30, 3)
    assert not any(view.centred for view in alone)


def test_how_documents_are_written_has_a_discriminant_of_its_own():
    rows, _ = invented(30)
    sources = Evidence(ROLES).fit(as_table(rows))
    [place] = [i for i, source in enumerate(sources) if source.kind == WRITING]
    *_, writing, words = views_of(sources, 30, 3)
    assert writing.regions == (place,)
    assert place not in words.regions
    assert writing.leeway > words.leeway


def test_who_shouts_is_told_from_who_does_not_by_the_same_words():
    rng = np.random.default_rng(0)
    words = np.array(
        [
            "we",
            "will",
            "meet",
            "at",
            "the",
            "usual",
            "place",
            "and",
            "talk",
            "about",
            "it",
            "again",
        ]
    )
    texts = [" ".join(rng.choice(words, 8)) for _ in range(60)]
    loud = rng.random(60) < 0.5
    texts = [text.upper() + "!!" if i else text for text, i in zip(texts, loud, strict=True)]
    model = halfbayes.DocumentClassifier().fit(texts[:40], loud[:40].tolist())
    assert (np.argmax(model.leave_one_out_proba_, axis=1) == loud[:40]).all()
    assert (model.predict(texts[40:]) == loud[40:]).all()
    assert model.region_weights_[0].region == WRITING
    terms = [term for term, _ in model.explain(["MEET US!!"])[0].supporting(3)]
    assert {"words in CAPITALS", "repeated “!!”"} <= set(terms)
    [quiet] = model.explain(["we will meet again"])
    assert "no words in CAPITALS" in {term for term, _ in quiet.supporting(3)}
    assert not any("lower case" in term for term, _ in quiet.opposing(99))


def _dense(X):
    return X.toarray() if hasattr(X, "toarray") else X
