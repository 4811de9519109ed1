"""Small invented corpora: documents whose words depend on their class."""

import numpy as np

CLASSES = ("sport", "law", "food")
WORDS = {
    "sport": ["goal", "league", "match", "team", "striker", "referee"],
    "law": ["court", "judge", "appeal", "statute", "witness", "verdict"],
    "food": ["butter", "oven", "flour", "recipe", "soup", "garlic"],
}
COMMON = ["the", "of", "and", "today", "with", "again", "people", "many"]


def invented(n_documents: int, *, seed: int = 0) -> tuple[list[dict[str, object]], list[str]]:
    """Documents of two text fields, a number and a category, and their labels."""
    rng = np.random.default_rng(seed)
    rows, labels = [], []
    for i in range(n_documents):
        label = CLASSES[i % len(CLASSES)]
        own = rng.choice(WORDS[label], rng.integers(1, 4))
        stray = rng.choice(WORDS[CLASSES[rng.integers(3)]], rng.integers(0, 3))
        body = [*own, *stray, *rng.choice(COMMON, 4)]
        rows.append(
            {
                "title": str(rng.choice(WORDS[label])) if rng.random() < 0.8 else None,
                "body": " ".join(rng.permutation(body)),
                "amount": float(rng.normal(CLASSES.index(label), 1.0)),
                "channel": str(rng.choice(["web", "mail", "phone"])),
            }
        )
        labels.append(label)
    return rows, labels
