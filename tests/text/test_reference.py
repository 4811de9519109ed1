"""The rules of tokens, one example each; the kernel is compared with these elsewhere."""

import pytest
from documents_strategy import documents
from hypothesis import given, settings
from sklearn.feature_extraction.text import CountVectorizer

from halfbayes.text.reference import ReferenceCounts, Run, character_ngrams, terms_of
from halfbayes.text.tokens import LONGEST_WORD, TokenOptions

REPLACING = TokenOptions(numbers=True, emails=True)


def terms(document: str, **options: object) -> list[str]:
    return list(terms_of(document, TokenOptions(**options)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("42", ["NUMBER"]),
        ("5", ["NUMBER"]),
        ("3.14 1,000,000.5", ["NUMBER", "NUMBER"]),
        ("1. 2", ["NUMBER", "NUMBER"]),
        ("10:30 -7 50%", ["NUMBER", "NUMBER", "NUMBER", "NUMBER"]),
        ("7th x86 1.2a", ["7th", "x86", "NUMBER", "2a"]),
        ("٣٤ १२", ["NUMBER", "NUMBER"]),
        ("½ page", ["page"]),
        ("第3章", ["第", "NUMBER", "章"]),
    ],
)
def test_numbers(text, expected):
    assert list(terms_of(text, REPLACING)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ann@example.org", ["EMAILADDR"]),
        ("<a.b+c%d@x-y.co.uk>,", ["EMAILADDR"]),
        ("ann@localhost", ["ann", "localhost"]),
        ("aa@bb@cc.de", ["aa", "EMAILADDR"]),
        ("aa..bb@cc.de", ["aa", "EMAILADDR"]),
        ("bye.ann@x.org.", ["EMAILADDR"]),
        ("12@34.56", ["EMAILADDR"]),
        ("请写ann@x.org谢谢", ["请", "写", "请写", "EMAILADDR", "谢", "谢", "谢谢"]),
    ],
)
def test_emails(text, expected):
    assert list(terms_of(text, REPLACING)) == expected


def test_ngrams_see_the_replaced_tokens_in_reading_order():
    options = TokenOptions(numbers=True, emails=True, ngram_range=(2, 2))
    assert list(terms_of("call 555 or ann@x.org now", options)) == [
        "call NUMBER",
        "NUMBER or",
        "or EMAILADDR",
        "EMAILADDR now",
    ]


def test_a_stretch_without_spaces_ends_a_sequence_of_words():
    assert terms("one two 東京 three four", ngram_range=(2, 2)) == [
        "one two",
        *("東", "京", "東京"),
        "three four",
    ]
    assert terms("東京 x1", unsegmented=None) == ["東京", "x1"]
    assert terms("ภาษา", unsegmented=(4, 4)) == ["ภาษา"]


def test_a_mark_belongs_to_what_it_stands_on():
    assert terms("葛\U000e0100飾 caf\u0065\u0301") == [
        *("葛", "\U000e0100", "飾", "葛\U000e0100", "\U000e0100飾"),
        "café",
    ]
    assert terms("İstanbul") == ["i̇stanbul"]


def test_stop_words_go_before_ngrams_are_made():
    options = {"stop_words": frozenset(["the"]), "ngram_range": (1, 2)}
    assert terms("on the mat", **options) == ["on", "mat", "on mat"]


def test_words_above_the_limit_do_not_count():
    assert terms("x" * LONGEST_WORD + " " + "y" * (LONGEST_WORD + 1)) == ["x" * LONGEST_WORD]


@settings(max_examples=60)
@pytest.mark.parametrize("analyzer", ["char", "char_wb"])
@given(document=documents)
def test_character_ngrams_are_scikit_learns(analyzer, document):
    options = TokenOptions(analyzer=analyzer, ngram_range=(1, 4))
    theirs = CountVectorizer(analyzer=analyzer, ngram_range=(1, 4), lowercase=False)
    expected = theirs.build_analyzer()(options.prepared(document))
    assert sorted(terms_of(document, options)) == sorted(expected)


def test_a_run_knows_its_place():
    assert Run("ab", 0, 2, unsegmented=False).end == 2
    assert list(character_ngrams("abc", (2, 5))) == ["ab", "bc", "abc"]


def test_counting_is_of_each_document():
    counts = ReferenceCounts(["bb aa bb", None], TokenOptions())
    assert counts.sorted_terms()[0].tobytes() == b"aabb"
    counts.arrange(None, 2)
    documents_with, occurrences = counts.frequencies()
    assert (documents_with.tolist(), occurrences.tolist()) == ([1, 1], [1, 2])
