"""The figures of a game as they are kept and told, see `figures`.

Things are told by their numbers: whoever shows them asks the game for the names in the reader's
language (`school.figures`).
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

import spielzug
from spielzug.core.game import Game
from spielzug.core.memory import read_facts
from spielzug.lab.compare.intervals import ALPHA, KINDS, Interval, critical, mean
from spielzug.lab.figures.figures import FiguresFound, FiguresPart, FiguresPlan, FiguresTable
from spielzug.lab.measure.association import ENOUGH, interval, rounded, worth_figures
from spielzug.lab.measure.columns import endings, luck_share, without_luck
from spielzug.lab.measure.measure_loop import MILLION
from spielzug.lab.measure.measures import NONE, board_of, measures_of, values

FORMAT = 1
MEASURED = ("turns_each", "decisions", "minutes", "lead_changes", "decided", "no_winner")
"""Of what is measured of every game; and all that the game adds."""


def to_json(found: FiguresFound) -> dict[str, Any]:
    """All figures; what stands in it is part of the interface."""
    plan = found.plan
    return {
        "format": FORMAT,
        "game": plan.game.name,
        "command": plan.line,
        "version": spielzug.__version__,
        "rules_version": plan.game.rules_version,
        "options": plan.options.named(),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "tables": [_table(plan, table) for table in found.tables if len(table.chosen.rows)],
    }


def _table(plan: FiguresPlan, table: FiguresTable) -> dict[str, Any]:
    game, rows, seats = plan.game, table.chosen.rows, table.seats
    shares = _shares(table.chosen)
    winners = int(np.sum((shares == shares.max(1, keepdims=True)) & _decided(shares)))
    reading = read_facts(game.facts(plan.options))
    return {
        "seats": seats,
        "games": len(rows),
        "order": _rates(table.chosen, by_order=True),
        "by_seat": _rates(table.chosen, by_order=False),
        "luck": next((_one(q.how, q.values) for q in luck_share(rows)), None),
        "measures": [
            {
                "name": m.name,
                "title": dict(m.title),
                "unit": dict(m.unit),
                "how": m.how,
                "value": _one(m.how, values(m, rows)),
            }
            for m in measures_of(game)
            if m.words is None and (m.name in MEASURED or m in game.measures)
        ],
        "endings": [
            {"name": q.name.partition(".")[2], "rate": _one(q.how, q.values)}
            for q in endings(game, rows)
            if q.values.any()
        ],
        "openings": _openings(game, table),
        "things": [
            {
                "name": things.name,
                "deeds": worth_figures(
                    things, things.names(reading, "en"), sums, len(rows), seats, winners
                ),
            }
            for things, sums in zip(game.things, table.chosen.sums, strict=True)
        ],
    }


def _shares(part: FiguresPart) -> NDArray[np.int64]:
    seats = part.openings.shape[1]
    return np.stack([part.rows[f"share_{seat + 1}"] for seat in range(seats)], axis=1)


def _decided(shares: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The games in which not all have the same."""
    decided: NDArray[np.bool_] = shares.max(1, keepdims=True) > shares.min(1, keepdims=True)
    return decided


def _one(how: str, values: Any) -> list[float | None]:
    """A figure with its interval; an end that nobody knows is none."""
    found = KINDS[how].one(values, critical(ALPHA))
    ends = (found.value, found.low, found.high)
    return [rounded(end) if np.isfinite(end) else None for end in ends]


def _within(found: Interval) -> list[float]:
    """A rate: without luck it may lie a little beyond what there is."""
    low, high = (min(1.0, max(0.0, end)) for end in (found.low, found.high))
    return interval(Interval(min(1.0, max(0.0, found.value)), low, high))


def _turned(columns: NDArray[Any], part: FiguresPart) -> NDArray[Any]:
    """Columns of seats as columns of their order: first whoever decides first."""
    seats = columns.shape[1]
    at = (part.firsts[:, None] + np.arange(seats)) % seats
    return np.take_along_axis(columns, at, axis=1)


def _rates(part: FiguresPart, by_order: bool) -> list[dict[str, Any]]:
    """How often each wins.

    Of a seat luck is taken off: on average it is nothing, so the rate is the same, and surer. Not
    so of the order: who begins is drawn with the deal, and so a part of that luck.
    """
    won = _shares(part)
    if by_order:
        won = _turned(won, part)
    rates = won / MILLION if by_order else without_luck(part.rows)
    seats = won.shape[1]
    z = critical(ALPHA / seats)
    told = []
    for seat in range(seats):
        rate = _within(mean(rates[:, seat], z))
        told.append(
            {
                "wins": round(int(won[:, seat].sum()) / MILLION, 2),
                "rate": rate,
                "sure": _beyond(rate, 1 / seats),
            }
        )
    return told


def _beyond(rate: list[float], fair: float) -> bool:
    return rate[1] > fair or rate[2] < fair


def _openings(game: Game, table: FiguresTable) -> dict[str, Any] | None:
    """How often each is chosen, and how often it wins where it was chosen, and where by lot.

    Luck is taken off only where a lot chose: what a bot chooses goes with what it was dealt.
    """
    board, part, seats = board_of(game), table.chosen, table.seats
    if board is None:
        return None
    seen = max(1, int(np.sum(part.openings != NONE)))
    rates = _shares(part) / MILLION
    z = critical(ALPHA / max(1, len(table.lots)))
    items = []
    for item in table.lots:
        did = part.openings == item
        games = did.any(axis=1)
        columns = np.stack([(rates * did).sum(axis=1), did.sum(axis=1)], axis=1)[games]
        won = KINDS["share"].one(columns, z) if len(columns) >= ENOUGH else None
        by_lot = _by_lot(table.drawn, item, z)
        items.append(
            {
                "item": item,
                "chosen": rounded(int(did.sum()) / seen),
                "won": None if won is None else _within(won),
                **by_lot,
                "sure": by_lot["lot_won"] is not None and _beyond(by_lot["lot_won"], 1 / seats),
            }
        )
    items.sort(key=_best_first)
    return {"thing": board.name, "lots": int(np.sum(table.drawn.drawn != NONE)), "items": items}


def _by_lot(part: FiguresPart, item: int, z: float) -> dict[str, Any]:
    seat = part.drawn
    there = np.flatnonzero(seat != NONE)
    there = there[part.openings[there, seat[there]] == item]
    if len(there) < ENOUGH:
        return {"lot": len(there), "lot_won": None}
    rates = without_luck(part.rows)[there, seat[there]]
    return {"lot": len(there), "lot_won": _within(mean(rates, z))}


def _best_first(row: dict[str, Any]) -> tuple[float, float, int]:
    best = row["lot_won"] or row["won"]
    return (-best[0] if best is not None else 1.0), -row["chosen"], row["item"]


def written(figures: Any, indent: str = "") -> str:
    """As JSON for a file: a row of a table is a line, so that a change can be read."""
    if not _rows(figures):
        return json.dumps(figures, ensure_ascii=False)
    deep = indent + " "
    if isinstance(figures, dict):
        told = [f"{deep}{json.dumps(k)}: {written(v, deep)}" for k, v in figures.items()]
        return "{\n" + ",\n".join(told) + f"\n{indent}}}"
    return "[\n" + ",\n".join(deep + written(v, deep) for v in figures) + f"\n{indent}]"


def _rows(value: Any) -> bool:
    """Whether this is, or has in it, a list of rows."""
    if isinstance(value, dict):
        return any(_rows(each) for each in value.values())
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)
