"""Operating a server: backups, host actions, cluster membership, readiness and retention."""
