"""Pictures and pages from plain results; knows no model."""
