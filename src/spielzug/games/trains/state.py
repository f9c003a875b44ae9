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

from spielzug.core.actions import ActionPart, ActionSpace, Band
from spielzug.core.declaration import NEVER, OWNER, SOMETIMES, F, StateRecord, declare, declare_word
from spielzug.core.endings import TableEndings, ending_bands
from spielzug.core.events import EventKind
from spielzug.games.trains.facts import MAX_SEATS, SLOTS
from spielzug.games.trains.facts.boards import SPACE_NAMES, SPACES, WORDS
from spielzug.games.trains.facts.sets import CODES, KINDS, MOST_OWNED, MOST_WASTE

PARTS = ("track", "cities", "remote", "cards")
"""The parts of a score (T16)."""
ROW = 4  # cards that Information Central reveals
CREW_CHOICES = ("draw", "money", "waste")

_KIND, _SPACE = ActionPart("kind", texts=CODES), ActionPart("space", texts=SPACE_NAMES)

ACTIONS = ActionSpace(
    Band("start", "@{space}", _SPACE),
    Band("play", "{kind}", _KIND),
    Band("use", "{kind}+", _KIND),
    Band("buy", "${kind}", _KIND),
    Band("buy_top", "${kind}^", _KIND),
    Band("end", "."),
    Band("recycle", "~"),
    Band("lay", "={space}", _SPACE),
    Band("build", "^{space}", _SPACE),
    Band("return", "#{count}", ActionPart("count", MOST_WASTE + 1)),
    Band("discard", "-{kind}", _KIND),
    Band("toss", "-"),  # discard the card looked at
    Band("keep", "^"),  # put the card looked at back
    Band("name", "?{kind}", _KIND),
    Band("take", ">{kind}", _KIND),
    Band("done", "/"),
    Band("put", "^{place}", ActionPart("place", ROW, first=1)),
    Band("crew", ":{what}", ActionPart("what", texts=CREW_CHOICES)),
    Band("choose", "&{kind}", _KIND),
    *ending_bands(MAX_SEATS),
    examples="NT (play a card), LR+ (play and use it), $EX (buy), =c5 (lay a rail), "
    "^c5 (build a station), . (end)",
)
(
    START, PLAY, USE, BUY, BUY_TOP, END, RECYCLE, LAY, BUILD, RETURN, DISCARD, TOSS, KEEP, NAME,
    TAKE, DONE, PUT, CREW_DRAW, CHOOSE, RESIGN, ABANDON,
) = ACTIONS.starts  # fmt: skip
CREW_MONEY, CREW_WASTE = CREW_DRAW + 1, CREW_DRAW + 2
N_ACTIONS = ACTIONS.count
notation, parse = ACTIONS.notation, ACTIONS.parse

MAX_LEGAL = SPACES  # the first cube; every other decision has fewer choices
MAX_TOP = 64

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

MOST_TOKENS = 200
_SLOT = (0, SLOTS - 1)


class State(StateRecord[F]):
    """A position of Trains."""

    rng = declare_word(seen=NEVER)  # the generator of all luck to come
    cubes = declare("u8", (MAX_SEATS, WORDS))  # spaces with a player's cube
    reach = declare("u8", (MAX_SEATS, WORDS))  # spaces next to a player's cubes (T10)
    turns = declare("u4")  # turns completed
    money = declare("u4")  # money of this turn
    track = declare("u2", (MAX_SEATS,))  # the score track
    seats = declare("u1", within=(2, MAX_SEATS))  # number of players
    first = declare("u1", within=(0, MAX_SEATS - 1))  # the seat that began (T3)
    turn = declare("i1", within=(-1, MAX_SEATS - 1))  # whose turn it is, -1 when the game is over
    phase = declare("u1", within=(0, OVER))  # index into PHASES
    acted = declare("u1", within=(0, 1))  # whether something was played or bought this turn (T7)
    effects = declare("u1")  # in force until the end of the turn, one bit each
    ironworks = declare("u1")  # number of Ironworks in force
    card = declare("u1", within=_SLOT)  # the slot of the card whose ability is being used
    number = declare("u2")  # cards discarded or still to discard; the most a new Train may cost
    row_left = declare("u1", within=(0, ROW))  # cards of the row not put back yet
    row_size = declare("u1", within=(0, ROW))  # cards in the row
    # slots: cards left, then those put back, topmost first; other seats do not know this order
    row = declare("u1", (ROW,), within=_SLOT, seen=SOMETIMES)
    winners = declare("u1")  # a bit for each seat
    reason = declare("u1", within=(0, ABANDONED))  # index into REASONS
    tokens = declare("u1", within=(0, MOST_TOKENS))  # stations that are not built yet
    stock = declare("u1", (MAX_SEATS,), within=(0, SPACES))  # cubes not on the board
    stations = declare("u1", (SPACES,))  # number of stations on each space
    kind = declare("u1", (SLOTS,), within=(0, KINDS - 1))  # the kind of cards of each slot
    supply = declare("u1", (SLOTS,))  # cards that can be bought
    play = declare("u1", (SLOTS,))  # the play area of the seat to move
    aside = declare("u1", (SLOTS,))  # bought and gained this turn
    box = declare("u1", (SLOTS,))  # trashed
    shown = declare("u1", (SLOTS,))  # revealed during a Temporary Timetable
    # cards in hand; of another seat only those in `known`
    hand = declare("u1", (MAX_SEATS, SLOTS), seen=OWNER)
    # the draw pile below `top`, without order; of another seat all cards whose place is secret
    draw = declare("u1", (MAX_SEATS, SLOTS), seen=OWNER)
    discard = declare("u1", (MAX_SEATS, SLOTS))  # cards in each discard pile
    known = declare("u1", (MAX_SEATS, SLOTS))  # cards in hand known to everybody
    loose = declare("u1", (MAX_SEATS, SLOTS))  # a group of cards partly drawn; see `rules.piles`
    hand_size = declare("u2", (MAX_SEATS,))  # number of cards in hand
    draw_size = declare("u2", (MAX_SEATS,))  # number of cards in the draw pile below `top`
    top_size = declare("u1", (MAX_SEATS,), within=(0, MAX_TOP))  # number of cards in `top`
    # known cards on the draw pile, topmost last; the mark of each says who knows it
    top = declare("u1", (MAX_SEATS, MAX_TOP), seen=OWNER)


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
the row, `part` an index into `PARTS`.
"""
ENDINGS = TableEndings.of(ACTIONS, REASONS, EVENTS)
# The longest step: a Temporary Timetable that reveals a whole deck.
MAX_EVENTS = MOST_OWNED + 80
