"""Der große Zugraub for people."""
