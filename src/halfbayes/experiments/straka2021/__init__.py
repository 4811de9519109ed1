"""Straka, TF-IDF, naive Bayes, lecture of 2021."""
