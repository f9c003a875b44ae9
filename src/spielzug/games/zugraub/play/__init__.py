"""Players of Der große Zugraub, and what the search needs of them."""
