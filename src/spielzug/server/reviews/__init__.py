"""Reviews of finished games: queued, computed in a separate process, and stored."""
