"""Lessons and puzzles as the browser gets them."""
