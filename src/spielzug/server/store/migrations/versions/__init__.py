"""One step a file: `v0005` leads from schema 4 to schema 5."""
