"""Views of Der große Zugraub as data for a board, paths through the train, and a terminal drawing.

The terminal shows the train from above, as a strip of cars.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from spielzug.core.declaration import Plain
from spielzug.core.texts import of, rich_text, say
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts, set_of, sets
from spielzug.games.zugraub.facts.sets import BrainSet, space_name, space_number
from spielzug.games.zugraub.say.texts import ABILITY_HELP, BOARD, CHEESE_HELP, LABELS, NO_HELP
from spielzug.games.zugraub.say.view_types import (
    BrainCardView,
    CarFaceView,
    FightView,
    TrainCarView,
    ZugraubFactsView,
    ZugraubStateView,
    ZugraubView,
)
from spielzug.games.zugraub.state import State, place_name

if TYPE_CHECKING:
    from rich.text import Text

SPACE_NAMES = [space_name(space) for space in range(sets.SPACES)]


# -- names ---------------------------------------------------------------------------------------


def card_name(facts: Facts[Plain], card: int) -> str:
    return str(set_of(facts).card(card).name)


def seat_name(seat: int, names: Sequence[str], lang: str) -> str:
    return names[seat] if names else say(LABELS, "seat", lang, seat=seat + 1)


def of_seat(seat: int, names: Sequence[str], lang: str) -> str:
    return of(names[seat], lang) if names else say(LABELS, "of_seat", lang, seat=seat + 1)


def where(place: int) -> str:
    return "behind" if place == s.BEHIND else place_name(place)


# -- paths ---------------------------------------------------------------------------------------


def train_of(state: State[Plain]) -> tuple[int, ...]:
    return tuple(state.train[: state.length])


@lru_cache(maxsize=256)
def _neighbours(cards: BrainSet, train: tuple[int, ...]) -> list[tuple[int, ...]]:
    """For each place of a train those that are one step away."""
    plans = [cards.faces[face].plan for face in train]
    found: list[tuple[int, ...]] = []
    for car, plan in enumerate(plans):
        for space, near in enumerate(plan.neighbours):
            places = [car * sets.SPACES + other for other in near]
            if space == plan.front and car + 1 < len(train):
                places.append((car + 1) * sets.SPACES + plans[car + 1].rear)
            if space == plan.rear and car > 0:
                places.append((car - 1) * sets.SPACES + plans[car - 1].front)
            found.append(tuple(places))
    return found


class PathFinder:
    """Finds a shortest path from a place to any other, no further than it has been asked for."""

    def __init__(self, cards: BrainSet, train: tuple[int, ...], start: int) -> None:
        self._neighbours = _neighbours(cards, train)
        self._paths: dict[int, list[str]] = {start: []}
        self._reached = [start]
        if start == s.BEHIND:  # from there one step leads to the rear door
            door = cards.faces[train[0]].plan.rear
            self._paths[door] = [place_name(door)]
            self._reached = [door]
        self._next = 0

    def path_to(self, goal: int) -> list[str]:
        """The names of the places on the way, the goal last; nobody may change the list."""
        paths, reached, at = self._paths, self._reached, self._next
        while goal not in paths and at < len(reached):
            place = reached[at]
            for other in self._neighbours[place]:
                if other not in paths:
                    paths[other] = [*paths[place], place_name(other)]
                    reached.append(other)
            at += 1
            self._next = at  # only now: another thread may look for a path meanwhile
        return paths[goal]


_path_finder = lru_cache(maxsize=256)(PathFinder)


def shortest_path(facts: Facts[Plain], state: State[Plain], goal: int) -> list[str]:
    """A shortest path of the active player's pawn: the names of its places, the goal last."""
    start = state.pawn[state.active]
    return _path_finder(set_of(facts), train_of(state), start).path_to(goal)


def steps_out(facts: Facts[Plain], state: State[Plain]) -> int:
    """Steps out of the front door of the train."""
    last = state.length - 1
    door = last * sets.SPACES + set_of(facts).faces[state.train[last]].plan.front
    return len(shortest_path(facts, state, door)) + 1


# -- the view ------------------------------------------------------------------------------------


def facts_view(facts: Facts[Plain], state: State[Plain]) -> ZugraubFactsView:
    """What never changes after the deal; parts are cached, so callers must not change them."""
    return {
        "seats": state.seats,
        "first": state.first,
        "turn_limit": facts.turn_limit or None,
        "faces": _faces(set_of(facts)),
        "cards": _cards(set_of(facts), facts.count),
    }


@lru_cache(maxsize=16)
def _faces(cards: BrainSet) -> list[CarFaceView]:
    """The faces of all cars, indexed as in the train: twice the piece, plus the side."""
    return [
        {"name": face.name, "title": dict(face.title), "plan": list(face.plan.lines)}
        for face in cards.faces
    ]


@lru_cache(maxsize=16)
def _cards(cards: BrainSet, count: int) -> dict[str, BrainCardView]:
    """Every card in play by its number."""
    found: dict[str, BrainCardView] = {}
    for card in (*cards.cards, *cards.bonus)[:count]:
        if card.cheese:
            help_ = CHEESE_HELP
        else:
            help_ = ABILITY_HELP[card.ability] if card.ability else NO_HELP
        found[str(card.number)] = {
            "name": card.name,
            "kind": dict(card.kind),
            "cost": card.cost,
            "hit": card.hit,
            "run": card.run,
            "iq": card.iq,
            "cheese": card.cheese,
            "ability": card.ability,
            "help": dict(help_),
        }
    return found


def view(facts: Facts[Plain], state: State[Plain], seat: int) -> ZugraubStateView:
    """What a board shows now; `state` is already hidden, so no secret can leak here."""
    count, heads = state.seats, state.head[: state.seats]
    return {
        "you": seat,
        "turn": state.turn,
        "active": state.active,
        "phase": s.PHASES[state.phase],
        "train": _train_view(train_of(state), tuple(state.markers), state.dropped),
        "unused": state.unused.bit_count(),
        "lost": state.lost.bit_count(),
        "pawns": [
            {"seat": who, "place": where(place)} for who, place in enumerate(state.pawn[:count])
        ],
        "hands": [
            [card if card != s.UNKNOWN else 0 for card in hand[: state.cards[who]]]
            for who, hand in enumerate(state.hand[:count])
        ],
        "heads": heads,
        "points": state.points[:count],
        "limits": [3 if facts.ability[head] == sets.THREE_HANDS else 2 for head in heads],
        "draw": state.draw_pile,
        "discard": state.pile[sets.ALL_CARDS - state.discard_pile :][::-1],
        "reach": state.reach,
        "dice": [die for die in state.dice if die],
        "added": state.added,
        "fight": _fight(state),
        "turns": state.turns,
        "engine_wait": state.wait,
        "winners": [who for who in range(count) if state.winners >> who & 1],
        "reason": s.REASONS[state.reason],
    }


@lru_cache(maxsize=256)
def _train_view(
    train: tuple[int, ...], markers: tuple[int, ...], dropped: int
) -> list[TrainCarView]:
    """The cars; most decisions change none of them, so this is shared and must not be changed."""
    return [
        {
            "face": face,
            "markers": [n for i, n in enumerate(SPACE_NAMES) if markers[car] >> i & 1],
            "serial": dropped + car,
        }
        for car, face in enumerate(train)
    ]


def _fight(state: State[Plain]) -> FightView | None:
    if not state.fighters:
        return None
    order = [(state.active + i) % state.seats for i in range(1, state.seats + 1)]
    fighters = [seat for seat in order if state.fighters >> seat & 1]
    return {
        "fighters": fighters,
        "totals": [state.total[seat] for seat in fighters],
        "dice": [[die for die in state.fight_dice[seat] if die] for seat in fighters],
        "played": [[card for card in state.played[seat] if card] for seat in fighters],
        "attacker": state.active,
        "winner": state.champion,
    }


SHOWN = 5  # cars side by side; of a longer train only those around the pawns
PAWN_STYLES = ("red", "blue", "green", "magenta", "dark_orange", "cyan", "yellow")


def draw(view: ZugraubView, names: Sequence[str], lang: str) -> Text:
    """The whole position as rich text, from `facts_view` and `view` in one mapping."""
    text = rich_text()
    text.append_text(_train(view, lang))
    for seat, name in enumerate(names):
        text.append_text(_player(view, seat, name, lang))
    parts = [f"{say(BOARD, 'turn', lang)} {view['turns'] + 1}"]
    if view["turn_limit"]:
        parts[0] += f"/{view['turn_limit']}"
    parts.append(f"{say(BOARD, 'unused', lang)} {view['unused']}")
    parts.append(f"{say(BOARD, 'draw', lang)} {view['draw']}")
    parts.append(f"{say(BOARD, 'discard', lang)} {len(view['discard'])}")
    if view["phase"] == "move":
        parts.append(f"{say(BOARD, 'reach', lang)} {view['reach']}")
    text.append(" · ".join(parts) + "\n", style="dim")
    if view["fight"]:
        fight = view["fight"]
        pairs = zip(fight["fighters"], fight["totals"], strict=True)
        totals = ", ".join(f"{names[seat]} {total}" for seat, total in pairs)
        text.append(f"{say(BOARD, 'fight', lang)}: {totals}\n", style="bold red")
    text.append(f"{say(BOARD, 'legend', lang)} · {say(BOARD, 'values', lang)}\n", style="dim")
    return text


def _window(view: ZugraubView) -> tuple[int, int]:
    """The first car to show and the one after the last: the active pawn's, and most others."""
    length = len(view["train"])
    if length <= SHOWN:
        return 0, length
    cars = [int(p["place"][0]) - 1 for p in view["pawns"] if p["place"] != "behind"]
    own = view["pawns"][view["active"]]["place"]
    middle = int(own[0]) - 1 if own != "behind" else 0
    best = max(
        range(length - SHOWN + 1),
        key=lambda first: (
            first <= middle < first + SHOWN,
            sum(first <= car < first + SHOWN for car in cars),
            first,
        ),
    )
    return best, best + SHOWN


def _train(view: ZugraubView, lang: str) -> Text:
    first, end = _window(view)
    cars = view["train"][first:end]
    text = rich_text()
    faces = [view["faces"][car["face"]] for car in cars]
    titles = [f"{first + i + 1} {face['title'][lang]}" for i, face in enumerate(faces)]
    gap = " "
    text.append(
        gap.join(f"{t[: sets.WIDTH]:<{sets.WIDTH}}" for t in titles).rstrip() + "\n", style="bold"
    )
    where: dict[tuple[int, int], list[int]] = {}
    for pawn in view["pawns"]:
        if pawn["place"] != "behind":
            key = (int(pawn["place"][0]) - 1, space_number(pawn["place"][1:]))
            where.setdefault(key, []).append(pawn["seat"])
    for line in range(sets.LINES):
        for i, car in enumerate(cars):
            if i:
                text.append("=" if line == sets.LINES // 2 else " ", style="dim")
            _line(text, view, car, first + i, line, where)
        text.append("\n")
    text.append(_shared_spaces(where), style="dim")
    hidden = len(view["train"]) - len(cars)
    if hidden:
        text.append(say(BOARD, "more", lang, n=hidden) + "\n", style="dim")
    letters = " ".join(chr(ord("a") + column) for column in range(sets.COLUMNS))
    text.append(f" {letters}\n", style="dim")
    return text


def _line(
    text: Text,
    view: ZugraubView,
    car: TrainCarView,
    number: int,
    line: int,
    where: Mapping[tuple[int, int], list[int]],
) -> None:
    markers = {space_number(name) for name in car["markers"]}
    for column, char in enumerate(view["faces"][car["face"]]["plan"][line]):
        if not (line % 2 and column % 2):
            text.append(char, style="dim")
            continue
        space = column // 2 * sets.ROWS + line // 2
        seats = where.get((number, space), [])
        if seats:
            shown = view["active"] if view["active"] in seats else seats[0]
            text.append(str(shown + 1), style=f"bold reverse {PAWN_STYLES[shown]}")
        elif space in markers:
            text.append("*", style="bold yellow")
        elif char == "B":
            text.append("B", style="bold red")
        else:
            text.append("." if char in sets.START_SIGNS or char == "*" else char, style="dim")


def _shared_spaces(where: Mapping[tuple[int, int], list[int]]) -> str:
    """List the spaces with several pawns, because the plan can show only one of them."""
    crowds = [
        f"{car + 1}{space_name(space)}: {' '.join(str(seat + 1) for seat in seats)}"
        for (car, space), seats in sorted(where.items())
        if len(seats) > 1
    ]
    return f"({', '.join(crowds)})\n" if crowds else ""


def _card(view: ZugraubView, card: int) -> str:
    if card == 0:
        return "?"
    about = view["cards"][str(card)]
    values = f"{about['cost']}/{about['hit']}/{about['run']}/{about['iq']}"
    return f"{card} {about['name']} {values}{'!' if about['ability'] else ''}"


def _player(view: ZugraubView, seat: int, name: str, lang: str) -> Text:
    text = rich_text()
    text.append(" ▶ " if view["turn"] == seat else "   ", style="bold red")
    text.append(f"{seat + 1} {name}", style=f"bold {PAWN_STYLES[seat]}")
    if seat in view["winners"]:
        text.append("  ★", style="bold yellow")
    place = view["pawns"][seat]["place"]
    head, hand = view["heads"][seat], view["hands"][seat]
    parts = [
        say(BOARD, "behind", lang) if place == "behind" else place,
        f"{say(BOARD, 'points', lang)} {view['points'][seat]}",
        f"{say(BOARD, 'head', lang)} {_card(view, head) if head else say(BOARD, 'empty', lang)}",
    ]
    held = ", ".join(_card(view, card) for card in hand) or say(BOARD, "empty", lang)
    parts.append(f"{say(BOARD, 'hand', lang)} {held}")
    text.append("  " + " · ".join(parts) + "\n")
    return text
