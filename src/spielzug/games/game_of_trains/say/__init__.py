"""What Game of Trains says and shows to people."""
