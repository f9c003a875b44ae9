"""What a board of Trains shows to a seat: made from a hidden position, so it cannot tell more."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from spielzug.core.game import LANGUAGES
from spielzug.core.memory import Reading
from spielzug.games.trains import state as s
from spielzug.games.trains.facts.boards import (
    CITY,
    REMOTE,
    SPACE_NAMES,
    SPACES,
    TERRAINS,
    TrainsBoard,
    place_of,
)
from spielzug.games.trains.facts.cards import CODES, TrainsCard
from spielzug.games.trains.facts.sets import board_of, set_of

Told = dict[str, Any]


# -- what stays as it is ---------------------------------------------------------------------------


def facts_view(facts: Reading, state: Reading) -> Told:
    """What a board shows all the time: the map, the cards of this game and how they are played.

    Events tell a card by its place in `codes` and a space by its place in the board's `spaces`;
    `supply` in the view has one number for each of the `piles`.
    """
    kinds, found = state.kind, set_of(facts)
    return {
        "seats": state.seats,
        "first": state.first,
        "limit": facts.turn_limit or None,
        "board": _board(board_of(facts)),
        "city_points": list(found.numbers.city_points),
        "empty_piles": facts.empty_piles,
        "codes": list(CODES),
        "cards": {CODES[kind]: _card(found.cards[kind]) for kind in kinds},
        "piles": [CODES[kind] for kind in kinds[1:]],
    }


@lru_cache(maxsize=16)
def _board(board: TrainsBoard) -> Told:
    """Made once, not to be changed by anyone."""
    spaces = []
    for index, space in enumerate(board.spaces):
        row, column = place_of(index)
        spaces.append(
            {
                "name": SPACE_NAMES[index],
                "row": row,
                "column": column,
                "terrain": TERRAINS[space.terrain] if space.there else "none",
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


@lru_cache(maxsize=256)
def _card(card: TrainsCard) -> Told:
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


@lru_cache(maxsize=1024)
def _spaces(low: int, high: int) -> tuple[int, ...]:
    """The spaces with a cube: these bits, and those of the next word."""
    bits = low | high << 64
    return tuple(space for space in range(SPACES) if bits >> space & 1)


class BoardScene:
    """A hidden position, and what can be counted in it."""

    def __init__(self, facts: Reading, state: Reading) -> None:
        self.facts = facts
        self.state = state
        self.codes = [CODES[kind] for kind in state.kind]
        self.board = _board(board_of(facts))
        self.owned = [self._owned(seat) for seat in range(state.seats)]

    def counted(self, zone: list[int]) -> dict[str, int]:
        """How many cards of each kind, by code."""
        return {self.codes[slot]: count for slot, count in enumerate(zone) if count}

    def _owned(self, seat: int) -> list[int]:
        """Everybody knows which cards a seat owns: hidden or not, it is the same sum."""
        state = self.state
        zones = [state.hand[seat], state.draw[seat], state.discard[seat]]
        if seat == state.turn:
            zones += [state.play, state.aside]
        counts = [sum(slot) for slot in zip(*zones, strict=True)]
        cards = [card & s.SLOT for card in state.top[seat][: state.top_size[seat]]]
        if seat == state.turn:
            cards += state.row[: state.row_size]
        for card in cards:
            if card != s.UNKNOWN:
                counts[card] += 1
        return counts

    def score(self, seat: int) -> dict[str, int]:  # T16
        spaces = self.board["spaces"]
        cubes, worth = _spaces(*self.state.cubes[seat]), self.facts.city_points
        parts = {
            "track": self.state.track[seat],
            "cities": sum(worth[self.state.stations[c]] for c in cubes if spaces[c]["capacity"]),
            "remote": sum(spaces[c]["value"] for c in cubes),
            "cards": sum(
                self.facts.points[self.state.kind[slot]] * n
                for slot, n in enumerate(self.owned[seat])
            ),
        }
        laid = self.facts.cubes - self.state.stock[seat]
        return {**parts, "cubes": laid, "total": sum(parts.values())}

    def top(self, seat: int, viewer: int) -> list[str]:
        """The known top of a draw pile, topmost first, as far as this viewer knows it."""
        cards = reversed(self.state.top[seat][: self.state.top_size[seat]])
        return [
            self.codes[card & s.SLOT]
            if seat == viewer or card & s.HOW == s.PUBLIC
            else "?"
            for card in cards
        ]  # fmt: skip

    def group(self, seat: int) -> list[str]:
        """Cards on the pile that everybody knows, in an order that only the owner knows."""
        cards = self.state.top[seat][: self.state.top_size[seat]]
        return sorted(self.codes[c & s.SLOT] for c in cards if c & s.HOW == s.GROUP)

    def player(self, seat: int, viewer: int) -> Told:
        state = self.state
        return {
            "hand": state.hand_size[seat],
            "draw": state.draw_size[seat] + state.top_size[seat],
            "discard": self.counted(state.discard[seat]),
            "known": self.counted(state.known[seat]),
            "top": self.top(seat, viewer),
            "group": self.group(seat),
            "owned": self.counted(self.owned[seat]),
        }

    def look(self, viewer: int) -> str:
        """The card that Signals look at."""
        if self.state.phase != s.SIGNALS:
            return ""
        return self.top(self.state.turn, viewer)[0]

    def row(self, viewer: int) -> list[str]:
        if self.state.phase == s.ORDER and viewer == self.state.turn:
            return [self.codes[card] for card in self.state.row[: self.state.row_left]]
        return sorted(self.codes[card] for card in self.state.row[: self.state.row_size])


def view(facts: Reading, state: Reading, seat: int) -> Told:
    """What a board shows now; `state` is hidden already, so nothing here can give a secret away."""
    scene = BoardScene(facts, state)
    seats = range(state.seats)
    effects = [name for i, name in enumerate(s.EFFECTS) if state.effects >> i & 1]
    scores = [scene.score(i) for i in seats]
    ended = s.NOT_OVER < state.reason < s.RESIGNED
    return {
        "you": seat,
        "turn": state.turn,
        "phase": s.PHASES[state.phase],
        "cubes": [[SPACE_NAMES[c] for c in _spaces(*state.cubes[i])] for i in seats],
        "stock": state.stock[: state.seats],
        "stations": {SPACE_NAMES[c]: n for c, n in enumerate(state.stations) if n},
        "tokens": state.tokens,
        "track": state.track[: state.seats],
        "points": [score["total"] for score in scores],
        "supply": state.supply[1:],
        "hand": scene.counted(state.hand[seat]) if seat >= 0 else {},
        "players": [scene.player(i, seat) for i in seats],
        "play": scene.counted(state.play),
        "aside": scene.counted(state.aside),
        "box": scene.counted(state.box),
        "row": scene.row(seat),
        "look": scene.look(seat),
        "money": state.money,
        "effects": [*effects, *["ironworks"] * state.ironworks],
        "acted": bool(state.acted),
        "turns": state.turns,
        "winners": [i for i in seats if state.winners >> i & 1],
        "reason": s.REASONS[state.reason],
        "final": scores if ended else [],
    }
