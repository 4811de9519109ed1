"""What ``train --spark`` does, with what is computed below it."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from halfbayes.classifier.document import DocumentClassifier
from halfbayes.cli.large import class_words_of, size_rule
from halfbayes.cli.session import Session
from halfbayes.data.compression import without_suffix
from halfbayes.errors import InvalidInputError
from halfbayes.spark import fit, session

Options = Mapping[str, Any]


def spark_model(told: Session, options: Options) -> tuple[DocumentClassifier, int]:
    """The saved model of a table that Spark reads; none of its rows are set aside."""
    if options.get("unlabelled"):
        message = "--unlabelled is not for tables on Spark; leave it out"
        raise InvalidInputError(message)
    frame = read_frame(session(options["spark"]), options["table"], options)
    model = fit(
        frame,
        label=options["label"],
        text=options["text"],
        numeric=options["numeric"],
        categorical=options["categorical"],
        language=options["language"],
        labels_as_text=True,
        rule=size_rule(options),
        groups=options.get("groups"),
        **class_words_of(options),
    )
    model.save(options["output"], documents=options["documents"])
    told.note(f"{model.learnt_.n_documents:,} documents were read by Spark")
    return model, 0


def read_frame(spark: SparkSession, source: str, options: Options) -> DataFrame:
    """The table at a path that Spark can read: Parquet, unless the name says otherwise."""
    suffix = PurePath(without_suffix(source)).suffix.lower()
    try:
        if suffix in {".csv", ".tsv", ".tab"}:
            delimiter = options.get("delimiter") or ("," if suffix == ".csv" else "\t")
            return spark.read.csv(
                source,
                sep=delimiter,
                header=True,
                multiLine=True,
                escape='"',
                encoding=options.get("encoding") or "UTF-8",
            )
        if suffix in {".json", ".jsonl", ".ndjson"}:
            return spark.read.json(source)
        return spark.read.parquet(source)
    except PySparkException as error:
        told = str(error).splitlines()[0]
        raise InvalidInputError(
            f"Spark cannot read {source}: {told}; name a file or a folder of Parquet, CSV, TSV "
            "or JSON lines that every worker can reach"
        ) from error


__all__ = ["read_frame", "spark_model"]
