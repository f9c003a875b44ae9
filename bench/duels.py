"""Many duels between bots at once, for a given time; whenever it stops, every row has figures.

    python bench/duels.py --minutes 8 --out duels.jsonl "zwergenzugfahrt: search:100 greedy" …
    python bench/duels.py --minutes 8 --out duels.jsonl --rows rows.txt [--jobs 16] [--first 1000]
    python bench/duels.py --show a.jsonl b.jsonl

A row is `GAME: A B [N seats] [alone|halves]`; `*` for the game means every game. See `duel_game.py`
for the possible bots. Games already in the file are not played again; on another machine, start
with another deal (`--first`), and show the files together.

Games are compiled in parallel, and each is played as soon as it is ready. The next deal always goes
to the row that gains most by it: rows get deals in proportion to 1 / √(cost of a deal), which makes
all of them as certain as the time allows. No deal starts that could not finish in time, and all
that have started are waited for, so that long games are not left out.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from duel_game import ALONE, HALVES, Duel, GameResult, one_game, player, prepare
from samples import Row, bot_fingerprint, line_of, read, table
from worker_options import add_options, crew_of

from spielzug.bots.clock import Stop
from spielzug.bots.net.player import load_net_cached
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.rng import new_rng
from spielzug.games import NAMES, get_game
from spielzug.lab.play.workers import Jobs, Task, WorkerPool, stop_on_signals

LATE = 1.3  # times the longest game of a row: so much is left before a deal is begun


@dataclass(frozen=True)
class Prepare:
    """A job that compiles a game for these bots."""

    game: str
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Play:
    duel: Duel
    deal: int
    at: int


@dataclass(frozen=True)
class JobResult:
    """The result of a job, and how long it took."""

    job: Prepare | Play
    played: GameResult | None
    seconds: float


def run_job(job: Prepare | Play) -> JobResult:
    begin = time.perf_counter()
    played = None
    if isinstance(job, Prepare):
        prepare(job.game, *job.bots)
    else:
        played = one_game(job.duel, job.deal, job.at)
    return JobResult(job, played, time.perf_counter() - begin)


@dataclass
class DuelProgress:
    """A row while it is played."""

    row: Row
    most: int
    """Deals, together with those that were there before."""
    first: int = 0
    ready: float | None = None
    """Since when its game can be played."""
    begun: int = 0
    games: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    numbers: deque[int] = field(default_factory=deque)

    def __post_init__(self) -> None:
        duel = self.row.duel
        known = {d for d, g in self.row.deals.items() if len(g) == len(duel.seatings(d))}
        self.begun = len(known)
        missing = (d for d in range(self.first, self.first + self.most) if d not in known)
        self.numbers = deque(sorted(missing)[: max(0, self.most - len(known))])

    @property
    def cost(self) -> float | None:
        """CPU seconds for a deal, if known."""
        return self.seconds / self.games * len(self.row.duel.seatings(0)) if self.games else None

    def begin(self) -> list[Play]:
        deal = self.numbers.popleft()
        self.begun += 1
        return [Play(self.row.duel, deal, at) for at in range(len(self.row.duel.seatings(deal)))]


class Agenda(Jobs[Prepare | Play]):
    """Chooses the next job until the time is over."""

    def __init__(self, lines: Sequence[DuelProgress], end: float) -> None:
        super().__init__(0, lambda _: Prepare("", ()))
        self.lines, self.end = lines, end
        bots: dict[str, dict[str, None]] = {}
        for line in lines:
            duel = line.row.duel
            bots.setdefault(duel.game, {}).update(dict.fromkeys((duel.a, duel.b)))
        # The largest first: what takes longest to compile begins at once.
        self.queue: deque[Prepare | Play] = deque(
            Prepare(game, tuple(bots[game])) for game in reversed(NAMES) if game in bots
        )

    def __next__(self) -> Prepare | Play:
        now = time.perf_counter()
        if now >= self.end and self.queue and isinstance(self.queue[0], Prepare):
            raise StopIteration
        if not self.queue:
            able = [line for line in self.lines if self._may_begin(line, now)]
            if not able:
                raise StopIteration
            self.queue.extend(min(able, key=self._urgency).begin())
        return self.queue.popleft()

    def _may_begin(self, line: DuelProgress, now: float) -> bool:
        if line.ready is None or not line.numbers:
            return False
        if not line.games:  # nobody knows how long it takes
            return now < (line.ready + self.end) / 2
        return now + LATE * line.longest < self.end

    def _urgency(self, line: DuelProgress) -> float:
        known = [cost for other in self.lines if (cost := other.cost) is not None]
        cost = line.cost or (sum(known) / len(known) if known else 1.0)
        return line.begun * math.sqrt(cost)

    def note(self, done: JobResult) -> None:
        for line in self.lines:
            duel = line.row.duel
            if isinstance(done.job, Prepare):
                if duel.game == done.job.game:
                    line.ready = time.perf_counter()
            elif duel == done.job.duel:
                line.games += 1
                line.seconds += done.seconds
                line.longest = max(line.longest, done.seconds)


def play_duels(
    lines: Sequence[DuelProgress], minutes: float, pool: WorkerPool, keep: Callable[[str], None],
    tell: Callable[[str], None] = lambda _: None,
) -> bool:  # fmt: skip
    """Plays as many deals as the time allows for these rows; False if it was interrupted."""
    agenda = Agenda(lines, time.perf_counter() + 60 * minutes)
    stop, began = Stop(), time.perf_counter()
    rows = {line.row.duel: line.row for line in lines}
    pool.ahead = 1  # who waits in a queue when the time is over would be begun in vain
    with stop_on_signals(stop):
        for done in pool.each(Task(lambda job, _: run_job(job), run_job), agenda, stop):
            agenda.note(done)
            job, now = done.job, time.perf_counter() - began
            if isinstance(job, Prepare):
                tell(f"{now:5.0f} s: {job.game} is ready")
            elif done.played is not None:
                keep(line_of(job.duel, job.deal, job.at, done.played))
                rows[job.duel].add(job.deal, job.at, done.played)
    return not stop.is_set()


# -- words ---------------------------------------------------------------------------------------


def duels_of(text: str) -> list[Duel]:
    """Parses the text of a row into its duels."""
    found = re.fullmatch(r"(\w+|\*): (\S+) (\S+)(?: (\d+) seats)?(?: (alone|halves))?", text)
    if found is None:
        raise UsageError(f"{text!r} is no row: `GAME: A B [N seats] [{ALONE}|{HALVES}]`")
    name, a, b, seats, how = found.groups()
    games = [get_game(name) for name in (NAMES if name == "*" else [name])]
    made = [Duel.of(game, a, b, int(seats) if seats else None, how or "") for game in games]
    for game, duel in zip(games, made, strict=True):
        for bot in (duel.a, duel.b):
            if not bot.startswith("knows:"):  # which compiles at once
                player(game, bot, 0, new_rng(1))  # what does not exist is refused before it begins
            bot_fingerprint(game.name, bot)
            if file := re.search(r"net[:=]([^+]+)", bot):
                load_net_cached(Path(file[1]), game)
    return made


def lines_of(
    duels: Iterable[Duel], known: Iterable[Row], most: int, first: int = 0
) -> list[DuelProgress]:
    """The rows to play, continued from what is known about the same bots."""
    before = {row.duel: row for row in known}
    lines = []
    for duel in dict.fromkeys(duels):
        made = [bot_fingerprint(duel.game, bot) for bot in (duel.a, duel.b)]
        row = before.get(duel)
        lines.append(
            DuelProgress(row if row and row.made == made else Row(duel, made), most, first)
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("row", nargs="*", help="GAME: A B [N seats] [alone|halves]")
    parser.add_argument("--rows", type=Path, help="a file with a row in each line")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--deals", type=int, default=10_000, help="of each row, at most")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--out", type=Path, default=Path("duels.jsonl"), help="games, a line each")
    parser.add_argument("--show", type=Path, nargs="+", help="only show the games of these files")
    add_options(parser)
    chosen = parser.parse_args()
    try:
        if chosen.show:
            print(table(read(chosen.show)))
            return
        more = chosen.rows.read_text(encoding="utf-8").splitlines() if chosen.rows else []
        texts = [text for text in (*chosen.row, *more) if text.strip() and text[0] != "#"]
        known = read([chosen.out]) if chosen.out.exists() else []
        duels = [duel for text in texts for duel in duels_of(text.strip())]
        lines = lines_of(duels, known, chosen.deals, chosen.first)
        with crew_of(chosen) as pool, chosen.out.open("a", encoding="utf-8") as file:
            play_duels(
                lines, chosen.minutes, pool, lambda line: print(line, file=file, flush=True),
                lambda told: print(told, file=sys.stderr, flush=True),
            )  # fmt: skip
    except SpielzugError as error:
        sys.exit(str(error))
    print(table(line.row for line in lines))


if __name__ == "__main__":
    main()
