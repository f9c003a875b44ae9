"""Expensive requests about whole games: computed in a separate process and cached."""
