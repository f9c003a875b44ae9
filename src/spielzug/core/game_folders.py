"""Where the folders of games lie: those that ship in `spielzug.games`, others anywhere.

A module of its own, because a page in the browser needs it without the cache of compiled code.
"""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

GAMES = Path(__file__).resolve().parent.parent / "games"
other_games: dict[str, Path] = {}
"""The folders of games from outside, which `spielzug.games` adds."""


def game_folder(name: str) -> Path:
    """The folder of the game with this name."""
    return other_games.get(name, GAMES / name)


def place_of(error: BaseException, folder: Path) -> str:
    """The file of a game, and the line in it, where an error came from."""
    if isinstance(error, SyntaxError):
        return f"{error.filename}, line {error.lineno}"
    frames = [f for f in extract_tb(error.__traceback__) if Path(f.filename).parent == folder]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else str(folder)
