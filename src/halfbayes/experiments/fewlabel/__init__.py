"""The few-label benchmark: many corpora, few labels, the same draws for every method.

``methods`` says who takes part and how each is set up, ``run`` measures, ``results`` keeps the
rows, ``summary`` condenses them, ``page`` and ``plot`` show them.
"""
