"""The figures that ship with a game, read once and localized.

`spielzug figures` (`make figures`) writes them beside the game's other data. The file has component
numbers; the names come from the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from spielzug.core.game import Game
from spielzug.core.texts import typeset

if TYPE_CHECKING:
    from spielzug.wire import learning
    from spielzug.wire.game_figures import (
        GameFigures,
        GameTable,
        ItemWorth,
        MeasureValue,
        OpeningsFigures,
        SeatRate,
        ThingsWorth,
    )

FILE = "figures.json"


def file_of(game: Game) -> Path:
    """Where the figures of a game are kept."""
    found = find_spec(f"spielzug.games.{game.name}")
    assert found is not None and found.origin is not None
    return Path(found.origin).parent / "data" / FILE


@lru_cache(maxsize=64)
def _read(path: Path) -> GameFigures | None:
    if not path.is_file():
        return None
    read: GameFigures = json.loads(path.read_text(encoding="utf-8"))
    return read


def figures_of(game: Game) -> GameFigures | None:
    """As `spielzug figures` wrote them; None if none ship with this game."""
    return _read(file_of(game))


def localize_figures(game: Game, figures: GameFigures, lang: str) -> learning.Figures:
    """The figures with all names and titles in this language."""
    names = _FigureNames(game, figures, lang)
    return {
        "game": figures["game"],
        "command": figures["command"],
        "rules_version": figures["rules_version"],
        "bots": figures["bots"],
        "tables": [names.table(one) for one in figures["tables"]],
    }


class _FigureNames:
    """Puts names and titles in one language beside the figures of a game."""

    def __init__(self, game: Game, figures: GameFigures, lang: str) -> None:
        self._game, self._lang = game, lang
        options = game.options.parse(figures["options"])
        reading = game.facts_memory(options, figures["rules_version"]).as_facts
        self._names = {things.name: things.names(reading, lang) for things in game.things}
        self._titles = {things.name: self._say(things.title) for things in game.things}
        self._deeds = {
            (things.name, deed.name): self._say(deed.title)
            for things in game.things
            for deed in things.deeds
        }

    def _say(self, text: Mapping[str, str]) -> str:
        return typeset(text[self._lang], self._lang)

    def table(self, stored: GameTable) -> learning.FigureTable:
        seat_names = self._game.seat_names
        return {
            "seats": stored["seats"],
            "games": stored["games"],
            "order": [_seat("", row) for row in stored["order"]],
            "by_seat": [
                _seat(self._say(seat_names[seat]) if seat_names else "", row)
                for seat, row in enumerate(stored["by_seat"])
            ],
            "openings": self._openings(stored["openings"]),
            "things": [self._things(kind) for kind in stored["things"]],
            "measures": [self._measure(row) for row in stored["measures"]],
            "unmeasured": [
                {"title": self._say(row["title"]), "needs": row["needs"]}
                for row in stored.get("unmeasured", [])
            ],
            "endings": [
                {
                    "name": row["name"],
                    "title": self._say(self._game.reasons[row["name"]]),
                    "rate": row["rate"],
                }
                for row in stored["endings"]
            ],
            "luck": stored["luck"],
        }

    def _openings(self, stored: OpeningsFigures | None) -> learning.Openings | None:
        if stored is None:
            return None
        names = self._names[stored["thing"]]
        return {
            "title": self._titles[stored["thing"]],
            "lots": stored["lots"],
            "items": [
                {
                    "name": names[row["item"]],
                    "chosen": row["chosen"],
                    "won": row["won"],
                    "lot": row["lot"],
                    "lot_won": row["lot_won"],
                    "sure": row["sure"],
                }
                for row in stored["items"]
            ],
        }

    def _things(self, stored: ThingsWorth) -> learning.ThingFigures:
        kind = stored["name"]
        return {
            "name": kind,
            "title": self._titles[kind],
            "deeds": [
                {
                    "name": deed["name"],
                    "title": self._deeds[kind, deed["name"]],
                    "items": [self._item(kind, row) for row in deed["items"]],
                }
                for deed in stored["deeds"]
            ],
        }

    def _item(self, kind: str, row: ItemWorth) -> learning.FigureOfThing:
        return {
            "name": self._names[kind][row["item"]],
            "games": row["games"],
            "winners": row.get("winners"),
            "others": row.get("others"),
            "worth": row.get("worth"),
            "sure": row.get("sure", False),
        }

    def _measure(self, row: MeasureValue) -> learning.FigureOfMeasure:
        return {
            "name": row["name"],
            "title": self._say(row["title"]),
            "unit": self._say(row["unit"]),
            "how": row["how"],
            "value": row["value"],
        }


def _seat(title: str, row: SeatRate) -> learning.FigureOfSeat:
    return {"title": title, "wins": row["wins"], "rate": row["rate"], "sure": row["sure"]}
