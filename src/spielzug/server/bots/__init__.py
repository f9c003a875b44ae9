"""Bots at the tables: when they may move, running them, hints, and silent programs."""
