"""A small game with its own `hide`: tiles lie face down, but a lantern tells something of one."""

from spielzug.framework import (
    ActionPart,
    ActionSpace,
    Band,
    EventKind,
    EventKinds,
    F,
    GameTexts,
    Items,
    StandardState,
    declare,
    simple_game,
)

LENGTH = 6
TILES = Items("tile", copies=[2, 2, 2])


class State(StandardState[F]):
    """A position."""

    row = declare("u1", (LENGTH,), items=TILES, seen="sometimes", shown="row")
    turned = declare("u1", (LENGTH,), within=(0, 1))  # whether everybody has seen the tile
    lantern = declare("u1", within=(0, 1))  # whether the first tile is a 3
    points = declare("u1", (2,), by_seat=True, shown="number")


ACTIONS = ActionSpace(
    Band("turn", "t{place}", ActionPart("place", LENGTH, first=1, at="row")), examples="t1, t6"
)
(TURN,) = ACTIONS.starts
EVENTS = EventKinds(EventKind("turned", "tile"))
(TURNED,) = EVENTS.numbers

GAME = simple_game(
    name="lantern",
    package=__name__,
    seats=range(2, 3),
    state=State,
    actions=ACTIONS,
    events=EVENTS,
    endings=("", "all_turned"),
    texts=GameTexts(
        title={"en": "Lantern", "de": "Laterne"},
        labels={"turn": {"en": "Turn tile {place}", "de": "Karte {place} umdrehen"}},
        sentences={"turned": "{name} finds a {tile}."},
        fields={"row": "Row", "points": "Points"},
        endings={"all_turned": "all tiles are turned"},
    ),
    most_decisions=LENGTH,
)
