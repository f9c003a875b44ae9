"""Several processes on one database: what they tell each other, and who does what only one may."""
