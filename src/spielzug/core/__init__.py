"""The contract of a game, chance, events, records and checks: nothing about any one game."""
