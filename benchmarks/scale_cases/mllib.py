"""Spark's own: Tokenizer, CountVectorizer and NaiveBayes: FOLDER MODEL."""

import sys

from pyspark.ml import Pipeline
from pyspark.ml.classification import NaiveBayes
from pyspark.ml.feature import CountVectorizer, StringIndexer, Tokenizer
from pyspark.sql import functions as sql
from rules import TEXT
from sessions import session

if __name__ == "__main__":
    spark = session("local[2]")
    frame = spark.read.parquet(sys.argv[1])
    frame = frame.withColumn("text", sql.concat_ws(" ", *TEXT))
    stages = [
        StringIndexer(inputCol="label", outputCol="y"),
        Tokenizer(inputCol="text", outputCol="words"),
        CountVectorizer(inputCol="words", outputCol="x", vocabSize=1 << 22, minDF=2),
        NaiveBayes(featuresCol="x", labelCol="y"),
    ]
    Pipeline(stages=stages).fit(frame)
    spark.stop()
