"""J. Rennie, Improving multi-class text classification with naive Bayes, MIT 2001."""
