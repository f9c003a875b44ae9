"""What a board shows of Der große Zugraub, and the ways through the train."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from spielzug.core.memory import Reading
from spielzug.core.texts import of, say
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.actions import place_name
from spielzug.games.zugraub.facts import set_of
from spielzug.games.zugraub.facts.plans import SPACES, space_name
from spielzug.games.zugraub.facts.sets import ALL_CARDS, THREE_HANDS, BrainSet
from spielzug.games.zugraub.say.texts import ABILITY_HELP, CHEESE_HELP, LABELS, NO_HELP

SPACE_NAMES = [space_name(space) for space in range(SPACES)]


# -- names ---------------------------------------------------------------------------------------


def card_name(facts: Reading, card: int) -> str:
    return str(set_of(facts).card(card).name)


def seat_name(seat: int, names: Sequence[str], lang: str) -> str:
    return names[seat] if names else say(LABELS, "seat", lang, seat=seat + 1)


def of_seat(seat: int, names: Sequence[str], lang: str) -> str:
    return of(names[seat], lang) if names else say(LABELS, "of_seat", lang, seat=seat + 1)


def where(place: int) -> str:
    return "behind" if place == s.BEHIND else place_name(place)


# -- ways ----------------------------------------------------------------------------------------


def train_of(state: Reading) -> tuple[int, ...]:
    return tuple(state.train[: state.length])


@lru_cache(maxsize=256)
def ways_from(cards: BrainSet, train: tuple[int, ...], start: int) -> dict[int, list[int]]:
    """The places of a shortest way from a place (255: behind) to every other, the goal last."""
    plans = [cards.faces[face].plan for face in train]
    first = [] if start == s.BEHIND else [start]
    ways: dict[int, list[int]] = {start: []}
    queue = list(first)
    if start == s.BEHIND:
        ways[plans[0].rear] = [plans[0].rear]
        queue.append(plans[0].rear)
    for place in queue:
        car, space = divmod(place, SPACES)
        near = [car * SPACES + other for other in plans[car].neighbours(space)]
        if space == plans[car].front and car + 1 < len(train):
            near.append((car + 1) * SPACES + plans[car + 1].rear)
        if space == plans[car].rear and car > 0:
            near.append((car - 1) * SPACES + plans[car - 1].front)
        for other in near:
            if other not in ways:
                ways[other] = [*ways[place], other]
                queue.append(other)
    return ways


def ways(facts: Reading, state: Reading) -> dict[int, list[int]]:
    """From where the active player's pawn stands."""
    return ways_from(set_of(facts), train_of(state), state.pawn[state.active])


def steps_out(facts: Reading, state: Reading) -> int:
    """Steps out of the foremost front door."""
    last = state.length - 1
    door = last * SPACES + set_of(facts).faces[state.train[last]].plan.front
    return len(ways(facts, state)[door]) + 1


# -- the view ------------------------------------------------------------------------------------


def facts_view(facts: Reading, state: Reading) -> dict[str, Any]:
    """What never changes after the deal; made once for each set, not to be changed by anyone."""
    return {
        "seats": state.seats,
        "first": state.first,
        "turn_limit": facts.turn_limit or None,
        "faces": _faces(set_of(facts)),
        "cards": _cards(set_of(facts), facts.count),
    }


@lru_cache(maxsize=16)
def _faces(cards: BrainSet) -> list[dict[str, Any]]:
    """The faces of all cars, as the train names them: twice the piece, plus the side."""
    return [
        {"name": face.name, "title": dict(face.title), "plan": list(face.plan.lines)}
        for face in cards.faces
    ]


@lru_cache(maxsize=16)
def _cards(cards: BrainSet, count: int) -> dict[str, dict[str, Any]]:
    """Every card in play by its number."""
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


def view(facts: Reading, state: Reading, seat: int) -> dict[str, Any]:
    """What a board shows now; `state` is hidden already, so nothing here gives a secret away."""
    count, heads = state.seats, state.head[: state.seats]
    return {
        "you": seat,
        "turn": state.turn,
        "active": state.active,
        "phase": s.PHASES[state.phase],
        "train": [
            {
                "face": face,
                "markers": [n for i, n in enumerate(SPACE_NAMES) if state.markers[car] >> i & 1],
                "serial": state.dropped + car,
            }
            for car, face in enumerate(state.train[: state.length])
        ],
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
        "limits": [3 if facts.ability[head] == THREE_HANDS else 2 for head in heads],
        "draw": state.draw_pile,
        "discard": state.pile[ALL_CARDS - state.discard_pile :][::-1],
        "reach": state.reach,
        "dice": [die for die in state.dice if die],
        "added": state.added,
        "fight": _fight(state),
        "turns": state.turns,
        "engine_wait": state.wait,
        "winners": [who for who in range(count) if state.winners >> who & 1],
        "reason": s.REASONS[state.reason],
    }


def _fight(state: Reading) -> dict[str, Any] | None:
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
