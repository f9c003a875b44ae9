"""The figures that ship with a game, read once and localized.

`spielzug figures` (`make figures`) writes them beside the game's other data. The file has component
numbers; the names come from the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypedDict

from spielzug.core.game import Game
from spielzug.core.texts import typeset

FILE = "figures.json"


class StoredItem(TypedDict):
    """The figures of one card or space."""

    item: int


class StoredDeed(TypedDict):
    name: str
    items: list[StoredItem]


class StoredThings(TypedDict):
    name: str
    deeds: list[StoredDeed]


class StoredOpenings(TypedDict):
    thing: str
    items: list[StoredItem]


class StoredMeasure(TypedDict):
    title: dict[str, str]
    unit: dict[str, str]


class StoredEnding(TypedDict):
    name: str


class StoredTable(TypedDict):
    """The figures with one number of seats. Here and above: only what names are made from."""

    order: list[dict[str, object]]
    by_seat: list[dict[str, object]]
    measures: list[StoredMeasure]
    endings: list[StoredEnding]
    openings: StoredOpenings | None
    things: list[StoredThings]


def file_of(game: Game) -> Path:
    """Where the figures of a game are kept."""
    found = find_spec(f"spielzug.games.{game.name}")
    assert found is not None and found.origin is not None
    return Path(found.origin).parent / "data" / FILE


@lru_cache(maxsize=64)
def _read(path: Path) -> dict[str, Any] | None:
    if not path.is_file():
        return None
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def figures_of(game: Game) -> dict[str, Any] | None:
    """As `spielzug figures` wrote them; None if none ship with this game."""
    return _read(file_of(game))


def localize_figures(game: Game, figures: Mapping[str, Any], lang: str) -> dict[str, object]:
    """The same figures with all names and titles in this language."""
    options = game.options.parse(figures["options"])
    reading = game.facts_memory(options, figures["rules_version"]).as_facts

    def said(text: Mapping[str, str]) -> str:
        return typeset(text[lang], lang)

    names = {things.name: things.names(reading, lang) for things in game.things}
    titles = {things.name: said(things.title) for things in game.things}
    deeds = {
        (things.name, deed.name): said(deed.title)
        for things in game.things
        for deed in things.deeds
    }

    def items(thing: str, rows: Sequence[StoredItem]) -> list[dict[str, object]]:
        return [{"name": names[thing][row["item"]], **row} for row in rows]

    def things(rows: Sequence[StoredThings]) -> list[dict[str, object]]:
        return [
            {
                "name": kind["name"],
                "title": titles[kind["name"]],
                "deeds": [
                    {
                        "name": deed["name"],
                        "title": deeds[kind["name"], deed["name"]],
                        "items": items(kind["name"], deed["items"]),
                    }
                    for deed in kind["deeds"]
                ],
            }
            for kind in rows
        ]

    def openings(stored: StoredOpenings | None) -> dict[str, object] | None:
        if stored is None:
            return None
        place = stored["thing"]
        return {**stored, "title": titles[place], "items": items(place, stored["items"])}

    def table(one: StoredTable) -> dict[str, object]:
        return {
            **one,
            "order": [{"title": "", **row} for row in one["order"]],
            "by_seat": [
                {"title": said(game.seat_names[seat]) if game.seat_names else "", **row}
                for seat, row in enumerate(one["by_seat"])
            ],
            "measures": [
                {**row, "title": said(row["title"]), "unit": said(row["unit"])}
                for row in one["measures"]
            ],
            "endings": [
                {**row, "title": said(game.reasons[row["name"]])} for row in one["endings"]
            ],
            "openings": openings(one["openings"]),
            "things": things(one["things"]),
        }

    return {**figures, "tables": [table(one) for one in figures["tables"]]}
