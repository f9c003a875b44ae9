"""A position of Der große Zugraub: its record, phases, events, and actions with their notation.

A card is its number; 0 is no card, and 255 a card hidden from the reader. A place is 18 times the
car (from the rear, from 0) plus the space; 255 is behind the train.

The notation can be parsed: ``*`` roll, ``-17`` discard a card, ``+17`` play a card (to run or to
hit), ``3c2`` go to car 3 from the rear, column c, row 2, ``>`` out of the front door, ``x`` fight,
``.`` peace or done, ``/`` pass or no more spoils, ``^17`` put a card into the head. Spoils are
``2.1x`` ``2.1>3`` ``2hx`` ``2h>3`` ``2h^3``: the first hand card or the head of seat 2 is thrown
away, or goes to the hand or the head of seat 3.
"""

from __future__ import annotations

from spielzug.core.errors import CannotRead
from spielzug.core.events import MAX_SEATS, EventKind
from spielzug.core.jit import record
from spielzug.games.zugraub.facts.sets import ALL_CARDS, MAX_CARS, SPACES, space_name

DICE = 3
# The active player may win everything in a fight of seven: 4 own cards, 6 hands of 3, 7 heads.
HAND = 30
PLAYED = 5

STATE = record(
    [
        ("rng", "u8"),
        ("turns", "u4"),  # turns completed
        ("markers", "u4", (MAX_CARS,)),  # spaces with a marker, 18 bits per car
        ("points", "u2", (MAX_SEATS,)),
        ("total", "i2", (MAX_SEATS,)),  # strength in a fight
        ("dropped", "u2"),  # cars lost so far; also the number of the rear car in the game
        ("wait", "u2"),  # turns until the Engine may be drawn (B21)
        ("seats", "i1"),
        ("first", "i1"),
        ("active", "i1"),  # whose turn it is
        ("turn", "i1"),  # the seat to decide, -1 when the game is over
        ("phase", "u1"),
        ("reason", "u1"),
        ("winners", "u1"),  # a bit per seat
        ("length", "i1"),  # cars in the train
        ("train", "u1", (MAX_CARS,)),  # faces from the rear
        ("unused", "u1"),  # a bit per piece
        ("lost", "u1"),  # pieces out of the game, a bit each
        ("reach", "u1"),  # steps left in phase MOVE
        ("added", "u1"),  # cars added this turn (B17)
        ("installed", "u1"),  # whether a brain went into the head this turn (B16)
        ("fighters", "u1"),  # a bit per seat
        ("passes", "u1"),  # consecutive passes (B11)
        ("champion", "i1"),  # who won the fight, -1 outside spoils and limit
        ("moved", "i1", (MAX_SEATS,)),  # cards that these spoils added, at the end of a hand
        ("moved_heads", "u1"),  # heads whose brain came from these spoils, a bit per seat
        ("pawn", "u1", (MAX_SEATS,)),  # places
        ("head", "u1", (MAX_SEATS,)),
        ("cards", "i1", (MAX_SEATS,)),  # number of cards in the hand
        ("hand", "u1", (MAX_SEATS, HAND)),
        # For each hand card: who knows it (bit 7: spectators), and in the bits above BATCH the
        # shuffle of the draw pile that it came from.
        ("seen", "u2", (MAX_SEATS, HAND)),
        ("shuffles", "u1"),  # number of shuffles so far
        ("batch", "u1", (ALL_CARDS + 1,)),  # the shuffle that last put the card into the pile
        ("draw_pile", "i1"),  # number of cards
        ("discard_pile", "i1"),  # number of cards
        # The draw pile has no order and fills from the front, the discards fill from the end.
        ("pile", "u1", (ALL_CARDS,)),
        ("dice", "u1", (DICE,)),  # dice of the last move
        ("fight_dice", "u1", (MAX_SEATS, DICE)),
        ("played", "u1", (MAX_SEATS, PLAYED)),  # cards played in the fight
    ]
)

UNKNOWN = 255
BEHIND = 255
NOBODY_KNOWS, ALL_KNOW, SPECTATORS = 0, 0xFF, 1 << 7
BATCH = 8  # number of bits of `seen` below the shuffle

DISCARDING, MOVE, ATTACKING, BRAWL, SPOILS, LIMIT, END, OVER = range(8)
# Phases only within one step: the space is dealt with, the turn or the fight is over, the train
# has stopped.
SPACE_DONE, TURN_DONE, FIGHT_DONE, STANDING = range(8, 12)
PHASES = ("discard", "move", "attack", "brawl", "spoils", "limit", "end", "over")
NOT_OVER, WON_GAME, SHARED_GAME, ALL_LOST, TURN_LIMIT, ABANDONED = range(6)
REASONS = ("", "won", "shared", "all_lose", "turn_limit", "abandoned")

# The kinds of events.
(
    BEGINS, DEALT, DREW, CAR, DISCARDED, ROLLED, WALKED, BOOSTED, LEFT_FRONT, FOUND, BRAKED,
    ATTACKED, PEACE, FOUGHT, HIT, PASSED, WON_FIGHT, LOST_FIGHT, SAW, THREW, GAVE, GOT,
    PUT_IN_HEAD, KEPT, INSTALLED, THREW_BRAIN, CHECKED, LOST_CAR, FELL, CABOOSE_BACK, ENGINE_UP,
    STOPPED, WON, SHARED, LOST_ALL, CALLED_OFF, SHUFFLED, FREE_CHEESE, LIMIT_REACHED, CAR_BACK,
) = range(1, 41)  # fmt: skip
# The longest steps end a fight of seven and show 18 hand cards, or lose seven cars with six pawns
# and 30 cards in a coupling check. Both have fewer events than this.
MAX_EVENTS = 160

EVENTS = {
    BEGINS: EventKind("begins"),
    DEALT: EventKind("dealt", "card"),  # visible to its owner only
    DREW: EventKind("drew", "card"),  # visible to its owner only
    CAR: EventKind("car", "face", "cars"),  # twice the piece plus the side; cars in the train now
    DISCARDED: EventKind("discarded", "card", "phase"),
    ROLLED: EventKind("rolled", "die", "total"),  # reach, or strength in a fight, so far
    WALKED: EventKind("walked", "from", "to"),  # places
    BOOSTED: EventKind("boosted", "card", "reach"),
    LEFT_FRONT: EventKind("left_front", "from", "to"),  # places; the event of the new car follows
    FOUND: EventKind("found", "place", "points"),  # points gained
    BRAKED: EventKind("braked", "place", "cars"),
    ATTACKED: EventKind("attacked", "place", "fighters"),  # number of fighters
    PEACE: EventKind("peace"),
    FOUGHT: EventKind("fought", "total", "dice"),  # number of dice
    HIT: EventKind("hit", "card", "total"),
    PASSED: EventKind("passed"),
    WON_FIGHT: EventKind("won_fight", "total", "tie"),  # 1: the attacker won by a tie
    LOST_FIGHT: EventKind("lost_fight", "points"),  # the loser's points now
    SAW: EventKind("saw", "card", "slot"),  # in the hand; visible to owner and winner
    THREW: EventKind("threw", "card", "other"),  # thrown away by the winner; previous owner
    # GAVE is visible to those who know the card, GOT to all.
    GAVE: EventKind("gave", "card", "to"),
    GOT: EventKind("got", "from"),
    PUT_IN_HEAD: EventKind("put_in_head", "card", "to"),  # from a seat into the head of another
    KEPT: EventKind("kept"),
    INSTALLED: EventKind("installed", "card", "points"),  # points left
    THREW_BRAIN: EventKind("threw_brain", "card"),
    CHECKED: EventKind("checked", "die", "cars"),
    LOST_CAR: EventKind("lost_car", "piece", "cars"),  # cars left
    FELL: EventKind("fell", "cards"),  # cards that were in the hand
    CABOOSE_BACK: EventKind("caboose_back", "wait"),  # turns until the Engine may come (B21)
    ENGINE_UP: EventKind("engine"),
    STOPPED: EventKind("stopped"),
    WON: EventKind("won", "iq"),
    SHARED: EventKind("shared", "iq"),
    LOST_ALL: EventKind("all_lose"),
    CALLED_OFF: EventKind("called_off"),
    SHUFFLED: EventKind("shuffled", "cards"),
    FREE_CHEESE: EventKind("free_cheese", "card"),
    LIMIT_REACHED: EventKind("limit_reached", "turns"),
    CAR_BACK: EventKind("car_back", "piece"),  # unused again (B21)
}
"""Name of each kind of event and of its two values."""


PLACES = MAX_CARS * SPACES
SLOTS = 5  # hand cards of one fighter that spoils can refer to (a fighter has at most four)
HEAD_SLOT = SLOTS  # the brain in the head
SOURCES = SLOTS + 1
TO_DISCARD = 0
TO_HAND = 1  # + seat
TO_HEAD = TO_HAND + MAX_SEATS  # + seat
GOALS = TO_HEAD + MAX_SEATS

ROLL = 0
DISCARD = 0  # + card, from 1
PLAY = DISCARD + ALL_CARDS  # + card
GO = PLAY + ALL_CARDS + 1  # + place
FRONT_DOOR = GO + PLACES
ATTACK = FRONT_DOOR + 1
DONE = ATTACK + 1  # peace, or the end of the turn
PASS = DONE + 1  # in a fight, or the end of the spoils
INSTALL = PASS  # + card
SPOIL = INSTALL + ALL_CARDS + 1  # + (seat * SOURCES + slot) * GOALS + goal
ABANDON = SPOIL + MAX_SEATS * SOURCES * GOALS  # for the table only
N_ACTIONS = ABANDON + 1

MAX_LEGAL = MAX_SEATS * SOURCES * GOALS + 1  # all spoils, and ending them


PLACE_NAMES = [f"{place // SPACES + 1}{space_name(place % SPACES)}" for place in range(PLACES)]


def place_name(place: int) -> str:
    return PLACE_NAMES[place]


def spoil(seat: int, slot: int, goal: int) -> int:
    return SPOIL + (seat * SOURCES + slot) * GOALS + goal


def spoil_parts(action: int) -> tuple[int, int, int]:
    """Seat, slot and goal of a spoils action."""
    source, goal = divmod(action - SPOIL, GOALS)
    return source // SOURCES, source % SOURCES, goal


def _spoils() -> list[str]:
    texts = []
    for seat in range(1, MAX_SEATS + 1):
        for slot in range(SOURCES):
            source = f"{seat}h" if slot == HEAD_SLOT else f"{seat}.{slot + 1}"
            texts.append(f"{source}x")
            texts += [f"{source}>{to}" for to in range(1, MAX_SEATS + 1)]
            texts += [f"{source}^{to}" for to in range(1, MAX_SEATS + 1)]
    return texts


def _notations() -> list[str]:
    cards = range(1, ALL_CARDS + 1)
    texts = ["*", *(f"-{card}" for card in cards), *(f"+{card}" for card in cards)]
    texts += [place_name(place) for place in range(PLACES)]
    texts += [">", "x", ".", "/", *(f"^{card}" for card in cards)]
    return [*texts, *_spoils(), "!abandon"]


NOTATION = _notations()
_BY_NOTATION = {text: action for action, text in enumerate(NOTATION)}


def notation(action: int) -> str:
    return NOTATION[action]


def parse(text: str) -> int:
    try:
        return _BY_NOTATION[text.strip()]
    except KeyError:
        raise CannotRead(
            f"cannot read {text.strip()!r} as an action; write for example * (roll), 3c2 (go), "
            "+17 (play card 17), -17 (discard it), ^17 (into the head), > (out at the front), "
            "x (fight), 2h>1 (spoils)"
        ) from None
