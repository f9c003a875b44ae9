"""What a client is told. Everything about the game is made from the hidden position of the seat
that it looks as, and from the events as that seat saw them; nothing else gets on the wire."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from spielzug.bots.search.levels import LEVELS
from spielzug.core.events import Event, seen_by
from spielzug.core.match import DECISION, UNDO, Entry
from spielzug.core.texts import say
from spielzug.server.identity import Identity
from spielzug.server.problems import Problem
from spielzug.server.table import HUMAN, NOBODY, OVER, PROGRAM, RUNNING, Table
from spielzug.server.texts import REASONS, SENTENCES

LOG_LENGTH = 200
SPECTATOR = -1

Json = dict[str, Any]


@dataclass(frozen=True)
class Presence:
    """Who is connected to a table now."""

    devices: frozenset[str] = frozenset()
    spectators: int = 0


@dataclass(frozen=True)
class Viewer:
    """Who looks: a device, as one of its own seats or as a spectator, in a language."""

    device: str
    seat: int
    lang: str


def look_as(table: Table, device: str, wanted: int | None) -> int:
    """The seat a device looks as; only its own or the spectator's."""
    mine = table.seats_of(device)
    if wanted is None:
        return table.actor if table.actor in mine else (mine[0] if mine else SPECTATOR)
    if wanted != SPECTATOR and wanted not in mine:
        raise Problem(403, "not_your_seat")
    return wanted


# -- the position --------------------------------------------------------------------------------


def position(table: Table, seat: int, lang: str) -> Json:
    """The board now, and what the seat may do."""
    if table.match is None:
        return {"view": None, "choices": [], "actor": NOBODY, "undo": False}
    return {
        "view": view(table, table.number - 1, seat),
        "choices": choices(table, seat, lang),
        "actor": table.actor,
        "undo": table.undo_possible(seat),
    }


def view(table: Table, number: int, seat: int) -> Json:
    match = table.played()
    return table.game.words.view(match.facts, table.hidden(number, seat), seat)


def choices(table: Table, seat: int, lang: str) -> list[Json]:
    if seat == SPECTATOR or table.actor != seat or table.places[seat].bot is not None:
        return []
    match, words = table.played(), table.game.words
    facts, names = match.facts, match.names
    hidden = table.hidden(table.number - 1, seat)
    return [
        {
            "action": action,
            "notation": words.notation(action),
            "label": words.label(facts, hidden, action, lang, names),
            "target": words.target(facts, hidden, action),
        }
        for action in table.game.legal(facts, hidden)
    ]


def why(table: Table, viewer: Viewer, action: int | str) -> str:
    """Why the seat may not do this now, from what it may know; empty if it may."""
    table.running_match()
    if viewer.seat == SPECTATOR:
        raise Problem(403, "not_at_table")
    if table.actor != viewer.seat:
        raise Problem(403, "not_your_turn")
    hidden = table.hidden(table.number - 1, viewer.seat)
    wanted = table.read_action(action)
    match, words = table.played(), table.game.words
    return words.why_not(match.facts, hidden, wanted, viewer.lang, match.names)


# -- the log -------------------------------------------------------------------------------------


def notation(table: Table, entry: Entry, seat: int, seen: Sequence[Event]) -> str:
    """An action in notation; for others only if they saw all that came of it.

    The server knows no game: a decision of which something stayed hidden may itself be a secret.
    """
    if entry.number == 0:
        return ""
    if entry.kind == UNDO:
        return f"undo {entry.action}"
    if entry.seat not in (seat, NOBODY) and (not seen or list(seen) != list(entry.events)):
        return ""
    return table.game.words.notation(entry.action)


def log_item(table: Table, entry: Entry, seat: int, lang: str) -> Json:
    match = table.played()
    seen = seen_by(entry.events, seat)
    sentences = match.sentences(entry, lang, seat)
    if entry.kind == UNDO:
        sentences = [say(SENTENCES, "took_back", lang, name=match.names[entry.seat])]
    return {
        "number": entry.number,
        "seat": entry.seat,
        "kind": entry.kind,
        "notation": notation(table, entry, seat, seen),
        "sentences": sentences,
        "note": note(table, entry, lang),
    }


def note(table: Table, entry: Entry, lang: str) -> str | None:
    """Who really decided, if it was not the one who sits there."""
    why = table.instead.get(entry.number)
    if why is None:
        return None
    return say(SENTENCES, f"instead_{why}", lang, name=table.played().names[entry.seat])


def events(table: Table, entry: Entry, seat: int) -> list[Json]:
    kinds = table.game.words.EVENTS
    return [
        {"kind": kinds[e.kind].name, "seat": e.seat, "values": kinds[e.kind].values(e)}
        for e in seen_by(entry.events, seat)
    ]


def entry_message(table: Table, number: int, seat: int, lang: str) -> Json:
    """One entry for the live connection; only the last one comes with choices."""
    entry = table.played().log[number]
    message = {
        "type": "entry",
        **log_item(table, entry, seat, lang),
        "events": events(table, entry, seat),
        "next": number + 1,
    }
    if number == table.number - 1:
        return {**message, **position(table, seat, lang)}
    actor = table.game.actor(table.positions[number])
    shown = view(table, number, seat)
    return {**message, "view": shown, "choices": [], "actor": actor, "undo": False}


# -- the table -----------------------------------------------------------------------------------


def seats(table: Table, device: str, presence: Presence, identity: Identity) -> list[Json]:
    shown = []
    for number, place in enumerate(table.places):
        seat: Json = {
            "name": place.name,
            "player": place.player,
            "yours": place.device == device,
            "empty": place.empty,
            "connected": place.player != HUMAN or place.device in presence.devices,
            "left": place.stand_in is not None,
            "program": place.kind == PROGRAM,
        }
        if place.empty and device == table.creator and table.status != OVER:
            seat["invitation"] = identity.invitation(table.id, number)
        shown.append(seat)
    return shown


def outcome(table: Table, lang: str) -> Json | None:
    if table.status != OVER or table.reason is None:
        return None
    known = table.match.outcome if table.match is not None else None
    reasons = table.game.reasons if known is not None else REASONS
    return {
        "shares": list(known.shares) if known else [0.0] * len(table.places),
        "reason": table.reason,
        "reason_text": reasons[table.reason][lang],
        "winners": list(known.winners) if known else [],
    }


def table_part(
    table: Table, device: str, lang: str, presence: Presence, identity: Identity
) -> Json:
    """What is not the position: may change without an entry of the log."""
    return {
        "status": table.status,
        "seats": seats(table, device, presence, identity),
        "outcome": outcome(table, lang),
        "secret": table.secret.hex if table.status == OVER else None,
        "rematch": table.rematch,
        "pace": table.pace,
        "preparing": table.preparing if has_level(table) else None,
        "trouble": trouble(table, lang),
        "hints": table.hints,
        "spectators": presence.spectators,
        "nonce_needed": table.needs_nonce(device),
        "seconds_left": seconds_left(table),
    }


def has_level(table: Table) -> bool:
    """Whether a bot that thinks sits at this table."""
    return any(place.bot in LEVELS for place in table.places)


def trouble(table: Table, lang: str) -> str | None:
    """What goes wrong here just now, in a sentence."""
    return say(SENTENCES, table.trouble, lang) if table.trouble is not None else None


def seconds_left(table: Table) -> float | None:
    """How long the table's clock still runs, if this game has one."""
    if table.ends is None or table.status != RUNNING:
        return None
    return round(max(0.0, table.ends - time.time()), 1)


def snapshot(
    table: Table, viewer: Viewer, presence: Presence, identity: Identity, base_url: str
) -> Json:
    log = table.match.log[-LOG_LENGTH:] if table.match is not None else []
    return {
        "id": table.id,
        "game": table.game.name,
        "options": table.options.named(),
        "commitment": table.secret.commitment,
        "number": table.number,
        "seat": viewer.seat,
        **position(table, viewer.seat, viewer.lang),
        "log": [log_item(table, entry, viewer.seat, viewer.lang) for entry in log],
        "creator": device_is_creator(table, viewer),
        "invite_url_base": f"{base_url}/#/join/",
        **table_part(table, viewer.device, viewer.lang, presence, identity),
    }


def device_is_creator(table: Table, viewer: Viewer) -> bool:
    return table.creator == viewer.device


# -- afterwards ----------------------------------------------------------------------------------


def replay(table: Table, seat: int, lang: str) -> Json:
    """The whole game, each step as that seat (any seat: the game is over) saw it."""
    match = table.played()
    if table.status == RUNNING:
        raise Problem(409, "still_running")
    if not SPECTATOR <= seat < len(table.places):
        raise Problem(404, "no_seat")
    steps = []
    for entry in match.log:
        step = log_item(table, entry, seat, lang)
        step["label"] = _label(table, entry, seat, lang)
        step["events"] = events(table, entry, seat)
        step["view"] = view(table, entry.number, seat)
        steps.append(step)
    return {"game": table.game.name, "names": match.names, "steps": steps}


def _label(table: Table, entry: Entry, seat: int, lang: str) -> str:
    """The choice in words, for the one who made it; others know it by the sentences."""
    if entry.seat != seat or entry.kind != DECISION:
        return ""
    hidden = table.hidden(entry.number - 1, seat)
    match, words = table.played(), table.game.words
    return words.label(match.facts, hidden, entry.action, lang, match.names)
