"""Last Train, a small railway game: couple wagons in ascending order, and leave in time.

Rules: L1 each player holds three cards; each of the numbers 1 to 9 is on four wagons. L2 In a turn
couple a wagon from your hand to your train: its number is at least that of the last one. L3 Or
depart: n wagons score 1 + 2 + … + n points. L4 Or shunt a card away, face up. L5 After L2 and L4
you draw a card. L6 When the last card is drawn, everybody else has one more turn; then most points
win, and equal points share the win.
"""

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

SEATS, HAND, LONGEST = 5, 3, 36
WAGONS = Items("wagon", copies=[4] * 9)


class State(StandardState[F]):
    """A position. It also has the fields rng, turns, decisions, seats, turn, reason and winner."""

    hand = declare("u1", (SEATS, HAND), items=WAGONS, seen="owner", shown="hand")
    train = declare("u1", (SEATS, LONGEST), items=WAGONS, by_seat=True, shown="row")
    points = declare("u2", (SEATS,), by_seat=True, shown="number")
    deck = declare("u1", (LONGEST,), items=WAGONS, seen="never", shown="pile")
    siding = declare("u1", (LONGEST,), items=WAGONS, shown="pile")  # cards shunted away, departed
    last_turns = declare("u1", within=(0, SEATS))  # turns left once the deck is empty (L6)


ACTIONS = ActionSpace(
    Band("couple", "c{card}", ActionPart("card", HAND, first=1, at="hand")),
    Band("shunt", "s{card}", ActionPart("card", HAND, first=1, at="hand")),
    Band("depart", "d", at="train"),
    examples="c1 (couple the first card), s2 (shunt the second away), d (depart)",
)
COUPLE, SHUNT, DEPART = ACTIONS.starts

EVENTS = EventKinds(
    EventKind("drew", "wagon"),
    EventKind("coupled", "wagon"),
    EventKind("shunted", "wagon"),
    EventKind("departed", "wagons", "points"),
    EventKind("last_turns"),
)
DREW, COUPLED, SHUNTED, DEPARTED, LAST_TURNS = EVENTS.numbers

ENDINGS = ("", "last_turn")
LAST_TURN = 1

TEXTS = GameTexts(
    title="Last Train",
    about="Couple wagons in ascending order, and depart before the last train has gone.",
    rules=(
        "Everybody holds three wagons. In your turn, do one of three things.",
        "Couple: put a wagon from your hand behind your train. Its number must not be lower than "
        "that of the last wagon.",
        "Depart: your train leaves and scores 1 point for the first wagon, 2 for the second, and "
        "so on. Then you begin a new train.",
        "Shunt: put a wagon from your hand on the siding.",
        "After coupling or shunting you draw a wagon. When the last one is drawn, everybody else "
        "has one more turn. Wagons that have not departed score nothing.",
    ),
    fields={
        "hand": "Hand",
        "train": "Train",
        "points": "Points",
        "deck": "Deck",
        "siding": "Siding",
    },
    labels={
        "couple": "Couple {card}",
        "shunt": "Shunt {card} away",
        "depart": "Depart",
    },
    sentences={
        "drew": "{name} draws {wagon}.",
        "drew_hidden": "{name} draws a wagon.",
        "coupled": "{name} couples {wagon}.",
        "shunted": "{name} shunts {wagon} away.",
        "departed": "{name} departs with {wagons} {wagons:wagon|wagons}: "
        "{points} {points:point|points}.",
        "last_turns": "The deck is empty: everybody else has one more turn.",
    },
    refusals={
        "couple": "The number must not be lower than that of your last wagon (L2).",
        "depart": "Your train has no wagon yet (L3).",
    },
    endings={"last_turn": "after the last turn"},
)

GAME = simple_game(
    name="last_train",
    package=__name__,
    seats=range(2, SEATS + 1),
    state=State,
    actions=ACTIONS,
    events=EVENTS,
    endings=ENDINGS,
    texts=TEXTS,
    most_decisions=80,
)
