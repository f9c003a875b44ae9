"""Training nets by self-play. The only package that needs torch."""
