"""Self-contained HTML pages: frame, style, and numbers as a language writes them."""
