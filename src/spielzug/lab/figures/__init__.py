"""The figures of a game: how often each choice wins between strong bots."""
