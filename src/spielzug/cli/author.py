"""`spielzug new-game` and `spielzug check-game`, for authors of games."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.cli.common import progress_bar
from spielzug.core.errors import SpielzugError, UsageError

if TYPE_CHECKING:
    from spielzug.core.check.author import PlayedGames
    from spielzug.core.game import Game

TEMPLATE = Path(__file__).parent / "new_game"
TEMPLATE_NAME = "small_game"
RANDOM_GAMES = 1000


def new_game(
    name: Annotated[str, typer.Argument(help="The name of the game, such as last_train.")],
    out: Annotated[
        Path | None, typer.Option(help="The folder in which the game's folder is made.")
    ] = None,
) -> None:
    """Write the folder of a new game: a small one that runs, with its tests."""
    from spielzug.games import NAMES

    if not name.isidentifier() or name != name.lower():
        raise UsageError(
            f"{name!r} cannot be the name of a game: use small letters, digits and underscores"
        )
    if name in NAMES:
        raise UsageError(f"there is a game {name!r} already: choose another name")
    folder = (out or Path()) / name
    if folder.exists():
        raise UsageError(f"{folder} is there already: choose another name or folder")
    folder.mkdir(parents=True)
    for source in sorted(TEMPLATE.glob("*.txt")):
        file = folder / source.stem.replace(TEMPLATE_NAME, name)
        text = source.read_text(encoding="utf-8")
        title = name.replace("_", " ").title()
        file.write_text(
            text.replace(TEMPLATE_NAME, name).replace("Small Game", title), encoding="utf-8"
        )
        print(file)
    print(f"\nCheck it:  spielzug check-game {folder}\nPlay it:   {_with_games(folder)} spielzug serve")


def _with_games(folder: Path) -> str:
    return f"SPIELZUG_GAMES={folder.absolute()}"


def check_game(
    game: Annotated[str, typer.Argument(help="The folder of a game, or the name of one.")],
    games: Annotated[int, typer.Option(help="How many random games to play.")] = RANDOM_GAMES,
) -> None:
    """Say what is missing or wrong in a game, then play random games and show their figures."""
    from spielzug.core.check import CHECKS, CheckFailed
    from spielzug.core.check import check_game as check
    from spielzug.core.check.author import EXPLANATIONS, missing_texts, play_games
    from spielzug.core.check.author import read_default_observation
    from spielzug.core.default_words import DefaultWords

    if games < 1:
        raise UsageError(f"--games {games}: play at least one")
    found = _load(game)
    problems = list(missing_texts(found))
    for problem in problems:
        print(f"✗ {problem}")
    found.ready()
    try:
        begin = time.perf_counter()
        with progress_bar(f"{games} random games", games) as tick:
            played = play_games(found, games, tick)
        seconds = time.perf_counter() - begin
    except CheckFailed as fault:
        print(f"✗ {fault}")
        raise typer.Exit(1) from None
    chosen = [name for name in CHECKS if name not in ("conservation", "termination")]
    own_words = not isinstance(found.words, DefaultWords)
    ...
