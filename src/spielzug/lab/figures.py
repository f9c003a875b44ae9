"""Computes a game's figures: how often each seat, opening and component wins between strong bots.

Two runs are played for each number of seats. In the first the bots choose everything; it gives
seats, lengths, endings and the worth of components. Bots choose an opening often because it is
good, or when it fits. So in the second run the opening of one seat is drawn by lot
(`measures.Opener`) among those chosen often enough in the first, and nothing else differs.

Components are identified by number: a page looks up their names in the reader's language
(`school.figures`).
"""

from __future__ import annotations

import json
import shlex
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

import spielzug
from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.native_records import read_facts
from spielzug.core.options import Options
from spielzug.core.rng import new_rng, seed_key, stream
from spielzug.lab.compare.comparison_result import MOST_GAMES, MOST_REDRAWS
from spielzug.lab.compare.intervals import (
    ALPHA,
    KINDS,
    Interval,
    Values,
    critical_value,
    mean,
)
from spielzug.lab.measure.columns import (
    ENOUGH,
    LUCK,
    Sums,
    endings,
    interval,
    luck_share,
    rounded,
    sums_of,
    without_luck,
    worth_figures,
)
from spielzug.lab.measure.jobs import Order, run_orders
from spielzug.lab.measure.measure_loop import MILLION
from spielzug.lab.measure.measures import (
    JUDGEMENT,
    NONE,
    REDRAWS,
    GameMeasurer,
    Opener,
    OpeningBoard,
    Rows,
    board_of,
    measures_of,
    unmeasured,
    values,
)
from spielzug.lab.play.game_spec import GameSpec, check_games
from spielzug.lab.play.one_game import Forfeit, Forfeits, GameStopped, Seating, play_whole
from spielzug.lab.play.workers import (
    Range,
    Task,
    WorkerPool,
    pool_for_run,
    stop_on_signals,
)
from spielzug.wire.game_figures import (
    GameFigures,
    GameTable,
    LotFigures,
    OpeningFigures,
    OpeningsFigures,
    SeatRate,
)

OPEN_TO = 0.25
"""An opening is drawn only if this share of seats could choose it: a lot needs several at once."""
MOST_LOTS = 12
"""The most openings to draw from: with more there would be too few games of each."""
OFTEN = 0.01
"""If there are more openings than that, only those that this share of seats chooses."""


@dataclass(frozen=True)
class FiguresPlan:
    """What to play."""

    game: Game
    bots: tuple[str, ...]
    games: int
    """Of each number of seats."""
    lots: int
    """Games of each number of seats in which one opening is drawn by lot."""
    seats: tuple[int, ...]
    seed: str
    options: Options
    luck: int = REDRAWS

    @classmethod
    def make(
        cls,
        game: Game,
        bots: Sequence[str],
        games: int,
        lots: int,
        seats: Sequence[int],
        seed: str = "1",
        options: Options | None = None,
        luck: int = REDRAWS,
    ) -> FiguresPlan:
        """With the options of simulations, unless others are given."""
        check_games(games)
        if lots < 0:
            raise UsageError(f"--lots {lots}: choose 0 or more")
        if games + lots > MOST_GAMES:
            raise UsageError(f"{games + lots} games are too many: ask for at most {MOST_GAMES}")
        if not 0 <= luck <= MOST_REDRAWS:
            raise UsageError(f"--luck {luck}: choose 0 to {MOST_REDRAWS} alternative outcomes")
        for count in seats:  # raises for bots and seats that cannot be played
            Seating.of(game, count, bots, seed, options)
        chosen = options if options is not None else game.options(**game.simulation)
        return cls(game, tuple(bots), games, lots, tuple(seats), seed, chosen, luck)

    @property
    def planned(self) -> int:
        return (self.games + self.lots) * len(self.seats)

    @property
    def line(self) -> str:
        """The command that repeats this run."""
        words = ["spielzug", "figures", self.game.name, "--bots", ",".join(self.bots)]
        words += ["--games", str(self.games), "--lots", str(self.lots)]
        words += ["--seats", ",".join(map(str, self.seats)), "--seed", self.seed]
        words += ["--luck", str(self.luck)] * (self.luck != REDRAWS)
        usual = self.game.options(**self.game.simulation).named()
        for name, value in self.options.named().items():
            words += ["-o", f"{name}={value}"] * (value != usual[name])
        return shlex.join(words)


# -- games -----------------------------------------------------------------------------------------


@dataclass
class FiguresPart:
    """Some games with one number of seats."""

    rows: Rows
    """One per game, as in `MeasuredGames`."""
    firsts: NDArray[np.int64]
    """The seat that decided first."""
    openings: NDArray[np.int64]
    """An array (game, seat): the item of the board."""
    drawn: NDArray[np.int64]
    """The seat whose opening was drawn by lot, -1 if none was."""
    possible: Counter[int]
    """How many seats could choose each opening."""
    sums: list[Sums]
    """For each of the game's `things`, see `columns.sums_of`."""
    seconds: float = 0.0
    forfeits: list[Forfeit] = field(default_factory=list)


class FiguresPlayer:
    """Plays games and measures each of them, noting the openings."""

    def __init__(self, plan: FiguresPlan, seats: int, lots: Sequence[int] = ()) -> None:
        self.plan, self.seats, self.lots = plan, seats, tuple(lots)
        self.measurer = GameMeasurer(
            plan.game, plan.options, None, seats, plan.bots, plan.seed, plan.luck
        )
        self._lot_key = seed_key("lots", plan.seed)

    games_per_piece = 1

    @property
    def task(self) -> Task[Range, FiguresPart]:
        plan = self.plan
        spec = GameSpec.of(plan.game, plan.options)
        return Task.of(
            self.play, _prepare, spec, plan.bots, self.seats, plan.seed, plan.luck, self.lots
        )

    def warm_up(self) -> None:
        self.measurer.warm_up()

    def blank(self) -> FiguresPart:
        none = np.zeros(0, np.int64)
        blank = self.measurer.blank()
        sums = [sums_of(deeds, self.seats, 0) for deeds in blank.deeds]
        return FiguresPart(
            blank.rows, none, np.zeros((0, self.seats), np.int64), none, Counter(), sums
        )

    def play(self, games: Range, stop: Stop) -> FiguresPart:
        """Play these games; when stopped, returns the finished ones."""
        parts, begin = [self.blank()], time.perf_counter()
        for number in range(*games):
            try:
                parts.append(self._one(number, stop))
            except GameStopped:
                break
        whole = merge_parts(parts)
        whole.seconds = time.perf_counter() - begin
        return whole

    def _one(self, number: int, stop: Stop) -> FiguresPart:
        measurer, seating, game = self.measurer, self.measurer.seating, self.plan.game
        at, board = np.uint64(number), OpeningBoard(game)
        luck = new_rng(stream(measurer.keys.bots, at))
        lot = new_rng(stream(self._lot_key, at))
        position, _ = game.deal(self.seats, stream(measurer.keys.games, at), seating.options)
        first, wanted = position.actor, number % self.seats if self.lots else NONE
        bots = [
            Opener(get_bot(name, luck), board, lot, self.lots if seat == wanted else ())
            for seat, name in enumerate(seating.bots_at(number))
        ]
        whole = play_whole(position, bots, stop)
        if whole.forfeit is not None:
            lost = self.blank()
            lost.forfeits = [whole.forfeit]
            return lost
        measured = measurer.follow(number, np.array(whole.actions, np.int32))
        shares = [int(measured.rows[0][f"share_{seat + 1}"]) for seat in range(self.seats)]
        most = max(shares)
        winners = shares.count(most) if most > min(shares) else 0
        drawn = next((seat for seat, bot in enumerate(bots) if bot.by_lot), NONE)
        return FiguresPart(
            measured.rows,
            np.array([first], np.int64),
            np.array([[bot.opening for bot in bots]], np.int64),
            np.array([drawn], np.int64),
            Counter(item for bot in bots for item in bot.possible),
            [sums_of(deeds, self.seats, winners) for deeds in measured.deeds],
        )


def merge_parts(parts: Sequence[FiguresPart]) -> FiguresPart:
    """Merge parts, in the order of game numbers."""
    rows = np.concatenate([part.rows for part in parts])
    order = np.argsort(rows["number"], kind="stable")
    return FiguresPart(
        rows[order],
        np.concatenate([part.firsts for part in parts])[order],
        np.concatenate([part.openings for part in parts])[order],
        np.concatenate([part.drawn for part in parts])[order],
        Counter(dict(sorted(sum((part.possible for part in parts), Counter()).items()))),
        [np.sum(same, axis=0) for same in zip(*(part.sums for part in parts), strict=True)],
        sum(part.seconds for part in parts),
        [forfeit for part in parts for forfeit in part.forfeits],
    )


def _prepare(
    spec: GameSpec, bots: tuple[str, ...], seats: int, seed: str, luck: int, lots: Sequence[int]
) -> Callable[[Range, Stop], FiguresPart]:
    """How another process plays and measures games."""
    game, options = spec.open()
    plan = FiguresPlan(game, bots, 1, 0, (seats,), seed, options, luck)
    player = FiguresPlayer(plan, seats, lots)
    player.warm_up()
    return player.play


# -- a run -----------------------------------------------------------------------------------------


@dataclass
class FiguresTable:
    """Both runs with one number of seats."""

    seats: int
    chosen: FiguresPart
    """Games in which bots choose everything."""
    lots: tuple[int, ...]
    """The openings to draw from."""
    drawn: FiguresPart
    """Games in which one seat opened by lot."""


@dataclass
class FiguresFound:
    """The results of a plan."""

    plan: FiguresPlan
    tables: list[FiguresTable]
    seconds: float = 0.0
    stopped: bool = False

    @property
    def games(self) -> int:
        return sum(len(t.chosen.rows) + len(t.drawn.rows) for t in self.tables)


def openings_to_draw(part: FiguresPart) -> tuple[int, ...]:
    """All openings if they are few, else those chosen often; the most frequent first."""
    chosen = Counter(item for item in part.openings.ravel().tolist() if item != NONE)
    seats = sum(chosen.values())
    there = [item for item, times in part.possible.items() if times >= OPEN_TO * seats]
    least = OFTEN * seats if len(there) > MOST_LOTS else 0
    order = sorted(there, key=lambda item: (-chosen[item], item))
    return tuple(item for item in order if chosen[item] >= least)[:MOST_LOTS]


def make_figures(
    plan: FiguresPlan,
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
    pool: WorkerPool | None = None,
    stop: Stop | None = None,
) -> FiguresFound:
    """Play the plan; `progress` is called for every game done, `tell` with errors.

    Ctrl-C or `stop` ends it: the result then holds the finished games.
    """
    ends, forfeits, begin = stop or Stop(), Forfeits(tell), time.perf_counter()
    with pool_for_run(pool, compiled=False) as workers, stop_on_signals(ends):
        first = [FiguresPlayer(plan, seats) for seats in plan.seats]
        orders = [Order(player, (0, plan.games)) for player in first]
        chosen = run_orders(orders, merge_parts, workers, ends, progress)
        lots = [openings_to_draw(part) for part in chosen]
        second = [
            FiguresPlayer(plan, seats, its) for seats, its in zip(plan.seats, lots, strict=True)
        ]  # fmt: skip
        with_lots = [player for player in second if len(player.lots) > 1]
        orders = [Order(player, (plan.games, plan.games + plan.lots)) for player in with_lots]
        played = iter(run_orders(orders, merge_parts, workers, ends, progress))
        drawn = [next(played) if player in with_lots else player.blank() for player in second]
    for part in (*chosen, *drawn):
        forfeits.add_all(part.forfeits)
    tables = [
        FiguresTable(*each) for each in zip(plan.seats, chosen, lots, drawn, strict=True)
    ]  # fmt: skip
    return FiguresFound(plan, tables, time.perf_counter() - begin, ends.is_set())


FORMAT = 1
MEASURED = ("turns_each", "decisions", "minutes", "lead_changes", "decided", "no_winner")
"""Measures of every game to include; the game's own are added."""


def to_json(found: FiguresFound) -> GameFigures:
    """All figures; the names are part of the interface."""
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


def _table(plan: FiguresPlan, table: FiguresTable) -> GameTable:
    game, rows, seats = plan.game, table.chosen.rows, table.seats
    shares = _shares(table.chosen)
    most = shares.max(1, keepdims=True)
    winners = int(np.sum((shares == most) & (most > shares.min(1, keepdims=True))))
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
        "unmeasured": [
            {"name": m.name, "title": dict(m.title), "needs": JUDGEMENT}
            for m in unmeasured(game)
            if m.name in (*MEASURED, LUCK)
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


def _one(how: str, values: Values) -> list[float | None]:
    """A figure with its interval; an infinite end is None."""
    found = KINDS[how].one(values, critical_value(ALPHA))
    ends = (found.value, found.low, found.high)
    return [rounded(end) if np.isfinite(end) else None for end in ends]


def _within(found: Interval) -> list[float]:
    """A rate, clamped to 0 to 1: with luck removed it can lie slightly outside."""
    low, high = (min(1.0, max(0.0, end)) for end in (found.low, found.high))
    return interval(Interval(min(1.0, max(0.0, found.value)), low, high))


def _turned(columns: NDArray[np.int64], part: FiguresPart) -> NDArray[np.int64]:
    """Columns by seat as columns by order of play, starting with the seat that decides first."""
    seats = columns.shape[1]
    at = (part.firsts[:, None] + np.arange(seats)) % seats
    return np.take_along_axis(columns, at, axis=1)


def _rates(part: FiguresPart, by_order: bool) -> list[SeatRate]:
    """How often each seat, or place in the order of play, wins.

    For seats luck is removed: its mean is 0, so the rate stays the same and gets more precise. Not
    for the order of play: who begins is drawn with the deal, and so is a part of that luck.
    """
    won = _shares(part)
    if by_order:
        won = _turned(won, part)
    rates = won / MILLION if by_order else without_luck(part.rows)
    seats = won.shape[1]
    z = critical_value(ALPHA / seats)
    told: list[SeatRate] = []
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


def _openings(game: Game, table: FiguresTable) -> OpeningsFigures | None:
    """How often each opening is chosen, and how often it wins when chosen and when drawn by lot.

    Luck is removed only for lots: what a bot chooses depends on what it was dealt.
    """
    board, part, seats = board_of(game), table.chosen, table.seats
    if board is None:
        return None
    seen = max(1, int(np.sum(part.openings != NONE)))
    rates = _shares(part) / MILLION
    z = critical_value(ALPHA / max(1, len(table.lots)))
    items: list[OpeningFigures] = []
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


def _by_lot(part: FiguresPart, item: int, z: float) -> LotFigures:
    seat = part.drawn
    there = np.flatnonzero(seat != NONE)
    there = there[part.openings[there, seat[there]] == item]
    if len(there) < ENOUGH:
        return {"lot": len(there), "lot_won": None}
    rates = without_luck(part.rows)[there, seat[there]]
    return {"lot": len(there), "lot_won": _within(mean(rates, z))}


def _best_first(row: OpeningFigures) -> tuple[float, float, int]:
    best = row["lot_won"] or row["won"]
    return (-best[0] if best is not None else 1.0), -row["chosen"], row["item"]


def written(figures: object, indent: str = "") -> str:
    """As JSON for a file, with one line for each row of a table, so that diffs are readable."""
    if not _rows(figures):
        return json.dumps(figures, ensure_ascii=False)
    deep = indent + " "
    if isinstance(figures, dict):
        told = [f"{deep}{json.dumps(k)}: {written(v, deep)}" for k, v in figures.items()]
        return "{\n" + ",\n".join(told) + f"\n{indent}}}"
    return "[\n" + ",\n".join(deep + written(v, deep) for v in figures) + f"\n{indent}]"


def _rows(value: object) -> TypeGuard[dict[str, object] | list[object]]:
    """Whether this is, or contains, a list of rows."""
    if isinstance(value, dict):
        return any(_rows(each) for each in value.values())
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)
