"""Check of luck: it can be asked about."""

from __future__ import annotations

from itertools import islice

from spielzug.core.chance import outcomes, tell
from spielzug.core.check.case import CheckCase, expect, play_out
from spielzug.core.position import Position

FEW = 100  # outcomes of a step among which the one that came is looked for


def chance(case: CheckCase) -> None:
    """All luck is drawn with `below`, so that it can be told; what came is among what can come."""
    for number in range(case.games):
        for ply in play_out(case, number, 60):
            place = f"game {number}, decision {ply.number}"
            told = tell(ply.before, ply.action)
            same = told.position.state.rng == ply.before.state.rng
            expect(same, f"{place}: the generator was used without `below`")
            found = list(islice(outcomes(ply.before, ply.action), FEW + 1))
            if len(found) <= FEW:
                came = _but_luck(ply.after)
                possible = any(_but_luck(one.position) == came for one in found)
                expect(possible, f"{place}: what came is not among all that can come")


def _but_luck(position: Position) -> bytes:
    still = position.copy()
    still.state.rng = 0
    return still.bytes
