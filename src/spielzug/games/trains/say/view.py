"""Views of Trains as data for a board, and the drawing for a terminal.

A view is made from a hidden position, so it cannot leak secrets. The terminal shows the map as rows
of hexagons, then the cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import add, mul
from typing import TYPE_CHECKING

from spielzug.core.declaration import Plain
from spielzug.core.texts import LANGUAGES, rich_text, say
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import Facts
from spielzug.games.trains.facts.boards import (
    CITY,
    REMOTE,
    SPACE_NAMES,
    SPACES,
    TERRAINS,
    TrainsBoard,
    place_of,
)
from spielzug.games.trains.facts.sets import CODES, TrainsCard, board_of, set_of
from spielzug.games.trains.say.texts import BOARD
from spielzug.games.trains.say.view_types import (
    TrainsBoardView,
    TrainsCardView,
    TrainsFactsView,
    TrainsPlayerView,
    TrainsScoreView,
    TrainsSpaceView,
    TrainsStateView,
    TrainsView,
)
from spielzug.games.trains.state import State

if TYPE_CHECKING:
    from rich.text import Text


# -- constant part ---------------------------------------------------------------------------------


def facts_view(facts: Facts[Plain], state: State[Plain]) -> TrainsFactsView:
    """What never changes: the map, the cards of this game and how they are played.

    In events a card is an index into `codes` and a space an index into the board's `spaces`;
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
def _board(board: TrainsBoard) -> TrainsBoardView:
    """The board as data; cached, so callers must not change it."""
    spaces: list[TrainsSpaceView] = []
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
def _card(card: TrainsCard) -> TrainsCardView:
    return {
        "id": card.id,
        "title": {lang: card.names[lang] for lang in LANGUAGES},
        "cost": card.cost,
        "money": card.money,
        "points": card.points,
        "kinds": list(card.kinds),
        "help": {lang: card.help[lang] for lang in LANGUAGES},
    }


# -- changing part ---------------------------------------------------------------------------------


# Most of these were the same a decision ago, or are the same for others who look; so they are
# cached, and callers must not change them.


@lru_cache(maxsize=1024)
def _spaces(low: int, high: int) -> tuple[int, ...]:
    """The spaces in a set of two words."""
    bits = low | high << 64
    return tuple(space for space in range(SPACES) if bits >> space & 1)


@lru_cache(maxsize=1024)
def _space_names(low: int, high: int) -> list[str]:
    return [SPACE_NAMES[space] for space in _spaces(low, high)]


@lru_cache(maxsize=64)
def _effect_names(effects: int, ironworks: int) -> list[str]:
    played = [name for i, name in enumerate(s.EFFECTS) if effects >> i & 1]
    return [*played, *["ironworks"] * ironworks]


@lru_cache(maxsize=1024)
def _stations(counts: tuple[int, ...]) -> dict[str, int]:
    """Number of stations by the name of their space."""
    return {SPACE_NAMES[space]: count for space, count in enumerate(counts) if count}


@lru_cache(maxsize=1024)
def _on_board(
    facts: Facts[Plain], cubes: tuple[int, int], stations: tuple[int, ...]
) -> tuple[int, int]:
    """The points of a seat with these cubes for stations and for remote places (T16)."""
    spaces, worth = _board(board_of(facts))["spaces"], facts.city_points
    there = _spaces(*cubes)
    cities = sum(worth[stations[c]] for c in there if spaces[c]["capacity"])
    return cities, sum(spaces[c]["value"] for c in there)


class CardCounts(dict[tuple[int, ...], dict[str, int]]):
    """The cards of a zone by code, for the kinds of one game; the key has their number by slot."""

    def __init__(self, codes: Sequence[str]) -> None:
        super().__init__()
        self._codes = codes

    def __missing__(self, zone: tuple[int, ...]) -> dict[str, int]:
        if len(self) >= MOST_ZONES:
            self.clear()
        self[zone] = {self._codes[slot]: count for slot, count in enumerate(zone) if count}
        return self[zone]


MOST_ZONES = 2048


class Kinds:
    """What follows from the kinds of cards that a game is played with, by slot."""

    def __init__(self, facts: Facts[Plain], kinds: Sequence[int]) -> None:
        self.codes = [CODES[kind] for kind in kinds]
        self.points = [facts.points[kind] for kind in kinds]
        """What a card is worth at the end."""
        self.counted = CardCounts(self.codes)


@lru_cache(maxsize=64)
def _kinds(facts: Facts[Plain], kinds: tuple[int, ...]) -> Kinds:
    return Kinds(facts, kinds)


class ViewBuilder:
    """Computes the parts of a view from a hidden position."""

    def __init__(self, facts: Facts[Plain], state: State[Plain]) -> None:
        self.facts = facts
        self.state = state
        kinds = _kinds(facts, tuple(state.kind))
        self.codes, self.points = kinds.codes, kinds.points
        self._counted = kinds.counted
        self.stations = tuple(state.stations)
        self.owned = [self._owned(seat) for seat in range(state.seats)]

    def counted(self, zone: list[int]) -> dict[str, int]:
        """Number of cards of each kind, by code."""
        return self._counted[tuple(zone)]

    def _owned(self, seat: int) -> list[int]:
        """Cards that a seat owns, by slot; public, so a hidden position gives the same."""
        state = self.state
        counts = list(map(add, map(add, state.hand[seat], state.draw[seat]), state.discard[seat]))
        cards = [card & s.SLOT for card in state.top[seat][: state.top_size[seat]]]
        if seat == state.turn:
            counts = list(map(add, map(add, counts, state.play), state.aside))
            cards += state.row[: state.row_size]
        for card in cards:
            if card != s.UNKNOWN:
                counts[card] += 1
        return counts

    def score(self, seat: int) -> TrainsScoreView:  # T16
        track = self.state.track[seat]
        low, high = self.state.cubes[seat]
        cities, remote = _on_board(self.facts, (low, high), self.stations)
        cards = sum(map(mul, self.points, self.owned[seat]))
        return {
            "track": track,
            "cities": cities,
            "remote": remote,
            "cards": cards,
            "cubes": self.facts.cubes - self.state.stock[seat],
            "total": track + cities + remote + cards,
        }

    def top(self, seat: int, viewer: int) -> list[str]:
        """The part of a draw pile's top that this viewer knows, topmost first."""
        cards = reversed(self.state.top[seat][: self.state.top_size[seat]])
        return [
            self.codes[card & s.SLOT]
            if seat == viewer or card & s.KNOWN_BY_MASK == s.PUBLIC
            else "?"
            for card in cards
        ]  # fmt: skip

    def group(self, seat: int) -> list[str]:
        """Cards on the pile that everybody knows but whose order only the owner knows."""
        cards = self.state.top[seat][: self.state.top_size[seat]]
        return sorted(self.codes[c & s.SLOT] for c in cards if c & s.KNOWN_BY_MASK == s.GROUP)

    def player(self, seat: int, viewer: int) -> TrainsPlayerView:
        state, counted = self.state, self._counted
        on_top = state.top_size[seat]
        return {
            "hand": state.hand_size[seat],
            "draw": state.draw_size[seat] + on_top,
            "discard": counted[tuple(state.discard[seat])],
            "known": counted[tuple(state.known[seat])],
            "top": self.top(seat, viewer) if on_top else [],
            "group": self.group(seat) if on_top else [],
            "owned": counted[tuple(self.owned[seat])],
        }

    def look(self, viewer: int) -> str:
        """The card looked at with Signals."""
        if self.state.phase != s.SIGNALS:
            return ""
        return self.top(self.state.turn, viewer)[0]

    def row(self, viewer: int) -> list[str]:
        if self.state.phase == s.ORDER and viewer == self.state.turn:
            return [self.codes[card] for card in self.state.row[: self.state.row_left]]
        return sorted([self.codes[card] for card in self.state.row[: self.state.row_size]])


def view(facts: Facts[Plain], state: State[Plain], seat: int) -> TrainsStateView:
    """What a board shows now; `state` is already hidden, so no secret can leak here.

    Parts of it are cached, so callers must not change them.
    """
    scene = ViewBuilder(facts, state)
    seats = range(state.seats)
    scores = [scene.score(i) for i in seats]
    ended = s.NOT_OVER < state.reason < s.RESIGNED
    return {
        "you": seat,
        "turn": state.turn,
        "phase": s.PHASES[state.phase],
        "cubes": [_space_names(*state.cubes[i]) for i in seats],
        "stock": state.stock[: state.seats],
        "stations": _stations(scene.stations),
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
        "effects": _effect_names(state.effects, state.ironworks),
        "acted": bool(state.acted),
        "turns": state.turns,
        "winners": [i for i in seats if state.winners >> i & 1] if state.winners else [],
        "reason": s.REASONS[state.reason],
        "final": scores if ended else [],
    }


WIDTH = 8  # columns of a space including the gap; ten of them fit in 80
PILES = 6  # piles of the supply in a line
GROUND = {"plain": ".", "river": "~", "mountain": "^", "sea": "#"}
HOLE = "none"
GROUND_STYLE = {"plain": "green", "river": "blue", "mountain": "yellow", "sea": "dim blue"}
# Players have letters, because colours alone are not accessible.
CUBES = ("B", "Y", "R", "G")
STYLES = ("bold blue", "bold yellow", "bold red", "bold green")


def draw(view: TrainsView, names: Sequence[str], lang: str) -> Text:
    """The whole position as rich text, from `facts_view` and `view` in one mapping."""
    text = rich_text()
    text.append_text(_map(view))
    text.append(f"{say(BOARD, 'legend', lang)}\n", style="dim")
    for seat, name in enumerate(names):
        text.append_text(_player(view, seat, name, lang))
    text.append_text(_cards(view, lang))
    return text


def _map(view: TrainsView) -> Text:
    text = rich_text()
    board = view["board"]
    barriers = {frozenset(pair) for pair in board["barriers"]}
    drawn = [space["row"] for space in board["spaces"] if space["terrain"] != HOLE]
    for row in range(min(drawn), max(drawn) + 1):
        spaces = [space for space in board["spaces"] if space["row"] == row]
        if row > min(drawn):
            text.append_text(_edges(view, row, barriers))
        for part in (_first_line, _second_line):
            line = rich_text(" " * ((WIDTH // 2) * (row % 2)))
            for column, space in enumerate(spaces):
                line.append_text(part(view, space))
                nearby = spaces[column + 1]["name"] if column + 1 < len(spaces) else ""
                wall = frozenset((space["name"], nearby)) in barriers
                line.append("|" if wall else " ", style="bold")
            line.rstrip()
            text.append_text(line).append("\n")
    return text


def _edges(view: TrainsView, row: int, barriers: set[frozenset[str]]) -> Text:
    """The line between two rows, which shows the barriers."""
    line = [" "] * 80
    spaces = {s["name"]: s for s in view["board"]["spaces"]}
    for pair in barriers:
        a, b = sorted(pair)
        if spaces[b]["row"] == row and spaces[a]["row"] == row - 1:
            middle = sum(WIDTH * s["column"] + (WIDTH // 2) * (1 + s["row"] % 2)
                         for s in (spaces[a], spaces[b])) // 2  # fmt: skip
            line[middle - 1 : middle + 2] = "───"
    drawn = "".join(line).rstrip()
    return rich_text(f"{drawn}\n", style="bold") if drawn else rich_text()


def _first_line(view: TrainsView, space: TrainsSpaceView) -> Text:
    """The name of a space and its terrain."""
    name, terrain = space["name"], space["terrain"]
    if terrain == HOLE:
        return rich_text(" " * (WIDTH - 1))
    text = rich_text(f"{name} ", style="dim")
    if terrain == "city":
        built = view["stations"].get(name, 0)
        text.append(f"{built}/{space['capacity']}", style="bold" if built else "")
    elif terrain == "remote":
        text.append(f"*{space['value']}", style="bold magenta")
    else:
        text.append(GROUND[terrain] * 2, style=GROUND_STYLE[terrain])
    text.append(" " * (WIDTH - 1 - len(text)))
    return text


def _second_line(view: TrainsView, space: TrainsSpaceView) -> Text:
    """The cubes on a space and the beginning of its title."""
    text = rich_text()
    for seat, cubes in enumerate(view["cubes"]):
        if space["name"] in cubes:
            text.append(CUBES[seat], style=STYLES[seat])
    if space["title"]:
        text.append(" " if len(text) else "")
        text.append(space["title"][: WIDTH - 1 - len(text)], style="italic")
    text.append(" " * (WIDTH - 1 - len(text)))
    return text


def _player(view: TrainsView, seat: int, name: str, lang: str) -> Text:
    player = view["players"][seat]
    text = rich_text(" ▶ " if view["turn"] == seat else "   ", style="bold red")
    text.append(f"{CUBES[seat]} {name}", style=STYLES[seat])
    if seat in view["winners"]:
        text.append("  ★", style="bold yellow")
    discards = sum(player["discard"].values())
    counted = (
        ("points", view["points"][seat]), ("cubes", view["stock"][seat]),
        ("cards", player["hand"]), ("pile", player["draw"]), ("discard", discards),
    )  # fmt: skip
    text.append("  " + " · ".join(f"{say(BOARD, key, lang)} {n}" for key, n in counted) + "\n")
    return text


def _cards(view: TrainsView, lang: str) -> Text:
    def listed(cards: Mapping[str, int], named: bool = False) -> str:
        def one(kind: str, count: int) -> str:
            shown = f"{kind} {view['cards'][kind]['title'][lang]}" if named else kind
            return f"{count}× {shown}" if count > 1 else shown

        return ", ".join(one(kind, count) for kind, count in cards.items())

    text = rich_text()
    text.append(f" {say(BOARD, 'supply', lang)}: ", style="bold")
    piles = [
        f"{kind} {count} ({view['cards'][kind]['cost']})"
        for kind, count in zip(view["piles"], view["supply"], strict=True)
    ]
    lines = ["  ".join(piles[i : i + PILES]) for i in range(0, len(piles), PILES)]
    text.append("\n   ".join(lines) + "\n")
    text.append(
        f" {say(BOARD, 'tokens', lang)} {view['tokens']} · "
        f"{say(BOARD, 'turns', lang)} {view['turns']}\n",
        style="dim",
    )
    if view["play"]:
        text.append(f" {say(BOARD, 'play', lang)}: {listed(view['play'])}\n")
    if view["aside"]:
        text.append(f" {say(BOARD, 'aside', lang)}: {listed(view['aside'])}\n")
    if view["effects"]:
        ids = {card["id"]: card["title"][lang] for card in view["cards"].values()}
        named = ", ".join(ids[name] for name in view["effects"])
        text.append(f" {say(BOARD, 'effects', lang)}: {named}\n", style="bold")
    if view["row"]:
        text.append(f" {say(BOARD, 'row', lang)}: {' '.join(view['row'])}\n", style="bold yellow")
    if view["look"]:
        text.append(f" {say(BOARD, 'look', lang)}: {view['look']}\n", style="bold yellow")
    if view["turn"] >= 0:
        text.append(f" {say(BOARD, 'money', lang)}: {view['money']}\n", style="bold")
    if view["hand"]:
        text.append(f" {say(BOARD, 'hand', lang)}: {listed(view['hand'], True)}\n")
    return text
