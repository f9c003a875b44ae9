"""Tournaments of bots: games, ratings and the ladder."""
