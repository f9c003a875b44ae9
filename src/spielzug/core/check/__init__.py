"""`check_game`: checks that every game must pass, with no exemption by name.

Each check is a function of a `CheckCase` that plays random games and raises `CheckFailed` with the
place it failed at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypedDict, Unpack

from spielzug.core.check.case import CheckCase, CheckFailed, Decode
from spielzug.core.check.modes import bounds, jit_off
from spielzug.core.check.positions import (
    chance,
    choices,
    conservation,
    copies,
    determinism,
    facts_once,
    notation,
    past_positions,
    refusals,
    save_and_load,
    termination,
)
from spielzug.core.check.secrets import (
    completeness,
    guesses,
    leaks_are_caught,
    observations,
    observed_leaks_are_caught,
    secrecy,
    visibility,
)
from spielzug.core.check.study import notes
from spielzug.core.game import Game
from spielzug.core.record_types import Facts, State

CHECKS: dict[str, Callable[[CheckCase], None]] = {
    f.__name__: f
    for f in (
        conservation, termination, past_positions, copies, save_and_load, determinism, chance,
        facts_once, refusals, notation, choices, jit_off, bounds, visibility, secrecy,
        leaks_are_caught, guesses, observations, observed_leaks_are_caught, completeness, notes,
    )
}  # fmt: skip


class CheckSettings(TypedDict, total=False):
    """Settings of a `CheckCase`."""

    games: int
    worlds: int
    samples: int
    depth: int
    alike: Callable[[Facts, State], None] | None


def check_game(
    game: Game,
    origin: str | None = None,
    *,
    decode: Decode,
    checks: Collection[str] = tuple(CHECKS),
    newest_only: bool = False,
    **effort: Unpack[CheckSettings],
) -> None:
    """Run every check for every version of the rules; the first failure is raised by its name.

    `decode` reads an observation back; for the other settings see `CheckCase`. `checks` names those
    to run, and `newest_only` skips older versions: a quicker answer.
    """
    if unknown := set(checks) - set(CHECKS):
        known = ", ".join(CHECKS)
        raise ValueError(f"there is no check {', '.join(sorted(unknown))}, only {known}")
    where = origin or f"spielzug.games.{game.name}:GAME"
    for version in game.versions[-1:] if newest_only else game.versions:
        case = CheckCase(game.ready(), where, version=version, decode=decode, **effort)
        for name, check in CHECKS.items():
            if name not in checks:
                continue
            try:
                check(case)
            except CheckFailed as failure:
                which = f", rules version {version}" if len(game.versions) > 1 else ""
                raise CheckFailed(f"{game.name}{which}: {name}: {failure}") from None
