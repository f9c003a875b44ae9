"""Bots of Die Zwergenzugfahrt: a greedy player, the value of a position, and the levels."""
