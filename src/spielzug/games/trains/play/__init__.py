"""Bots of Trains: a greedy player, the value of a position, and the levels."""
