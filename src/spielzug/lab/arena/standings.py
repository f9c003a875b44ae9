"""The standings of an arena: scores, ratings on the Elo scale, and the ladder as SVG."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby, pairwise
from typing import Any, NotRequired, TypedDict

from spielzug.lab.arena.ratings import PairResults, rate_bots
from spielzug.lab.measure.statistics import Tally, tally, total, wilson
from spielzug.lab.play.game_spec import number_aliases
from spielzug.lab.play.one_game import Forfeit
from spielzug.lab.play.run_files import RecordCount, RunHead
from spielzug.lab.play.totals import BotTally
from spielzug.lab.play.workers import Ranges

SURE = 3.0  # standard deviations: tested after every batch, so a lucky streak must not decide


@dataclass(frozen=True)
class ArenaScore:
    """The result of one game for the two bots of its pair."""

    pair: int
    number: int
    """Within the pair's games."""
    score: float
    turns: tuple[int, int]
    seconds: tuple[float, float]
    forfeit: Forfeit | None
    loser: int | None
    """Which of the two bots forfeited it."""
    record: tuple[str, str] | None
    """The name and the text of its record file."""


@dataclass
class Meeting:
    """Two bots and the results of their games, from the first one's point of view."""

    first: int
    second: int
    round_size: int
    """How many consecutive games are of the same deal."""
    scores: dict[int, float] = field(default_factory=dict)
    """By game number: 1 for a win, 0 for a loss, and between them if the win is shared or nobody
    wins."""

    @property
    def counts(self) -> Counter[float]:
        return Counter(self.scores.values())

    @property
    def games(self) -> Ranges:
        """Which of the pair's games were played."""
        return Ranges((number, number + 1) for number in sorted(self.scores))

    @property
    def in_order(self) -> list[float]:
        """In the order of game numbers."""
        return [self.scores[number] for number in sorted(self.scores)]

    @property
    def results(self) -> PairResults:
        deals = groupby(sorted(self.scores), lambda number: number // self.round_size)
        rounds = [[self.scores[number] for number in numbers] for _, numbers in deals]
        return PairResults(self.first, self.second, rounds)

    def decided(self) -> bool:
        """Whether it is clear who is better, even when tested repeatedly."""
        low, high = wilson(total(self.counts), len(self.scores), SURE)
        return bool(self.scores) and not low <= 0.5 <= high


class BotStanding(BotTally):
    """A bot's results against all others."""

    rating: float
    rating_low: float
    rating_high: float
    turns: int
    seconds_per_turn: float


class TwoBots(TypedDict):
    """A bot and its rival."""

    bot: str
    alias: str
    rival: str
    rival_alias: str


class PairStanding(TwoBots, Tally):
    """The first bot's results against the second."""

    decided: bool


class Lead(TwoBots):
    """How many points a bot is ahead of the next one on the ladder."""

    lead: float
    lead_low: float
    lead_high: float


class StandingFigures(TypedDict):
    by_bot: list[BotStanding]
    leads: list[Lead]
    pairs: list[PairStanding]


class MeetingJson(TypedDict):
    """The games of a pair that were played, as ranges, and the first bot's scores."""

    games: list[list[int]]
    scores: list[float]


class ArenaHead(RunHead, RecordCount):
    """The figures of an arena that do not depend on its games."""

    neighbours: bool
    until_decided: bool
    first_game: int
    planned: int
    stopped: bool
    seconds: NotRequired[float]


class ArenaFigures(ArenaHead, StandingFigures):
    """All figures of an arena."""

    games: int
    sums: list[MeetingJson]


@dataclass
class ArenaStanding:
    """The results of all games of these bots."""

    bots: tuple[str, ...]
    meetings: list[Meeting]
    turns: list[int]
    """Of each bot, in all its games."""
    thought: list[float]
    """Seconds each bot used for them."""
    forfeits: list[int]
    """Of each bot: the games it forfeited."""
    out: set[int] = field(default_factory=set)
    """The bots that are out of the run, because they forfeited too many games in a row."""

    @classmethod
    def blank(
        cls, bots: tuple[str, ...], pairs: Sequence[tuple[int, int]], round_size: int
    ) -> ArenaStanding:
        meetings = [Meeting(a, b, round_size) for a, b in pairs]
        return cls(bots, meetings, [0] * len(bots), [0.0] * len(bots), [0] * len(bots))

    @property
    def games(self) -> int:
        return sum(len(meeting.scores) for meeting in self.meetings)

    def count(self, game: ArenaScore) -> None:
        meeting = self.meetings[game.pair]
        meeting.scores[game.number] = game.score
        for which, bot in enumerate((meeting.first, meeting.second)):
            self.turns[bot] += game.turns[which]
            self.thought[bot] += game.seconds[which]
            self.forfeits[bot] += which == game.loser

    def figures(self) -> StandingFigures:
        aliases = number_aliases(self.bots)
        scores: list[Counter[float]] = [Counter() for _ in self.bots]
        for meeting in self.meetings:
            for score in meeting.in_order:
                scores[meeting.first][score] += 1
                scores[meeting.second][1.0 - score] += 1
        ratings = rate_bots(len(self.bots), [meeting.results for meeting in self.meetings])
        rated = [ratings.rating(bot) for bot in range(len(self.bots))]
        ladder = sorted(range(len(self.bots)), key=lambda bot: -rated[bot].value)

        def both(bot: int, rival: int) -> TwoBots:
            return {
                "bot": self.bots[bot],
                "alias": aliases[bot],
                "rival": self.bots[rival],
                "rival_alias": aliases[rival],
            }

        def leads() -> Iterator[Lead]:
            for above, below in pairwise(ladder):
                lead, low, high = (round(end, 1) for end in ratings.lead(above, below))
                yield {**both(above, below), "lead": lead, "lead_low": low, "lead_high": high}

        return {
            "by_bot": [
                {
                    "bot": name,
                    "alias": aliases[i],
                    **tally(scores[i]),
                    "forfeits": self.forfeits[i],
                    "out": i in self.out,
                    "rating": round(rated[i].value, 1),
                    "rating_low": round(rated[i].low, 1),
                    "rating_high": round(rated[i].high, 1),
                    "turns": self.turns[i],
                    "seconds_per_turn": round(self.thought[i] / max(1, self.turns[i]), 4),
                }
                for i, name in enumerate(self.bots)
            ],
            "leads": list(leads()),
            "pairs": [
                {**both(m.first, m.second), **tally(m.counts), "decided": m.decided()}
                for m in self.meetings
            ],
        }

    # -- JSON --------------------------------------------------------------------------------------

    def to_json(self) -> list[MeetingJson]:
        """For each pair, which games were played and the first bot's scores, in their order."""
        return [
            {"games": [list(range_) for range_ in meeting.games], "scores": meeting.in_order}
            for meeting in self.meetings
        ]

    def read(self, figures: Mapping[str, Any]) -> None:
        """Load the output of `to_json` and `figures`; raises ValueError or similar if damaged."""
        for meeting, told in zip(self.meetings, figures["sums"], strict=True):
            scores = [float(score) for score in told["scores"]]
            games = Ranges((int(first), int(end)) for first, end in told["games"])
            count = sum(end - first for first, end in games)
            if count != len(scores):  # a damaged range could be too large for memory
                raise ValueError("there is not one score for each game")
            numbers = [n for first, end in games for n in range(first, end)]
            meeting.scores = dict(zip(numbers, scores, strict=True))
            if not all(0.0 <= score <= 1.0 for score in scores):
                raise ValueError("a score is no share of a win")
        for i, row in enumerate(figures["by_bot"]):
            self.forfeits[i] = int(row["forfeits"])
            if row.get("out"):
                self.out.add(i)
            self.turns[i] = int(row["turns"])
            self.thought[i] = float(row.get("seconds_per_turn", 0.0)) * self.turns[i]

    def add(self, other: ArenaStanding) -> None:
        """Add other games of the same bots."""
        for own, theirs in zip(self.meetings, other.meetings, strict=True):
            own.scores |= theirs.scores
        self.out |= other.out
        for i in range(len(self.bots)):
            self.forfeits[i] += other.forfeits[i]
            self.turns[i] += other.turns[i]
            self.thought[i] += other.thought[i]


def arena_figures(head: ArenaHead, standing: ArenaStanding) -> ArenaFigures:
    """All figures of an arena, or of several merged: the header, then the results."""
    records: RecordCount = {"records": head.pop("records")} if "records" in head else {}
    return {
        **head,
        "games": standing.games,
        **standing.figures(),
        **records,
        "sums": standing.to_json(),
    }


ROW, TOP, LEFT, WIDTH, RIGHT = 34, 46, 150, 480, 150
STEP = 100  # between two lines of the scale

STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #22302b; }
  .small { font-size: 12px; fill: #5b665f; }
  .paper { fill: #fbf6ea; } .line { stroke: #d9cfb6; } .rail { stroke: #1f7a52; }
  .dot { fill: #b5872a; stroke: #22302b; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0e9d8; } .small { fill: #a9b3a8; }
    .paper { fill: #16231d; } .line { stroke: #34473d; } .rail { stroke: #58c08c; }
    .dot { fill: #e9b43c; stroke: #f0e9d8; }
  }
"""


def ladder_svg(figures: Mapping[str, Any]) -> str:
    """An SVG of the figures of `spielzug arena`; follows the reader's light or dark theme."""
    rows = sorted(figures["by_bot"], key=lambda row: -row["rating"])
    low = math.floor(min(row["rating_low"] for row in rows) / STEP) * STEP
    high = math.ceil(max(row["rating_high"] for row in rows) / STEP) * STEP
    width, height = LEFT + WIDTH + RIGHT, TOP + ROW * len(rows) + 34

    def x(rating: float) -> float:
        return float(round(LEFT + WIDTH * (rating - low) / max(STEP, high - low), 1))

    title = f"{figures['game']}, {figures['seats']} seats, {figures['games']} games"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(title)}">',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}" rx="10"/>',
        f'<text x="16" y="27">{escape(title)}</text>',
    ]
    apart = STEP * max(1, math.ceil((high - low) / STEP / 8))
    for mark in range(low, high + 1, apart):
        lines += [
            f'<line class="line" x1="{x(mark)}" x2="{x(mark)}" y1="{TOP - 6}" y2="{height - 28}"/>',
            f'<text class="small" x="{x(mark)}" y="{height - 10}" text-anchor="middle">{mark}'
            "</text>",
        ]
    for i, row in enumerate(rows):
        y = TOP + ROW * i + ROW / 2
        from_, to = x(row["rating_low"]), x(row["rating_high"])
        lines += [
            f'<text x="16" y="{y + 5}">{escape(row["alias"])}</text>',
            f'<line class="rail" x1="{from_}" x2="{to}" y1="{y}" y2="{y}" '
            f'stroke-width="5" stroke-linecap="round"/>',
            f'<circle class="dot" cx="{x(row["rating"])}" cy="{y}" r="6" stroke-width="1.5"/>',
            f'<text x="{LEFT + WIDTH + 16}" y="{y + 5}">{row["rating"]:.0f}'
            f'<tspan class="small"> · {row["rate"]:.0%} of {row["games"]}</tspan></text>',
        ]
    return "\n".join([*lines, "</svg>", ""])
