"""Costly answers about whole games: made in a process of their own, kept, and given in pieces."""
