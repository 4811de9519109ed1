"""Sorts documents into classes from few labels, and says how far each answer can be trusted."""

__version__ = "0.1.0.dev0"

__all__ = ["__version__"]
