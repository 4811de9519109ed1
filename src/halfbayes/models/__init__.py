"""scikit-learn estimators over matrices, thin over core."""
