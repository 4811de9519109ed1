"""Words counted by DuckDB: FOLDER MODEL."""

import sys

import duckdb

QUERY = """
SELECT count(*) FROM (
    SELECT word, count(*) AS n FROM (
        SELECT unnest(regexp_extract_all(lower(concat_ws(' ', subject, body)), '\\w+')) AS word
        FROM read_parquet($files)
    ) GROUP BY word
)
"""

if __name__ == "__main__":
    duckdb.execute(QUERY, {"files": f"{sys.argv[1]}/*.parquet"}).fetchall()
