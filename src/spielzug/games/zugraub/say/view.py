"""What a board shows of Der große Zugraub, and the ways through the train."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from spielzug.core.kinds import Facts, State
from spielzug.core.texts import of, say
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.actions import place_name
from spielzug.games.zugraub.facts.plans import FRONT, REAR, SPACES, space_name
from spielzug.games.zugraub.facts.sets import ALL_CARDS, THREE_HANDS, CardSet, get_set
from spielzug.games.zugraub.say.texts import ABILITY_HELP, CHEESE_HELP, LABELS, NO_HELP

SPACE_NAMES = [space_name(space) for space in range(SPACES)]


def set_of(facts: Facts) -> CardSet:
    return get_set(int(facts.set))


# -- names ---------------------------------------------------------------------------------------


def card_name(facts: Facts, card: int) -> str:
    return f"{set_of(facts).card(card).name} ({card})"


def seat_name(seat: int, names: Sequence[str], lang: str) -> str:
    return names[seat] if names else say(LABELS, "seat", lang, seat=seat + 1)


def of_seat(seat: int, names: Sequence[str], lang: str) -> str:
    return of(names[seat], lang) if names else say(LABELS, "of_seat", lang, seat=seat + 1)


def where(place: int) -> str:
    return "behind" if place == s.BEHIND else place_name(place)


# -- ways ----------------------------------------------------------------------------------------


def train_of(state: State) -> tuple[int, ...]:
    return tuple(int(face) for face in state.train[: int(state.length)])


@lru_cache(maxsize=256)
def ways_from(label: str, number: int, train: tuple[int, ...], start: int) -> dict[int, list[int]]:
    """The places of a shortest way from a place (255: behind) to every other, the goal last."""
    plans = [get_set(number).faces[face].plan for face in train]
    first = [] if start == s.BEHIND else [start]
    ways: dict[int, list[int]] = {start: []}
    queue = list(first)
    if start == s.BEHIND:
        ways[REAR] = [REAR]
        queue.append(REAR)
    for place in queue:
        car, space = divmod(place, SPACES)
        near = [car * SPACES + other for other in plans[car].neighbours(space)]
        if space == FRONT and car + 1 < len(train):
            near.append((car + 1) * SPACES + REAR)
        if space == REAR and car > 0:
            near.append((car - 1) * SPACES + FRONT)
        for other in near:
            if other not in ways:
                ways[other] = [*ways[place], other]
                queue.append(other)
    return ways


def ways(facts: Facts, state: State) -> dict[int, list[int]]:
    """From where the active player's pawn stands."""
    start = int(state.pawn[int(state.active)])
    return ways_from(set_of(facts).label, int(facts.set), train_of(state), start)


def steps_out(facts: Facts, state: State) -> int:
    """Steps out of the foremost front door."""
    door = (int(state.length) - 1) * SPACES + FRONT
    return len(ways(facts, state)[door]) + 1


# -- the view ------------------------------------------------------------------------------------


def facts_view(facts: Facts, state: State) -> dict[str, Any]:
    """What never changes after the deal; made once for each set, not to be changed by anyone."""
    return {
        "seats": int(state.seats),
        "first": int(state.first),
        "turn_limit": int(facts.turn_limit) or None,
        "faces": _faces(set_of(facts).label, int(facts.set)),
        "cards": _cards(set_of(facts).label, int(facts.set), int(facts.count)),
    }


@lru_cache(maxsize=16)
def _faces(label: str, number: int) -> list[dict[str, Any]]:
    """The faces of all cars, as the train names them: twice the piece, plus the side."""
    return [
        {"name": face.name, "title": dict(face.title), "plan": list(face.plan.lines)}
        for face in get_set(number).faces
    ]


@lru_cache(maxsize=16)
def _cards(label: str, number: int, count: int) -> dict[str, dict[str, Any]]:
    """Every card in play by its number."""
    cards = get_set(number)
    found = {}
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


def view(facts: Facts, state: State, seat: int) -> dict[str, Any]:
    """What a board shows now; `state` is hidden already, so nothing here gives a secret away."""
    # All fields at once: reading them one by one from a record is ten times slower.
    f: dict[str, Any] = dict(zip(state.dtype.names, state.item(), strict=True))
    count, length = f["seats"], f["length"]
    ability = facts.ability.tolist()
    heads, sizes = f["head"].tolist()[:count], f["cards"].tolist()
    markers, pile = f["markers"].tolist(), f["pile"].tolist()
    return {
        "you": seat,
        "turn": f["turn"],
        "active": f["active"],
        "phase": s.PHASES[f["phase"]],
        "train": [
            {
                "face": face,
                "markers": [n for i, n in enumerate(SPACE_NAMES) if markers[car] >> i & 1],
                "serial": f["dropped"] + car,
            }
            for car, face in enumerate(f["train"].tolist()[:length])
        ],
        "unused": int(f["unused"]).bit_count(),
        "lost": int(f["lost"]).bit_count(),
        "pawns": [
            {"seat": who, "place": where(place)}
            for who, place in enumerate(f["pawn"].tolist()[:count])
        ],
        "hands": [
            [card if card != s.UNKNOWN else 0 for card in hand[: sizes[who]]]
            for who, hand in enumerate(f["hand"].tolist()[:count])
        ],
        "heads": heads,
        "points": f["points"].tolist()[:count],
        "limits": [3 if ability[head] == THREE_HANDS else 2 for head in heads],
        "draw": f["draw_pile"],
        "discard": pile[ALL_CARDS - f["discard_pile"] :][::-1],
        "reach": f["reach"],
        "dice": [die for die in f["dice"].tolist() if die],
        "added": f["added"],
        "fight": _fight(f),
        "turns": f["turns"],
        "engine_wait": f["wait"],
        "winners": [who for who in range(count) if f["winners"] >> who & 1],
        "reason": s.REASONS[f["reason"]],
    }


def _fight(f: dict[str, Any]) -> dict[str, Any] | None:
    if not f["fighters"]:
        return None
    order = [(f["active"] + i) % f["seats"] for i in range(1, f["seats"] + 1)]
    fighters = [seat for seat in order if f["fighters"] >> seat & 1]
    dice, played = f["fight_dice"].tolist(), f["played"].tolist()
    return {
        "fighters": fighters,
        "totals": [int(f["total"][seat]) for seat in fighters],
        "dice": [[die for die in dice[seat] if die] for seat in fighters],
        "played": [[card for card in played[seat] if card] for seat in fighters],
        "attacker": f["active"],
        "winner": f["champion"],
    }
