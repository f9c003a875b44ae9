"""The server's texts for people, in four languages."""
