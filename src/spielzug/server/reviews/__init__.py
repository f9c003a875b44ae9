"""Reviews of finished games: asked for, thought about in a process of its own, and kept."""
