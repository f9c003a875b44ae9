"""Reviews of finished games: what each decision cost, and what was luck.

A review works for any game and holds numbers (`records`); texts are made from them and the match
when it is read.

- `game_review`: the review of a game, and its totals
- `decision`: the cost of one decision, from equal evaluations of two choices
- `choice_value`: the evaluation of one choice, its error, and the scale of mistakes
- `luck`: what chance brought, against what it might have brought
- `open_cards`: a position with all cards open
- `records`: a review and its texts as plain values
- `words`: a review as text, in four languages
- `answers`: a review as it is shown beside a board
- `page`: a review as a web page
"""

from spielzug.review.choice_value import ReviewStopped, Scale, budget_of
from spielzug.review.game_review import ReviewWork, accuracy, review
from spielzug.review.words import say_agreed, write_words

__all__ = [
    "ReviewStopped", "ReviewWork", "Scale", "accuracy", "budget_of", "review", "say_agreed",
    "write_words",
]  # fmt: skip
