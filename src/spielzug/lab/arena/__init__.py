"""Bots against each other: games, ratings and the ladder."""
