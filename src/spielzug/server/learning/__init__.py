"""Lessons and puzzles for the browser."""
