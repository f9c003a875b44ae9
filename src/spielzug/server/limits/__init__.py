"""Limits and fair shares: request rates, connections, and the queue for computing time."""
