"""The database: tables, seats and logs, in SQLite or PostgreSQL."""
