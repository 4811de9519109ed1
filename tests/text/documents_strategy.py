"""Documents that hypothesis invents: ordinary words, every script, and what breaks programs."""

from hypothesis import strategies as st

from halfbayes.text.tokens import TokenOptions

PIECES = [
    *("the", "The", "THE", "cat", "cats", "a", "I", "_", "x_1", "don't", "e-mail"),
    *("42", "3.14", "1,000", "1.2.3", "7th", "x86", "٣٤", "१२", "½", "²", "Ⅷ", "五"),
    *(
        "ann@example.org",
        "a.b+c%d@x-y.co.uk",
        "a@b",
        "@",
        "a@b@c.de",
        "a@.b",
        "x@y.z.",
        "1@2.3",
    ),
    *(
        "été",
        "e\u0301te\u0301",
        "İstanbul",
        "I\u0307",
        "ΣΑΣ",
        "Σ",
        "ς.",
        "ÅNGSTRÖM",
        "\u212b",
        "ß",
    ),
    *("שלום", "مرحبا", "हिन्दी", "ไทยภาษา", "ພາສາລາວ", "ភាសាខ្មែរ", "မြန်မာ"),
    *(
        "東京",
        "東京abc",
        "カタカナ",
        "ひらがな",
        "か\u3099",
        "葛\U000e0100飾",
        "한국어",
        "\u1112\u1161\u11ab",
    ),
    *(
        "\ud800",
        "\udfff",
        "\ud83d\ude00",
        "😀",
        "\U0001d504\U0001d505",
        "\U00010400",
        "\U00020000",
    ),
    *(
        "\x00",
        "a\x00b",
        "\u200d",
        "\u00ad",
        "\ufeff",
        "\u0301",
        "\u0345",
        "ÿ",
        "µ",
        "ª",
        "\u0fb2\u0f81",
    ),
    *(
        ".",
        ",",
        "..",
        "%",
        "+",
        "-",
        " ",
        "  ",
        "\n",
        "\t \r\n",
        "\x1c",
        "\x85",
        "\u00a0",
        "\u3000",
    ),
]

characters = st.characters(exclude_categories=[])
documents = st.lists(
    st.one_of(st.sampled_from(PIECES), st.text(characters, max_size=4)), max_size=24
).map("".join)
corpora = st.lists(st.one_of(documents, st.none()), max_size=6)

small_ranges = st.tuples(st.integers(1, 3), st.integers(0, 2)).map(
    lambda p: (p[0], p[0] + p[1])
)

word_options = st.builds(
    TokenOptions,
    ngram_range=st.sampled_from([(1, 1), (1, 2), (2, 2), (2, 3)]),
    lowercase=st.booleans(),
    min_length=st.integers(1, 3),
    numbers=st.booleans(),
    emails=st.booleans(),
    stop_words=st.sampled_from(
        [frozenset(), frozenset(["the", "東", "été", "cats", "NUMBER"])]
    ),
    unsegmented=st.sampled_from([None, (1, 2), (2, 3), (1, 1)]),
)
character_options = st.builds(
    TokenOptions,
    analyzer=st.sampled_from(["char", "char_wb"]),
    ngram_range=small_ranges,
    lowercase=st.booleans(),
)
token_options = st.one_of(word_options, character_options)
