"""Which positions a net was trained for; needs neither the net nor NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from spielzug.bots.names import HasGameTerms
from spielzug.core.game import Game
from spielzug.core.options import Options


class TrainedFor(NamedTuple):
    """What a net was trained for."""

    game: str
    rules_version: int
    seats: Sequence[int]
    set_name: str
    set_digest: str
    settings: Sequence[str]
    """The options, see `setting_of`."""


def misfit_of(source: str, net: TrainedFor, terms: HasGameTerms) -> str:
    """Why the net of this source does not fit a position; empty if it fits."""
    game = terms.game
    if net.game != game.name:
        return f"{source} is a net for {net.game}, not for {game.name}"
    if net.rules_version != terms.version:
        return (
            f"{source} was trained on rules version {net.rules_version}; "
            f"this game is played by version {terms.version}"
        )
    if terms.seats not in net.seats:
        known = ", ".join(map(str, net.seats))
        return f"{source} was trained with {known} seats; this game has {terms.seats}"
    if (digest := set_digest(terms)) != net.set_digest:
        return (
            f"{source} was trained with the set {net.set_name} ({net.set_digest}); "
            f"this game is played with another ({digest})"
        )
    if (setting := setting_of(game, terms.options)) not in net.settings:
        known = "; ".join(text or "the default options" for text in net.settings)
        here = setting or "the default ones"
        return f"{source} was trained with {known}; this game has {here}"
    return ""


class LearningInputs(TypedDict, total=False):
    """What a game's setting ``LEARN`` says about the inputs of its nets."""

    ignore: Sequence[str]
    """Options that do not matter to a net."""


_settings: dict[tuple[int, Options], str] = {}


def setting_of(game: Game, options: Options) -> str:
    """The options that matter to a net and differ from their defaults, as text."""
    key = id(game.levels), options  # cached: needed before every decision
    if key not in _settings:
        ignored = {"set", *game.setting("LEARN", LearningInputs()).get("ignore", ())}
        usual = game.options().named()
        _settings[key] = " ".join(
            f"{name}={value}"
            for name, value in options.named().items()
            if name not in ignored and value != usual[name]
        )
    return _settings[key]


def set_digest(terms: HasGameTerms) -> str:
    """The digest of the cards, boards and numbers of the game's set."""
    sets = terms.game.sets
    if sets is None:
        return ""
    return sets.loaded(getattr(terms.options, "set", 0), terms.version).digest
