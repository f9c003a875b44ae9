"""Evaluates the results of `blunders.py`: what was found, and what was wrongly called a mistake.

Each line is a decision as the review saw it, with all its looks. So the review's verdict can be
computed for any scale and any number of looks without thinking again:

- *found*: of the planted choices that truly cost more than `COSTLY`, those called mistake or
  blunder, once by each of the two estimates of the true cost;
- *called*: of the bot's own decisions, those called mistake or blunder;
- *wrongly*: of the bot's own decisions, those called so although they truly cost less than the
  game's threshold for an inaccuracy: by the longer thought, or by played games even at the high end
  of their interval. (Strong bots err, too: calling out a choice that truly cost something is no
  false alarm.)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from spielzug.core.errors import UsageError
from spielzug.games import NAMES, get_game
from spielzug.lab.measure.statistics import Z95, wilson
from spielzug.review import Scale
from spielzug.review.decision import MOST, ChoiceComparison

FIGURES = Path(__file__).parent.parent / "docs" / "review-figures.yaml"
COSTLY = 0.15
MISTAKE_WORDS = ("mistake", "blunder")
TRIED = (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1)
"""What a mistake costs at least, in the scales that are tried."""
Row = dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    """What a review says of a decision by one scale."""

    word: str
    cost: float
    error: float
    looks: int


def verdict(review: Row, scale: Scale, most: int = MOST) -> Verdict:
    """As `review.decision` comes to it, from looks that are there."""
    looks = review.get("looks")
    if looks is None:
        cost, error = review["cost"], review["error"]
        return Verdict(scale.word(cost - error) if cost > error else "best", cost, error, 0)
    found = ChoiceComparison()
    for best, taken, within in looks[:most]:
        if found.is_precise_enough(0, scale):
            break
        found.best.append(np.array([best]))
        found.taken.append(np.array([taken]))
        found.within.append(within)
    cost, error = found.cost(0)
    word = scale.word(cost - error) if cost > error else "best" if cost <= 0 else "good"
    return Verdict(word, cost, error, len(found.best))


def is_costly_by_thought(row: Row) -> bool:
    return "thought" in row and row["thought"]["cost"] > COSTLY


def is_costly_in_games(row: Row) -> bool:
    return "played" in row and row["played"]["cost"] > COSTLY


def summarise_rows(rows: Sequence[Row], scale: Scale, most: int = MOST) -> Row:
    """What a table tells of one game, by this scale."""
    said = [(row, verdict(row["review"], scale, most)) for row in rows]
    own = [(row, v) for row, v in said if row["kind"] == "own"]
    planted = [(row, v) for row, v in said if row["kind"] == "planted"]
    called = [row for row, v in own if v.word in MISTAKE_WORDS]
    told: Row = {}
    dear: dict[str, Callable[[Row], bool]] = {
        "found": is_costly_by_thought,
        "found_played": is_costly_in_games,
    }
    for name, is_dear in dear.items():
        known = [v for row, v in planted if is_dear(row)]
        told[name] = _part(sum(v.word in MISTAKE_WORDS for v in known), len(known))
    told["called"] = _part(len(called), len(own))
    low = scale.inaccuracy
    wrongly = [row for row in called if _true_cost(row) < low]
    told["wrongly"] = _part(len(wrongly), len(own))
    played = [row["played"] for row in called if "played" in row]
    high = [one["cost"] + Z95 * one["error"] for one in played]
    told["wrongly_played"] = _part(sum(one < low for one in high), len(own))
    if played:
        noise = float(np.sqrt(sum(one["error"] ** 2 for one in played))) / len(played)
        told["called_cost"] = {
            "review": round(float(np.mean([v.cost for _, v in own if v.word in MISTAKE_WORDS])), 3),
            "thought": round(float(np.mean([_true_cost(row) for row in called])), 3),
            "played": round(float(np.mean([one["cost"] for one in played])), 3),
            "played_error": round(Z95 * noise, 3),
        }
    longer = [(row, v) for row, v in planted if "thought" in row]
    if longer:
        told["planted_cost"] = {
            "review": round(float(np.mean([v.cost for _, v in longer])), 3),
            "thought": round(float(np.mean([row["thought"]["cost"] for row, _ in longer])), 3),
            "played": round(float(np.mean([row["played"]["cost"] for row, _ in longer])), 3),
        }
    told["looks"] = round(float(np.mean([v.looks for _, v in own])), 2)
    return told


def _true_cost(row: Row) -> float:
    """What it truly cost; nothing, if with all looks there was too little to think longer."""
    return float(row["thought"]["cost"]) if "thought" in row else 0.0


def _part(some: int, every: int) -> Row:
    low, high = wilson(some, every) if every else (0.0, 1.0)
    return {"count": some, "of": every, "low": round(low, 4), "high": round(high, 4)}


def by_game(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Of each game the rows that were thought about as its reviews think now."""
    kept: dict[str, list[Row]] = {name: [] for name in NAMES}
    for row in rows:
        if row["iterations"] == Scale.of(get_game(row["game"])).iterations:
            kept[row["game"]].append(row)
    return {name: some for name, some in kept.items() if some}


def figures(rows: Iterable[Row]) -> Row:
    """All that the docs tell, by each game's own scale."""
    told: Row = {}
    for name, some in by_game(rows).items():
        scale = Scale.of(get_game(name))
        told[name] = {"bot": some[0]["bot"], "iterations": scale.iterations}
        told[name]["games"] = len({row["number"] for row in some})
        told[name] |= summarise_rows(some, scale)
    return told


def to_yaml(told: Row) -> str:
    return yaml.safe_dump(told, sort_keys=False)


def results_table(rows: Iterable[Row]) -> str:
    lines = [_line("game", HEAD)]
    for name, told in figures(rows).items():
        lines.append(_line(name, _cells(told)))
    return "\n".join(lines)


def compare_scales(rows: Iterable[Row]) -> str:
    """The same for other scales; who reads it chooses."""
    lines = []
    for name, some in by_game(rows).items():
        scale = Scale.of(get_game(name))
        lines.append(_line(name, HEAD))
        for most in (3, 5, MOST):
            for mistake in sorted({*TRIED, scale.mistake}):
                tried = replace(scale, mistake=mistake, blunder=max(scale.blunder, mistake))
                told = summarise_rows(some, tried, most)
                mark = "*" if (tried, most) == (scale, MOST) else " "
                lines.append(_line(f" {mark} {most} looks, {100 * mistake:g}", _cells(told)))
    return "\n".join(lines)


PARTS = ("found", "found_played", "called", "wrongly", "wrongly_played")
HEAD = ["found", "in games", "called", "wrongly", "in games", "they cost", "looks"]


def _cells(told: Row) -> list[str]:
    cost = told.get("called_cost")
    said = "–"
    if cost:
        said = f"{100 * cost['thought']:.0f}, {100 * cost['played']:.0f}"
        said += f" ± {100 * cost['played_error']:.0f}"
    return [*(f"{told[n]['count']} of {told[n]['of']}" for n in PARTS), said, f"{told['looks']}"]


def _line(first: str, cells: Sequence[str]) -> str:
    return f"{first:<18}" + "".join(f"{cell:>13}" for cell in cells)


def read(paths: Sequence[Path]) -> list[Row]:
    """All decisions of these files, each once."""
    found: dict[tuple[Any, ...], Row] = {}
    for path in paths:
        if not path.is_file():
            raise UsageError(f"there is no file {path}")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            try:
                row = json.loads(line)
                name = (row["game"], row["bot"], json.dumps(row["made"]), row["number"], row["at"])
                found[(*name, row["kind"], row["iterations"])] = row
            except (ValueError, KeyError, TypeError):
                raise UsageError(
                    f"{path}: line {number} is no decision that `blunders.py` judged"
                ) from None
    return list(found.values())
