"""The results of duels as JSON lines: written on any number of machines, read together, summarised.

A deal counts when all its games are there. Rows of the same name that were played by different bots
(another effort, another net) are kept apart by the bots' settings; the last one counts.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from duel_game import Duel, GameResult
from frozen_levels import FROZEN, frozen_effort

from spielzug.bots.names import LEVELS, net_levels
from spielzug.bots.search.levels import effort
from spielzug.core.errors import UsageError
from spielzug.games import get_game
from spielzug.lab.compare.intervals import mean
from spielzug.lab.measure.statistics import Z95, wilson

GUESS, DOUBT = 0.5, 6.0  # how much of luck counts as long as nothing is known; worth so many deals


@cache
def bot_fingerprint(game: str, bot: str) -> list[Any]:
    """What a bot's games depend on besides its name: effort, and the first digits of its net."""
    found: list[Any] = []
    if bot.startswith(FROZEN):
        found += frozen_effort(game, bot)
    if bot in LEVELS:
        chosen = effort(get_game(game), bot)
        found += [chosen.iterations, chosen.slips_in_64]
    if bot in net_levels(get_game(game)) or re.search(r"(^|\+)net($|\+)", bot):
        found += _digest(resources.files(f"spielzug.games.{game}") / "data" / "net.safetensors")
    for mark in ("net:", "net="):
        if mark in bot:
            file = Path(bot.split(mark, 1)[1].split("+")[0])
            if not file.is_file():
                raise UsageError(f"{bot}: there is no file {file}")
            found += _digest(file)
    return found


def _digest(file: Any) -> list[str]:
    return [hashlib.sha256(file.read_bytes()).hexdigest()[:12]] if file.is_file() else []


def line_of(duel: Duel, deal: int, at: int, played: GameResult) -> str:
    made = [bot_fingerprint(duel.game, bot) for bot in (duel.a, duel.b)]
    return json.dumps({**asdict(duel), "made": made, "deal": deal, "at": at, **asdict(played)})


@dataclass
class Row:
    """All known games of a duel."""

    duel: Duel
    made: list[list[Any]] = field(default_factory=list)
    deals: dict[int, dict[int, GameResult]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, deal: int, at: int, played: GameResult) -> None:
        self.deals[deal][at] = played

    @property
    def whole(self) -> list[list[GameResult]]:
        """The complete deals, in order."""
        return [
            [games[at] for at in sorted(games)]
            for deal, games in sorted(self.deals.items())
            if len(games) == len(self.duel.seatings(deal))
        ]

    def figures(self) -> dict[str, Any] | None:
        """As in `docs/strength.yaml`; None without a whole deal."""
        whole = self.whole
        if not whole:
            return None
        won = np.array([[game.won for game in games] for games in whole])
        low, high = wilson(float(won.sum()), won.size)
        turns, seconds = (
            np.sum([getattr(game, name) for games in whole for game in games], axis=0)
            for name in ("turns", "seconds")
        )
        times = [float(f"{s / max(1, t):.3g}") for s, t in zip(seconds, turns, strict=True)]
        row = {
            "games": int(won.size), "deals": len(whole), "seats": self.duel.seats,
            "how": self.duel.how, "rate": float(won.mean()), "low": low, "high": high,
            "seconds_per_turn": times[0], "rival_seconds_per_turn": times[1], "made": self.made,
        }  # fmt: skip
        if self.duel.a != "told":
            row["without_luck"] = confidence_interval(self.without_luck, low, high)
        return row

    @property
    def without_luck(self) -> Any:
        """The result of each complete deal, with luck subtracted."""
        whole = self.whole
        means = [
            np.array([np.mean([getattr(game, name) for game in games]) for games in whole])
            for name in ("won", "luck")
        ]
        return remove_luck(*means)


def remove_luck(won: Any, luck: Any) -> Any:
    """Deals without as much of their luck as shows in what was won.

    Where the judgement is poor luck is mostly noise, and to take it off whole would do harm. How
    much of it counts (0 to 1) is learned from all deals but the one that it is taken off: so what
    is taken off is still nothing on average.
    """
    others = len(won) - 1
    if others < 1:
        return won
    mean_of_others = (won.sum() - won) / others
    both = (won @ luck - won * luck) - mean_of_others * (luck.sum() - luck)
    squares = luck @ luck - luck**2
    doubt = DOUBT * squares / others
    part = (both + doubt * GUESS) / np.where(squares > 0, squares + doubt, 1.0)
    return won - np.clip(part, 0.0, 1.0) * luck


def confidence_interval(deals: Any, low: float, high: float) -> dict[str, float]:
    """The mean of deals between its bounds, 95 %. Deals that are all alike tell nothing of how
    they vary: then the bounds are those of the games won (`low`, `high`)."""
    found = mean(deals, Z95)
    if len(deals) < 2 or float(np.std(deals)) < 1e-12:
        return {"rate": found.value, "low": low, "high": high}
    return {"rate": found.value, "low": max(0.0, found.low), "high": min(1.0, found.high)}


def read(files: Iterable[Path]) -> list[Row]:
    """The rows of these files, in the order in which they first appear; the same game twice counts
    once."""
    rows: dict[str, Row] = {}
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            try:
                _read_line(line, rows)
            except (ValueError, KeyError, TypeError) as error:
                raise UsageError(f"{file}: line {number} is no game of a duel: {error!r}") from None
    return list(rows.values())


def _read_line(line: str, rows: dict[str, Row]) -> None:
    data = json.loads(line)
    duel = Duel(**{key: data[key] for key in ("game", "a", "b", "seats", "how")})
    key, made = str(duel), data["made"]
    if key not in rows or rows[key].made != made:
        rows[key] = Row(duel, made)
    two = {key: tuple(data[key]) for key in ("turns", "seconds")}
    rows[key].add(data["deal"], data["at"], GameResult(data["won"], data["luck"], **two))


def table(rows: Iterable[Row]) -> str:
    """The rows as a table for people."""
    lines = [
        f"{'game':16} {'duel':44} {'games':>6} {'won':>7} {'95 %':>15} {'without luck':>22} "
        f"{'s/turn':>8} {'rival':>8}"
    ]
    for row in rows:
        f = row.figures()
        if f is None:
            lines.append(f"{row.duel.game:16} {row.duel.name:44}      0")
            continue
        sure = f.get("without_luck")
        off = f"{sure['rate']:.1%} ({sure['low']:.1%}–{sure['high']:.1%})" if sure else "–"
        lines.append(
            f"{row.duel.game:16} {row.duel.name:44} {f['games']:6} {f['rate']:7.1%} "
            f"{f['low']:6.1%} – {f['high']:6.1%} {off:>22} {f['seconds_per_turn']:8.4f} "
            f"{f['rival_seconds_per_turn']:8.4f}"
        )
    return "\n".join(lines)
