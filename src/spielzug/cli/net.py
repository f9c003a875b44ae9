"""The net of a game, or one of somebody's own: its card in words, and whether it fits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.cli.common import AsJson, GameName, find_game
from spielzug.core.errors import DataError, UsageError
from spielzug.core.plain import play_plainly

if TYPE_CHECKING:
    from spielzug.bots.net.file import NetCard, Strength
    from spielzug.core.game import Game


def net(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Argument(help="A net file; the net that ships with the game if not given."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show how a net was made, how strong it is and whether it fits this version."""
    play_plainly()
    from spielzug.bots.net.file import read_card
    from spielzug.bots.net.player import shipped_path

    found = find_game(game)
    path = file or shipped_path(found.name)
    if path is None or (file is None and not path.is_file()):
        raise UsageError(f"no net ships with {found.name}; name a net file")
    card = read_card(path)
    why = why_not(found, path, card)
    if as_json:
        print(json.dumps({**card.model_dump(), "fits": not why, "why_not": why}, indent=2))
        return
    for line in told(card, path):
        print(line)
    if why:
        print(f"It does not fit: {why}.")
    else:
        bot = "net" if file is None else f"net:{file}"
        print(f"It fits. To try it: spielzug arena {found.name} --bots {bot},club --games 40")


def why_not(game: Game, path: Path, card: NetCard) -> str:
    """Why a net cannot play this game as it is played usually; empty if it can."""
    from spielzug.bots.net.file import load
    from spielzug.bots.net.player import Terms, misfit

    seats = next((n for n in card.seats if n in game.seats), game.seats[0])
    try:
        loaded = load(path, game)
    except DataError as error:
        return str(error)
    return misfit(loaded, Terms(game, game.options(), seats, game.rules_version))


def told(card: NetCard, path: Path) -> list[str]:
    made = card.made
    seats = ", ".join(map(str, card.seats))
    layers = ", ".join(map(str, card.sizes))
    named = f" the set {card.set.name} ({card.set.digest})," if card.set.digest else ""
    settings = "; ".join(setting or "the default options" for setting in card.settings)
    versions = ", ".join(f"{name} {version}" for name, version in made.versions.items())
    return [
        f"{path}: a net for {card.game}, {path.stat().st_size / 1e6:.2f} MB, layers of {layers}",
        f"Trained on rules version {card.rules_version},{named} with {seats} seats, {settings},",
        f"from {made.decisions:,} decisions in {made.games:,} games, "
        f"in {made.minutes:,.0f} minutes on {made.device}",
        f"Made {made.date}, seed {made.seed}: {made.command}",
        *([f"with {versions}"] if versions else []),
        *(["How strong it is:"] if card.strength else []),
        *(f"  {strength(row)}" for row in card.strength),
        *([card.notes] if card.notes else []),
    ]


def strength(row: Strength) -> str:
    luck = ", adjusted for luck" if row.luck_off else ""
    return (
        f"against {row.against}: {row.rate:.1%} ({row.low:.1%} – {row.high:.1%}) "
        f"of {row.games:,} games with {row.seats} seats{luck}"
    )
