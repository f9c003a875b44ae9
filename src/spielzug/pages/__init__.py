"""Pages that need nothing else: their frame, their look, and numbers as a language writes them."""
