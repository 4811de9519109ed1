"""Corpora and readers; knows no model."""
