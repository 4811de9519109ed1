"""How good answers are, and how they are to be compared: metrics and protocols."""
