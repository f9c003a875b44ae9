"""What happened to every card, car, space or field on both sides of a comparison.

Counts the seats that did something to a component (a deed), and the winners among them. Components
of both sides are matched by name, because a set may list them in another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from spielzug.core.game import Game
from spielzug.core.memory import PlainRecord
from spielzug.core.study import TABLE, Deed, Things
from spielzug.lab.compare.figure_types import (
    BothSides,
    DeedRates,
    DeedTitle,
    ItemDifference,
    ItemFigures,
    RateFigures,
    ThingsFigures,
    WordFigures,
    WordsFigures,
)
from spielzug.lab.compare.intervals import (
    ALPHA,
    DIFFERS,
    OPEN,
    Interval,
    Pair,
    counted_rate,
    counted_rates,
    critical_value,
    judge_differences,
    round_for_json,
)
from spielzug.lab.measure.columns import words_of
from spielzug.lab.measure.measure_loop import SEATS_WITH, TIMES, WINNERS_WITH, WITH_BASE
from spielzug.lab.measure.measures import MeasuredGames, Rows

Trial = tuple[int, int, int]
"""How many did it, of how many that could, in how many games."""
Key = tuple[str, int]
"""The name of an item, and its number among items of that name."""
K = TypeVar("K", str, tuple[Key, int])
"""What is judged: a word, or an item and one of its deeds."""
S = TypeVar("S")


@dataclass(frozen=True)
class Side:
    """One kind of component on one side."""

    things: Things
    names: Sequence[str]
    counts: NDArray[np.int64]
    """An array (deed, item, 4), see `MeasuredGames`."""
    games: int
    seats: int

    def items(self) -> dict[Key, int]:
        """The index of each item that exists."""
        seen: Counter[str] = Counter()
        found = {}
        for number, name in enumerate(self.names):
            if name:
                found[name, seen[name]] = number
                seen[name] += 1
        return found

    def trial(self, deed: int, item: int) -> Trial:
        about = self.things.deeds[deed]
        counts = self.counts[deed, item]
        if about.by == TABLE:
            return int(counts[SEATS_WITH]), self.games, self.games
        if not about.of:
            return int(counts[SEATS_WITH]), self.games * self.seats, self.games
        base = [other.name for other in self.things.deeds].index(about.of)
        return int(counts[WITH_BASE]), int(self.counts[base, item, SEATS_WITH]), self.games

    def figures(self, deed: int, item: int) -> DeedRates:
        counts = self.counts[deed, item]
        rate = counted_rate(*self.trial(deed, item), critical_value(ALPHA))
        doers = int(counts[SEATS_WITH])
        by_seats = self.things.deeds[deed].by != TABLE
        return {
            "times": int(counts[TIMES]),
            "seats_with": doers,
            "winners_with": int(counts[WINNERS_WITH]),
            "won": round_for_json(int(counts[WINNERS_WITH]) / doers)
            if doers and by_seats
            else None,
            "rate": round_for_json(rate.value),
            "low": round_for_json(rate.low),
            "high": round_for_json(rate.high),
        }


def _rate(found: Interval) -> RateFigures:
    told = found.to_json()
    return {"rate": told["value"], "low": told["low"], "high": told["high"]}


def things_figures(
    game: Game,
    readings: Sequence[PlainRecord],
    measured: Sequence[MeasuredGames],
    seats: int,
    lang: str,
) -> list[ThingsFigures]:
    return [
        _kind(
            things,
            [
                Side(things, things.names(reading, lang), side.deeds[n], len(side.rows), seats)
                for reading, side in zip(readings, measured, strict=True)
            ],
            readings,
            lang,
        )
        for n, things in enumerate(game.things)
    ]


def _kind(
    things: Things, sides: Sequence[Side], readings: Sequence[PlainRecord], lang: str
) -> ThingsFigures:
    items = [side.items() for side in sides]
    keys = sorted(
        {key for side in items for key in side},
        # Items of two sides can share a number: the name decides then, not the order of a set.
        key=lambda key: (next(side[key] for side in reversed(items) if key in side), key),
    )
    differences = _differences(things, sides, items, keys)
    return {
        "name": things.name,
        "title": things.title[lang],
        "deeds": [_deed(deed, lang) for deed in things.deeds],
        "items": [
            {
                "number": next(side[key] for side in items if key in side),
                "numbers": of_sides([side.get(key) for side in items]),
                "name": key[0],
                **of_sides([
                    {
                        deed.name: _deed_rates(
                            side.figures(d, own[key]),
                            differences.get((key, d), NO_DIFFERENCE) if n else None,
                        )
                        for d, deed in enumerate(things.deeds)
                    }
                    if key in own
                    else None
                    for n, (side, own) in enumerate(zip(sides, items, strict=True))
                ]),
            }
            for key in keys
        ],
        "drawing": None
        if things.drawing is None
        else of_sides([things.drawing(reading, lang).to_json() for reading in readings]),
    }  # fmt: skip


NO_DIFFERENCE: ItemDifference = {"difference": None, "verdict": None}


def _deed_rates(found: DeedRates, change: ItemDifference | None) -> DeedRates:
    """With the difference from the first side; the first side itself has none."""
    if change is not None:
        found["difference"], found["verdict"] = change["difference"], change["verdict"]
    return found


def _deed(deed: Deed, lang: str) -> DeedTitle:
    return {"name": deed.name, "title": deed.title[lang], "of": deed.of, "by": deed.by}


def _differences(
    things: Things, sides: Sequence[Side], items: Sequence[dict[Key, int]], keys: Sequence[Key]
) -> dict[tuple[Key, int], ItemDifference]:
    """For all items and deeds that both sides have, judged together."""
    if len(sides) < 2:
        return {}
    pairs: dict[tuple[Key, int], tuple[Trial, Trial]] = {}
    for key in keys:
        for deed in range(len(things.deeds)):
            if all(key in own for own in items):
                a, b = (s.trial(deed, own[key]) for s, own in zip(sides, items, strict=True))
                if a[0] or b[0]:
                    pairs[key, deed] = (a, b)
    return _judged(pairs)


def _judged(trials: dict[K, tuple[Trial, Trial]]) -> dict[K, ItemDifference]:
    """The differences of rates by key; none where one side had no trials."""
    pairs: dict[K, Pair] = {}
    for key, (a, b) in trials.items():
        pair = counted_rates(a, b)
        if pair is not None:
            pairs[key] = pair
    games = [min(trials[key][0][2], trials[key][1][2]) for key in pairs]
    verdicts = judge_differences(list(pairs.values()), [0.0] * len(pairs), games)
    return {
        key: {
            "difference": verdict.difference.to_json(),
            "verdict": DIFFERS if verdict.word == DIFFERS else OPEN,
        }
        for key, verdict in zip(pairs, verdicts, strict=True)
    }


def words_figures(
    game: Game, readings: Sequence[PlainRecord], rows: Sequence[Rows], lang: str
) -> list[WordsFigures]:
    """How often each word of the game's coded measures occurs, the most frequent first."""
    found = [words_of(game, reading, side) for reading, side in zip(readings, rows, strict=True)]
    return [
        {
            "name": measure.name,
            "title": measure.title[lang],
            "items": _words([Counter(side[measure.name].tolist()) for side in found],
                            [len(side) for side in rows]),
        }
        for measure in game.measures
        if measure.words is not None
    ]  # fmt: skip


def _words(counts: Sequence[Counter[str]], games: Sequence[int]) -> list[WordFigures]:
    every = Counter[str]()
    for side in counts:
        every.update(side)
    trials = [
        {word: (side[word], of, of) for word in every}
        for side, of in zip(counts, games, strict=True)
    ]
    differences = (
        _judged({word: (trials[0][word], trials[1][word]) for word in every})
        if len(trials) == 2
        else {}
    )
    return [
        {
            "name": word,
            **of_sides([
                {"times": side[word][0], **_rate(counted_rate(*side[word], critical_value(ALPHA)))}
                for side in trials
            ]),
            **differences.get(word, NO_DIFFERENCE),
        }
        for word in sorted(every, key=lambda word: (-every[word], word))
    ]  # fmt: skip


def of_sides(values: Sequence[S]) -> BothSides[S]:
    """The value of each side; null for the second if there is only one."""
    return {"a": values[0], "b": values[1] if len(values) > 1 else None}


def most_changed(
    things: Sequence[ThingsFigures], count: int
) -> list[tuple[ThingsFigures, ItemFigures, str]]:
    """The (kind, item, deed) with the largest differences; decided ones come first."""
    found = []
    for kind in things:
        for item in kind["items"]:
            deeds = item["b"]
            if deeds is None:
                continue
            for deed in kind["deeds"]:
                about = deeds[deed["name"]]
                change = about.get("difference")
                if change and change["value"] is not None:
                    size = about["verdict"] == DIFFERS, abs(change["value"])
                    found.append((size, (kind, item, deed["name"])))
    found.sort(key=lambda one: one[0], reverse=True)
    return [one for _, one in found[:count]]
