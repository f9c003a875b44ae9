"""What the files of a game's sets may hold."""

from __future__ import annotations

from parts.shared import table
from spielzug.core.game import Game
from spielzug.core.sets.descriptions import entries_of
from spielzug.core.sets.model import models_of


def set_entries(game: Game) -> str:
    """A table for the file, and one for each thing in it."""
    assert game.sets is not None
    parts = []
    for model in models_of(game.sets.model):
        rows = [
            [
                f"`{entry.name}`",
                entry.values,
                "yes" if entry.needed else "",
                entry.about,
            ]
            for entry in entries_of(model)
        ]
        rule = f" ({model.RULE})" if model.RULE else ""
        parts.append(f"{model.WHAT[0].upper()}{model.WHAT[1:]} has{rule}:\n\n")
        parts.append(table(["entry", "allowed values", "needed", "meaning"], rows) + "\n")
    return "".join(parts).rstrip("\n") + "\n"
