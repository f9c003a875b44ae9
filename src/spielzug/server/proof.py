"""«Check this game»: was the luck really fixed before, and did everything follow from it?

The check starts from what lies in the file and trusts nothing in memory: the secret against the
fingerprint shown at the start, then the deal and every entry once more, each position against the
mark that was written down when it was played.
"""

from __future__ import annotations

import hashlib

from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.luck import Secret, TableLuck
from spielzug.core.match import Match, Seat
from spielzug.core.texts import say
from spielzug.core.wire.answers import Proof, ProofStep
from spielzug.server.store import Row, Stored
from spielzug.server.tables.marks import Marks, marks_for
from spielzug.server.tables.rows import repeat
from spielzug.server.tables.table import OVER
from spielzug.server.texts import PROOF


def prove(stored: Stored, game: Game, lang: str) -> Proof:
    """Before the end only what is promised (ok: null), afterwards the whole computation."""
    row = stored.table
    nonces = [seat["nonce"] for seat in stored.seats if seat["nonce"] is not None]
    over = row["status"] == OVER
    steps = [_step(lang, "promised", True, commitment=row["commitment"])]
    if not over or not stored.entries:
        if nonces:
            steps.append(_nonce_step(nonces, lang))
        steps.append(_step(lang, "never" if over else "later", None))
        ok = None
    else:
        steps.append(_nonce_step(nonces, lang))
        steps += _computed(stored, game, nonces, lang)
        ok = all(step.ok for step in steps)
    return Proof(
        commitment=row["commitment"],
        secret=row["secret"] if over else None,
        nonces=nonces,
        ok=ok,
        steps=steps,
    )


def _nonce_step(nonces: list[str], lang: str) -> ProofStep:
    key = {0: "no_nonces", 1: "one_nonce"}.get(len(nonces), "nonces")
    return _step(lang, key, True, **({"count": len(nonces)} if key == "nonces" else {}))


def _computed(stored: Stored, game: Game, nonces: list[str], lang: str) -> list[ProofStep]:
    row = stored.table
    fits = hashlib.sha256(bytes.fromhex(row["secret"])).hexdigest() == row["commitment"]
    steps = [_step(lang, "secret_fits" if fits else "secret_wrong", fits)]
    seats = [Seat(seat["name"], seat["player"]) for seat in stored.seats]
    luck = TableLuck(Secret.from_hex(row["secret"]), tuple(nonces))
    options = game.options.from_text(row["options"])
    match = Match(game, seats, luck, options, row["rules_version"])
    marks = marks_for(match, stored.entries)
    dealt = _repeat(match, stored.entries[0], marks)
    steps.append(_step(lang, "deal_fits" if dealt else "deal_wrong", dealt))
    for entry in stored.entries[1:]:
        if not _repeat(match, entry, marks):
            return [*steps, _step(lang, "replay_wrong", False, number=entry["number"])]
    steps.append(_step(lang, "replay_fits", True, count=len(stored.entries) - 1))
    return [*steps, _result_step(match, row, lang)]


def _result_step(match: Match, row: Row, lang: str) -> ProofStep:
    outcome = match.outcome
    if outcome is None or outcome.reason != row["reason"]:
        return _step(lang, "result_wrong", False)
    reason = match.game.reasons[outcome.reason][lang]
    return _step(lang, "result_fits", True, result=outcome.text(), reason=reason)


def _repeat(match: Match, row: Row, marks: Marks) -> bool:
    """Whether the entry can be played again and leads to the position it led to then."""
    try:
        entry = repeat(match, row)
    except SpielzugError:
        return False
    known = (entry.number, entry.seat, marks.of(match, entry, row["instead"])["digest"])
    return known == (row["number"], row["seat"], row["digest"])


def _step(lang: str, key: str, ok: bool | None, **values: object) -> ProofStep:
    return ProofStep(text=say(PROOF, key, lang, **values), ok=ok)
