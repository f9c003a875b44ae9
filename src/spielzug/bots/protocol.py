"""The protocol for programs of others: one set of messages for WebSockets and for standard streams.

A program says `ready`, is told what its seat may know, and answers a `turn` with `play`. A message
is one JSON object, over standard streams one a line. Whoever reads ignores fields and types it does
not know; a change that breaks a program gives the protocol a new number.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictInt, TypeAdapter, ValidationError

from spielzug.core.position import Seen
from spielzug.core.texts import say

PROTOCOL = 1


# -- what a program is told ----------------------------------------------------------------------


class Hello(BaseModel):
    """The first message: what is played, and as whom."""

    type: Literal["hello"] = "hello"
    protocol: int = PROTOCOL
    game: str
    rules: int = Field(description="the version of the game's rules")
    seats: int = Field(description="how many sit at the table")
    seat: int = Field(description="the program's own; the first is 0")
    names: list[str] | None = Field(description="who sits where; null without a table")
    options: dict[str, str] | None = Field(description="of the game; null without a table")
    lang: str = Field(description="of labels, sentences and errors")


class Legal(BaseModel):
    """One of the actions that are allowed now."""

    action: str = Field(description="to be sent back as it is, in the notation of records")
    label: str = Field(description="in words")
    target: dict[str, Any] = Field(description="what on the board it is about")


class Turn(BaseModel):
    """The program is to decide."""

    type: Literal["turn"] = "turn"
    number: int = Field(description="to be sent back with the action")
    view: dict[str, Any] = Field(description="the board as this seat may know it")
    legal: list[Legal] = Field(description="at least one")
    seconds: float | None = Field(description="until time is over; null without a clock")


class Happening(BaseModel):
    """A part of what happened, as boards use it to move their pieces."""

    kind: str
    seat: int
    values: dict[str, int] = Field(description="what the seat may know of it, by name")


class Event(BaseModel):
    """Something happened, told as this seat saw it. The program's own decisions come back too."""

    type: Literal["event"] = "event"
    number: int = Field(description="in the log of the table; 0 is the deal")
    seat: int = Field(description="who decided, -1 for the table")
    kind: Literal["deal", "decision", "undo", "outside"]
    action: str = Field(description="empty where the seat did not see everything")
    sentences: list[str]
    events: list[Happening]


class Over(BaseModel):
    """The game is over."""

    type: Literal["over"] = "over"
    result: list[float] = Field(description="each seat's share of one win")
    winners: list[int]
    reason: str
    text: str = Field(description="the reason in words")


class Error(BaseModel):
    """What the program sent was refused, and nothing was changed by it."""

    type: Literal["error"] = "error"
    code: str
    message: str
    way_out: str


class Ping(BaseModel):
    """Keeps a connection open; there is nothing to answer."""

    type: Literal["ping"] = "ping"


# -- what a program says -------------------------------------------------------------------------


class Ready(BaseModel):
    """The answer to `hello`."""

    type: Literal["ready"]
    name: str = ""
    author: str = ""
    since: StrictInt = Field(0, ge=0, description="events from this number on are told again")


class Play(BaseModel):
    """The answer to `turn`."""

    type: Literal["play"]
    number: StrictInt = Field(ge=0)
    action: str = Field(max_length=64)


class Resign(BaseModel):
    """The seat gives up, where the game allows it."""

    type: Literal["resign"]


Told = Hello | Turn | Event | Over | Error | Ping
Said = Ready | Play | Resign
_SAID: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])
_TOLD: TypeAdapter[Told] = TypeAdapter(Annotated[Told, Field(discriminator="type")])


def schema() -> dict[str, Any]:
    """The whole protocol as JSON Schema, one for each direction."""
    return {
        "protocol": PROTOCOL,
        "to_program": _TOLD.json_schema(mode="serialization"),
        "from_program": _SAID.json_schema(mode="validation"),
    }


def dump(message: Told) -> str:
    """On one line, whatever it says."""
    return message.model_dump_json()


def turn(seen: Seen, number: int, lang: str, seconds: float | None) -> Turn:
    """What the seat to act is asked."""
    legal = [
        Legal(
            action=seen.notation(action),
            label=seen.label(action, lang),
            target=seen.target(action),
        )
        for action in seen.legal
    ]
    return Turn(number=number, view=seen.view, legal=legal, seconds=seconds)


# -- refusing ------------------------------------------------------------------------------------


class Refused(Exception):
    """What a program said makes no sense here."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def told(self, lang: str) -> Error:
        return error(self.code, say(REFUSALS, self.code, lang, **self.values), lang)


def error(code: str, message: str, lang: str) -> Error:
    key = code if code in WAYS_OUT else "other"
    return Error(code=code, message=message, way_out=say(WAYS_OUT, key, lang))


def read(text: str) -> Said:
    """A message of a program."""
    try:
        return _SAID.validate_json(text)
    except ValidationError as failed:
        first = failed.errors()[0]
        where = ".".join(map(str, first["loc"])) or first["type"]
        raise Refused("unknown_message", text=shortened(text), where=where) from None


def shortened(text: str, most: int = 80) -> str:
    """What a program said, fit to be shown in a sentence."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


ASKED_AGAIN = ("cannot_read", "not_allowed")
"""Errors about an answer to the turn that is due: only after these it is asked once more. (After
any other the question still stands; to repeat it would get two answers.)"""


def _t(de: str, en: str, fr: str, nl: str) -> dict[str, str]:
    return {"de": de, "en": en, "fr": fr, "nl": nl}


REFUSALS = {
    "unknown_message": _t(
        "Das ist keine Nachricht dieses Protokolls ({where}): {text}",
        "This is no message of this protocol ({where}): {text}",
        "Ce n'est pas un message de ce protocole ({where}) : {text}",
        "Dit is geen bericht van dit protocol ({where}): {text}",
    ),
    "not_ready": _t(
        "Vor allem anderen muss „ready“ kommen.",
        "Before anything else “ready” must come.",
        "« ready » doit venir avant tout le reste.",
        "Eerst moet “ready” komen.",
    ),
    "already_ready": _t(
        "„ready“ ist schon gekommen.",
        "“ready” has come already.",
        "« ready » est déjà arrivé.",
        "“ready” is al gekomen.",
    ),
    "not_allowed": _t("{reason}", "{reason}", "{reason}", "{reason}"),  # the game's own words
    "cannot_read": _t(
        "{text} ist keine Aktion dieses Spiels.",
        "{text} is no action of this game.",
        "{text} n'est pas une action de ce jeu.",
        "{text} is geen actie van dit spel.",
    ),
    "too_late": _t(
        "Die Antwort war für Nummer {given}; gefragt ist Nummer {number}.",
        "The answer was for number {given}; number {number} is asked.",
        "La réponse était pour le numéro {given} ; le numéro {number} est demandé.",
        "Het antwoord was voor nummer {given}; nummer {number} wordt gevraagd.",
    ),
    "cannot_resign": _t(
        "Hier kann nicht aufgegeben werden.",
        "One cannot resign here.",
        "On ne peut pas abandonner ici.",
        "Hier kan niet worden opgegeven.",
    ),
    "too_many_errors": _t(
        "{count} Nachrichten hintereinander waren falsch; die Verbindung endet.",
        "{count} messages in a row were wrong; the connection ends.",
        "{count} messages de suite étaient faux ; la connexion se termine.",
        "{count} berichten achter elkaar waren fout; de verbinding eindigt.",
    ),
}

_LEGAL = _t(
    "Sende eine Aktion aus „legal“ der letzten Frage („turn“), genau so geschrieben.",
    "Send an action out of “legal” of the last “turn”, written exactly so.",
    "Envoyez une action de « legal » du dernier « turn », écrite exactement ainsi.",
    "Stuur een actie uit “legal” van de laatste “turn”, precies zo geschreven.",
)
_WAIT = _t(
    "Antworte auf „turn“ mit dessen Nummer („number“), und erst, wenn gefragt wird.",
    "Answer a “turn” with its “number”, and only when you are asked.",
    "Répondez à « turn » avec son numéro (« number »), et seulement quand on vous le demande.",
    "Antwoord op “turn” met zijn “number”, en pas als het wordt gevraagd.",
)
WAYS_OUT = {
    "unknown_message": _t(
        "Sende je Zeile ein JSON-Objekt mit dem Typ ready, play oder resign; "
        "alles andere gehört nach stderr.",
        "Send one JSON object a line, of the type ready, play or resign; "
        "anything else belongs on stderr.",
        "Envoyez un objet JSON par ligne, de type ready, play ou resign ; le reste va sur stderr.",
        "Stuur één JSON-object per regel, van het type ready, play of resign; "
        "al het andere hoort op stderr.",
    ),
    "not_ready": _t(
        'Antworte auf „hello“ mit {{"type":"ready"}}.',
        'Answer “hello” with {{"type":"ready"}}.',
        'Répondez à « hello » par {{"type":"ready"}}.',
        'Antwoord op “hello” met {{"type":"ready"}}.',
    ),
    "cannot_read": _LEGAL,
    "not_allowed": _LEGAL,
    "too_late": _WAIT,
    "not_your_turn": _WAIT,
    "cannot_resign": _t(
        "Spiele weiter, oder beende das Programm.",
        "Play on, or end the program.",
        "Continuez la partie, ou terminez le programme.",
        "Speel door, of beëindig het programma.",
    ),
    "too_many_errors": _t(
        "Berichtige das Programm und verbinde es wieder: Der Platz bleibt frei für es.",
        "Correct the program and connect again: its seat is kept.",
        "Corrigez le programme et reconnectez-le : sa place est gardée.",
        "Verbeter het programma en verbind opnieuw: de plaats blijft bewaard.",
    ),
    "other": _t(
        "Warte auf die nächste Nachricht.",
        "Wait for the next message.",
        "Attendez le message suivant.",
        "Wacht op het volgende bericht.",
    ),
}
