"""Texts, sentences, refusals and views of Trains."""
