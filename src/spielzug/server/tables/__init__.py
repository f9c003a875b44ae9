"""The tables: one table, who sits there, how it is kept in the file, and all of them together."""
