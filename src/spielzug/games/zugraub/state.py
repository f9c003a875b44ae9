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

from typing import TYPE_CHECKING, Any

from spielzug.core.actions import ActionPart, ActionSpace, Band
from spielzug.core.declaration import NEVER, OWNER, SOMETIMES, F, StateRecord, declare, declare_word
from spielzug.core.endings import TableEndings, ending_bands
from spielzug.core.events import MAX_SEATS, EventKind
from spielzug.games.zugraub.facts.sets import ALL_CARDS, ENGINE_FACE, MAX_CARS, SPACES, space_name

if TYPE_CHECKING:
    from spielzug.core.record_types import Number
    from spielzug.games.zugraub.facts import Facts

DICE, DIE = 3, 6
# The active player may win everything in a fight of seven: 4 own cards, 6 hands of 3, 7 heads.
HAND = 30
PLAYED = 5

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

_SEAT, _NO_SEAT, _CARD = (0, MAX_SEATS - 1), (-1, MAX_SEATS - 1), (0, ALL_CARDS)


class State(StateRecord[F]):
    """A position of The Great Brain Robbery."""

    rng = declare_word(seen=NEVER)  # the generator of all luck to come
    turns = declare("u4")  # turns completed
    # spaces with a marker, 18 bits per car
    markers = declare("u4", (MAX_CARS,), within=(0, (1 << SPACES) - 1))
    points = declare("u2", (MAX_SEATS,))  # points to spend
    total = declare("i2", (MAX_SEATS,))  # strength in a fight
    dropped = declare("u2")  # cars lost so far; also the number of the rear car in the game
    wait = declare("u2")  # turns until the Engine may be drawn (B21)
    seats = declare("i1", within=(3, MAX_SEATS))  # number of players
    first = declare("i1", within=_SEAT)  # the seat that began
    active = declare("i1", within=_SEAT)  # whose turn it is
    turn = declare("i1", within=_NO_SEAT)  # the seat to decide, -1 when the game is over
    phase = declare("u1", within=(0, OVER))  # index into PHASES
    reason = declare("u1", within=(0, ABANDONED))  # index into REASONS
    winners = declare("u1")  # a bit per seat
    length = declare("i1", within=(1, MAX_CARS))  # cars in the train
    train = declare("u1", (MAX_CARS,), within=(0, ENGINE_FACE))  # faces from the rear
    unused = declare("u1")  # pieces that may still come, a bit each
    lost = declare("u1")  # pieces out of the game, a bit each
    reach = declare("u1")  # steps left in phase MOVE
    added = declare("u1")  # cars added this turn (B17)
    installed = declare("u1")  # whether a brain went into the head this turn (B16)
    fighters = declare("u1")  # a bit per seat
    passes = declare("u1")  # consecutive passes (B11)
    champion = declare("i1", within=_NO_SEAT)  # who won the fight, -1 outside spoils and limit
    # cards that these spoils added, at the end of a hand
    moved = declare("i1", (MAX_SEATS,), within=(0, HAND))
    moved_heads = declare("u1")  # heads whose brain came from these spoils, a bit per seat
    pawn = declare("u1", (MAX_SEATS,))  # places
    head = declare("u1", (MAX_SEATS,), within=_CARD)  # the brain in the head, 0 without
    cards = declare("i1", (MAX_SEATS,), within=(0, HAND))  # number of cards in the hand
    # cards in the order in which they came; a card is also known to the others in `seen`
    hand = declare("u1", (MAX_SEATS, HAND), within=_CARD, seen=OWNER)
    # for each hand card: who knows it (bit 7: spectators), and in the bits above BATCH the
    # shuffle of the draw pile that it came from
    seen = declare("u2", (MAX_SEATS, HAND))
    shuffles = declare("u1")  # number of shuffles so far
    batch = declare("u1", (ALL_CARDS + 1,))  # the shuffle that last put the card into the pile
    draw_pile = declare("i1", within=_CARD)  # number of cards
    discard_pile = declare("i1", within=_CARD)  # number of cards
    # the draw pile without order from the front, which nobody sees; the discards from the end
    pile = declare("u1", (ALL_CARDS,), within=_CARD, seen=SOMETIMES)
    dice = declare("u1", (DICE,), within=(0, DIE))  # dice of the last move
    fight_dice = declare("u1", (MAX_SEATS, DICE), within=(0, DIE))  # dice of each fighter
    played = declare("u1", (MAX_SEATS, PLAYED), within=_CARD)  # cards played in the fight


def count_dice(facts: Facts[Any], state: State[Any], seat: Number, ability: int) -> int:
    """Number of dice: two; without a brain one fewer per card; three with the given ability."""
    head = state.head[seat]
    if head == 0:
        return max(2 - state.cards[seat], 0)
    return 3 if facts.ability[head] == ability else 2


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
PLACE_NAMES = [f"{place // SPACES + 1}{space_name(place % SPACES)}" for place in range(PLACES)]
SLOTS = 5  # hand cards of one fighter that spoils can refer to (a fighter has at most four)
HEAD_SLOT = SLOTS  # the brain in the head
SOURCES = SLOTS + 1
TO_DISCARD = 0
TO_HAND = 1  # + seat
TO_HEAD = TO_HAND + MAX_SEATS  # + seat
GOALS = TO_HEAD + MAX_SEATS

_SEATS = [str(seat + 1) for seat in range(MAX_SEATS)]
_CARDS = ActionPart("card", ALL_CARDS, first=1)
_SLOTS = [*(f".{slot + 1}" for slot in range(SLOTS)), "h"]
_GOALS = ["x", *(f">{seat}" for seat in _SEATS), *(f"^{seat}" for seat in _SEATS)]

ACTIONS = ActionSpace(
    Band("roll", "*"),
    Band("discard", "-{card}", _CARDS),
    Band("play", "+{card}", _CARDS),
    Band("go", "{place}", ActionPart("place", texts=PLACE_NAMES)),
    Band("front_door", ">"),
    Band("attack", "x"),
    Band("done", "."),  # peace, or the end of the turn
    Band("pass", "/"),  # in a fight, or the end of the spoils
    Band("install", "^{card}", _CARDS),
    Band(
        "spoil", "{seat}{slot}{goal}",
        ActionPart("seat", texts=_SEATS),
        ActionPart("slot", texts=_SLOTS),
        ActionPart("goal", texts=_GOALS),
    ),
    *ending_bands(),
    examples="* (roll), 3c2 (go), +17 (play card 17), -17 (discard it), ^17 (into the head), "
    "> (out at the front), x (fight), 2h>1 (spoils)",
)  # fmt: skip
ROLL, _DISCARD, _PLAY, GO, FRONT_DOOR, ATTACK, DONE, PASS, _INSTALL, SPOIL, ABANDON = ACTIONS.starts
# Cards count from 1, so that the action is DISCARD + card.
DISCARD, PLAY, INSTALL = _DISCARD - 1, _PLAY - 1, _INSTALL - 1
N_ACTIONS = ACTIONS.count
notation, parse = ACTIONS.notation, ACTIONS.parse
ENDINGS = TableEndings.of(ACTIONS, REASONS, EVENTS)

MAX_LEGAL = MAX_SEATS * SOURCES * GOALS + 1  # all spoils, and ending them


def place_name(place: int) -> str:
    return PLACE_NAMES[place]
