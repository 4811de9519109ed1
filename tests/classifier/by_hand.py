"""Predictions worked out from exported weights alone, in plain Python.

Of halfbayes only the cutting of text into words is used; all arithmetic is written anew from
the documentation, with ``math``.
"""

import csv
import json
import math
from collections import Counter

from halfbayes.text.analyzers import PairAnalyzer, PieceAnalyzer, StemAnalyzer
from halfbayes.text.tokens import TokenOptions

OPTIONS = TokenOptions(ngram_range=(1, 2), min_length=1)
PIECES = TokenOptions(analyzer="char_wb", ngram_range=(3, 5))


def probabilities(evidence, offsets, temperatures):
    """The average over temperatures."""
    total = [0.0] * len(offsets)
    for factor, share in temperatures:
        z = [o + factor * e for o, e in zip(offsets, evidence, strict=True)]
        top = max(z)
        exponentials = [math.exp(value - top) for value in z]
        for k, value in enumerate(exponentials):
            total[k] += share * value / sum(exponentials)
    return total


def term_frequencies(kind, texts, language):
    """How much of each term, pair or piece a document has."""
    words = StemAnalyzer(OPTIONS, language)
    if kind == "pieces":
        return PieceAnalyzer(words, PIECES)(texts)
    analyzer = PairAnalyzer(OPTIONS, language) if kind == "pairs" else words
    return {term: 1.0 + math.log(n) for term, n in Counter(analyzer(texts)).items()}


def text_values(region, document, language):
    texts = [document.get(name) for name in region["columns"]]
    tf = term_frequencies(region["kind"], texts, language)
    scales = zip(region["names"], region["scale"], strict=True)
    values = [tf.get(name, 0.0) * scale for name, scale in scales]
    length = math.sqrt(sum(value**2 for value in values)) or 1.0
    return [value / length for value in values]


def other_value(feature, value, name, centre, scale):
    """The value of a feature of a number or a category."""
    if value is None:
        return 0.0
    if feature == "number":
        return math.asinh((value - centre) / scale)
    return value == name if feature == "category" else 1.0


def told_by_numbers(region, values):
    """How far each class finds the numbers of a document from its own, and from the usual."""
    rows = list(zip(region["features"], region["column"], strict=True))
    of = {
        kind: {
            column: value
            for (feature, column), value in zip(rows, values, strict=True)
            if feature == kind
        }
        for kind in ("number", "observed", "other")
    }

    def value_of(feature, column, value, centre, scale):
        there, u = of["observed"].get(column), of["number"].get(column)
        if feature == "other":
            return float(there and u != 0.0)
        if feature != "tail" or not there or (column in of["other"] and u == 0.0):
            return 0.0 if feature == "tail" else value
        return math.log(1.0 + ((u - centre) / scale) ** 2)

    parts = zip(rows, values, region["centre"], region["scale"], strict=True)
    return [value_of(*row, *numbers) for row, *numbers in parts]


def region_values(region, document, language):
    if region["kind"] not in ("numbers", "categories"):
        values = text_values(region, document, language)
        return values, any(values)
    numbers = ("features", "column", "names", "centre", "scale")
    rows = list(zip(*(region[name] for name in numbers), strict=True))
    values = [other_value(f, document.get(c), n, m, s) for f, c, n, m, s in rows]
    looked_at = [
        v for v, row in zip(values, rows, strict=True) if row[0] in ("number", "category")
    ]
    return told_by_numbers(region, values), any(looked_at)


def evidence_of(weights, document):
    evidence = [0.0] * len(weights["offsets"])
    for region in weights["regions"]:
        values, present = region_values(region, document, weights["language"])
        for k in range(len(evidence)):
            parts = zip(values, region["weights"], strict=True)
            evidence[k] += sum(value * row[k] for value, row in parts)
            evidence[k] += region["present"][k] if present else 0.0
    return evidence


def predicted(weights, documents):
    """Probabilities of documents (dicts) by weights as they are in the JSON file."""
    temperatures = [(t["factor"], t["share"]) for t in weights["temperatures"]]
    return [
        probabilities(evidence_of(weights, document), weights["offsets"], temperatures)
        for document in documents
    ]


def from_json(path):
    return json.loads(path.read_text("ascii"))


def from_csv(path, columns, language):
    """The same structure from the table; ``columns`` of the documents by region."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        classes = [name for name in reader.fieldnames if name.startswith("weight:")]
        rows = list(reader)
    of = {kind: [row for row in rows if row["feature"] == kind] for kind in ("temperature",)}
    [offset] = [row for row in rows if row["feature"] == "offset"]
    regions = {}
    for row in rows:
        if row["feature"] == "present":
            regions[row["region"]] = {
                "kind": row["region"] if row["region"] not in columns["words"] else "field",
                "columns": columns.get(row["region"], (row["region"],)),
                "present": [float(row[name]) for name in classes],
                **{name: [] for name in ("features", "column", "names", "centre", "scale")},
                "weights": [],
            }
        elif row["region"]:
            region = regions[row["region"]]
            region["features"].append(row["feature"])
            region["column"].append(row["column"])
            region["names"].append(row["name"])
            region["centre"].append(float(row["centre"]))
            region["scale"].append(float(row["scale"]))
            region["weights"].append([float(row[name]) for name in classes])
    return {
        "language": language,
        "offsets": [float(offset[name]) for name in classes],
        "temperatures": [
            {"factor": float(row["scale"]), "share": float(row[classes[0]])}
            for row in of["temperature"]
        ],
        "regions": list(regions.values()),
    }
