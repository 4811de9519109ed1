"""Measurements that can be repeated: each module makes one table or figure from its data.

One package for each paper: a module for each table or figure with its ``REPRODUCTION``, and a
TOML file beside it with the paper's numbers. ``reproducing`` runs them, ``verdicts`` judges.
"""
