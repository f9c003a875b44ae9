"""What a finished game turned on: what each decision cost, and what was luck.

It knows games through their contract alone, and tells numbers (`core.wire.review`); words are made
from them and the match by whoever shows them.
"""
