"""Players that have learned: nets, read from files and asked in whole numbers."""
