"""Aims: a file that says how a designer wants a game to be, and how well the game meets them.

An aim bounds one measure, in one place or in many: every card, every seat. Figures come from games
of bots, so each has an interval. An aim is *met* if all of its intervals lie within its bounds, and
*missed* if one of them, widened for the number of places, lies outside; otherwise it is *not sure*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np
from pydantic import Field

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.sets.model import SetEntries, read
from spielzug.core.sets.source import Source, parse, quoted
from spielzug.core.study import MEAN, RATE, Measure
from spielzug.lab.compare.intervals import (
    ALPHA,
    KINDS,
    Interval,
    IntervalFigures,
    counted_rate,
    critical_value,
)
from spielzug.lab.measure.columns import LUCK, SHARE, luck_share, without_luck
from spielzug.lab.measure.measure_loop import SEATS_WITH, WITH_BASE
from spielzug.lab.measure.measures import MeasuredGames, measures_of, values
from spielzug.lab.tune.knobs import MOST_VALUES, suggest_name

ENDING, SEAT_RATE = "ending.", "seat_rate"
MET, MISSED, NOT_SURE = "met", "missed", "not sure"
MARGIN = 1.0
"""Standard errors by which tuning must meet an aim: less may be chance."""

Seen = Mapping[int, MeasuredGames]
"""The games played, by the number of seats."""
Bounds = list[float | None]


# -- the file ----------------------------------------------------------------------------------


class VaryEntry(SetEntries):
    """An address to vary, and its values."""

    WHAT = "an entry of `vary`"
    address: str = Field(
        description="What to vary: cards.Regina.cost, cards.*.cost for every card, option.NAME."
    )
    between: list[int] | None = Field(
        None, min_length=2, max_length=2, description="The lowest and the highest value."
    )
    by: list[int] | None = Field(
        None, min_length=2, max_length=2,
        description="The lowest and the highest change to the current value: [-2, 2].",
    )  # fmt: skip
    values: list[Any] | None = Field(None, min_length=1, description="The values themselves.")
    step: int = Field(1, ge=1, le=1000, description="The step from one value to the next.")
    where: dict[str, Any] = Field(
        default_factory=dict,
        description="Only entries with these values: cheese: true, or iq: [100, 170] for a range.",
    )
    together: bool = Field(
        False, description="true: all entries take the same value or change; false: each its own."
    )


class AimEntry(SetEntries):
    """Bounds of one measure."""

    WHAT = "an aim"
    measure: str = Field(description="The measure; `spielzug tune GAME` lists the names.")
    at_most: float | None = Field(None, description="No more than this.")
    at_least: float | None = Field(None, description="No less than this.")
    at_most_of_fair: float | None = Field(
        None, description="For seat_rate: no more than this many times the fair share."
    )
    at_least_of_fair: float | None = Field(
        None, description="For seat_rate: no less than this many times the fair share."
    )
    mean: Bounds | None = Field(None, min_length=2, max_length=2, description="The mean: [12, 18].")
    median: Bounds | None = Field(
        None, min_length=2, max_length=2, description="The median: [12, 18]."
    )
    p95: Bounds | None = Field(
        None, min_length=2, max_length=2, description="What 95 % of games stay within: [null, 33]."
    )
    every: bool = Field(True, description="false: for all cards together, not for each.")
    only: list[str] = Field(default_factory=list, description="Only for these cards.")
    but: list[str] = Field(default_factory=list, description="Not for these cards.")
    seats: list[int] = Field(default_factory=list, description="Only with this many seats.")
    weight: float = Field(1.0, gt=0, le=1000, description="How much it counts next to the others.")


class AimsFile(SetEntries):
    """The aims of a game, and what may be varied to reach them."""

    WHAT = "a file of aims"
    game: str = Field(description="The game it is for.")
    seats: list[int] = Field(min_length=1, description="The numbers of seats it is played with.")
    vary: list[VaryEntry] = Field(min_length=1, description="What may be changed.")
    aims: list[AimEntry] = Field(min_length=1, description="What is wanted.")
    keep: list[str] = Field(
        default_factory=list, description="What must never change: cards.Nesbith, cards.Uther.cost."
    )


def read_aims(text: str, name: str, game: Game) -> tuple[AimsFile, Source]:
    """Parse and check a file; raises an error with the line and the reason."""
    source = parse(text, name)
    file = read(AimsFile, source)
    if file.game != game.name:
        raise source.error_at(("game",), f"aims for {quoted(file.game)}, not for {game.name!r}")
    for at, seats in enumerate(file.seats):
        if seats not in game.seats or seats in file.seats[:at]:
            raise source.error_at(
                ("seats", at),
                f"{seats} is not possible; use each of {', '.join(map(str, game.seats))} once",
            )
    for at, entry in enumerate(file.vary):
        if sum(each is not None for each in (entry.between, entry.by, entry.values)) != 1:
            raise source.error_at(("vary", at), "name one of between, by and values")
        for name_, ends in (("between", entry.between), ("by", entry.by)):
            if ends is not None and ends[0] > ends[1]:
                raise source.error_at(("vary", at, name_), f"{ends}: the lower one comes first")
            if ends is not None and (ends[1] - ends[0]) // entry.step >= MOST_VALUES:
                raise source.error_at(
                    ("vary", at, name_), f"more than {MOST_VALUES} values; use a larger step"
                )
    return file, source


def schema_of(game: Game) -> dict[str, object]:
    """The JSON schema of an aims file for editors, with the names of the game's measures."""
    made = AimsFile.model_json_schema()
    made["properties"]["game"]["const"] = game.name
    made["properties"]["seats"]["items"]["enum"] = list(game.seats)
    made["$defs"]["AimEntry"]["properties"]["measure"]["examples"] = measure_names(game)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


# -- measures ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class AimLocation:
    """An aim in one place: a number of seats, and perhaps a card or a seat."""

    name: str
    at: Callable[[float], Interval]
    """The figure, and its interval of so many standard errors."""


Places = Callable[[int, MeasuredGames], list[AimLocation]]
"""From a number of seats and the games played with it."""


def measure_names(game: Game) -> list[str]:
    """All names that an aim can bound."""
    return [
        *(f"{ENDING}{reason}" for reason in game.rules.REASONS if reason),
        SEAT_RATE,
        LUCK,
        *(each.name for each in _numbers(game)),
        *(f"{kind.name}.{deed.name}" for kind in game.things for deed in kind.deeds),
    ]


def _numbers(game: Game) -> list[Measure]:
    return [each for each in measures_of(game) if each.words is None]


def places_of(game: Game, entry: AimEntry, how: str, names: Mapping[str, Sequence[str]]) -> Places:
    """The places in which a measure is examined; `names` are those of the game's things."""
    name = entry.measure
    if name.startswith(ENDING):
        return _endings(game, name.removeprefix(ENDING).split("+"))
    if name == SEAT_RATE:
        return _seats(entry.at_most_of_fair is not None or entry.at_least_of_fair is not None)
    if name == LUCK:
        return _luck
    for measure in _numbers(game):
        if measure.name == name:
            return _measure(measure, how or measure.how)
    kind, _, deed = name.partition(".")
    for at, things in enumerate(game.things):
        if things.name == kind:
            for number, each in enumerate(things.deeds):
                if each.name == deed:
                    base = next((i for i, d in enumerate(things.deeds) if d.name == each.of), -1)
                    return _deeds(entry, at, number, base, names[kind])
    raise UsageError(f"there is no measure {name!r}; {suggest_name(name, measure_names(game))}")


def _endings(game: Game, endings: Sequence[str]) -> Places:
    known = [reason for reason in game.rules.REASONS if reason]
    for ending in endings:
        if ending not in known:
            raise UsageError(f"there is no ending {ending!r}; {suggest_name(ending, known)}")
    numbers = [game.rules.REASONS.index(ending) for ending in endings]

    def places(seats: int, played: MeasuredGames) -> list[AimLocation]:
        ended = np.isin(played.rows["reason"], numbers)
        return [AimLocation(f"{seats} seats", lambda z: KINDS[RATE].one(ended, z))]

    return places


def _seats(of_fair: bool) -> Places:
    def places(seats: int, played: MeasuredGames) -> list[AimLocation]:
        found = []
        columns = without_luck(played.rows)
        for seat in range(1, seats + 1):
            each = columns[:, seat - 1] * (seats if of_fair else 1)
            found.append(AimLocation(
                f"seat {seat} of {seats}", lambda z, each=each: KINDS[MEAN].one(each, z)  # type: ignore[misc]
            ))  # fmt: skip
        return found

    return places


def _luck(seats: int, played: MeasuredGames) -> list[AimLocation]:
    found = luck_share(played.rows)
    return (
        [AimLocation(f"{seats} seats", lambda z: KINDS[SHARE].one(found[0].values, z))]
        if found
        else []
    )


def _measure(measure: Measure, how: str) -> Places:
    def places(seats: int, played: MeasuredGames) -> list[AimLocation]:
        each = values(measure, played.rows)
        return [AimLocation(f"{seats} seats", lambda z: KINDS[how].one(each, z))]

    return places


def _deeds(entry: AimEntry, thing: int, deed: int, base: int, names: Sequence[str]) -> Places:
    for name in (*entry.only, *entry.but):
        if name not in names:
            raise UsageError(f"there is no {name!r}; {suggest_name(name, [n for n in names if n])}")
    wanted = [
        item for item, name in enumerate(names)
        if name and name not in entry.but and (not entry.only or name in entry.only)
    ]  # fmt: skip

    def places(seats: int, played: MeasuredGames) -> list[AimLocation]:
        counts, games = played.deeds[thing], len(played.rows)
        pairs = []
        for item in wanted:
            hits = int(counts[deed, item, WITH_BASE if base >= 0 else SEATS_WITH])
            tried = int(counts[base, item, SEATS_WITH]) if base >= 0 else games * seats
            if tried:  # items that were never available are not in the game
                pairs.append((names[item], hits, tried))
        if not entry.every:
            pairs = [("all", sum(p[1] for p in pairs), sum(p[2] for p in pairs))]
        return [
            AimLocation(f"{name}, {seats} seats", lambda z, h=h, t=t: counted_rate(h, t, games, z))  # type: ignore[misc]
            for name, h, t in pairs
        ]

    return places


# -- aims --------------------------------------------------------------------------------------


class JudgedAimFigures(TypedDict):
    aim: str
    measure: str
    low: float | None
    high: float | None
    verdict: str
    place: str
    figure: IntervalFigures
    places: int


@dataclass(frozen=True)
class JudgedAim:
    """The verdict on an aim in all its places."""

    aim: Aim
    verdict: str
    place: str
    """The worst one."""
    figure: Interval
    places: int

    def to_json(self) -> JudgedAimFigures:
        return {
            "aim": self.aim.text,
            "measure": self.aim.measure,
            "low": self.aim.low,
            "high": self.aim.high,
            "verdict": self.verdict,
            "place": self.place,
            "figure": self.figure.to_json(),
            "places": self.places,
        }


@dataclass(frozen=True)
class Aim:
    measure: str
    text: str
    low: float | None
    high: float | None
    seats: tuple[int, ...]
    weight: float
    places: Places

    def _all(self, seen: Seen) -> list[AimLocation]:
        return [place for seats in self.seats for place in self.places(seats, seen[seats])]

    def _short(self, low: float, high: float) -> float:
        """By how much figures between these two lie outside, relative to the bound."""
        short = 0.0
        if self.low is not None:
            short = max(short, (self.low - low) / (abs(self.low) or 1.0))
        if self.high is not None:
            short = max(short, (high - self.high) / (abs(self.high) or 1.0))
        return short

    def penalty(self, seen: Seen) -> float:
        """How far all places together are from meeting it with a margin; 0 if they do."""
        missed = 0.0
        for place in self._all(seen):
            figure = place.at(MARGIN)
            low, high = (
                end if math.isfinite(end) else figure.value for end in (figure.low, figure.high)
            )
            missed += self._short(low, high)
        return self.weight * missed / len(self.seats)

    def judge(self, seen: Seen) -> JudgedAim | None:
        """None if no game was played."""
        places = self._all(seen)
        if not places or not all(len(seen[seats].rows) for seats in self.seats):
            return None
        alone, many = critical_value(ALPHA), critical_value(ALPHA / len(places))
        figures = [place.at(alone) for place in places]
        if all(self._short(f.low, f.high) == 0.0 for f in figures):
            verdict = MET
        elif any(self._outside(place.at(many)) for place in places):
            verdict = MISSED
        else:
            verdict = NOT_SURE
        # The worst by its figure; among those within the bounds the one nearest to leaving them.
        worst = max(range(len(places)), key=lambda i: self._rank(figures[i]))
        return JudgedAim(self, verdict, places[worst].name, figures[worst], len(places))

    def _rank(self, figure: Interval) -> tuple[float, float]:
        return self._short(figure.value, figure.value), self._short(figure.low, figure.high)

    def _outside(self, figure: Interval) -> bool:
        return (self.low is not None and figure.high < self.low) or (
            self.high is not None and figure.low > self.high
        )


WAYS = ("mean", "median", "p95")


def make_aims(
    file: AimsFile, source: Source, game: Game, names: Mapping[str, Sequence[str]]
) -> list[Aim]:
    """The aims of a file for this game; `names` are those of its things."""
    return [_aim(file, source, at, entry, game, names) for at, entry in enumerate(file.aims)]


def _aim(
    file: AimsFile, source: Source, at: int, entry: AimEntry, game: Game,
    names: Mapping[str, Sequence[str]],
) -> Aim:  # fmt: skip
    here: tuple[str | int, ...] = ("aims", at)
    given = [way for way in WAYS if getattr(entry, way) is not None]
    plain = [n for n in ("at_most", "at_least") if getattr(entry, n) is not None]
    fair = [n for n in ("at_most_of_fair", "at_least_of_fair") if getattr(entry, n) is not None]
    if sum(map(bool, (given, plain, fair))) != 1 or len(given) > 1:
        raise source.error_at(
            here, "name its bounds in one way: at_least and at_most, or one of mean, median, p95 "
            "with [least, most], or for seat_rate at_least_of_fair and at_most_of_fair",
        )  # fmt: skip
    if (fair and entry.measure != SEAT_RATE) or (
        given and (entry.measure in (SEAT_RATE, LUCK) or "." in entry.measure)
    ):
        raise source.error_at((*here, (fair or given)[0]), f"{entry.measure} has no such thing")
    if given:
        low, high = getattr(entry, given[0])
    elif fair:
        low, high = entry.at_least_of_fair, entry.at_most_of_fair
    else:
        low, high = entry.at_least, entry.at_most
    if (low is None and high is None) or (low is not None and high is not None and low > high):
        raise source.error_at(here, "its bounds leave nothing: name the lower one first")
    for seats in entry.seats:
        if seats not in file.seats:
            raise source.error_at((*here, "seats"), f"{seats} is none of the `seats` of this file")
    try:
        places = places_of(game, entry, given[0] if given else "", names)
    except UsageError as error:
        raise source.error_at((*here, "measure"), str(error)) from None
    return Aim(
        entry.measure, _text(entry, given, fair, low, high), low, high,
        tuple(entry.seats or file.seats), entry.weight, places,
    )  # fmt: skip


def _text(
    entry: AimEntry, given: Sequence[str], fair: Sequence[str], low: float | None,
    high: float | None,
) -> str:  # fmt: skip
    """An aim in one line, with mathematical signs."""
    what = f"{given[0]} of {entry.measure}" if given else entry.measure
    if entry.only:
        what += f" ({', '.join(entry.only)})"
    unit = " of fair" if fair else ""
    if low is not None and high is not None:
        return f"{low:g} ≤ {what} ≤ {high:g}{unit}"
    return f"{what} ≥ {low:g}{unit}" if low is not None else f"{what} ≤ {high:g}{unit}"


def total(aims: Sequence[Aim], seen: Seen) -> float:
    return math.fsum(aim.penalty(seen) for aim in aims)


def needs_luck(aims: Sequence[Aim]) -> bool:
    """Whether luck must be measured, which takes time."""
    return any(aim.measure in (SEAT_RATE, LUCK) for aim in aims)
