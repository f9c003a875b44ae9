"""What a finished game turned on: what each decision cost, and what was luck.

It knows games through their contract alone, and tells numbers (`core.wire.review`); `told` makes
words from them and the match, in the language of whoever reads.
"""

from spielzug.review.words import told

__all__ = ["told"]
