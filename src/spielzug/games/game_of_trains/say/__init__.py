"""Texts, sentences, refusals and views of Game of Trains."""
