"""A position of Trains: its record, phases, effects, events, and actions with their notation.

Cards are counted by slot: slots 0 to 8 are the kinds in every game, 9 to 16 the eight chosen ones,
ascending; `kind` maps each slot to its kind.

The notation can be parsed. Kinds are written with two letters, spaces by row and column: ``@c5``
the first cube, ``NT`` play a card for its money, ``LR+`` play it and use it, ``$EX`` buy, ``$EX^``
buy onto the draw pile, ``.`` end the turn, ``~`` return all Waste, ``=c5`` lay a rail, ``^c5``
build a station.
"""

from __future__ import annotations

from collections.abc import Mapping

from spielzug.core.errors import CannotRead
from spielzug.core.events import EventKind
from spielzug.core.jit import record
from spielzug.games.trains.facts import MAX_SEATS, SLOTS
from spielzug.games.trains.facts.boards import SPACE_NAMES, SPACES, WORDS
from spielzug.games.trains.facts.sets import CODES, KINDS, MOST_OWNED, MOST_WASTE

ROW = 4  # cards that Information Central reveals
CREW_CHOICES = ("draw", "money", "waste")

START = 0  # + space
PLAY = START + SPACES  # + kind
USE = PLAY + KINDS  # + kind
BUY = USE + KINDS  # + kind
BUY_TOP = BUY + KINDS  # + kind
END = BUY_TOP + KINDS
RECYCLE = END + 1
LAY = RECYCLE + 1  # + space
BUILD = LAY + SPACES  # + space
RETURN = BUILD + SPACES  # + number of Waste
DISCARD = RETURN + MOST_WASTE + 1  # + kind
TOSS = DISCARD + KINDS  # discard the card looked at
KEEP = TOSS + 1  # put the card looked at back
NAME = KEEP + 1  # + kind
TAKE = NAME + KINDS  # + kind
DONE = TAKE + KINDS
PUT = DONE + 1  # + place in the row
CREW_DRAW = PUT + ROW
CREW_MONEY = CREW_DRAW + 1
CREW_WASTE = CREW_MONEY + 1
CHOOSE = CREW_WASTE + 1  # + kind
RESIGN = CHOOSE + KINDS  # + seat; for the table only
ABANDON = RESIGN + MAX_SEATS  # for the table only
N_ACTIONS = ABANDON + 1

MAX_LEGAL = SPACES  # the first cube; every other decision has fewer choices


def _notations() -> list[str]:
    def kinds(before: str, after: str = "") -> list[str]:
        return [f"{before}{code}{after}" for code in CODES]

    def spaces(sign: str) -> list[str]:
        return [sign + name for name in SPACE_NAMES]

    texts = [*spaces("@"), *kinds(""), *kinds("", "+"), *kinds("$"), *kinds("$", "^"), ".", "~"]
    texts += [*spaces("="), *spaces("^"), *(f"#{n}" for n in range(MOST_WASTE + 1))]
    texts += [*kinds("-"), "-", "^", *kinds("?"), *kinds(">"), "/"]
    texts += [f"^{place + 1}" for place in range(ROW)]
    texts += [*(f":{what}" for what in CREW_CHOICES), *kinds("&")]
    return [*texts, *(f"!resign{seat + 1}" for seat in range(MAX_SEATS)), "!abandon"]


NOTATION = _notations()
_BY_NOTATION = {text: action for action, text in enumerate(NOTATION)}


def notation(action: int) -> str:
    return NOTATION[action]


def parse(text: str) -> int:
    try:
        return _BY_NOTATION[text.strip()]
    except KeyError:
        raise CannotRead(
            f"cannot read {text.strip()!r} as an action; write for example NT (play a card), "
            "LR+ (play and use it), $EX (buy), =c5 (lay a rail), ^c5 (build a station), . (end)"
        ) from None


MAX_TOP = 64

STATE = record(
    [
        ("rng", "u8"),
        ("cubes", "u8", (MAX_SEATS, WORDS)),  # spaces with a player's cube
        ("reach", "u8", (MAX_SEATS, WORDS)),  # spaces next to a player's cubes (T10)
        ("turns", "u4"),  # turns completed
        ("money", "u4"),  # money of this turn
        ("track", "u2", (MAX_SEATS,)),  # the score track
        ("seats", "u1"),
        ("first", "u1"),
        ("turn", "i1"),  # whose turn it is, -1 when the game is over
        ("phase", "u1"),
        ("acted", "u1"),  # whether something was played or bought this turn (T7)
        ("effects", "u1"),  # in force until the end of the turn, one bit each
        ("ironworks", "u1"),  # number of Ironworks in force
        ("card", "u1"),  # the slot of the card whose ability is being used
        ("number", "u2"),  # cards discarded or still to discard; the most a new Train may cost
        ("row_left", "u1"),  # cards of the row not put back yet
        ("row_size", "u1"),  # cards in the row
        ("row", "u1", (ROW,)),  # slots: cards left, then those put back, topmost first
        ("winners", "u1"),  # a bit for each seat
        ("reason", "u1"),
        ("tokens", "u1"),
        ("stock", "u1", (MAX_SEATS,)),  # cubes not on the board
        ("stations", "u1", (SPACES,)),
        ("kind", "u1", (SLOTS,)),
        ("supply", "u1", (SLOTS,)),
        ("play", "u1", (SLOTS,)),  # the play area of the seat to move
        ("aside", "u1", (SLOTS,)),  # bought and gained this turn
        ("box", "u1", (SLOTS,)),  # trashed
        ("shown", "u1", (SLOTS,)),  # revealed during a Temporary Timetable
        ("hand", "u1", (MAX_SEATS, SLOTS)),
        ("draw", "u1", (MAX_SEATS, SLOTS)),  # the draw pile below `top`, without order
        ("discard", "u1", (MAX_SEATS, SLOTS)),
        ("known", "u1", (MAX_SEATS, SLOTS)),  # cards in hand known to everybody
        ("loose", "u1", (MAX_SEATS, SLOTS)),  # a group of cards partly drawn; see `rules.piles`
        ("hand_size", "u2", (MAX_SEATS,)),
        ("draw_size", "u2", (MAX_SEATS,)),
        ("top_size", "u1", (MAX_SEATS,)),
        ("top", "u1", (MAX_SEATS, MAX_TOP)),  # known cards on the draw pile, topmost last
    ]
)

PHASES = (
    "start", "turn", "rail", "station", "freight", "mail", "conductor", "garage", "signals", "name",
    "reveal", "order", "crew", "park", "switch", "pull", "maintain", "office", "trash", "wagon",
    "over",
)  # fmt: skip
(
    STARTING, TURN, RAIL, STATION, FREIGHT, MAIL, CONDUCTOR, GARAGE, SIGNALS, NAMING, REVEAL, ORDER,
    CREW, PARK, SWITCH, PULL, MAINTAIN, OFFICE, TRASH, WAGON, OVER,
) = range(len(PHASES))  # fmt: skip

REASONS = ("", "four_piles", "cubes", "stations", "turn_limit", "resigned", "abandoned")
NOT_OVER, FOUR_PILES, NO_CUBES, NO_STATIONS, TURN_LIMIT, RESIGNED, ABANDONED = range(len(REASONS))

EFFECTS = ("dump_site", "collaboration", "steel_bridge", "tunnel", "viaduct", "subway_excavation",
           "early_train")  # fmt: skip
DUMPING, TOGETHER, BRIDGED, TUNNELED, ELEVATED, UNDERGROUND, EARLY = (1 << i for i in range(7))

# Who knows a card on the draw pile; the lower five bits are its slot.
SLOT = 31
UNKNOWN = 31  # slot of a card hidden from the reader
PUBLIC, PRIVATE, GROUP, SPLIT = 0, 32, 64, 96
KNOWN_BY_MASK = 96
LAST = 128  # the lowest card of a group
NOTHING = 255  # no card

(
    BEGINS, SUPPLIED, DEALT, STARTED, PLAYED, USED, MONEY, WASTED, NO_WASTE, EFFECT, LAID, BUILT,
    BOUGHT, GAINED, DISCARDED, RETURNED, TRASHED, TOOK, REVEALED, LOOKED, PUT_BACK, ARRANGED, NAMED,
    COPIED, POINT, CLEANED_UP, DREW, RESHUFFLED, ENDED_PILES, ENDED_CUBES, ENDED_STATIONS,
    ENDED_LIMIT, SCORED, WON, SHARED, GAVE_UP, CALLED_OFF, PASSED,
) = range(1, 39)  # fmt: skip
EVENTS: Mapping[int, EventKind] = {
    BEGINS: EventKind("begins"),
    SUPPLIED: EventKind("supplied", "card"),
    DEALT: EventKind("dealt", "card"),
    STARTED: EventKind("started", "space"),
    PLAYED: EventKind("played", "card", "used"),
    USED: EventKind("used", "card", "ability"),
    MONEY: EventKind("money", "count", "card"),
    WASTED: EventKind("wasted", "count", "cause"),
    NO_WASTE: EventKind("no_waste", "count", "cause"),
    EFFECT: EventKind("effect", "card"),
    LAID: EventKind("laid", "space", "cost"),
    BUILT: EventKind("station", "space", "stations"),
    BOUGHT: EventKind("bought", "card", "top"),
    GAINED: EventKind("gained", "card"),
    DISCARDED: EventKind("discarded", "card", "count"),
    RETURNED: EventKind("returned", "count"),
    TRASHED: EventKind("trashed", "card"),
    TOOK: EventKind("took", "card"),
    REVEALED: EventKind("revealed", "card", "known"),
    LOOKED: EventKind("looked", "card", "known"),
    PUT_BACK: EventKind("put_back", "card"),
    ARRANGED: EventKind("arranged", "card", "place"),
    NAMED: EventKind("named", "card"),
    COPIED: EventKind("copied", "card"),
    POINT: EventKind("point", "track"),
    CLEANED_UP: EventKind("cleaned_up"),
    DREW: EventKind("drew", "card", "known"),
    RESHUFFLED: EventKind("reshuffled", "count"),
    ENDED_PILES: EventKind("four_piles"),
    ENDED_CUBES: EventKind("cubes"),
    ENDED_STATIONS: EventKind("stations"),
    ENDED_LIMIT: EventKind("turn_limit", "turns"),
    SCORED: EventKind("scored", "points", "part"),
    WON: EventKind("won", "points"),
    SHARED: EventKind("shared", "points"),
    GAVE_UP: EventKind("gave_up"),
    CALLED_OFF: EventKind("called_off"),
    PASSED: EventKind("passed"),
}
"""A card is the number of its kind (index into `facts.sets.CODES`), a space its number.

`used` and `top` are 1 or 0: whether the ability was used, whether the card went onto the draw pile.
`ability` is the kind whose ability was used; a Stationmaster's Office uses that of another kind.
`cause` is the kind that brings Waste, or KINDS for a rail beside other players' rails. `known` is 1
if somebody knew where the card lay. `stations` and `track` are the new totals, `place` an index in
the row, `part` an index into `rules.network.PARTS`.
"""
# The longest step: a Temporary Timetable that reveals a whole deck.
MAX_EVENTS = MOST_OWNED + 80
