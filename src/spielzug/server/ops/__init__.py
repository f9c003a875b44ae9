"""Running a server: metrics, logs, readiness, retention, and what a host does by hand."""
