"""“Check this game”: all that is needed to check its luck without trusting the host.

The start list, the secret, the nonces and the keys are sent as stored, so that anybody who saved
the start list can compare. The result of the host's own replay is only a claim, and is labelled so.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.luck import Luck, Secret, TableLuck
from spielzug.core.match import POSITION, Match, Seat
from spielzug.core.texts import say
from spielzug.tables import messages
from spielzug.tables.errors import TableError
from spielzug.tables.log_marks import LogMarks
from spielzug.tables.row_types import EntryRow, StoredTable, TableRow
from spielzug.tables.rows import SavedTable, read_voids, repeat, table_before_deal
from spielzug.tables.start import StartPosition
from spielzug.tables.table import OVER, TableClock
from spielzug.tables.texts import PROOF

if TYPE_CHECKING:
    from spielzug.wire import responses


class _ClockAtSaving(TableClock):
    """Stands still at the time when the table was saved; nothing in a proof depends on it."""

    def __init__(self, stored: StoredTable) -> None:
        self._time = stored.table["updated"]

    def now(self) -> float:
        return self._time


def prove(stored: StoredTable, game: Game, lang: str) -> responses.Proof:
    """The commitment while the game runs; the secret and every key once it is over."""
    row = stored.table
    over = row["status"] == OVER
    nonces = _nonces(stored) if stored.entries else []
    steps = [_step(lang, "promised", True, commitment=row["commitment"])]
    keys: list[responses.ProofKey] = []
    practice = row["begun"] is not None
    if practice:
        steps = [
            _step(lang, "begun", None),
            _step(lang, "begun_promised", True, commitment=row["commitment"]),
        ]
    if not over or not stored.entries:
        if nonces:
            steps.append(_nonce_step(nonces, lang))
        steps.append(_step(lang, "never" if over else "later", None))
        ok = None
    else:
        found, keys = _computed(stored, game, nonces, lang)
        steps += found if practice else [_nonce_step(nonces, lang), *found]
        ok = all(step["ok"] is not False for step in steps)
    return {
        "format": row["format"],
        "dealt": not practice,
        # The start list of a practice game contains its starting position.
        "start": row["start"] if over or not practice else None,
        "commitment": row["commitment"],
        "secret": row["secret"] if over else None,
        "nonces": nonces,
        "voids": messages.voids(read_voids(row["voids"])),
        "keys": keys,
        "word": {"ok": ok, "steps": steps},
    }


def _nonces(stored: StoredTable) -> list[str]:
    """One per device, in the order of the start list."""
    fixed = [(seat["fixed_by"] or seat["device"], seat["nonce"]) for seat in stored.seats]
    by_device = dict(reversed(fixed))
    order = dict.fromkeys(device for device, _ in fixed)
    known = (by_device[device] for device in order if device is not None)
    return [nonce for nonce in known if nonce is not None]


def _nonce_step(nonces: list[str], lang: str) -> responses.ProofStep:
    key = {0: "no_nonces", 1: "one_nonce"}.get(len(nonces), "nonces")
    return _step(lang, key, True, **({"count": len(nonces)} if key == "nonces" else {}))


def _luck(stored: StoredTable, game: Game, nonces: list[str]) -> Luck | None:
    """None if the stored values contradict each other."""
    secret = Secret.from_hex(stored.table["secret"])
    try:
        sealed = table_before_deal(SavedTable, stored, game, _ClockAtSaving(stored)).start.sealed
        return TableLuck(secret, sealed, tuple(nonces)) if sealed is not None else None
    except (ValueError, TypeError, LookupError, SpielzugError, TableError):
        return None


def _computed(
    stored: StoredTable, game: Game, nonces: list[str], lang: str
) -> tuple[list[responses.ProofStep], list[responses.ProofKey]]:
    row = stored.table
    fits = hashlib.sha256(bytes.fromhex(row["secret"])).hexdigest() == row["commitment"]
    steps = [_step(lang, "secret_fits" if fits else "secret_wrong", fits)]
    if row["removed"] is not None:
        key = "names_removed" if row["sealed_as"] is None else "removed"
        steps.append(_step(lang, key, None))
    luck = _luck(stored, game, nonces)
    if luck is None:
        return [*steps, _step(lang, "list_wrong", False)], []
    seats = [Seat(seat["name"], seat["player"]) for seat in stored.seats]
    options = game.options.from_text(row["options"])
    begun = row["begun"]
    start, origin = (
        (None, POSITION) if begun is None else StartPosition.from_text(begun, game).beginning
    )
    match = Match(game, seats, luck, options, row["rules_version"], start=start, origin=origin)
    marks = LogMarks(match)
    dealt = _repeat(match, stored.entries[0], marks)
    steps.append(_step(lang, "deal_fits" if dealt else "deal_wrong", dealt))
    for entry in stored.entries[1:]:
        if not _repeat(match, entry, marks):
            return [*steps, _step(lang, "replay_wrong", False, number=entry["number"])], _keys(
                match
            )
    steps.append(_step(lang, "replay_fits", True, count=len(stored.entries) - 1))
    return [*steps, _result_step(match, row, lang)], _keys(match)


def _keys(match: Match) -> list[responses.ProofKey]:
    """The key of every entry that drew."""
    return [
        {"entry": e.number, "luck": e.drawn, "key": str(match.luck.key(e.number, e.drawn))}
        for e in match.log
        if e.drawn is not None
    ]


def _result_step(match: Match, row: TableRow, lang: str) -> responses.ProofStep:
    outcome = match.outcome
    if outcome is None or outcome.reason != row["reason"]:
        return _step(lang, "result_wrong", False)
    reason = match.game.reasons[outcome.reason][lang]
    return _step(lang, "result_fits", True, result=outcome.text(), reason=reason)


def _repeat(match: Match, row: EntryRow, marks: LogMarks) -> bool:
    """Whether the entry can be replayed and leads to the stored position."""
    try:
        entry = repeat(match, row)
    except SpielzugError:
        return False
    digest = marks.of(entry, match.position, row["instead"])["digest"]
    known = (entry.number, entry.seat, digest)
    return known == (row["number"], row["seat"], row["digest"])


def _step(lang: str, key: str, ok: bool | None, **values: object) -> responses.ProofStep:
    return {"text": say(PROOF, key, lang, **values), "ok": ok}
