"""Endings from outside a turn: a seat resigns, the table calls the game off, its clock runs out.

They are the same in every game: their actions and notation, who may do what, and the texts. A game
adds them to its own declaration and texts, and replaces a text by writing its own after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from spielzug.core.actions import ActionPart, ActionSpace, Band
from spielzug.core.events import EventKind
from spielzug.core.texts import Texts, in_four, say

RESIGN, ABANDON, TIME = "resign", "abandon", "time"
BANDS = (RESIGN, ABANDON, TIME)
"""The bands of these actions, which come after all others."""
MOST_WHO_RESIGN = 2
"""With more seats a bot takes over for a player who leaves, so that the others can play on."""


def ending_bands(seats: int = 0, clock: bool = False) -> tuple[Band, ...]:
    """The actions: one for each seat that may resign, calling off, and running out of time."""
    resign = Band(RESIGN, "!resign{seat}", ActionPart("seat", seats, first=1), by_table=True)
    abandon, time = Band(ABANDON, "!abandon", by_table=True), Band(TIME, "!time", by_table=True)
    return (*([resign] if seats else []), abandon, *([time] if clock else []))


class TableEndings(NamedTuple):
    """The numbers of these actions, reasons and events in a game; below 0 for what it lacks."""

    resign: int
    """The action of the first seat."""
    abandon: int
    time: int
    decision_limit: int
    resigned: int
    abandoned: int
    gave_up: int
    called_off: int

    @classmethod
    def of(
        cls, actions: ActionSpace, reasons: Sequence[str], events: Mapping[int, EventKind]
    ) -> TableEndings:
        """Those that the declaration of a game has under these names."""
        bands = {band.name: actions.start(band.name) for band in actions.bands}
        reason = {name: number for number, name in enumerate(reasons)}
        event = {kind.name: number for number, kind in events.items()}
        return cls(
            *(bands.get(name, -MOST_WHO_RESIGN) for name in BANDS),
            *(reason.get(name, -1) for name in ("decision_limit", "resigned", "abandoned")),
            *(event.get(name, -1) for name in ("gave_up", "called_off")),
        )


# -- texts -----------------------------------------------------------------------------------------

SENTENCES = {
    "begins": in_four("{name} beginnt.", "{name} begins.", "{name} commence.", "{name} begint."),
    "gave_up": in_four(
        "{name} gibt auf.", "{name} resigns.", "{name} abandonne.", "{name} geeft op."
    ),
    "called_off": in_four(
        "Das Spiel wird abgebrochen.",
        "The game is called off.",
        "La partie est interrompue.",
        "Het spel wordt afgebroken.",
    ),
}

LABELS = {
    RESIGN: in_four("{name} gibt auf", "{name} resigns", "{name} abandonne", "{name} geeft op"),
    ABANDON: in_four(
        "Spiel abbrechen", "Call the game off", "Interrompre la partie", "Spel afbreken"
    ),
    TIME: in_four("Die Zeit ist um", "Time is up", "Le temps est écoulé", "De tijd is om"),
    "seat": in_four("Platz {seat}", "Seat {seat}", "Place {seat}", "Plaats {seat}"),
}

REASONS = {
    "turn_limit": in_four(
        "Höchstzahl an Spielzügen erreicht",
        "turn limit reached",
        "limite de tours atteinte",
        "beurtlimiet bereikt",
    ),
    "decision_limit": in_four(
        "Höchstzahl an Entscheidungen erreicht",
        "decision limit reached",
        "limite de décisions atteinte",
        "maximaal aantal beslissingen bereikt",
    ),
    "time": in_four("die Zeit ist um", "time is up", "temps écoulé", "de tijd is om"),
    "resigned": in_four("durch Aufgabe", "by resignation", "par abandon", "door opgave"),
    "abandoned": in_four("abgebrochen", "called off", "interrompue", "afgebroken"),
}


def common_refusals(rules: str = "") -> dict[str, dict[str, str]]:
    """Why an action is refused in any game; `rules` say when a game is over, ``(G21)``."""
    cited = f" {rules}" if rules else ""
    return {
        "over": in_four(
            f"Das Spiel ist zu Ende{cited}.",
            f"The game is over{cited}.",
            f"La partie est terminée{cited}.",
            f"Het spel is afgelopen{cited}.",
        ),
        "unknown": in_four(
            "Diese Aktion gibt es in diesem Spiel nicht.",
            "There is no such action in this game.",
            "Cette action n'existe pas dans ce jeu.",
            "Deze actie bestaat niet in dit spel.",
        ),
        "table_only": in_four(
            "Das kann nur der Tisch tun, niemand in einem Spielzug.",
            "That is not part of a turn: only the table can do it.",
            "Seule la table peut faire cela, pas un joueur pendant son tour.",
            "Dat kan alleen de tafel doen, geen speler tijdens een beurt.",
        ),
    }


Refusal = tuple[str, Mapping[str, Any]]
"""Why an action is refused: the key of the text and its values, which need not be in words yet."""


def refusal_text(
    texts: Texts, refusal: Refusal, lang: str, **in_words: Callable[[Any], object]
) -> str:
    """A refusal in words; `in_words` writes those of its values that are not."""
    key, found = refusal
    said = {name: write(found[name]) for name, write in in_words.items() if name in found}
    return say(texts, key, lang, **{**found, **said})


def ending_label(
    labels: Mapping[str, Mapping[str, str]],
    band: str,
    parts: Mapping[str, int],
    lang: str,
    names: Sequence[str],
) -> str:
    """One of these actions in words; without names the seats are numbered."""
    name, seat = "", parts.get("seat", 0)
    if seat:
        name = names[seat - 1] if names else say(labels, "seat", lang, seat=seat)
    return say(labels, band, lang, name=name)


class PlainPosition(Protocol):
    """The fields by which these actions are refused."""

    @property
    def seats(self) -> int: ...
    @property
    def reason(self) -> int: ...


def common_refusal(actions: ActionSpace, state: PlainPosition, action: int) -> str:
    """Why an action is refused in any game, as a key; empty if this depends on the game."""
    if not 0 <= action < actions.count:
        return "unknown"
    if state.reason != 0:
        return "over"
    band = actions.read(action).band
    if band == RESIGN and state.seats > MOST_WHO_RESIGN:
        return "resign_many"
    return "table_only" if band in BANDS else ""
