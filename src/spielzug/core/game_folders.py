"""Where the folders of games lie: those that ship in `spielzug.games`, others anywhere.

A module of its own, because a page in the browser needs it without the cache of compiled code.
"""

from __future__ import annotations

from pathlib import Path

GAMES = Path(__file__).resolve().parent.parent / "games"
other_games: dict[str, Path] = {}
"""The folders of games from outside, which `spielzug.games` adds."""


def game_folder(name: str) -> Path:
    """The folder of the game with this name."""
    return other_games.get(name, GAMES / name)
