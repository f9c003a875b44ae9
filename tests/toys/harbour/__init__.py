"""A small game that shows all that the generic board draws; its texts are in French only."""

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

SEATS, HAND, ROWS, COLUMNS = 7, 2, 3, 4
CELLS = ROWS * COLUMNS
GOODS = Items("good", copies=[14, 14, 2], faces=["Bois", "Sel", "Instruments de mesure"])


class State(StandardState[F]):
    """A position."""

    quay = declare("u1", (ROWS, COLUMNS), items=GOODS, shown="grid")
    ship = declare("i1", (SEATS,), within=(-1, CELLS - 1), by_seat=True, shown="marker", on="quay")
    storm = declare("i1", within=(-1, CELLS - 1), shown="marker", on="quay")
    hand = declare("u1", (SEATS, HAND), items=GOODS, seen="owner", shown="hand")
    coins = declare("u1", (SEATS,), by_seat=True, shown="number")
    prices = declare("u1", (3,), shown="row")
    rounds = declare("u1", shown="number")
    stock = declare("u1", (30,), items=GOODS, seen="never", shown="pile")


ACTIONS = ActionSpace(
    Band("sail", "m{cell}", ActionPart("cell", CELLS, first=1, at="quay")),
    Band(
        "unload",
        "u{good}@{cell}",
        ActionPart("good", HAND, first=1, at="hand"),
        ActionPart("cell", CELLS, first=1, at="quay"),
    ),
    Band("draw", "+", at="stock"),
    Band("rest", "-"),
    examples="m3 (sail to 3), u1@2 (unload the first good at 2), + (draw), - (rest)",
)
SAIL, UNLOAD, DRAW, REST = ACTIONS.starts

EVENTS = EventKinds(
    EventKind("sailed", "cell"),
    EventKind("unloaded", "good", "cell"),
    EventKind("took", "good"),
    EventKind("rested"),
)
SAILED, UNLOADED, TOOK, RESTED = EVENTS.numbers
ENDINGS = ("", "night")
NIGHT = 1

GAME = simple_game(
    name="harbour",
    package=__name__,
    seats=range(2, SEATS + 1),
    state=State,
    actions=ACTIONS,
    events=EVENTS,
    endings=ENDINGS,
    texts=GameTexts(
        language="fr",
        title="Le port",
        about="On décharge des marchandises.",
        rules=("Naviguez, piochez et déchargez.",),
        labels={
            "sail": "Naviguer vers {cell}",
            "unload": "Décharger {good} en {cell}",
            "draw": "Piocher",
            "rest": "Attendre",
        },
        sentences={
            "sailed": "{name} navigue vers {cell}.",
            "unloaded": "{name} décharge {good}.",
            "took": "{name} pioche {good}.",
            "took_hidden": "{name} pioche.",
            "rested": "{name} attend.",
        },
        fields={
            "quay": "Quai",
            "ship": "Bateau",
            "storm": "Tempête",
            "hand": "Main",
            "coins": "Pièces",
            "prices": "Prix",
            "rounds": "Manche",
            "stock": "Réserve",
        },
        endings={"night": "la nuit tombe"},
    ),
    most_decisions=12 * SEATS,
)
