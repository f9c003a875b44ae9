"""Trains in four languages: sentences, labels, refusals, the view of a board, a picture."""
