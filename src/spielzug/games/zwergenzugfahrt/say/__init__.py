"""Die Zwergenzugfahrt for people: texts, refusals, the view of a board, and a picture."""
