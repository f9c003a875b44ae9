"""What is measured of a game, and how it is counted."""
