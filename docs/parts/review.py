"""The review of a game: the words for a decision in each game."""

from __future__ import annotations

from parts.shared import table
from spielzug.games import NAMES, get_game
from spielzug.review import Scale


def review_words() -> str:
    """From which cost on a decision is called so, and how much is thought."""
    rows = []
    for name in NAMES:
        scale = Scale.of(get_game(name))
        costs = [f"{100 * getattr(scale, word):g}" for word in ("inaccuracy", "mistake", "blunder")]
        rows.append([get_game(name).title["en"], *costs, f"{scale.iterations:,}"])
    return table(["game", "inaccuracy", "mistake", "blunder", "iterations of a look"], rows)
