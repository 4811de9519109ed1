from hypothesis import given
from hypothesis import strategies as st

from halfbayes.classifier.spoken import Spoken, spoken


@given(st.text(), st.dictionaries(st.text(min_size=1, max_size=3), st.floats(-5, 5)))
def test_the_pieces_of_a_text_are_the_text(text, values):
    pieces = Spoken("english", {}).pieces(text, values)
    assert "".join(piece.text for piece in pieces) == text
    assert all(-3 <= piece.leaning <= 3 for piece in pieces)
    assert all(piece.text for piece in pieces)


def test_words_are_marked_by_their_stems_and_side():
    told = Spoken("english", {}).pieces("Charged twice!", {"charg": 2.0, "twice": -0.5})
    assert [(piece.text, piece.leaning) for piece in told] == [
        ("Charged", 3),
        (" ", 0),
        ("twice", -1),
        ("!", 0),
    ]


def test_characters_of_scripts_without_spaces_are_marked_one_by_one():
    told = Spoken(None, {}).pieces("天気が", {"気": 1.0})
    assert [(piece.text, piece.leaning) for piece in told] == [("天", 0), ("気", 3), ("が", 0)]


def test_a_stem_is_written_as_most_texts_write_it():
    written = spoken(["charged charged", "charge", None, "charging"], "english")
    assert written.word("charg") == "charged"
    assert written.word("charg unknown") == "charged unknown"


def test_without_a_language_or_texts_terms_stay_as_they_are():
    assert spoken(["charged"], None).word("charg") == "charg"
    assert spoken([], "english").word("charg") == "charg"
