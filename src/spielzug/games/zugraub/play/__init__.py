"""Bots of Der große Zugraub: a greedy player, the value of a position, and the levels."""
