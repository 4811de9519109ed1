"""Where the documents are: in memory, in files, on Spark."""
