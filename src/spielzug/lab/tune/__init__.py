"""Sweeps over values of a game, and tuning them until the aims are met."""
