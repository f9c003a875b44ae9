"""How Game of Trains is played: a quick player, a better one, and the judgement of a position."""
