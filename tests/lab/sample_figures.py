"""Made-up figures in the form of `Comparison.to_json()`, to test reports with."""

# ruff: noqa: E501 - figures are read as rows

from __future__ import annotations

import math
import random
from typing import Any

MEASURES = (
    ("decisions", "Decisions", "", "mean", 96.0, 88.0),
    ("turns", "Turns", "turns", "median", 14.0, 12.0),
    ("minutes", "Minutes at a person's pace", "minutes", "mean", 24.0, 21.5),
    ("choices", "Possibilities where there is a choice", "", "mean", 4.1, 4.4),
    ("lead_changes", "Changes of the lead", "", "mean", 3.2, 3.3),
    ("runaway", "Games of a runaway leader", "share", "rate", 0.31, 0.24),
    ("dragged", "Turns after it was decided", "turns", "mean", 3.0, 2.0),
    ("luck_share", "Share of luck", "share", "share", 0.46, 0.41),
    ("winning_iq", "IQ of the winner", "", "median", 45.0, 102.0),
)
CARDS = ("Uther", "Hypatius", "Stella", "Quibble", "Vanity", "Ottilie", "Regina", "Eulalia", "Dale")


def around(value: float, half: float) -> dict[str, float]:
    return {"value": value, "low": value - half, "high": value + half}


def _difference(a: float, b: float, half: float) -> dict[str, Any]:
    value = b - a
    verdict = "differs" if abs(value) > half else "open"
    return {
        "difference": {
            **around(value, half), "low_alone": value - half * 0.65, "high_alone": value + half * 0.65,
        },
        "verdict": verdict,
        "decided": verdict == "differs",
        "close": half / 3,
        "games_more": None if verdict == "differs" else 1200,
        "correlation": 0.4,
    }  # fmt: skip


ALONE = {
    "difference": None, "verdict": None, "decided": None, "close": None, "games_more": None,
    "correlation": None,
}  # fmt: skip


def _measures(two: bool) -> list[dict[str, Any]]:
    found = []
    for name, title, unit, how, a, b in MEASURES:
        half = 0.02 if unit == "share" else a * 0.04
        told = {"name": name, "title": title, "unit": unit, "how": how, "a": around(a, half)}
        more = _difference(a, b, half * 1.5) if two else ALONE
        found.append({**told, "b": around(b, half) if two else None, **more})
    return found


def _histogram(middle: float, dice: random.Random) -> list[list[int]]:
    counts: dict[int, int] = {}
    for _ in range(400):
        value = max(1, round(dice.gauss(middle, middle / 4)))
        counts[value] = counts.get(value, 0) + 1
    return [[value, counts[value]] for value in sorted(counts)]


def _deed(seats_with: int, base: int) -> dict[str, Any]:
    rate = seats_with / base
    half = 1.96 * math.sqrt(rate * (1 - rate) / base)
    return {
        "times": seats_with + 3, "seats_with": seats_with, "winners_with": seats_with // 3,
        "won": (seats_with // 3) / seats_with if seats_with else None, "rate": rate, "low": max(0.0, rate - half), "high": min(1.0, rate + half),
    }  # fmt: skip


def _cards(two: bool, dice: random.Random, names: tuple[str, ...]) -> dict[str, Any]:
    items = []
    for number, name in enumerate(names):
        sides: dict[str, Any] = {}
        for side in ("a", "b") if two else ("a",):
            drawn = dice.randint(600, 900)
            least, most = (0, 90) if side == "a" else (40, 300)
            sides[side] = {
                "drawn": _deed(drawn, 1600),
                "installed": _deed(dice.randint(least, most), drawn),
            }
        if not two:
            sides["b"] = None
        if two:
            for deed, told in sides["b"].items():
                difference = around(told["rate"] - sides["a"][deed]["rate"], 0.05)
                verdict = "differs" if abs(difference["value"]) > 0.05 else "open"
                told |= {"difference": difference, "verdict": verdict}
        numbers = {"a": number, "b": number if two else None}
        items.append({"number": number, "numbers": numbers, "name": name, **sides})
    deeds = [
        {"name": "drawn", "title": "drawn", "of": ""},
        {"name": "installed", "title": "installed", "of": "drawn"},
    ]
    return {"name": "card", "title": "Cards", "deeds": deeds, "items": items, "drawing": None}


def _words(two: bool) -> dict[str, Any]:
    items = []
    for name, a, b in (("the Engine", 210, 150), ("Caboose", 190, 250)):
        sides = {
            "a": {"times": a, "rate": a / 400, "low": a / 400 - 0.05, "high": a / 400 + 0.05},
            "b": None,
        }
        if two:
            sides["b"] = {
                "times": b,
                "rate": b / 400,
                "low": b / 400 - 0.05,
                "high": b / 400 + 0.05,
            }
        items.append({"name": name, **sides, "difference": None, "verdict": None})
    return {"name": "last_car", "title": "Where it ended", "items": items}


def _drawing() -> dict[str, Any]:
    shapes: list[dict[str, Any]] = [
        {"points": [[0, 0], [520, 0], [520, 260], [0, 260]], "item": -1, "label": "", "kind": "sea"}
    ]
    lines = []
    for number in range(24):
        column, row = number % 8, number // 8
        x, y = 40 + column * 60 + (row % 2) * 30, 60 + row * 52
        points = [
            [
                x + 34 * math.cos(math.radians(60 * k + 30)),
                y + 34 * math.sin(math.radians(60 * k + 30)),
            ]
            for k in range(6)
        ]
        shapes.append(
            {
                "points": points,
                "item": number,
                "label": f"{'ABC'[row]}{column + 1}",
                "kind": "field",
            }
        )
    lines.append({"points": [[40, 60], [100, 60], [160, 60], [190, 112]], "kind": "rail"})
    return {"width": 520, "height": 260, "shapes": shapes, "lines": lines}


def _fields(two: bool, dice: random.Random) -> dict[str, Any]:
    items = []
    for number in range(24):
        name = f"{'ABC'[number // 8]}{number % 8 + 1}"
        a, b = (_deed(dice.randint(20, 1500), 1600) for _ in range(2))
        numbers = {"a": number, "b": number if two else None}
        sides = {"a": {"built": a}, "b": {"built": b} if two else None}
        items.append({"number": number, "numbers": numbers, "name": name, **sides})
    return {
        "name": "field", "title": "Fields", "deeds": [{"name": "built", "title": "built", "of": ""}],
        "items": items, "drawing": {"a": _drawing(), "b": _drawing() if two else None},
    }  # fmt: skip


def _table(seats: int, two: bool, names: tuple[str, ...], dice: random.Random) -> dict[str, Any]:
    endings = []
    for name, title, a, b in (
        ("iq", "Enough IQ", 360, 380), ("limit", "Turn limit", 26, 12), ("lose", "All lose", 14, 8),
    ):  # fmt: skip
        rates = {"a": around(a / 400, 0.02), "b": around(b / 400, 0.02) if two else None}
        more = _difference(a / 400, b / 400, 0.03) if two else ALONE
        told = {"name": name, "title": title, "a": a, "b": b if two else None}
        endings.append({**told, "rates": rates, **more})
    seat_rates = []
    for seat in range(seats):
        x, y = 1 / seats + 0.03 * (seat - 1), 1 / seats + 0.01 * (seat - 1)
        fair = {"a": around(x - 1 / seats, 0.03), "b": around(y - 1 / seats, 0.03) if two else None}
        more = _difference(x, y, 0.04) if two else ALONE
        sides = {
            "a": {**around(x, 0.03), "won": x},
            "b": {**around(y, 0.03), "won": y} if two else None,
        }
        seat_rates.append({"seat": seat + 1, **sides, "from_fair": fair, **more})
    histograms = {
        name: {"a": _histogram(a, dice), "b": _histogram(b, dice) if two else None}
        for name, a, b in (("turns", 14, 12), ("decisions", 96, 88))
    }
    return {
        "seats": seats, "games": 400, "planned": 400, "looks": 1, "pairing": {"correlation": 0.4},
        "measures": _measures(two), "endings": endings, "seat_rates": seat_rates,
        "histograms": histograms, "words": [_words(two)],
        "luck": {"a": {"luck": 0.46, "play": 0.54}, "b": {"luck": 0.41, "play": 0.59} if two else None},
        "things": [_cards(two, dice, names), _fields(two, dice)],
    }  # fmt: skip


def figures(
    two: bool = True, seats: tuple[int, ...] = (3, 4), names: tuple[str, ...] = CARDS
) -> Any:
    dice = random.Random(7)
    sides = [
        {"label": "shipped-1", "options": {"spoils_to_head": "no"}, "set": "shipped-1",
         "file": None, "changes": [], "rules_version": 1, "warnings": []},
        {"label": "mine.yaml", "options": {"spoils_to_head": "yes"}, "set": "mine@1f2e3d4c",
         "file": "mine.yaml", "changes": ["Vanity: cost 4 → 1", "− Nesbith", "+ Nessie"], "rules_version": 2, "warnings": ["mine.yaml:12: cards.Regina.cost: 11 is much (our taste: 1 to 9)"]},
    ]  # fmt: skip
    return {
        "command": "compare",
        "line": "spielzug compare zugraub shipped-1 mine.yaml --seats 3-4 --games 400 --seed 7",
        "version": "0.9.0", "code": "0123abcd", "game": "zugraub", "title": "Der große Zugraub",
        "bots": ["club"], "seed": 7, "alpha": 0.05, "sides": sides[: 2 if two else 1],
        "seats": list(seats), "tables": [_table(one, two, names, dice) for one in seats],
        "planned": 400, "until_decided": False, "luck": 16, "seconds": 84.2, "stopped": False,
    }  # fmt: skip
