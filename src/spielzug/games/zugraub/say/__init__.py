"""Texts, sentences, refusals and views of Der große Zugraub."""
