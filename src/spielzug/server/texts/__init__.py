"""What the server says to people, in four languages."""
