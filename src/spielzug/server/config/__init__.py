"""The server's options, and reading them from the command line, the environment and a file."""

DEFAULT_PORT = 8765
