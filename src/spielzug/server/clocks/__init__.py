"""Clocks: the game's own, the deadlines of turns, and a time that runs evenly."""
