"""Two variants on the same deals: what differs, and how sure that is."""
