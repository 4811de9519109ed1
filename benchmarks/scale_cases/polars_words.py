"""Words counted by polars: FOLDER MODEL."""

import sys

import polars as pl

if __name__ == "__main__":
    text = pl.concat_str(["subject", "body"], separator=" ")
    words = text.str.to_lowercase().str.extract_all(r"\w+").explode().alias("word")
    rows = pl.scan_parquet(f"{sys.argv[1]}/*.parquet").select(words)
    rows.group_by("word").len().select(pl.len()).collect(engine="streaming")
