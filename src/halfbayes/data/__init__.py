"""Tables, corpora and model files, read and written; knows no model."""
