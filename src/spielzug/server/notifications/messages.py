"""The texts of notifications, made at sending time from what every spectator may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Final

from spielzug.core.texts import listing, say
from spielzug.games import all_games
from spielzug.server.cluster.steady_time import steady
from spielzug.server.notifications.news import ASKED, BEGIN, BOT, JOINED, REMATCH, SOON, TURN_KINDS
from spielzug.server.notifications.queue import Notice, StoredContact
from spielzug.server.texts.notifications import BODIES, TITLES
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import read_places
from spielzug.tables.seats import shown_names
from spielzug.tables.start import awaited_seats
from spielzug.tables.table import OVER, RUNNING, WAITING

TEST: Final = "test"
CONFIRM: Final = "confirm"


SEVERAL = "several"
LISTED = 6  # tables that one message names


@dataclass(frozen=True)
class NotificationText:
    kind: str
    title: str
    body: str
    way: str
    """The URL fragment of the page it links to."""
    tag: str
    """A later message with the same tag replaces this one."""
    table: str | None = None
    game: str | None = None


def is_still_relevant(notice: Notice, stored: StoredTable | None, device: str) -> bool:
    """Whether it still holds: the table may have changed since it was queued."""
    if notice.kind in (TEST, CONFIRM):
        return True
    if stored is None:
        return False
    places = read_places(stored.seats)
    creator: str = stored.table["creator"]
    own = [place for place in places if place.device == device]
    status: str = stored.table["status"]
    if notice.kind == JOINED:
        return status == WAITING and creator == device
    if not own:
        return False
    if notice.kind in TURN_KINDS:
        turn = places[stored.table["turn"]] if stored.table["turn"] >= 0 else None
        is_turn = turn is not None and turn.device == device and turn.is_person
        return status == RUNNING and is_turn and _time_is_so(notice.kind, stored)
    if notice.kind == BEGIN:
        waited = awaited_seats(places, stored.table["start"] is not None)
        return status == WAITING and any(places[seat].device == device for seat in waited)
    if notice.kind == BOT:
        return status == RUNNING and any(place.stand_in is not None for place in own)
    if notice.kind == REMATCH:
        return status == WAITING
    return status == OVER


def _time_is_so(kind: str, stored: StoredTable) -> bool:
    deadline, asked = stored.table["deadline"], stored.table["asked"]
    if kind == ASKED:
        return asked is not None
    if kind == SOON:  # an undo or a returning player may have extended the time
        return deadline is not None and asked is None and hours_left(stored) <= 13
    return True


def hours_left(stored: StoredTable) -> float:
    deadline = stored.table["deadline"]
    assert deadline is not None
    return max(0.0, deadline - steady()) / 3600


def message(
    notices: Sequence[Notice], stored: Mapping[str, StoredTable], contact: StoredContact
) -> NotificationText:
    """One message for all notices, so that news at five tables is one notification."""
    lang = contact.lang
    if len(notices) == 1:
        return _single(notices[0], stored.get(notices[0].table), contact)
    singles = [_single(one, stored.get(one.table), contact) for one in notices]
    places = dict.fromkeys(one.table for one in singles)
    if len(places) == 1:  # all of one table: only the last still matters
        return singles[-1]
    lines = [one.body for one in singles[:LISTED]]
    if len(singles) > LISTED:
        lines.append("…")
    title = say(TITLES, SEVERAL, lang, count=len(places))
    return NotificationText(SEVERAL, title, "\n".join(lines), "#/", SEVERAL)


def _single(one: Notice, stored: StoredTable | None, contact: StoredContact) -> NotificationText:
    lang = contact.lang
    if stored is None:
        title = say(TITLES, TEST, lang)
        return NotificationText(one.kind, title, say(BODIES, TEST, lang), "#/", one.kind)
    game = stored.table["game"]
    places = read_places(stored.seats)
    names = [
        name
        for place, name in zip(places, shown_names(places, lang, game), strict=True)
        if place.device != contact.device and not place.empty
    ]
    kind = one.kind
    values: dict[str, object] = {}
    if kind == SOON:
        hours = hours_left(stored)
        kind, values["n"] = (
            ("hours", round(hours)) if hours >= 1.5 else ("minutes", round(60 * hours))
        )
    values |= {"game": titles().get(game, {}).get(lang, game), "others": listing(names, lang)}
    body = say(BODIES, kind, lang, **values)
    tag = blake2b(one.table.encode(), digest_size=12).hexdigest()
    way = f"#/t/{one.table}"
    return NotificationText(one.kind, say(TITLES, one.kind, lang), body, way, tag, one.table, game)


@cache
def titles() -> dict[str, Mapping[str, str]]:
    return {game.name: game.title for game in all_games()}
