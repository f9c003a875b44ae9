"""Compares two variants on the same deals: what differs, and how certain that is."""

WORKER_COMMAND = ("-m", "spielzug.lab.compare.worker")
"""Python's arguments to run a comparison in its own process, see `worker`."""
