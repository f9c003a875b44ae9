"""Bots of Der große Zugraub: a greedy player, a quick policy, and the value of a position."""
