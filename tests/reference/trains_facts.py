"""The facts that the reference of "Trains – Die Bahn kommt!" needs: cards, piles, boards."""

from typing import NamedTuple


class Card(NamedTuple):
    name: str
    kinds: frozenset[str]
    cost: int
    money: int
    points: int


# code, name, kinds, cost, money, victory points
CARD_TABLE = """
NT normal_train          train        1 1 0
EX express_train         train        3 2 0
LE limited_express_train train        6 3 0
LR lay_rails             rail         3 0 0
SE station_expansion     station      3 0 0
AP apartment             victory      3 0 1
TO tower                 victory      5 0 2
SK skyscraper            victory      8 0 4
WA waste                 waste        0 0 0
BT bullet_train          train+action 2 1 0
ET early_train           train+action 5 2 0
FT freight_train         train+action 4 1 0
MT mail_train            train+action 4 1 0
TT tourist_train         train+action 4 1 0
CO collaboration         rail         5 0 0
SB steel_bridge          rail         4 0 0
TU tunnel                rail         5 0 0
VI viaduct               rail         5 0 0
SU subway_excavation     rail         7 0 0
AM amusement_park        action       4 1 0
CC command_central       action       3 0 0
CS conductors_station    action       2 0 0
CR control_room          action       7 0 0
DS dump_site             action       5 1 0
GA garage                action       3 1 0
HT holiday_timetable     action       3 0 0
IC information_central   action       4 1 0
IW ironworks             action       4 1 0
LF landfill              action       2 0 0
MF maintenance_factory   action       5 0 0
PS passing_station       action       3 1 0
PU pulling               action       3 0 0
SA signaling_area        action       5 0 0
SI signals               action       2 0 0
SC station_crew          action       2 0 0
SO stationmasters_office action       4 0 0
SW switchback            action       3 1 0
TI temporary_timetable   action       5 0 0
WF wagon_factory         action       5 0 0
"""

# T1: the common piles of every game besides Lay Rails and Station Expansion, whose number depends
# on the seats.
COMMON_PILES = {"EX": 20, "LE": 10, "AP": 10, "TO": 10, "SK": 10, "WA": 70}
RANDOM_PILE = 10
STARTING_DECK = {"NT": 7, "LR": 2, "SE": 1}  # T2
CUBES_PER_SEAT = 20
STATION_TOKENS = 30

# T1: the named supplies.
PRESETS = {
    "tokyo": ("PS", "HT", "AM", "CS", "LF", "DS", "SB", "MF"),
    "osaka": ("SO", "GA", "LF", "BT", "TI", "IW", "TT", "TU"),
    "tunneling": ("SI", "PU", "IC", "FT", "WF", "ET", "SA", "SU"),
    "holiday": ("LF", "SC", "HT", "TT", "MT", "VI", "MF", "CR"),
}

# Rows a to h of pointy-top hexes, the rows of nine shifted right by half a hex.
#   . plain   ~ river   ^ mountain   = sea   1 2 3 city with that room   *4 remote of that value
BOARD_ROWS = {
    "tokyo": """
        *4   ^   ^   ^   2   ~   2   ^   ^  *4
           ^   ^   2   .   .   ~   1   .   1
         3   ~   2   .   1   .   2   ~   .  *3
           1   ~   ~   .   .   2   2   ~   2
         ^   2   ~   ~   1   .   2   ~   =  *2
           ^   ~   2   ~   1   .   .   =   =
        *3   ^   ~   .   ~   1   =   =   =   =
          *2   3   ~   2   ~   2   =   =   =
    """,
    "osaka": """
        *4   1   ^   ^   ^   ^  *4   ^   3  *3
           ^   2   1   1   ^   ^   1   ~   .
         ^   ^   ~   .   .   1   1   ~   ~   2
           3   1   1   ~   ~   ~   ~   1   ~
        *3   =   =   ~   2   .   1   1   ^  *3
           =   =   =   2   2   .   ^   ^   2
         =   =   =   2   .   .   1   ^   1   1
           =   =  *2  *2   .   .   ^   1  *3
    """,
}
# Pairs of touching spaces that do not count as neighbours (T10).
BARRIERS = {
    "tokyo": "b3-c3 c7-d6 c7-d7 d6-d7 d6-e7 d7-e7 g1-h1",
    "osaka": "a1-b1 a2-b2 a6-a7 a7-b6 a7-b7 e5-f4 e5-f5 f4-f5 e10-f9 h3-h4 h8-h9",
}
TERRAIN_OF_SIGN = {".": "plain", "~": "river", "^": "mountain", "=": "sea"}


class Space(NamedTuple):
    terrain: str
    capacity: int  # station tokens a city has room for
    value: int  # a remote space's cost and points


def read_cards() -> dict[str, Card]:
    cards = {}
    for line in CARD_TABLE.strip().splitlines():
        code, name, kinds, cost, money, points = line.split()
        cards[code] = Card(name, frozenset(kinds.split("+")), int(cost), int(money), int(points))
    return cards


def read_space(sign: str) -> Space:
    if sign.isdigit():
        return Space("city", int(sign), 0)
    if sign.startswith("*"):
        return Space("remote", 0, int(sign[1:]))
    return Space(TERRAIN_OF_SIGN[sign], 0, 0)


def read_board(name: str) -> dict[str, Space]:
    """The spaces by name: row letter, then column number from 1."""
    rows = BOARD_ROWS[name].strip().splitlines()
    return {
        f"{letter}{column}": read_space(sign)
        for letter, row in zip("abcdefgh", rows, strict=True)
        for column, sign in enumerate(row.split(), start=1)
    }


def touching(space: str) -> list[str]:
    """The names of the up to six spaces around a space; some may lie off the board."""
    row, column = "abcdefgh".index(space[0]), int(space[1:])
    nearer = column - 1 if row % 2 == 0 else column  # left one of the two above and below
    around = [(row, column - 1), (row, column + 1)]
    around += [(row + way, nearer + step) for way in (-1, 1) for step in (0, 1)]
    return [f"{'abcdefgh'[r]}{c}" for r, c in around if 0 <= r < 8]


def read_neighbours(name: str) -> dict[str, frozenset[str]]:
    """T10: the touching spaces of each space, without those behind a barrier."""
    spaces = read_board(name)
    barriers = {frozenset(pair.split("-")) for pair in BARRIERS[name].split()}
    return {
        space: frozenset(
            other
            for other in touching(space)
            if other in spaces and frozenset((space, other)) not in barriers
        )
        for space in spaces
    }


CARDS = read_cards()
BOARDS = {name: read_board(name) for name in BOARD_ROWS}
NEIGHBOURS = {name: read_neighbours(name) for name in BOARD_ROWS}
RANDOM_KINDS = frozenset(CARDS) - set(COMMON_PILES) - set(STARTING_DECK)
