"""What a host can set: the options, where they are read from, and the settings they become."""

DEFAULT_PORT = 8765
