"""Live connections: everybody who looks at a table, in a browser or as a program."""
