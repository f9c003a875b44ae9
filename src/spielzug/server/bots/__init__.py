"""Bots at the tables: when they may move, whose queue they wait in, and who fills in."""
