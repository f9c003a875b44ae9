"""How Die Zwergenzugfahrt is played well: a quick player, and what a position is worth."""
