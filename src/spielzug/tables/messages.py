"""What each seat is told: entries, positions, the table, replays, as plain fields.

Everything about the game comes from the position and the events as the viewing seat sees them, so
that no hidden information is told. The order of the fields is that in which they are sent.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from spielzug.bots.message_fields import choices_of, events_of
from spielzug.core.events import HIDDEN, seat_bit, seen_by
from spielzug.core.match import DECISION, FROM, UNDO, LogEntry
from spielzug.core.texts import say
from spielzug.tables import seat_changes
from spielzug.tables.endings import nobody_can_win, require_finished
from spielzug.tables.errors import TableError
from spielzug.tables.seats import HUMAN, PROGRAM, Place
from spielzug.tables.start import VoidStart
from spielzug.tables.table import NOBODY, OVER, RUNNING, WAITING, Table
from spielzug.tables.texts import REASONS, SENTENCES
from spielzug.tables.time_limit import TimeLimit

if TYPE_CHECKING:
    from spielzug.wire import live, parts, program, responses


LOG_LENGTH = 200
PIECE = 200  # steps in one part of a replay
SPECTATOR = -1
JOIN = "/#/join/"
"""The path between the server's address and an invitation."""
ANYBODY = ""
"""Stands for any device that neither opened the table nor has a seat."""


@dataclass(frozen=True)
class Presence:
    """Who is connected to a table now."""

    devices: Set[str] = frozenset()
    spectators: int = 0


class Invitations(Protocol):
    """Writes the invitations that the creator passes on."""

    def invitation(self, table: str, seat: int, offer: int = 0) -> str: ...
    def table_invitation(self, table: str) -> str: ...


@dataclass(frozen=True)
class Viewer:
    """A device that views a table as one of its own seats or as a spectator, in a language."""

    device: str
    seat: int
    lang: str


def resolve_view_seat(table: Table, device: str, wanted: int | None) -> int:
    """The seat whose view a device gets; raises unless it is its own or the spectator's."""
    mine = table.seats_of(device)
    if wanted is None:
        return table.actor if table.actor in mine else (mine[0] if mine else SPECTATOR)
    if wanted != SPECTATOR and wanted not in mine:
        raise TableError("not_your_seat")
    return wanted


# -- what the game provides ----------------------------------------------------------------------


def facts(table: Table) -> parts.FactsMessage:
    """What never changes after the deal, the same for everybody; built once per table."""
    if table.facts_message is None:
        table.facts_message = {"type": "facts", "facts": table.seen(0, SPECTATOR).facts_view}
    return table.facts_message


def view(table: Table, number: int, seat: int) -> dict[str, object]:
    return table.seen(number, seat).view


def choices(table: Table, seat: int, lang: str) -> list[parts.Choice]:
    if seat == SPECTATOR or table.actor != seat or table.places[seat].bot is not None:
        return []
    return choices_of(table.seen(table.number - 1, seat).named(table.names(lang)), lang)


def why(table: Table, viewer: Viewer, action: int | str) -> str:
    """Why the seat may not do this now, based on what it knows; empty if it may."""
    table.running_match()
    if viewer.seat == SPECTATOR:
        raise TableError("not_at_table")
    if table.actor != viewer.seat:
        raise TableError("not_your_turn")
    seen = table.seen(table.number - 1, viewer.seat).named(table.names(viewer.lang))
    return seen.why_not(table.read_action(action), viewer.lang)


def label(table: Table, told: LogEntry, seat: int, lang: str) -> str:
    """The choice in words, only for the seat that made it; others get the sentences."""
    if told.seat != seat or told.kind != DECISION:
        return ""
    return table.seen(told.number - 1, seat).named(table.names(lang)).label(told.action, lang)


def notation(table: Table, told: LogEntry, known: bool) -> str:
    """An action in notation, if it is known."""
    if told.number == 0:
        return ""
    if told.kind == UNDO:
        return f"undo {told.action}"
    return table.game.words.notation(told.action) if known else ""


# -- the log and the position --------------------------------------------------------------------


def entry(table: Table, number: int, seat: int, lang: str) -> parts.Entry:
    """A log entry as a seat saw it; those who are told the same share it, so do not change it."""
    told = table.played().log[number]
    bit = seat_bit(seat)
    shown = tuple([bool(e.seen & bit) or e.a == e.b == HIDDEN for e in told.events])
    # A table does not know the rules: if an event is hidden, the action may be secret, too.
    known = told.seat in (seat, NOBODY) or (bool(shown) and all(shown))
    key = (number, known, shown, lang, *table.names(lang))
    return table.shared(key, lambda: _entry(table, told, seat, lang, known))


def _entry(table: Table, told: LogEntry, seat: int, lang: str, known: bool) -> parts.Entry:
    seen = seen_by(told.events, seat)
    return {
        "number": told.number,
        "seat": told.seat,
        "kind": told.kind,  # type: ignore[typeddict-item]
        "notation": notation(table, told, known),
        "back_to": told.action if told.kind == UNDO else None,
        "sentences": sentences(table, told, seat, lang),
        "note": note(table, told, lang),
        "events": events_of(table.game, seen),
    }


def sentences(table: Table, told: LogEntry, seat: int, lang: str) -> list[str]:
    """What happened, as a seat saw it."""
    names = table.names(lang)
    if told.kind == FROM:
        return [start_sentence(table, lang)]
    if told.kind == UNDO:
        said = "took_back" if told.by is None else f"took_back_{told.by}"
        return [say(SENTENCES, said, lang, name=names[told.seat])]
    return table.played().sentences(told, lang, seat, names)


def start_sentence(table: Table, lang: str) -> str:
    assert table.start_position is not None
    at, hidden = table.start_position.entry, table.start_position.hidden
    said = say(SENTENCES, "began_position" if at is None else "began_entry", lang, entry=at)
    if table.game.secrets:
        said += " " + say(SENTENCES, f"began_{hidden}", lang)
    return said


def note(table: Table, told: LogEntry, lang: str) -> str | None:
    """A sentence on who really decided, if it was not the seat's own player."""
    why = table.instead.get(told.number)
    if why is None:
        return None
    return say(SENTENCES, f"instead_{why}", lang, name=table.names(lang)[told.seat])


def position(table: Table, seat: int, lang: str) -> responses.Position:
    """The current position and choices of a seat; without a view before the deal."""
    if table.match is None:
        return _position(None, [], NOBODY)
    return {
        "view": view(table, table.number - 1, seat),
        "choices": choices(table, seat, lang),
        "actor": table.actor,
        "undo": table.can_undo(seat),
        "forced": seat != SPECTATOR and table.forced(seat),
        "nobody_can_win": nobody_can_win(table),
    }


def _position(
    shown: dict[str, object] | None, offered: list[parts.Choice], actor: int
) -> responses.Position:
    return {
        "view": shown, "choices": offered, "actor": actor, "undo": False, "forced": False,
        "nobody_can_win": False,
    }  # fmt: skip


def live_entry(table: Table, number: int, seat: int, lang: str) -> live.LiveEntry:
    """An entry and the position after it; only the last one has choices."""
    if number != table.number - 1:
        return earlier_entry(table, number, seat, lang)
    return _with_position(entry(table, number, seat, lang), position(table, seat, lang))


def earlier_entry(table: Table, number: int, seat: int, lang: str) -> live.LiveEntry:
    """An entry that is not the last, so without choices."""
    then = _position(view(table, number, seat), [], table.positions[number].actor)
    return _with_position(entry(table, number, seat, lang), then)


def _with_position(told: parts.Entry, now: responses.Position) -> live.LiveEntry:
    return {"type": "entry", **told, **now, "next": told["number"] + 1}


def live_fresh(table: Table, seat: int, lang: str, lines: int) -> live.LiveFresh:
    """The current position and the last entries, for a client that missed too many."""
    return {
        "type": "fresh",
        **position(table, seat, lang),
        "number": table.number,
        "seat": seat,
        "log": _last_entries(table, seat, lang, lines),
    }


def _last_entries(table: Table, seat: int, lang: str, lines: int) -> list[parts.Entry]:
    return [entry(table, number, seat, lang) for number in range(table.number)[-lines:]]


def live_view(table: Table, seat: int, lang: str) -> live.LiveView:
    return {"type": "view", **position(table, seat, lang), "number": table.number, "seat": seat}


def turn(table: Table, seat: int, lang: str) -> program.Turn | None:
    """The request to decide for a program at the seat; None if it is not its turn."""
    offered = choices(table, seat, lang)
    if not offered:
        return None
    return {
        "type": "turn",
        "number": table.number,
        "view": view(table, table.number - 1, seat),
        "choices": offered,
        "seconds": seconds_left(table),
    }


# -- the table -----------------------------------------------------------------------------------


def seats(
    table: Table, device: str, lang: str, presence: Presence, invitations: Invitations
) -> list[responses.Seat]:
    names = table.names(lang)
    invites = device == table.creator and table.status != OVER
    here = connected(table, presence)
    return [
        {
            "name": names[number],
            "player": place.player,
            "yours": place.device == device,
            "empty": place.empty,
            "connected": here[number],
            "away": away(table, place, here[number]),
            "left": place.stand_in is not None,
            "why": place.why if place.stand_in is not None else None,
            "seconds_left": person_left(table, number),
            "program": place.kind == PROGRAM,
            "offered": place.released is not None,
            "since": place.since,
            "invitation": invitations.invitation(table.id, number, seat_changes.stamp(place))
            if invites and (place.empty or place.released is not None)
            else None,
        }
        for number, place in enumerate(table.places)
    ]


def invitation_link(
    table: Table, device: str, seat: int | None, invitations: Invitations, base_urls: Sequence[str]
) -> str:
    """The link to a free seat (None: any), with the first base address; only for the creator."""
    table.require_creator(device)
    if seat is None:
        if not seat_changes.free_seats(table) or not base_urls:
            raise TableError("no_seat")
        return f"{base_urls[0]}{JOIN}{invitations.table_invitation(table.id)}"
    place = table.place(seat)
    free = place.empty or place.released is not None
    if table.status == OVER or not free or not base_urls:
        raise TableError("no_seat")
    token = invitations.invitation(table.id, seat, seat_changes.stamp(place))
    return f"{base_urls[0]}{JOIN}{token}"


def away(table: Table, place: Place, here: bool) -> float | None:
    """Seconds that a person has been away; on their turn, that the table has waited for them."""
    if here or table.status != RUNNING or not place.is_person or place.device is None:
        return None
    waited_for = table.places[table.actor] is place
    missed = table.away.waited if waited_for else table.away.seconds
    return round(missed(place.device), 1)


def connected(table: Table, presence: Presence) -> list[bool]:
    """For each seat, whether its player is connected; bots always are."""
    return [place.player != HUMAN or place.device in presence.devices for place in table.places]


def outcome(table: Table, lang: str) -> parts.Outcome | None:
    if table.status != OVER or table.reason is None:
        return None
    known = table.match.outcome if table.match is not None else None
    reasons = table.game.reasons if known is not None else REASONS
    text = reasons[table.reason][lang]
    if table.closed is not None:
        text = say(REASONS, "closed_because" if table.closed else "closed", lang, why=table.closed)
    return {
        "shares": list(known.shares) if known else [0.0] * len(table.places),
        "reason": table.reason,
        "reason_text": text,
        "winners": list(known.winners) if known else [],
    }


def table_part(
    table: Table, device: str, lang: str, presence: Presence, invitations: Invitations
) -> responses.TablePart:
    """The state of the table apart from the position; it may change without a log entry."""
    return {
        "status": table.status,
        "seats": seats(table, device, lang, presence, invitations),
        "invitation": invitations.table_invitation(table.id)
        if device == table.creator and seat_changes.free_seats(table)
        else None,
        "outcome": outcome(table, lang),
        "secret": table.secret.hex if table.status == OVER else None,
        "rematch": table.rematch,
        "pace": table.pace,
        "practice": table.practice,
        "grace": table.grace,
        "time": time_part(table.time_to_think),
        "asked": asked_part(table),
        "open": table.open,
        "preparing": table.preparing if table.has_thinking_bot else None,
        "trouble": trouble(table, lang),
        "hints": table.hints,
        "may": table.rights(device),
        "calling_off": sorted(table.calling_off) if nobody_can_win(table) else [],
        "spectators": presence.spectators,
        "commitment": table.secret.commitment,
        "hash": table.start.hash_of(device),
        "hash_needed": table.status == WAITING and table.start.needs_hash(device),
        "start": start_part(table),
        "seconds_left": seconds_left(table),
    }


def live_table(
    table: Table, device: str, lang: str, presence: Presence, invitations: Invitations
) -> live.LiveTable:
    return {"type": "table", **table_part(table, device, lang, presence, invitations)}


def time_part(chosen: TimeLimit | None) -> responses.TimeToThink | None:
    if chosen is None:
        return None
    return {
        "kind": chosen.kind, "seconds": chosen.seconds, "increment": chosen.increment,
        "grace": chosen.grace,
    }  # fmt: skip


def person_left(table: Table, seat: int) -> float | None:
    """Seconds that the person has left, if the table has a time limit."""
    if table.times is None or table.status != RUNNING:
        return None
    left = table.times.left(seat, table.clock.steady())
    return None if left is None else round(left, 1)


def asked_part(table: Table) -> responses.AskedPart | None:
    """How long a person whose time is over may still decide before a bot takes over."""
    times, until = table.times, table.deadline
    if times is None or until is None or times.asked is None:
        return None
    left = round(max(0.0, until - table.clock.steady()), 1)
    return {"seconds": left, "heres": times.confirmations_left(table.actor)}


def origin(table: Table) -> responses.Origin | None:
    """Where the start position came from, if the game was not dealt; without the position."""
    begun = table.start_position
    if begun is None:
        return None
    return {"table": begun.table, "entry": begun.entry, "hidden": begun.hidden}


def start_part(table: Table) -> responses.StartPart:
    """The start list, and until the deal the seats that are awaited.

    The list of a game that was not dealt contains its position, so it is sent only after the end.
    """
    start, waiting = table.start, table.status == WAITING
    due = waiting and start.sealed is not None and bool(start.awaited)
    told = start.sealed if table.start_position is None or table.status == OVER else None
    return {
        "text": told.text if told is not None else None,
        "fingerprint": start.sealed.fingerprint if start.sealed is not None else None,
        "awaited": start.awaited if waiting else [],
        "free_in": round(max(0.0, table.reveal_seconds - start.seconds), 1) if due else None,
        "voids": voids(start.voids),
    }


def voids(known: Sequence[VoidStart]) -> list[responses.VoidPart]:
    return [
        {
            "seat": one.void.seat,
            "name": one.name,
            "why": one.void.why,  # type: ignore[typeddict-item]
            "fingerprint": one.void.fingerprint,
        }
        for one in known
    ]


def trouble(table: Table, lang: str) -> str | None:
    """The table's current problem as a sentence."""
    return say(SENTENCES, table.trouble, lang) if table.trouble is not None else None


def seconds_left(table: Table) -> float | None:
    """Seconds left on the game's clock, if it has one."""
    left = table.time_left() if table.status == RUNNING else None
    return None if left is None else round(left, 1)


def snapshot(
    table: Table,
    viewer: Viewer,
    presence: Presence,
    invitations: Invitations,
    base_urls: Sequence[str],
) -> responses.Snapshot:
    seat, lang = viewer.seat, viewer.lang
    first, *others = [f"{url}{JOIN}" for url in base_urls]
    creator = table.creator == viewer.device
    return {
        **position(table, seat, lang),
        **table_part(table, viewer.device, lang, presence, invitations),
        "id": table.id,
        "game": table.game.name,
        "options": table.options.named(),
        "number": table.number,
        "seat": seat,
        "facts": facts(table)["facts"] if table.match is not None else None,
        "log": _last_entries(table, seat, lang, LOG_LENGTH),
        "origin": origin(table),
        "creator": creator,
        "invite_url_base": first,
        "invite_url_others": others if creator else [],
    }


# -- replay --------------------------------------------------------------------------------------


def replay(table: Table, seat: int, lang: str, first: int = 0) -> responses.Replay:
    """Part of a finished game, each step as a seat saw it; any seat, as the game is over."""
    match = table.played()
    require_finished(table.status)
    if not SPECTATOR <= seat < len(table.places):
        raise TableError("no_seat")
    begin = first - first % PIECE
    return {
        "game": table.game.name,
        "names": table.names(lang),
        "players": [place.player for place in table.places],
        "facts": facts(table)["facts"],
        "first": begin,
        "total": table.number,
        "practice": table.practice,
        "origin": origin(table),
        "steps": [step(table, told, seat, lang) for told in match.log[begin : begin + PIECE]],
    }


def step(table: Table, told: LogEntry, seat: int, lang: str) -> responses.Step:
    return {
        **entry(table, told.number, seat, lang),
        "label": label(table, told, seat, lang),
        "view": view(table, told.number, seat),
    }
