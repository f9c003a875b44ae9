"""A small game of hidden numbers that may go on for ever: pay a toll from your purse, or wait."""

from spielzug.framework import (
    ActionSpace,
    Band,
    EventKind,
    EventKinds,
    F,
    GameTexts,
    StandardState,
    declare,
    simple_game,
)

SEATS, LEAST, MOST, TOLL = 3, 3, 9, 3


class State(StandardState[F]):
    """A position."""

    coins = declare("u1", (SEATS,), within=(0, MOST), seen="owner", shown="number")
    omens = declare("i1", (2,), within=(-1, 1), seen="never", shown="row")
    spy = declare("u1", within=(0, SEATS - 1), seen="never", shown="marker", on="paid")
    paid = declare("u1", (SEATS,), within=(0, TOLL), by_seat=True, shown="row")


ACTIONS = ActionSpace(Band("pay", "p"), Band("wait", "w"), examples="p (pay a coin), w (wait)")
PAY, WAIT = ACTIONS.starts
EVENTS = EventKinds(EventKind("found", "coins"), EventKind("paid"), EventKind("waited"))
FOUND, PAID, WAITED = EVENTS.numbers

GAME = simple_game(
    name="purse",
    package=__name__,
    seats=range(2, SEATS + 1),
    state=State,
    actions=ACTIONS,
    events=EVENTS,
    endings=("", "across"),
    texts=GameTexts(
        title="Purse",
        labels={"pay": "Pay a coin", "wait": "Wait"},
        sentences={
            "found": "{name} finds {coins} in the purse.",
            "paid": "{name} pays.",
            "waited": "{name} waits.",
        },
        fields={"coins": "Coins", "omens": "Omens", "spy": "Spy", "paid": "Paid"},
        endings={"across": "somebody is across"},
    ),
    most_decisions=20,
)
