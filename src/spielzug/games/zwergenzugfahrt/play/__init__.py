"""Bots of Die Zwergenzugfahrt: a greedy player and the value of a position."""
