"""What the players know of Trains: a simple one, a quick one, and how a position stands."""
