"""From an observation of Der große Zugraub back to what the seat knows."""

from __future__ import annotations

from typing import Any

from games.zugraub.typed_position import GAME
from spielzug.games.zugraub import observation as o
from spielzug.games.zugraub.facts.sets import ALL_CARDS
from spielzug.games.zugraub.state import (
    ALL_KNOW,
    BATCH,
    BEHIND,
    PLAYED,
    SPECTATORS,
    UNKNOWN,
)

ALONE = (
    "phase", "reason", "dropped", "wait", "unused", "lost", "reach", "added", "installed",
    "passes", "shuffles", "draw_pile", "dice",
)  # fmt: skip
BY_SEAT = ("points", "head", "cards", "total", "moved", "fight_dice")


def alike(facts: Any, state: Any) -> None:
    """A hidden position without what observations leave out: the order of the discards, and with
    which shuffle a card came into the draw pile that everybody sees or has seen since.
    """
    low = ALL_CARDS - int(state.discard_pile)
    state.pile[low:] = sorted(int(card) for card in state.pile[low:])
    for card in (*state.pile[low:], *state.head):
        state.batch[card] = 0
    for seat in range(int(state.seats)):
        for slot in range(int(state.cards[seat])):
            if state.seen[seat, slot] & ALL_KNOW == ALL_KNOW:
                state.batch[state.hand[seat, slot]] = 0


def decode(facts: Any, observation: Any, seat: int, like: Any) -> Any:
    """The hidden position, as `alike` leaves it. What it cannot tell apart besides: how many turns
    a game without a limit has had, or one that has 32,767 turns and more to go; and points above
    that number.
    """

    def part(name: str) -> Any:
        return GAME.observation.part(name, observation)

    state, seats = like, int(part("seats"))
    for name in ALONE:
        state[name] = part(name)
    state.seats = seats
    state.turns = facts.turn_limit - part("turns_left")
    for name in ("turn", "active", "first", "champion"):
        state[name] = (seat + int(part(name)) - 1) % seats if part(name) else -1
    train = [int(face) - 1 for face in part("train") if face]
    state.length = len(train)
    state.train[: len(train)] = train
    state.markers = part("markers")[:, 0] + (part("markers")[:, 1].astype("i8") << o.HALF)
    for i in range(seats):
        other = (seat + i) % seats
        for name in BY_SEAT:
            state[name][other] = part(name)[i]
        for name in ("winners", "fighters", "moved_heads"):
            state[name] |= (int(part(name)) >> i & 1) << other
        place = int(part("pawn")[i])
        state.pawn[other] = BEHIND if place == o.BEHIND_TRAIN else place - 1
    told = _put_hands(part, state, seat)
    _put_piles(facts, part("lies"), state, seat, told)
    return state


def _put_hands(part: Any, state: Any, seat: int) -> set[int]:
    """Returns the cards in heads and hands that the seat knows."""
    told = {int(card) for card in state.head if card}
    n, seats = 0, int(state.seats)
    for i in range(seats):
        other = (seat + i) % seats
        for slot in range(int(state.cards[other])):
            card, knows = int(part("hand")[n]), int(part("knows")[n])
            batch = (int(state.shuffles) - int(part("age")[n])) & o.BYTE
            everybody = knows & SPECTATORS
            seen = sum((knows >> k & 1) << (seat + k) % seats for k in range(seats))
            state.hand[other, slot] = UNKNOWN if card == o.SECRET else card
            state.seen[other, slot] = (ALL_KNOW if everybody else seen) | batch << BATCH
            if card != o.SECRET:
                told.add(card)
                state.batch[card] = 0 if everybody else batch
            n += 1
    return told


def _put_piles(facts: Any, lies: Any, state: Any, seat: int, told: set[int]) -> None:
    discards = []
    for card in range(1, int(facts.count) + 1):
        value = int(lies[card - 1])
        if 0 < value < o.UNSEEN:
            discards.append(card)
        if o.HITTING <= value < o.UNSEEN:
            i, n = divmod(value - o.HITTING, PLAYED)
            state.played[(seat + i) % int(state.seats), n] = card
        if value >= o.UNSEEN or (value == 0 and card not in told):
            age = max(value - o.UNSEEN, 0)
            state.batch[card] = (int(state.shuffles) - age) & o.BYTE
    state.discard_pile = len(discards)
    state.pile[ALL_CARDS - len(discards) :] = discards
    state.pile[: state.draw_pile] = UNKNOWN
