"""What a finished game turned on: what each decision cost, and what was luck.

It knows games through their contract alone, and tells numbers (`wire.review`); words are made
from them and the match when somebody reads.

- `whole`: the review of a game, and what it adds up to
- `decision`: what one decision cost, by `look`s at choices on equal terms
- `luck`: what chance brought, against what it might have brought
- `glance`: who judges luck in a game
- `opened`: a position with all cards open
- `budget`: how much is thought, and the words for what a decision cost
- `words`: a review as people read it, in four languages
"""

from spielzug.review.choice_value import ReviewStopped, Scale, budget_of
from spielzug.review.game_review import accuracy, review
from spielzug.review.words import told

__all__ = ["ReviewStopped", "Scale", "accuracy", "budget_of", "review", "told"]
