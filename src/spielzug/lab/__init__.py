"""The simulation lab: many games, exact counts, measurements."""
