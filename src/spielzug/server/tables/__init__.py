"""Tables: one table, its seats, clocks and rows in the database, and the manager of all tables."""
