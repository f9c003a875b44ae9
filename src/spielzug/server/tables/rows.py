"""A table and the file: the rows it is kept in, and the table read from them again."""

from __future__ import annotations

import json
from dataclasses import asdict

from spielzug.core.errors import NotAllowed, OptionError
from spielzug.core.game import Game
from spielzug.core.luck import Secret
from spielzug.core.match import OUTSIDE, UNDO, Entry, Match
from spielzug.core.options import Options
from spielzug.server.problems import Problem
from spielzug.server.store import Row, Stored
from spielzug.server.tables.marks import marks_for, resume
from spielzug.server.tables.places import Place
from spielzug.server.tables.table import OVER, RUNNING, Changes, Table


def table_row(table: Table) -> Row:
    return {
        "id": table.id,
        "game": table.game.name,
        "rules_version": table.version,
        "options": table.options.to_text(),
        "secret": table.secret.hex,
        "commitment": table.secret.commitment,
        "creator": table.creator,
        "pace": table.pace,
        "hints": table.hints,
        "created": table.created,
        "rematch": table.rematch,
        "status": table.status,
        "turn": table.actor,
        "result": json.dumps(table.result) if table.result is not None else None,
        "reason": table.reason,
        "updated": table.updated,
        "ended": _ended(table),
        "people": table.match is not None and any(place.device for place in table.places),
    }


def _ended(table: Table) -> float | None:
    return table.updated if table.status == OVER else None


def seat_rows(table: Table) -> list[Row]:
    return [
        {"table_id": table.id, "number": number, "ended": _ended(table), **asdict(place)}
        for number, place in enumerate(table.places)
    ]


def read_table(stored: Stored, game: Game) -> Table:
    """The table as it was when it was last written."""
    row = stored.table
    refuse_version(game, row)
    fields = ("kind", "name", "player", "device", "nonce", "stand_in")
    places = [Place(**{name: seat[name] for name in fields}) for seat in stored.seats]
    options = stored_options(game, row["options"])
    secret = Secret.from_hex(row["secret"])
    table = Table(
        game, options, places, row["creator"], row["pace"], row["id"], secret, row["hints"]
    )
    table.version = row["rules_version"]
    if stored.entries:
        table.status = RUNNING
        table.set_up_match()
        if not _resume(table, stored.entries):
            _replay(table, stored.entries)
        table.dealt = stored.entries[0]["created"]
    table.changes = Changes()
    table.status, table.rematch, table.reason = row["status"], row["rematch"], row["reason"]
    table.result = tuple(json.loads(row["result"])) if row["result"] else None
    table.created, table.updated = row["created"], row["updated"]
    return table


def _resume(table: Table, entries: list[Row]) -> bool:
    """Find the table where its log ended, if all that lies there fits together."""
    found = resume(table.played(), entries)
    if found is None:
        return False
    table.positions, table.marks = found
    table.instead = {row["number"]: row["instead"] for row in entries if row["instead"]}
    return True


def _replay(table: Table, entries: list[Row]) -> None:
    """Play the whole log again: the same secret and decisions lead to the same positions."""
    table.marks = marks_for(table.played(), entries)
    for row in entries:
        _repeat(table, row)


def _repeat(table: Table, row: Row) -> None:
    try:
        entry = repeat(table.played(), row)
    except NotAllowed:
        raise Problem(500, "damaged") from None
    table.follow(entry, row["instead"])
    if table.changes.entries[-1]["digest"] != row["digest"] or entry.seat != row["seat"]:
        raise Problem(500, "damaged")


def refuse_version(game: Game, row: Row) -> None:
    """Refuse a table of rules that this program does not know."""
    version = row["rules_version"]
    if version not in game.versions:
        raise Problem(409, "other_rules", version=version, known=game.versions_text)


def stored_options(game: Game, text: str) -> Options:
    """The options of a stored table; one may name a set that this server was not given."""
    try:
        options: Options = game.options.from_text(text)
    except OptionError as error:
        raise Problem(409, "other_set", reason=str(error)) from None
    return options


def repeat(match: Match, row: Row) -> Entry:
    """Do in a match what the log says was done."""
    if row["number"] == 0:
        return match.log[0]
    if row["kind"] == UNDO:
        return match.take_back(row["seat"], row["action"])
    if row["kind"] == OUTSIDE:
        return match.from_outside(row["action"])
    return match.play(row["action"])
