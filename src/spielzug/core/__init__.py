"""What every game shares: the contract of a game, chance, events, records and checks."""
