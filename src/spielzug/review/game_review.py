"""The review of a whole game: its decisions, its luck, and their totals.

Totals: a seat began with a chance (`start`), its own decisions cost it something (`play`), those of
the others (`given`) and chance (`luck`, including the deal) added something. Together they should
give the result; the difference is the `rest`. It is not 0: chances are estimates, a cost inside the
noise counts as 0, and a player with incomplete knowledge can be right and lose by it. `rest_error`
is the noise of the searches alone.

Accuracy: how little a seat lost, relative to random choices in the same positions: one random
choice per decision is evaluated too. 100 means nothing lost, 20 as much as at random; the formula
is 100 · e^(−1.6 · lost / lost at random). So it means the same in every game and against any
opponent. A seat that had nothing to lose has 100.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.core.keys import SplitMix64, derive_key, seed_key
from spielzug.core.match import DECISION, FROM, LogEntry, Match
from spielzug.review.choice_value import ReviewStopped, Scale, budget_of, net_for
from spielzug.review.decision import Reviewer
from spielzug.review.luck import chances_after_turn, judge_of, luck_of, luck_of_the_deal
from spielzug.review.open_cards import perfect_information_game, reveal_all
from spielzug.wire.review import (
    POOR,
    VIEWS,
    WORDS,
    GraphPoint,
    Review,
    ReviewBudget,
    ReviewDecision,
    ReviewLuck,
    ReviewSeat,
    View,
)

DECISION_PARTS = 20  # the weight of one decision in the progress
LUCK_PARTS, THOUGHT_PARTS = 1, 6  # the same for luck, and for luck judged by a search
JUDGED, REDRAWN = 16, 24  # evaluations of the actual outcome, and sampled alternatives
SHOWN = 3  # the most costly decisions
STEEP = 1.6  # slope of the accuracy curve: 20 for as much lost as at random
LEAST = 0.01  # of the win: the least that random choices are taken to lose
Progress = Callable[[int, int], None]


def accuracy(lost: float, by_lot: float) -> float:
    """0 to 100; see above."""
    return 100.0 * math.exp(-STEEP * lost / max(by_lot, LEAST))


@dataclass
class _Step:
    """An entry of the log that was not taken back, and how many came before it."""

    count: int
    entry: LogEntry


class _Work:
    """A review in progress."""

    def __init__(
        self, match: Match, view: View, budget: ReviewBudget, seat: int | None, stop: Stop,
        progress: Progress,
    ) -> None:  # fmt: skip
        self.match, self.view, self.budget, self.seat = match, view, budget, seat
        self._stop, self._progress = stop, progress
        self._key = seed_key("review", budget.seed)
        self.steps = [_Step(count, entry) for count, entry in enumerate(match.decisions)]
        first = match.position_after(0)
        game = match.game if view == "known" else perfect_information_game(match.game)
        net = net_for(first.seen(max(0, first.actor)))
        self.bot = f"search:{budget.iterations}{'' if net is None else '+net'}"
        self._judge = judge_of(match.game, net, budget.iterations)
        self._luck_parts = LUCK_PARTS if self._judge is chances_after_turn else THOUGHT_PARTS
        self._reviewer = Reviewer(game, Scale.of(match.game), budget.iterations, net)
        self._done = 0
        self._total = sum(
            DECISION_PARTS * self._has_choice(step) + self._luck_parts * step.entry.lucky
            for step in self.steps
        ) + (0 if self.is_practice else DECISION_PARTS)

    @property
    def is_practice(self) -> bool:
        """Whether it began from a position: then there was no deal."""
        return self.match.log[0].kind == FROM

    def _has_choice(self, step: _Step) -> bool:
        """Whether the decision is reviewed."""
        entry = step.entry
        mine = self.seat in (None, entry.seat)
        return entry.kind == DECISION and mine and len(self._legal(step)) > 1

    def _legal(self, step: _Step) -> list[int]:
        return self.match.position_after(step.count).legal

    def _advance_progress(self, parts: int) -> None:
        if self._stop.is_set():
            raise ReviewStopped
        self._done += parts
        self._progress(self._done, self._total)

    def decisions(self) -> list[ReviewDecision]:
        found = []
        for step in self.steps:
            if not self._has_choice(step):
                continue
            position, entry = self.match.position_after(step.count), step.entry
            if self.view == "known":
                seen = position.seen(entry.seat, self.match.names)
            else:
                seen = reveal_all(position, entry.seat, self.match.names)
            key = derive_key(self._key, entry.number)
            made = self._reviewer.decide(entry.number, seen, entry.action, key, self._stop)
            found.append(made)
            self._advance_progress(DECISION_PARTS)
        return found

    def luck(self) -> tuple[list[float] | None, list[ReviewLuck]]:
        """Each seat's chance before the deal (None if there was no deal), and all luck."""
        rng = SplitMix64(derive_key(self._key, 1 << 40))
        how = JUDGED, self._judge, REDRAWN
        start, found = None, list[ReviewLuck]()
        if not self.is_practice:
            start, gain = luck_of_the_deal(self.match, rng, JUDGED, self._judge)
            found.append(ReviewLuck(entry=0, by_seat=gain.by_seat, error=gain.error))
            self._advance_progress(DECISION_PARTS)
        for step in self.steps:
            if step.entry.lucky:
                before_, after = map(self.match.position_after, (step.count, step.count + 1))
                gain = luck_of(before_, step.entry.action, after, rng, *how)
                number = step.entry.number
                found.append(ReviewLuck(entry=number, by_seat=gain.by_seat, error=gain.error))
                self._advance_progress(self._luck_parts)
        return start, found


def review(
    match: Match,
    *,
    view: View = "known",
    budget: ReviewBudget | None = None,
    seat: int | None = None,
    progress: Progress = lambda *_: None,
    stop: Stop | None = None,
) -> Review:
    """Review a finished game; with a `seat` only its decisions are evaluated.

    Moves that were taken back do not count. `progress` gets the parts done and the total. Raises
    `ReviewStopped` when `stop` is set.
    """
    begin = time.perf_counter()
    outcome = match.outcome
    if outcome is None:
        raise UsageError(
            "only a finished game can be reviewed: play it to the end first, or ask for a hint"
        )
    if view not in VIEWS:
        raise UsageError(f"a review is `known` or `open`, not {view!r}")
    if seat is not None and not 0 <= seat < len(match.seats):
        raise UsageError(f"there is no seat {seat + 1}; this game has {len(match.seats)}")
    wanted = budget or budget_of(match.game)
    work = _Work(match, view, wanted, seat, stop or Stop(), progress)
    start, luck = work.luck()
    decisions = work.decisions()
    result = list(outcome.shares)
    graph = _graph(match, decisions, luck, result)
    if start is None:
        start = graph[0].chances
    seats = range(len(match.seats)) if seat is None else (seat,)
    by_seat = [_summed(s, start[s], result[s], decisions, luck) for s in seats]
    return Review(
        game=match.game.name, rules_version=match.version, seats=len(match.seats), view=view,
        budget=replace(wanted, bot=work.bot), entries=len(match.log), start=start,
        result=result, graph=graph, decisions=decisions, luck=luck, by_seat=by_seat,
        seconds=time.perf_counter() - begin,
    )  # fmt: skip


def _graph(
    match: Match, decisions: list[ReviewDecision], luck: list[ReviewLuck], result: list[float]
) -> list[GraphPoint]:
    """The chances after each entry, ending with the result.

    They are those before the next decision with a choice, less what chance brings until then.
    """
    by_entry = {one.entry: one.by_seat for one in luck}
    before = {one.entry: one.before for one in decisions}
    numbers = [0, *(entry.number for entry in match.decisions)]
    points = [GraphPoint(entry=numbers[-1], chances=result)]
    chances = result
    for at in range(len(numbers) - 1, 0, -1):
        number = numbers[at]
        if number in before:
            chances = before[number]
        elif number in by_entry:
            brought = by_entry[number]
            chances = [one - more for one, more in zip(chances, brought, strict=True)]
        told = [min(1.0, max(0.0, chance)) for chance in chances]
        points.append(GraphPoint(entry=numbers[at - 1], chances=told))
    return points[::-1]


def _summed(
    seat: int, start: float, result: float, decisions: list[ReviewDecision], luck: list[ReviewLuck]
) -> ReviewSeat:
    own = [d for d in decisions if d.seat == seat]
    play = math.fsum(d.cost for d in own)
    given = math.fsum(d.after[seat] - d.before[seat] for d in decisions if d.seat != seat)
    lucky = math.fsum(one.by_seat[seat] for one in luck)
    errors = [d.error for d in decisions] + [one.error for one in luck]
    poor = sorted((d for d in own if d.word in POOR), key=lambda d: -d.cost)
    return ReviewSeat(
        seat=seat, start=start, result=result, play=play, given=given, luck=lucky,
        rest=result - start + play - given - lucky, rest_error=math.hypot(*errors),
        accuracy=accuracy(play, math.fsum(d.by_lot for d in own)),
        counts={word: sum(d.word == word for d in own) for word in WORDS},
        worst=[d.entry for d in poor[:SHOWN]],
    )  # fmt: skip
