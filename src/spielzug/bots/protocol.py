"""The protocol for external programs, over WebSockets or standard streams.

A program says `ready`, gets what its seat may know, and answers a `turn` with `play`. A message is
one JSON object, over standard streams one per line; the types are in `wire.program`.
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json

from spielzug.bots.message_fields import choices_of
from spielzug.core.position import Seen
from spielzug.core.texts import in_four as _t
from spielzug.core.texts import say
from spielzug.wire.parts import FactsMessage
from spielzug.wire.program import (
    FROM_PROGRAM,
    PROTOCOL,
    TO_PROGRAM,
    ProgramMessage,
    Ready,
    Refusal,
    ServerMessage,
    Turn,
)


def schema() -> dict[str, Any]:
    """The whole protocol as JSON Schema, one for each direction."""
    return {
        "protocol": PROTOCOL,
        "to_program": TO_PROGRAM.json_schema(mode="serialization"),
        "from_program": FROM_PROGRAM.json_schema(mode="validation"),
    }


def dump(message: ServerMessage) -> str:
    """A message as one line of JSON."""
    return to_json(message).decode()


def facts_message(seen: Seen) -> FactsMessage:
    """What never changes after the deal; the same for every seat."""
    return FactsMessage(type="facts", facts=seen.facts_view)


def turn(seen: Seen, number: int, lang: str, seconds: float | None) -> Turn:
    """The question to the seat to act."""
    offered = choices_of(seen, lang)
    return Turn(type="turn", number=number, view=seen.view, choices=offered, seconds=seconds)


def check_protocol(ready: Ready) -> None:
    """Raise `RefusedMessage` for a program made for another protocol version."""
    if ready.protocol not in (None, PROTOCOL):
        raise RefusedMessage("other_protocol", given=ready.protocol, protocol=PROTOCOL)


# -- refusals ------------------------------------------------------------------------------------


class RefusedMessage(Exception):
    """A program's message is not valid here."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def to_refusal(self, lang: str) -> Refusal:
        return error(self.code, say(REFUSALS, self.code, lang, **self.values), lang)


def error(code: str, detail: str, lang: str) -> Refusal:
    key = code if code in WAYS_OUT else "other"
    return Refusal(type="error", code=code, detail=detail, way_out=say(WAYS_OUT, key, lang))


def read(text: str) -> ProgramMessage:
    """Parse a program's message; raises `RefusedMessage`."""
    try:
        return FROM_PROGRAM.validate_json(text)
    except ValidationError as failed:
        first = failed.errors()[0]
        where = ".".join(map(str, first["loc"])) or first["type"]
        raise RefusedMessage("unknown_message", text=shortened(text), where=where) from None


def shortened(text: str, most: int = 80) -> str:
    """A program's text, quoted and cut for an error message."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


RETRY_CODES = ("cannot_read", "not_allowed")
"""Errors about an answer to the current turn: after these the turn is sent again. After any other
error the question still stands, and sending it again would get two answers."""


REFUSALS = {
    "unknown_message": _t(
        "Das ist keine Nachricht dieses Protokolls ({where}): {text}",
        "This is not a message of this protocol ({where}): {text}",
        "Ce n'est pas un message de ce protocole ({where}) : {text}",
        "Dit is geen bericht van dit protocol ({where}): {text}",
    ),
    "not_ready": _t(
        "Vor allem anderen muss „ready“ kommen.",
        "“ready” must come before anything else.",
        "« ready » doit venir avant tout le reste.",
        "Eerst moet “ready” komen.",
    ),
    "already_ready": _t(
        "„ready“ ist schon gekommen.",
        "“ready” has already been sent.",
        "« ready » est déjà arrivé.",
        "“ready” is al gekomen.",
    ),
    "other_protocol": _t(
        "Das Programm ist für das Protokoll {given}; hier wird {protocol} gesprochen.",
        "The program uses protocol {given}; this table uses {protocol}.",
        "Le programme est fait pour le protocole {given} ; ici on parle le {protocol}.",
        "Het programma is voor protocol {given}; hier wordt {protocol} gesproken.",
    ),
    "not_allowed": _t("{reason}", "{reason}", "{reason}", "{reason}"),  # the game's own reason
    "cannot_read": _t(
        "{text} ist keine Aktion dieses Spiels.",
        "{text} is not an action of this game.",
        "{text} n'est pas une action de ce jeu.",
        "{text} is geen actie van dit spel.",
    ),
    "too_late": _t(
        "Die Antwort war für Nummer {given}; gefragt ist Nummer {number}.",
        "The answer was for number {given}; the question is number {number}.",
        "La réponse était pour le numéro {given} ; le numéro {number} est demandé.",
        "Het antwoord was voor nummer {given}; nummer {number} wordt gevraagd.",
    ),
    "cannot_resign": _t(
        "Hier kann nicht aufgegeben werden.",
        "You cannot resign here.",
        "On ne peut pas abandonner ici.",
        "Hier kan niet worden opgegeven.",
    ),
    "too_many_errors": _t(
        "{count} Nachrichten hintereinander waren falsch; die Verbindung endet.",
        "{count} messages in a row were wrong; closing the connection.",
        "{count} messages de suite étaient faux ; la connexion se termine.",
        "{count} berichten achter elkaar waren fout; de verbinding eindigt.",
    ),
}

_OFFERED = _t(
    "Sende eine Aktion aus „choices“ der letzten Frage („turn“), genau so geschrieben.",
    "Send an action from “choices” in the last “turn”, written exactly the same way.",
    "Envoyez une action de « choices » du dernier « turn », écrite exactement ainsi.",
    "Stuur een actie uit “choices” van de laatste “turn”, precies zo geschreven.",
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
        "Send one JSON object per line, of type ready, play or resign; "
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
    "other_protocol": _t(
        "Passe das Programm an: Das Änderungsprotokoll (CHANGELOG) sagt, was neu ist.",
        "Update the program: the changelog says what is new.",
        "Adaptez le programme : le journal des changements (CHANGELOG) dit ce qui est nouveau.",
        "Pas het programma aan: de changelog zegt wat er nieuw is.",
    ),
    "cannot_read": _OFFERED,
    "not_allowed": _OFFERED,
    "too_late": _WAIT,
    "not_your_turn": _WAIT,
    "cannot_resign": _t(
        "Spiele weiter, oder beende das Programm.",
        "Keep playing, or end the program.",
        "Continuez la partie, ou terminez le programme.",
        "Speel door, of beëindig het programma.",
    ),
    "too_many_errors": _t(
        "Berichtige das Programm und verbinde es wieder: Der Platz bleibt frei für es.",
        "Fix the program and connect again: its seat is kept.",
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
