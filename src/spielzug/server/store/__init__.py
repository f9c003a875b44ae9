"""What is kept: the tables, the logs, who sits where."""
