"""Fair shares: rates of requests, connections, and who thinks first."""
