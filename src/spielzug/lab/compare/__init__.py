"""Two variants on the same deals: what differs, and how sure that is."""

WORKER_COMMAND = ("-m", "spielzug.lab.compare.worker")
"""What Python runs for a comparison in a process of its own: see `worker`."""
