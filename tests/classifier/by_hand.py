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


def topic_frequencies(stems, tf):
    """How much of each topic a document has, by what its words have of them."""
    amounts = {}
    for stem, topics in stems.items():
        for topic, share in topics.items():
            amounts[topic] = amounts.get(topic, 0.0) + share * tf.get(stem, 0.0)
    return amounts


def text_values(region, document, language):
    texts = [document.get(name) for name in region["columns"]]
    tf = term_frequencies(region["kind"], texts, language)
    if region["kind"] == "topics":
        tf = topic_frequencies(region["stems"], tf)
    scales = zip(region["names"], region["scale"], strict=True)
    values = [tf.get(name, 0.0) * scale for name, scale in scales]
    length = math.sqrt(sum(value**2 for value in values)) or 1.0
    return [value / length for value in values]


def number_values(region, document):
    """The values of the features of numbers, in the order of their rows."""
    rows = list(
        zip(*(region[of] for of in ("features", "column", "centre", "scale")), strict=True)
    )
    scaling = {column: (c, s) for feature, column, c, s in rows if feature == "number"}
    ends = dict(zip(scaling, zip(region["low"], region["high"], strict=True), strict=True))
    mostly_one = {column for feature, column, *_ in rows if feature == "other"}

    def value_of(feature, column, centre, scale):
        x = document.get(column)
        if x is None:
            return 0.0
        u = math.asinh((x - scaling[column][0]) / scaling[column][1])
        if feature == "number":
            low, high = ends[column]
            return math.asinh((min(max(x, low), high) - centre) / scale)
        if feature == "tail":
            usual = column in mostly_one and u == 0.0
            return 0.0 if usual else math.log(1.0 + ((u - centre) / scale) ** 2)
        return float(feature == "observed" or u != 0.0)

    return [value_of(*row) for row in rows]


def region_values(region, document, language):
    if region["kind"] not in ("numbers", "categories"):
        values = text_values(region, document, language)
        return values, any(values)
    if region["kind"] == "numbers":
        values = number_values(region, document)
        return values, any(values[: len(region["low"])])
    named = zip(region["column"], region["names"], strict=True)
    values = [float(document.get(column) == name) for column, name in named]
    return values, any(values)


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
                **{name: [] for name in ("low", "high", "weights")},
                "stems": {},
            }
        elif row["feature"] == "stem":
            topics = regions[row["region"]]["stems"].setdefault(row["name"], {})
            topics[row["column"]] = float(row["scale"])
        elif row["region"]:
            region = regions[row["region"]]
            region["features"].append(row["feature"])
            region["column"].append(row["column"])
            region["names"].append(row["name"])
            region["centre"].append(float(row["centre"]))
            region["scale"].append(float(row["scale"]))
            if row["feature"] == "number":
                region["low"].append(float(row["low"]))
                region["high"].append(float(row["high"]))
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
