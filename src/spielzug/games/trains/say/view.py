"""What a board of Trains shows to a seat: made from a hidden position, so it cannot tell more."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from spielzug.core.game import LANGUAGES
from spielzug.core.kinds import Facts, State
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import CITY_POINTS, CUBES, SLOTS
from spielzug.games.trains.facts.boards import (
    BOARDS,
    CITY,
    REMOTE,
    SPACE_NAMES,
    SPACES,
    TERRAINS,
    place_of,
    read_boards,
)
from spielzug.games.trains.facts.cards import CODES, KINDS, read_cards

Told = dict[str, Any]


# -- what stays as it is ---------------------------------------------------------------------------


def facts_view(facts: Facts, state: State) -> Told:
    """What a board shows all the time: the map, the cards of this game and how they are played.

    Events tell a card by its place in `codes` and a space by its place in the board's `spaces`;
    `supply` in the view has one number for each of the `piles`.
    """
    kinds = state.kind.tolist()
    return {
        "seats": int(state.seats),
        "first": int(state.first),
        "limit": int(facts.turn_limit) or None,
        "board": _board(int(facts.board)),
        "city_points": list(CITY_POINTS),
        "codes": list(CODES),
        "cards": {CODES[kind]: _card(kind) for kind in kinds},
        "piles": [CODES[kind] for kind in kinds[1:]],
    }


@lru_cache(maxsize=len(BOARDS))
def _board(number: int) -> Told:
    """Made once, not to be changed by anyone."""
    board = read_boards()[number]
    spaces = []
    for index, space in enumerate(board.spaces):
        row, column = place_of(index)
        spaces.append(
            {
                "name": SPACE_NAMES[index],
                "row": row,
                "column": column,
                "terrain": TERRAINS[space.terrain],
                "title": space.title,
                "capacity": space.number if space.terrain == CITY else 0,
                "value": space.number if space.terrain == REMOTE else 0,
            }
        )
    pairs = sorted(tuple(sorted(pair)) for pair in board.barriers)
    return {
        "name": board.name,
        "title": dict(board.title),
        "spaces": spaces,
        "barriers": [[SPACE_NAMES[a], SPACE_NAMES[b]] for a, b in pairs],
    }


@lru_cache(maxsize=KINDS)
def _card(kind: int) -> Told:
    card = read_cards().cards[kind]
    return {
        "id": card.id,
        "title": {lang: card.names[lang] for lang in LANGUAGES},
        "cost": card.cost,
        "money": card.money,
        "points": card.points,
        "kinds": list(card.kinds),
        "help": {lang: card.help[lang] for lang in LANGUAGES},
    }


# -- what changes ----------------------------------------------------------------------------------


class Reading:
    """A hidden position as plain numbers, read at once: one by one is ten times slower."""

    def __init__(self, facts: Facts, state: State) -> None:
        self.facts = facts
        self.f: Told = {
            name: value.tolist() if hasattr(value, "tolist") else value
            for name, value in zip(state.dtype.names, state.item(), strict=True)
        }
        self.codes = [CODES[kind] for kind in self.f["kind"]]
        self.board = _board(int(facts.board))

    def counted(self, zone: list[int]) -> dict[str, int]:
        """How many cards of each kind, by code."""
        return {self.codes[slot]: count for slot, count in enumerate(zone) if count}

    def spaces(self, words: list[int]) -> list[int]:
        bits = words[0] | words[1] << 64
        return [space for space in range(SPACES) if bits >> space & 1]

    def owned(self, seat: int) -> list[int]:
        """Everybody knows which cards a seat owns: hidden or not, it is the same sum."""
        f = self.f
        zones = [f["hand"][seat], f["draw"][seat], f["discard"][seat]]
        if seat == f["turn"]:
            zones += [f["play"], f["aside"]]
        counts = [sum(zone[slot] for zone in zones) for slot in range(SLOTS)]
        cards = [card & s.SLOT for card in f["top"][seat][: f["top_size"][seat]]]
        if seat == f["turn"]:
            cards += f["row"][: f["row_size"]]
        for card in cards:
            if card != s.UNKNOWN:
                counts[card] += 1
        return counts

    def score(self, seat: int) -> dict[str, int]:  # T16
        spaces = self.board["spaces"]
        cubes = self.spaces(self.f["cubes"][seat])
        points = self.facts.points.tolist()
        parts = {
            "track": self.f["track"][seat],
            "cities": sum(
                CITY_POINTS[self.f["stations"][c]] for c in cubes if spaces[c]["capacity"]
            ),
            "remote": sum(spaces[c]["value"] for c in cubes),
            "cards": sum(
                points[self.f["kind"][slot]] * n for slot, n in enumerate(self.owned(seat))
            ),
        }
        return {**parts, "cubes": CUBES - self.f["stock"][seat], "total": sum(parts.values())}

    def top(self, seat: int, viewer: int) -> list[str]:
        """The known top of a draw pile, topmost first, as far as this viewer knows it."""
        cards = reversed(self.f["top"][seat][: self.f["top_size"][seat]])
        return [
            self.codes[card & s.SLOT]
            if seat == viewer or card & s.HOW == s.PUBLIC
            else "?"
            for card in cards
        ]  # fmt: skip

    def group(self, seat: int) -> list[str]:
        """Cards on the pile that everybody knows, in an order that only the owner knows."""
        cards = self.f["top"][seat][: self.f["top_size"][seat]]
        return sorted(self.codes[c & s.SLOT] for c in cards if c & s.HOW == s.GROUP)

    def player(self, seat: int, viewer: int) -> Told:
        f = self.f
        return {
            "hand": f["hand_size"][seat],
            "draw": f["draw_size"][seat] + f["top_size"][seat],
            "discard": self.counted(f["discard"][seat]),
            "known": self.counted(f["known"][seat]),
            "top": self.top(seat, viewer),
            "group": self.group(seat),
            "owned": self.counted(self.owned(seat)),
        }

    def look(self, viewer: int) -> str:
        """The card that Signals look at."""
        if self.f["phase"] != s.SIGNALS:
            return ""
        return self.top(self.f["turn"], viewer)[0]

    def row(self, viewer: int) -> list[str]:
        if self.f["phase"] == s.ORDER and viewer == self.f["turn"]:
            return [self.codes[card] for card in self.f["row"][: self.f["row_left"]]]
        return sorted(self.codes[card] for card in self.f["row"][: self.f["row_size"]])


def view(facts: Facts, state: State, seat: int) -> Told:
    """What a board shows now; `state` is hidden already, so nothing here can give a secret away."""
    read = Reading(facts, state)
    f, seats = read.f, range(int(state.seats))
    effects = [name for i, name in enumerate(s.EFFECTS) if f["effects"] >> i & 1]
    scores = [read.score(i) for i in seats]
    ended = s.NOT_OVER < f["reason"] < s.RESIGNED
    return {
        "you": seat,
        "turn": f["turn"],
        "phase": s.PHASES[f["phase"]],
        "cubes": [[SPACE_NAMES[c] for c in read.spaces(f["cubes"][i])] for i in seats],
        "stock": f["stock"][: f["seats"]],
        "stations": {SPACE_NAMES[c]: n for c, n in enumerate(f["stations"]) if n},
        "tokens": f["tokens"],
        "track": f["track"][: f["seats"]],
        "points": [score["total"] for score in scores],
        "supply": f["supply"][1:],
        "hand": read.counted(f["hand"][seat]) if seat >= 0 else {},
        "players": [read.player(i, seat) for i in seats],
        "play": read.counted(f["play"]),
        "aside": read.counted(f["aside"]),
        "box": read.counted(f["box"]),
        "row": read.row(seat),
        "look": read.look(seat),
        "money": f["money"],
        "effects": [*effects, *["ironworks"] * f["ironworks"]],
        "acted": bool(f["acted"]),
        "turns": f["turns"],
        "winners": [i for i in seats if f["winners"] >> i & 1],
        "reason": s.REASONS[f["reason"]],
        "final": scores if ended else [],
    }
