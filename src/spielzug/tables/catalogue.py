"""The games and bots that can be chosen for a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from spielzug.bots import DEFAULT_BOT, bots_for
from spielzug.core.game import Game
from spielzug.core.options import OptionDescription, bounds
from spielzug.games import NAMES, all_games
from spielzug.tables.options import option_words
from spielzug.tables.texts import NAMES as PLAYER_NAMES

if TYPE_CHECKING:
    from spielzug.wire import parts, responses


def catalogue() -> list[responses.Game]:
    return [_describe(game) for game in all_games()]


def all_bots() -> list[responses.BotInfo]:
    """All bots from weak to strong, with the games that each of them plays."""
    plays = {name: bots_for(name) for name in NAMES}
    longest = max(plays.values(), key=len)
    return [
        {
            "name": bot,
            "title": _by_lang(PLAYER_NAMES[f"bot_{bot}"]),
            "usual": bot == DEFAULT_BOT,
            "games": [name for name, bots in plays.items() if bot in bots],
        }
        for bot in longest
    ]


def _describe(game: Game) -> responses.Game:
    about = {f.name: f.metadata for f in fields(game.options)}
    return {
        "name": game.name,
        "title": _by_lang(game.title),
        "credit": game.credit,
        "about": _by_lang(game.about) if game.about else None,
        "seats": list(game.seats),
        "seat_names": [_by_lang(names) for names in game.seat_names],
        "options": [_option(one, about[one["name"]]) for one in game.options.describe()],
        "option_words": {word: _by_lang(said) for word, said in option_words(game).items()},
        "hidden": game.secrets,
        "languages": list(game.languages),
        "rules": [_by_lang(paragraph) for paragraph in game.rules_text],
    }


def _option(described: OptionDescription, about: Mapping[str, Any]) -> responses.Option:
    low, high = bounds(about)
    listed, renamed = described.get("of"), described.get("renamed")
    return {
        "name": described["name"],
        "default": described["default"],
        "values": described["values"],
        "low": low,
        "high": high,
        "names": {str(number): name for number, name in about["names"].items()},
        "help": _by_lang(described["help"]),
        "choose": described.get("choose"),
        "of": [{"code": one["code"], "titles": _by_lang(one["titles"])} for one in listed]
        if listed is not None
        else None,
        "only": described.get("only"),
        "renamed": {
            label: {code: _by_lang(said) for code, said in names.items()}
            for label, names in renamed.items()
        }
        if renamed is not None
        else None,
    }


def _by_lang(text: Mapping[str, str]) -> parts.ByLang:
    return {"de": text["de"], "en": text["en"], "fr": text["fr"], "nl": text["nl"]}
