"""Bots of Game of Trains: a greedy player, a quick policy, and the value of a position."""
