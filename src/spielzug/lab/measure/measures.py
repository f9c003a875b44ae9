"""Plays and measures whole games: length, lead, luck, what happened to components, and openings.

All counts are whole numbers, so parts can be added in any order.

An opening is the first place of the board on which a seat does something. The board is what a game
draws (`Things.drawing` in `core.study`): spaces, fields, the places of a train. So an opening is
the first rail in one game and the first step or car in another, without any code in the game.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spielzug.bots import Bot
from spielzug.bots.clock import Clock, Stop
from spielzug.core.errors import SpielzugError
from spielzug.core.event_buffer import event_buffer
from spielzug.core.game import Game
from spielzug.core.native_records import read_facts
from spielzug.core.options import Options
from spielzug.core.position import Seen
from spielzug.core.record_types import Actions, Counts, Key, RecordType, Rng, States
from spielzug.core.rng import below, next_random, seed_key, stream
from spielzug.core.study import HIGH, LOW, MEDIAN, P95, RATE, SEAT, Measure, Things, all_deeds
from spielzug.core.texts import in_four as _t
from spielzug.lab.measure.measure_loop import (
    LUCK,
    MILLION,
    NUMBERS,
    SHARE,
    WIDTH,
    Deeds,
    MeasureCase,
    MeasureKernel,
)
from spielzug.lab.play.game_spec import GameSpec
from spielzug.lab.play.loops import Keys, Loops, PlayedGames
from spielzug.lab.play.one_game import Forfeit, Seating
from spielzug.lab.play.workers import Range, Task

REDRAWS = 16
LOG = 4096  # decisions; the buffer is enlarged for a longer game
OWN = "m_"
"""Prefix of the fields of a game's own measures."""

Rows = NDArray[np.void]
"""One per game, see `GameMeasurer.dtype`."""


@dataclass(frozen=True)
class Pace:
    """How many seconds people are assumed to take; nobody has measured it.

    A choice takes longer the more possibilities there are, by the same time each time they double
    (Hick's law).
    """

    forced: float = 1.0
    """For a decision with one possibility."""
    choice: float = 2.0
    """For a choice, whatever there is to choose from."""
    doubling: float = 1.5
    """More each time the possibilities double: 3 s for four of them."""
    take_over: float = 3.0
    """To see what others did, before the first of one's own decisions in a row."""

    def table(self, most: int) -> Counts:
        """Milliseconds for a decision by its number of choices; index 0 is `take_over`."""
        told = [self.take_over, self.forced]
        told += [self.choice + self.doubling * math.log2(count) for count in range(2, most + 1)]
        return np.array([round(1000 * seconds) for seconds in told], np.int64)


PACE = Pace()
CHUNK = 20
"""Games of compiled bots that are played in one piece; games of bots that think are single."""


@dataclass
class MeasuredGames:
    """The results of some games."""

    rows: Rows
    """One per game, by number, without forfeited games."""
    deeds: list[NDArray[np.int64]]
    """For each of the game's things an array (deed, item, 4): how often, how many seats did it, how
    many winners among them, and how many also did the deed `of` which it is a share."""
    seconds: float = 0.0
    """Of the workers, added up, without compiling."""
    forfeits: list[Forfeit] = field(default_factory=list)

    def add(self, other: MeasuredGames) -> None:
        """Add other games; raises ValueError if one of them is already here."""
        rows = np.concatenate([self.rows, other.rows])
        rows.sort(order="number")
        if (np.diff(rows["number"]) == 0).any():
            raise ValueError("some of these games were counted already")
        self.rows = rows
        for own, more in zip(self.deeds, other.deeds, strict=True):
            own += more
        self.seconds += other.seconds
        self.forfeits += other.forfeits


class GameMeasurer:
    """Plays games of a variant and measures them. Safe to use from several threads."""

    def __init__(
        self,
        game: Game,
        options: Options | None,
        version: int | None,
        seats: int,
        bots: Sequence[str],
        seed: str,
        luck: int = REDRAWS,
        pace: Pace = PACE,
    ) -> None:
        self.seating = Seating.of(game, seats, bots, seed, options, version)
        self.game = game.ready()
        self.luck, self.pace = luck if game.engine.has(JUDGEMENT) else 0, pace
        self.facts = game.facts(self.seating.options, version)
        self.reading = read_facts(self.facts)
        self.keys, self.luck_key = Keys.of(seed), seed_key("luck", seed)
        self._table = pace.table(game.rules.MAX_LEGAL)
        self._spare: list[_MeasureLoop] = []

    @property
    def dtype(self) -> RecordType:
        """Of a row: all fields are whole numbers, shares and luck in millionths of the win."""
        seats = range(1, self.seating.seats + 1)
        own = [f"{OWN}{measure.name}" for measure in self.game.measures]
        names = ["number", *NUMBERS, *(f"share_{s}" for s in seats), *(f"luck_{s}" for s in seats)]
        return np.dtype([(name, np.int64) for name in (*names, *own)])

    @property
    def task(self) -> Task[Range, MeasuredGames]:
        s = self.seating
        spec = GameSpec.of(s.game, s.options)
        return Task.of(
            self.play,
            prepare_measuring,
            spec,
            s.version,
            s.seats,
            s.bots,
            s.seed,
            self.luck,
            self.pace,
        )

    @property
    def games_per_piece(self) -> int:
        return CHUNK if self.seating.compiled else 1

    def blank(self) -> MeasuredGames:
        return MeasuredGames(np.zeros(0, self.dtype), self._by_things(Deeds.allocate(self.game)))

    def warm_up(self) -> None:
        """Compile outside the measured time and before any thread starts."""
        loop = self._take()
        if self.seating.compiled:
            loop.repeat(self, 0)
        row, deeds = np.zeros(WIDTH, np.int64), Deeds.allocate(self.game)
        loop.watch.watch(self.facts, self._case(0, 0), loop.log, row, deeds)
        self._spare.append(loop)

    def play(self, games: Range, stop: Stop) -> MeasuredGames:
        """Play these games; when stopped, returns the finished ones."""
        loop, begin = self._take(), time.perf_counter()
        room = games[1] - games[0]
        table, deeds = np.zeros((room, WIDTH), np.int64), Deeds.allocate(self.game)
        finals = self.game.blank(room)
        numbers: list[int] = []
        forfeits: list[Forfeit] = []
        for number, log, length, forfeit in self._games(games, loop, stop):
            if forfeit is not None:
                forfeits.append(forfeit)
                continue
            at = len(numbers)
            self._watch(loop, number, log, length, table[at], deeds)
            finals[at] = loop.watch.final
            numbers.append(number)
        self._spare.append(loop)
        rows = self._rows(numbers, table, finals)
        seconds = time.perf_counter() - begin
        return MeasuredGames(rows, self._by_things(deeds), seconds, forfeits)

    def follow(self, number: int, log: Actions) -> MeasuredGames:
        """Measure a game that was played elsewhere, from its decisions."""
        loop, deeds = self._take(), Deeds.allocate(self.game)
        table = np.zeros((1, WIDTH), np.int64)
        self._watch(loop, number, log, len(log), table[0], deeds)
        finals = self.game.blank(1)
        finals[0] = loop.watch.final
        self._spare.append(loop)
        return MeasuredGames(self._rows([number], table, finals), self._by_things(deeds))

    def _watch(
        self, loop: _MeasureLoop, number: int, log: Actions, length: int, row: Counts, deeds: Deeds
    ) -> None:
        if loop.watch.watch(self.facts, self._case(number, length), log, row, deeds) < 0:
            raise SpielzugError(f"game {number} is not over after its {length} decisions")

    def _games(
        self, games: Range, loop: _MeasureLoop, stop: Stop
    ) -> Iterator[tuple[int, Actions, int, Forfeit | None]]:
        """The number of each game, its decisions, their count, and the forfeit if there was one."""
        if self.seating.compiled:
            for number in range(*games):
                if stop.is_set():
                    return
                yield number, loop.log, loop.repeat(self, number), None
        else:
            for number, whole in self.seating.whole_games(*games, stop):
                log = np.array(whole.actions, np.int32)
                yield number, log, len(log), whole.forfeit

    def _case(self, number: int, length: int) -> MeasureCase:
        at = np.uint64(number)  # compiled code needs unsigned numbers and keys
        key, luck_key = (np.uint64(stream(base, at)) for base in (self.keys.games, self.luck_key))
        return MeasureCase(self.seating.seats, key, luck_key, self.luck, length)

    def _take(self) -> _MeasureLoop:
        """Loops that no other thread uses."""
        try:
            return self._spare.pop()
        except IndexError:
            return _MeasureLoop(Loops(self.game), MeasureKernel(self.game, self._table))

    def _rows(self, numbers: list[int], table: Counts, finals: States) -> Rows:
        count, seats = len(numbers), self.seating.seats
        rows = np.zeros(count, self.dtype)
        rows["number"] = numbers
        for i, name in enumerate(NUMBERS):
            rows[name] = table[:count, i]
        for seat in range(seats):
            rows[f"share_{seat + 1}"] = table[:count, SHARE + seat]
            rows[f"luck_{seat + 1}"] = table[:count, LUCK + seat]
        if self.game.measure is not None and count:
            for name, values in self.game.measure(self.facts, finals[:count]).items():
                rows[f"{OWN}{name}"] = values
        return rows

    def _by_things(self, deeds: Deeds) -> list[NDArray[np.int64]]:
        found, at = [], 0
        for kind in self.game.things:
            shape = (len(kind.deeds), kind.count, deeds.counts.shape[1])
            size = shape[0] * shape[1]
            found.append(deeds.counts[at : at + size].reshape(shape))
            at += size
        return found


@dataclass
class _MeasureLoop:
    """The compiled loops and the buffer of one thread."""

    loops: Loops
    watch: MeasureKernel
    log: Actions = field(default_factory=lambda: np.zeros(LOG, np.int32))
    """The decisions of the last game."""

    def repeat(self, measurer: GameMeasurer, number: int) -> int:
        """Let compiled bots play a game; returns its length."""
        policies = measurer.seating.policies
        while True:
            out = PlayedGames.allocate(1)._replace(log=self.log)
            length = self.loops.play(measurer.facts, policies, number, measurer.keys, out)
            if length <= len(self.log):
                return length
            self.log = np.zeros(2 * length, np.int32)


def prepare_measuring(spec: GameSpec, *values: Any) -> Callable[[Range, Stop], MeasuredGames]:
    """How another process measures games, with these values after the options."""
    measurer = GameMeasurer(*spec.open(), *values)
    measurer.warm_up()
    return measurer.play


# -- the measures shown ----------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownMeasure(Measure):
    """A measure that all games have."""

    of: Callable[[Rows], ArrayLike] | None = None
    """Computes a value for each game from the rows; None: the field of the same name."""
    needs: str = ""
    """The optional rule without which it cannot be measured."""


def values(measure: Measure, rows: Rows) -> NDArray[np.float64]:
    """The measure of each game."""
    of = getattr(measure, "of", None)
    if of is not None:
        return np.asarray(of(rows), np.float64)
    name = measure.name
    field = name if name in (rows.dtype.names or ()) else f"{OWN}{name}"
    return np.asarray(rows[field], np.float64)


def _each(rows: Rows, what: str, of: str) -> NDArray[np.float64]:
    """The first divided by the second; 0 / 0 is 0."""
    return np.asarray(rows[what] / np.maximum(rows[of], 1), np.float64)


def _shares(rows: Rows) -> NDArray[np.int64]:
    names = [name for name in rows.dtype.names or () if name.startswith("share_")]
    return np.stack([rows[name] for name in names], axis=1)


_TURNS = _t("Spielzüge", "turns", "tours", "beurten")
_GAMES = _t("der Spiele", "of the games", "des parties", "van de spellen")
DRAGS_ON = 0.25
"""A game drags on if at least this part of its turns is played after it was decided."""

MEASURES: tuple[ShownMeasure, ...] = (
    ShownMeasure(
        "turns",
        _t("Länge in Spielzügen", "Length in turns", "Durée en tours", "Lengte in beurten"),
        _TURNS, MEDIAN,
    ),
    ShownMeasure(
        "turns_each",
        _t("Spielzüge je Platz", "Turns of each seat", "Tours par place", "Beurten per plaats"),
        _TURNS, MEDIAN,
        of=lambda rows: -(-rows["turns"] // _shares(rows).shape[1]),
    ),
    ShownMeasure(
        "turns_p95",
        _t("Spielzüge, 95 % der Spiele höchstens", "Turns, 95 % of games within",
           "Tours, 95 % des parties en moins de", "Beurten, 95 % van de spellen hoogstens"),
        _TURNS, P95, of=lambda rows: rows["turns"],
    ),
    ShownMeasure(
        "decisions",
        _t("Entscheidungen in einem Spiel", "Decisions in a game", "Décisions par partie",
           "Beslissingen per spel"),
        _t("Entscheidungen", "decisions", "décisions", "beslissingen"),
    ),
    ShownMeasure(
        "minutes",
        _t("Minuten im Tempo von Menschen", "Minutes at a person's pace",
           "Minutes au rythme d'une personne", "Minuten in het tempo van mensen"),
        _t("min", "min", "min", "min"), MEDIAN,
        of=lambda rows: rows["pace"] / 60_000,
    ),
    ShownMeasure(
        "choices_each_turn",
        _t("Echte Entscheidungen in einem Spielzug", "Real choices in a turn",
           "Vrais choix par tour", "Echte keuzes per beurt"),
        _t("Entscheidungen", "choices", "choix", "keuzes"), better=HIGH,
        of=lambda rows: _each(rows, "choices", "turns"),
    ),
    ShownMeasure(
        "options_each_choice",
        _t("Möglichkeiten je echter Entscheidung", "Possibilities in a real choice",
           "Possibilités par vrai choix", "Mogelijkheden per echte keuze"),
        _t("Möglichkeiten", "possibilities", "possibilités", "mogelijkheden"),
        of=lambda rows: _each(rows, "options", "choices"),
    ),
    ShownMeasure(
        "lead_changes",
        _t("Führungswechsel", "Lead changes", "Changements de leader",
           "Wisselingen van de leiding"),
        _t("Wechsel", "changes", "changements", "wisselingen"), better=HIGH,
        needs="value",
    ),
    ShownMeasure(
        "decided",
        _t("Entschieden nach diesem Teil des Spiels", "Decided after this part of the game",
           "Décidée après cette part de la partie", "Beslist na dit deel van het spel"),
        _t("der Spielzüge", "of the turns", "des tours", "van de beurten"), better=HIGH,
        of=lambda rows: _each(rows, "decided", "turns"),
        needs="value",
    ),
    ShownMeasure(
        "dragged",
        _t("Spielzüge, nachdem es entschieden war", "Turns after it was decided",
           "Tours après la décision", "Beurten nadat het beslist was"),
        _TURNS, better=LOW,
        needs="value",
    ),
    ShownMeasure(
        "drags_on",
        _t("Ziehen sich hin, obwohl entschieden", "Drag on after they are decided",
           "Traînent une fois décidées", "Slepen zich voort na de beslissing"),
        _GAMES, RATE, LOW,
        of=lambda rows: rows["dragged"] >= DRAGS_ON * np.maximum(rows["turns"], 1),
        needs="value",
    ),
    ShownMeasure(
        "runaway",
        _t("Enteilte Führende", "Runaway leaders", "Leaders jamais rattrapés",
           "Weggelopen koplopers"),
        _GAMES, RATE, LOW,
        needs="value",
    ),
    ShownMeasure(
        "no_winner",
        _t("Niemand gewinnt", "Nobody wins", "Personne ne gagne", "Niemand wint"),
        _GAMES, RATE, LOW,
        of=lambda rows: _shares(rows).max(axis=1) == _shares(rows).min(axis=1),
    ),
)  # fmt: skip
"""Measures of every game, beside endings, seats, luck and the game's own measures."""

LUCK_SHARE = ShownMeasure(
    "luck_share",
    _t("Anteil des Glücks", "Share of luck", "Part de la chance", "Aandeel van het geluk"),
    _t("des Ergebnisses", "of the result", "du résultat", "van de uitslag"),
    needs="value",
)


JUDGEMENT = "value"
"""The rule that tells how a game stands, without which neither lead nor luck is measured."""


def measures_of(game: Game) -> tuple[Measure, ...]:
    """The measures of every game that can be measured in this one, then the game's own."""
    known = {measure.name for measure in MEASURES}
    there = (m for m in MEASURES if not m.needs or game.engine.has(m.needs))
    return (*there, *(measure for measure in game.measures if measure.name not in known))


def unmeasured(game: Game) -> tuple[Measure, ...]:
    """What cannot be measured, because the game has no `value`."""
    if game.engine.has(JUDGEMENT):
        return ()
    return (*(measure for measure in MEASURES if measure.needs), LUCK_SHARE)


def luck_and_play(rows: Rows) -> tuple[float, float]:
    """How much of the variance between seats was luck, and the rest, which was play.

    Of the variance of the shares of the win, pooled over the seats: the part explained by luck (the
    square of the correlation). The rest are the players' choices, and what the judgement misses.
    """
    both, won, lucky = 0.0, 0.0, 0.0
    for name in rows.dtype.names or ():
        if name.startswith("share_"):
            share = rows[name] / MILLION
            luck = rows[name.replace("share", "luck")] / MILLION
            both += float(np.mean((share - share.mean()) * (luck - luck.mean())))
            won, lucky = won + float(np.var(share)), lucky + float(np.var(luck))
    part = both * both / (won * lucky) if won and lucky else 0.0
    return part, 1.0 - part


NONE = -1
"""No opening yet."""


def board_of(game: Game) -> Things | None:
    """The things that are places of the board, None in a game that draws none."""
    return next((things for things in game.things if things.drawing is not None), None)


class OpeningBoard:
    """Finds the board item that each choice affects."""

    def __init__(self, game: Game) -> None:
        board = board_of(game)
        self._deeds = {
            number
            for number, (things, deed) in enumerate(all_deeds(game.things))
            if things is board and deed.by == SEAT
        }
        self._game = game
        self._states: States = game.blank(2)
        self._events = event_buffer(game.rules.MAX_EVENTS)
        self._notes = np.zeros((game.rules.MAX_NOTES, 3), np.int32)

    def openings(self, seen: Seen, key: Key) -> dict[int, int]:
        """For each legal choice that does something on the board: the item.

        What is hidden is guessed: the place does not depend on it.
        """
        if not self._deeds:
            return {}
        world, rules, states = seen.guess(key), self._game.rules, self._states
        facts = world.facts
        states[0] = world.state
        found = {}
        for action in seen.legal:
            states[1] = states[0]
            rules.step(facts, states[1], action, self._events)
            count = rules.note(facts, states[0], action, states[1], self._events, self._notes)
            for deed, item, seat in self._notes[:count].tolist():
                if deed in self._deeds and seat == seen.seat:
                    found[action] = item
                    break
        return found


class Opener:
    """A bot whose opening is noted, or drawn by lot among `lots`."""

    def __init__(self, bot: Bot, board: OpeningBoard, rng: Rng, lots: Sequence[int] = ()) -> None:
        self.name = bot.name
        self.opening = NONE
        self.by_lot = False
        self.possible: frozenset[int] = frozenset()
        """The openings it could choose from."""
        self._bot, self._board, self._rng, self._lots = bot, board, rng, lots

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        if self.opening != NONE:
            return self._bot.choose(seen, clock)
        found = self._board.openings(seen, next_random(self._rng))
        drawn = self._drawn(found)
        action = self._bot.choose(seen, clock) if drawn is None else drawn
        self.opening, self.by_lot = found.get(action, NONE), drawn is not None
        self.possible = frozenset(found.values())
        return action

    def _drawn(self, found: dict[int, int]) -> int | None:
        """A choice by lot, each opening equally likely; None if there are fewer than two."""
        open_now = [item for item in self._lots if item in found.values()]
        if len(open_now) < 2:
            return None
        item = open_now[int(below(self._rng, len(open_now)))]
        return next(action for action, place in found.items() if place == item)
