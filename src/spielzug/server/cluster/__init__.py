"""Several processes on one database: notes between them, leases, and who is connected where."""
