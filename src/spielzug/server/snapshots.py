"""Builds the messages for clients: entries, positions, tables, lists and replays.

Everything about the game comes from the position and the events as the viewing seat sees them, so
that no hidden information is sent.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence, Set
from dataclasses import asdict, dataclass
from typing import Any

from spielzug.core import match as core
from spielzug.core.events import Event, seen_by
from spielzug.core.match import DECISION, FROM, UNDO
from spielzug.core.texts import say
from spielzug.server.cluster.steady_time import steady
from spielzug.server.identity import Identity
from spielzug.server.problems import Problem
from spielzug.server.store.sql import Stored
from spielzug.server.tables import seat_changes
from spielzug.server.tables.endings import nobody_can_win
from spielzug.server.tables.seats import HUMAN, PROGRAM, Place, read_places, shown_names
from spielzug.server.tables.start import VoidStart, awaited_seats
from spielzug.server.tables.table import NOBODY, OVER, RUNNING, WAITING, Table, has_thinking_bot
from spielzug.server.tables.time_limit import TimeLimit
from spielzug.server.texts.sentences import REASONS, SENTENCES
from spielzug.wire import parts
from spielzug.wire.live import LiveFresh, LiveView
from spielzug.wire.parts import Entry, FactsMessage, Fields, Outcome
from spielzug.wire.program import Turn
from spielzug.wire.responses import (
    AskedPart,
    Origin,
    Position,
    Replay,
    Seat,
    Snapshot,
    StartPart,
    Step,
    TablePart,
    TableSummary,
    VoidPart,
)
from spielzug.wire.responses import TimeToThink as TimePart

LOG_LENGTH = 200
PIECE = 200  # steps in one part of a replay
SPECTATOR = -1
JOIN = "/#/join/"
"""The path between the server's address and an invitation."""
ABANDONED = "abandoned"
"""The reason of a game that was ended without a result, in all games."""
ANYBODY = ""
"""Stands for any device that neither opened the table nor has a seat."""


@dataclass(frozen=True)
class Presence:
    """Who is connected to a table now."""

    devices: Set[str] = frozenset()
    spectators: int = 0


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
        raise Problem(403, "not_your_seat")
    return wanted


# -- what the game provides ----------------------------------------------------------------------


def facts(table: Table) -> FactsMessage:
    """What never changes after the deal, the same for everybody; built once per table."""
    if table.facts_message is None:
        table.facts_message = FactsMessage(facts=table.seen(0, SPECTATOR).facts_view)
    return table.facts_message


def facts_text(table: Table) -> str:
    """The facts as JSON; one string shared by all clients."""
    if table.facts_text is None:
        table.facts_text = facts(table).model_dump_json()
    return table.facts_text


def view(table: Table, number: int, seat: int) -> dict[str, Any]:
    return table.seen(number, seat).view


def choices(table: Table, seat: int, lang: str) -> list[Fields]:
    if seat == SPECTATOR or table.actor != seat or table.places[seat].bot is not None:
        return []
    return parts.choices(table.seen(table.number - 1, seat).named(table.names(lang)), lang)


def why(table: Table, viewer: Viewer, action: int | str) -> str:
    """Why the seat may not do this now, based on what it knows; empty if it may."""
    table.running_match()
    if viewer.seat == SPECTATOR:
        raise Problem(403, "not_at_table")
    if table.actor != viewer.seat:
        raise Problem(403, "not_your_turn")
    seen = table.seen(table.number - 1, viewer.seat).named(table.names(viewer.lang))
    return seen.why_not(table.read_action(action), viewer.lang)


def label(table: Table, told: core.LogEntry, seat: int, lang: str) -> str:
    """The choice in words, only for the seat that made it; others get the sentences."""
    if told.seat != seat or told.kind != DECISION:
        return ""
    return table.seen(told.number - 1, seat).named(table.names(lang)).label(told.action, lang)


def notation(table: Table, told: core.LogEntry, seat: int, seen: Sequence[Event]) -> str:
    """An action in notation; for other seats only if they saw all its events.

    The server does not know the rules: if an event is hidden, the action may be secret, too.
    """
    if told.number == 0:
        return ""
    if told.kind == UNDO:
        return f"undo {told.action}"
    if told.seat not in (seat, NOBODY) and (not seen or list(seen) != list(told.events)):
        return ""
    return table.game.words.notation(told.action)


# -- the log and the position --------------------------------------------------------------------


def entry(table: Table, number: int, seat: int, lang: str) -> Entry:
    """A log entry as a seat saw it."""
    return Entry.model_validate(entry_fields(table, number, seat, lang))


def entry_fields(table: Table, number: int, seat: int, lang: str) -> Fields:
    """A log entry as fields, to be part of another message."""
    match = table.played()
    told = match.log[number]
    seen = seen_by(told.events, seat)
    names = table.names(lang)
    sentences = match.sentences(told, lang, seat, names)
    if told.kind == FROM:
        sentences = [start_sentence(table, lang)]
    if told.kind == UNDO:
        said = "took_back" if told.by is None else f"took_back_{told.by}"
        sentences = [say(SENTENCES, said, lang, name=names[told.seat])]
    return {
        "number": told.number,
        "seat": told.seat,
        "kind": told.kind,
        "notation": notation(table, told, seat, seen),
        "back_to": told.action if told.kind == UNDO else None,
        "sentences": sentences,
        "note": note(table, told, lang),
        "events": parts.events(table.game, seen),
    }


def start_sentence(table: Table, lang: str) -> str:
    assert table.start_position is not None
    at, hidden = table.start_position.entry, table.start_position.hidden
    said = say(SENTENCES, "began_position" if at is None else "began_entry", lang, entry=at)
    if table.game.secrets:
        said += " " + say(SENTENCES, f"began_{hidden}", lang)
    return said


def note(table: Table, told: core.LogEntry, lang: str) -> str | None:
    """A sentence on who really decided, if it was not the seat's own player."""
    why = table.instead.get(told.number)
    if why is None:
        return None
    return say(SENTENCES, f"instead_{why}", lang, name=table.names(lang)[told.seat])


def position(table: Table, seat: int, lang: str) -> Position:
    """The current position and choices of a seat."""
    if table.match is None:
        return Position(
            view=None, choices=[], actor=NOBODY, undo=False, forced=False, nobody_can_win=False
        )
    return Position.model_validate(_now(table, seat, lang))


def _now(table: Table, seat: int, lang: str) -> Fields:
    return {
        "view": view(table, table.number - 1, seat),
        "choices": choices(table, seat, lang),
        "actor": table.actor,
        "undo": table.can_undo(seat),
        "forced": seat != SPECTATOR and table.forced(seat),
        "nobody_can_win": nobody_can_win(table),
    }


def _earlier(table: Table, number: int, seat: int) -> Fields:
    """The position after an entry that is not the last, so without choices."""
    actor = table.positions[number].actor
    shown = view(table, number, seat)
    return {
        "view": shown, "choices": [], "actor": actor, "undo": False, "forced": False,
        "nobody_can_win": False,
    }  # fmt: skip


def live_entry(table: Table, number: int, seat: int, lang: str) -> Fields:
    """A `LiveEntry`: an entry and the position after it; only the last one has choices."""
    last = number == table.number - 1
    now = _now(table, seat, lang) if last else _earlier(table, number, seat)
    return _with_position(entry_fields(table, number, seat, lang), now)


def earlier_entry(table: Table, number: int, seat: int, lang: str) -> Fields:
    """A `LiveEntry` that is not the last, so without choices."""
    told = entry_fields(table, number, seat, lang)
    return _with_position(told, _earlier(table, number, seat))


def _with_position(told: Fields, now: Fields) -> Fields:
    return {"type": "entry", **told, **now, "next": told["number"] + 1}


def live_fresh(table: Table, seat: int, lang: str, lines: int) -> LiveFresh:
    """The current position and the last entries, for a client that missed too many."""
    log = [entry(table, number, seat, lang) for number in range(table.number)[-lines:]]
    now = position(table, seat, lang)
    return LiveFresh(**dict(now), number=table.number, seat=seat, log=log)


def live_view(table: Table, seat: int, lang: str) -> LiveView:
    return LiveView(**dict(position(table, seat, lang)), number=table.number, seat=seat)


def turn(table: Table, seat: int, lang: str) -> Turn | None:
    """The request to decide for a program at the seat; None if it is not its turn."""
    offered = choices(table, seat, lang)
    if not offered:
        return None
    shown = view(table, table.number - 1, seat)
    left = seconds_left(table)
    return Turn.model_validate(
        {"number": table.number, "view": shown, "choices": offered, "seconds": left}
    )


# -- the table -----------------------------------------------------------------------------------


def seats(
    table: Table, device: str, lang: str, presence: Presence, identity: Identity
) -> list[Seat]:
    names = table.names(lang)
    invites = device == table.creator and table.status != OVER
    return [
        Seat(
            name=names[number],
            player=place.player,
            yours=place.device == device,
            empty=place.empty,
            connected=here,
            away=away(table, place, here),
            left=place.stand_in is not None,
            why=place.why if place.stand_in is not None else None,
            seconds_left=person_left(table, number),
            program=place.kind == PROGRAM,
            offered=place.released is not None,
            since=place.since,
            invitation=identity.invitation(table.id, number, seat_changes.stamp(place))
            if invites and (place.empty or place.released is not None)
            else None,
        )
        for number, (place, here) in enumerate(
            zip(table.places, connected(table, presence), strict=True)
        )
    ]


def invitation_link(
    table: Table, device: str, seat: int | None, identity: Identity, base_urls: Sequence[str]
) -> str:
    """The link to a free seat (None: any), with the first base address; only for the creator."""
    if device != table.creator:
        raise Problem(403, "not_creator")
    if seat is None:
        if not seat_changes.free_seats(table) or not base_urls:
            raise Problem(404, "no_seat")
        return f"{base_urls[0]}{JOIN}{identity.table_invitation(table.id)}"
    place = table.place(seat)
    free = place.empty or place.released is not None
    if table.status == OVER or not free or not base_urls:
        raise Problem(404, "no_seat")
    return f"{base_urls[0]}{JOIN}{identity.invitation(table.id, seat, seat_changes.stamp(place))}"


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


def outcome(table: Table, lang: str) -> Outcome | None:
    if table.status != OVER or table.reason is None:
        return None
    known = table.match.outcome if table.match is not None else None
    reasons = table.game.reasons if known is not None else REASONS
    text = reasons[table.reason][lang]
    if table.closed is not None:
        text = say(REASONS, "closed_because" if table.closed else "closed", lang, why=table.closed)
    return Outcome(
        shares=list(known.shares) if known else [0.0] * len(table.places),
        reason=table.reason,
        reason_text=text,
        winners=list(known.winners) if known else [],
    )


def table_part(
    table: Table, device: str, lang: str, presence: Presence, identity: Identity
) -> TablePart:
    """The state of the table apart from the position; it may change without a log entry."""
    return TablePart(
        status=table.status,
        seats=seats(table, device, lang, presence, identity),
        invitation=identity.table_invitation(table.id)
        if device == table.creator and seat_changes.free_seats(table)
        else None,
        outcome=outcome(table, lang),
        secret=table.secret.hex if table.status == OVER else None,
        rematch=table.rematch,
        pace=table.pace,
        practice=table.practice,
        grace=table.grace,
        time=time_part(table.time_to_think),
        asked=asked_part(table),
        open=table.open,
        preparing=table.preparing if has_thinking_bot(table) else None,
        trouble=trouble(table, lang),
        hints=table.hints,
        may=table.rights(device),
        calling_off=sorted(table.calling_off) if nobody_can_win(table) else [],
        spectators=presence.spectators,
        commitment=table.secret.commitment,
        hash=table.start.hash_of(device),
        hash_needed=table.status == WAITING and table.start.needs_hash(device),
        start=start_part(table),
        seconds_left=seconds_left(table),
    )


def time_part(chosen: TimeLimit | None) -> TimePart | None:
    return TimePart(**asdict(chosen)) if chosen is not None else None


def person_left(table: Table, seat: int) -> float | None:
    """Seconds that the person has left, if the table has a time limit."""
    if table.times is None or table.status != RUNNING:
        return None
    left = table.times.left(seat, steady())
    return None if left is None else round(left, 1)


def asked_part(table: Table) -> AskedPart | None:
    """How long a person whose time is over may still decide before a bot takes over."""
    times, until = table.times, table.deadline
    if times is None or until is None or times.asked is None:
        return None
    left = round(max(0.0, until - steady()), 1)
    return AskedPart(seconds=left, heres=times.confirmations_left(table.actor))


def origin(table: Table) -> Origin | None:
    """Where the start position came from, if the game was not dealt; without the position."""
    start_position = table.start_position
    if start_position is None:
        return None
    return Origin(
        table=start_position.table, entry=start_position.entry, hidden=start_position.hidden
    )


def start_part(table: Table) -> StartPart:
    """The start list, and until the deal the seats that are awaited.

    The list of a game that was not dealt contains its position, so it is sent only after the end.
    """
    start, waiting = table.start, table.status == WAITING
    due = waiting and start.sealed is not None and bool(start.awaited)
    told = start.sealed if table.start_position is None or table.status == OVER else None
    return StartPart(
        text=told.text if told is not None else None,
        fingerprint=start.sealed.fingerprint if start.sealed is not None else None,
        awaited=start.awaited if waiting else [],
        free_in=round(max(0.0, table.reveal_seconds - start.seconds), 1) if due else None,
        voids=voids(start.voids),
    )


def voids(known: Sequence[VoidStart]) -> list[VoidPart]:
    return [VoidPart.model_validate({**asdict(one.void), "name": one.name}) for one in known]


def trouble(table: Table, lang: str) -> str | None:
    """The table's current problem as a sentence."""
    return say(SENTENCES, table.trouble, lang) if table.trouble is not None else None


def seconds_left(table: Table) -> float | None:
    """Seconds left on the game's clock, if it has one."""
    left = table.time_left() if table.status == RUNNING else None
    return None if left is None else round(left, 1)


def snapshot(
    table: Table, viewer: Viewer, presence: Presence, identity: Identity, base_urls: Sequence[str]
) -> Snapshot:
    seat, lang = viewer.seat, viewer.lang
    first, *others = [f"{url}{JOIN}" for url in base_urls]
    creator = table.creator == viewer.device
    numbers = range(table.number)[-LOG_LENGTH:]
    return Snapshot(
        id=table.id,
        game=table.game.name,
        options=table.options.named(),
        number=table.number,
        seat=seat,
        facts=facts(table).facts if table.match is not None else None,
        **dict(position(table, seat, lang)),
        log=[entry(table, number, seat, lang) for number in numbers],
        origin=origin(table),
        creator=creator,
        invite_url_base=first,
        invite_url_others=others if creator else [],
        **dict(table_part(table, viewer.device, lang, presence, identity)),
    )


def summary(stored: Stored, device: str, lang: str) -> TableSummary:
    """A table in a list, built from its database rows."""
    row, places = stored.table, read_places(stored.seats)
    turn = places[row["turn"]] if row["status"] == RUNNING and row["turn"] >= 0 else None
    limit = row["time_to_think"]
    awaited = awaited_seats(places, row["start"] is not None) if row["status"] == WAITING else []
    return TableSummary(
        id=row["id"],
        game=row["game"],
        status=row["status"],
        names=shown_names(places, lang, row["game"]),
        players=[PROGRAM if place.kind == PROGRAM else place.player for place in places],
        left=[place.stand_in is not None for place in places],
        your_turn=turn is not None and turn.device == device and turn.is_person,
        your_seats=[seat["number"] for seat in stored.seats if seat["device"] == device],
        turn=row["turn"],
        result=json.loads(row["result"]) if row["result"] else None,
        reason=row["reason"],
        created=iso(row["created"]),
        updated=iso(row["updated"]),
        ended=iso(row["ended"]) if row["ended"] is not None else None,
        awaited=any(places[seat].device == device for seat in awaited),
        practice=row["practice"],
        time=time_part(TimeLimit.from_text(limit) if limit is not None else None),
        deadline=iso(row["deadline"]) if row["deadline"] is not None else None,
        asked=row["asked"] is not None,
    )


def urgency(table: TableSummary) -> tuple[bool, str]:
    """Sort key: tables where it is the device's turn first, by deadline."""
    due = table.deadline if table.your_turn else None
    return not table.your_turn, due or "later"


def iso(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


# -- replay and review ---------------------------------------------------------------------------


def replay(table: Table, seat: int, lang: str, first: int = 0) -> Replay:
    """Part of a finished game, each step as a seat saw it; any seat, as the game is over."""
    match = table.played()
    require_finished(table.status)
    if not SPECTATOR <= seat < len(table.places):
        raise Problem(404, "no_seat")
    begin = first - first % PIECE
    return Replay(
        game=table.game.name,
        names=table.names(lang),
        players=[place.player for place in table.places],
        facts=facts(table).facts,
        first=begin,
        total=table.number,
        practice=table.practice,
        origin=origin(table),
        steps=[step(table, told, seat, lang) for told in match.log[begin : begin + PIECE]],
    )


def step(table: Table, told: core.LogEntry, seat: int, lang: str) -> Step:
    return Step(
        **dict(entry(table, told.number, seat, lang)),
        label=label(table, told, seat, lang),
        view=view(table, told.number, seat),
    )


def require_finished(status: str) -> None:
    if status == RUNNING:
        raise Problem(409, "still_running")


def require_reviewable(status: str, reason: str | None) -> None:
    """Raise unless the game has ended with a result; a running game must not be analysed."""
    require_finished(status)
    if status == WAITING:
        raise Problem(409, "not_started")
    if reason == ABANDONED:
        raise Problem(409, "no_result")
