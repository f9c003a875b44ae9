"""Values of a game: swept one after the other, or tuned until the aims are met."""
