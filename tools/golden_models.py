"""Write small model files whose answers later versions must give too.

python tools/golden_models.py [FOLDER]    write into tests/golden, or into FOLDER

For every case a model file and a JSON file with documents and the probabilities that the model
gave for them when it was saved, named after the version of the format. Files of a version that
has been released stay as they are: a change of the format gets a new version, and its files are
added beside them.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.size import STANDARD
from halfbayes.data.model_file import VERSION

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"

TICKETS: list[dict[str, Any]] = [
    {"subject": "Refund", "body": "charged twice", "amount": 40.0, "channel": "web"},
    {"subject": "Log in", "body": "page shows error", "amount": None, "channel": "mail"},
    {"subject": "Invoice", "body": "wrong amount", "amount": 99.5, "channel": "web"},
    {"subject": None, "body": "error after update", "amount": 0.0, "channel": None},
    {"subject": "Paid", "body": "refund charged amount", "amount": 25.0, "channel": "mail"},
    {"subject": "Update", "body": "page error", "amount": None, "channel": "app"},
]
LABELS = ["billing", "technical"] * 3
NEW: list[dict[str, Any]] = [
    {"subject": "Charged", "body": "wrong refunds", "amount": 12.0, "channel": "web"},
    {"subject": "Errors", "body": "the page 東京 is empty", "amount": None, "channel": "fax"},
    {"subject": None, "body": None, "amount": None, "channel": None},
]
COLUMNS = {
    "text": ["subject", "body"],
    "numeric": ["amount"],
    "categorical": ["channel"],
}


def cases() -> dict[str, tuple[DocumentClassifier, bool]]:
    """Models by name, and whether they are saved with their documents."""
    words = {"billing": ["money"], "technical": ["crash"]}
    others = [{"body": "money refund"}, {"body": "crash error"}]
    texts = [{"body": ticket["body"]} for ticket in TICKETS]
    numbers = [int(label == "billing") for label in LABELS]
    return {
        "text": (DocumentClassifier(text="body", language=None).fit(texts, numbers), False),
        "mixed": (DocumentClassifier(**COLUMNS).fit(TICKETS, LABELS), False),
        "counted": (
            DocumentClassifier(**COLUMNS)
            .sized(replace(STANDARD, documents=3))
            .fit(TICKETS, LABELS),
            False,
        ),
        "documents": (
            DocumentClassifier(text="body", class_words=words).fit(
                texts, LABELS, unlabelled=others
            ),
            True,
        ),
    }


def write(folder: Path) -> None:
    """Write every case into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (model, documents) in cases().items():
        path = folder / f"v{VERSION}-{name}.hb"
        model.save(path, documents=documents)
        kept = load(path)
        expected = {
            "version": VERSION,
            "documents": NEW,
            "classes": kept.classes_.tolist(),
            "probabilities": kept.predict_proba(NEW).tolist(),
            "leave_one_out": kept.leave_one_out_proba_.tolist(),
        }
        path.with_suffix(".json").write_text(json.dumps(expected, indent=1) + "\n", "ascii")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if sys.argv[1:] else GOLDEN)
