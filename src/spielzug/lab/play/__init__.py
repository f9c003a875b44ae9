"""Plays many games on all cores, in other processes or on a cluster, and merges the results."""
