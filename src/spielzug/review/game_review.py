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
from spielzug.core.table_values import ReviewView
from spielzug.review.choice_value import ReviewStopped, Scale, Steps, budget_of, net_for
from spielzug.review.decision import Reviewer
from spielzug.review.luck import chances_after_turn, judge_of, luck_in_steps, luck_of_the_deal
from spielzug.review.open_cards import perfect_information_game, reveal_all
from spielzug.review.records import (
    FORMAT,
    POOR,
    VIEWS,
    WORDS,
    ChancePoint,
    DecisionReview,
    EvaluationBudget,
    GameReview,
    LuckReview,
    SeatReview,
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


class ReviewWork:
    """The review of a finished game, made in steps of a few milliseconds.

    Moves that were taken back do not count; with a `seat` only its decisions are evaluated. `done`
    of `total` parts are done; both are 0 at first.
    """

    def __init__(
        self,
        match: Match,
        *,
        view: ReviewView = "known",
        budget: EvaluationBudget | None = None,
        seat: int | None = None,
    ) -> None:
        if match.outcome is None:
            raise UsageError(
                "only a finished game can be reviewed: play it to the end first, or ask for a hint"
            )
        if view not in VIEWS:
            raise UsageError(f"a review is `known` or `open`, not {view!r}")
        if seat is not None and not 0 <= seat < len(match.seats):
            raise UsageError(f"there is no seat {seat + 1}; this game has {len(match.seats)}")
        self.match, self.view, self.seat = match, view, seat
        self.budget = budget or budget_of(match.game)
        self.done = self.total = 0
        self.result: GameReview | None = None
        """The review once it is finished."""
        self._seconds = 0.0
        self._steps = self._review()

    def advance(self) -> bool:
        """Do the next step; returns whether the review is finished."""
        begin = time.perf_counter()
        try:
            next(self._steps)
        except StopIteration as end:
            made: GameReview = end.value
            seconds = self._seconds + time.perf_counter() - begin
            self.result = replace(made, seconds=seconds)
            return True
        self._seconds += time.perf_counter() - begin
        return False

    def _review(self) -> Steps[GameReview]:
        match, budget = self.match, self.budget
        first = match.position_after(0)
        game = match.game if self.view == "known" else perfect_information_game(match.game)
        net = net_for(first.seen(max(0, first.actor)))
        yield
        self._key = seed_key("review", budget.seed)
        self._judge = judge_of(match.game, net, budget.iterations)
        self._reviewer = Reviewer(game, Scale.of(match.game), budget.iterations, net)
        yield from self._plan()
        start, luck = yield from self._luck()
        decisions = yield from self._decisions()
        assert match.outcome is not None  # otherwise there would be no review
        result = list(match.outcome.shares)
        graph = _graph(match, decisions, luck, result)
        if start is None:
            start = graph[0].chances
        seats = range(len(match.seats)) if self.seat is None else (self.seat,)
        by_seat = [_summed(s, start[s], result[s], decisions, luck) for s in seats]
        bot = f"search:{budget.iterations}{'' if net is None else '+net'}"
        return GameReview(
            format=FORMAT, game=match.game.name, rules_version=match.version,
            seats=len(match.seats), view=self.view, budget=replace(budget, bot=bot),
            entries=len(match.log), start=start, result=result, graph=graph, decisions=decisions,
            luck=luck, by_seat=by_seat, seconds=0.0,
        )  # fmt: skip

    @property
    def _is_practice(self) -> bool:
        """Whether it began from a position: then there was no deal."""
        return self.match.log[0].kind == FROM

    def _plan(self) -> Steps[None]:
        """Which entries are reviewed, and how much work that is."""
        self._luck_parts = LUCK_PARTS if self._judge is chances_after_turn else THOUGHT_PARTS
        self._lucky: list[_Step] = []
        self._chosen: list[_Step] = []
        for count, entry in enumerate(self.match.decisions):
            step = _Step(count, entry)
            if entry.lucky:
                self._lucky.append(step)
            mine = self.seat in (None, entry.seat)
            if entry.kind == DECISION and mine:
                if len(self.match.position_after(count).legal) > 1:
                    self._chosen.append(step)
                yield
        parts = DECISION_PARTS * len(self._chosen) + self._luck_parts * len(self._lucky)
        self.total = parts + (0 if self._is_practice else DECISION_PARTS)

    def _decisions(self) -> Steps[list[DecisionReview]]:
        found = []
        for step in self._chosen:
            position, entry = self.match.position_after(step.count), step.entry
            if self.view == "known":
                seen = position.seen(entry.seat, self.match.names)
            else:
                seen = reveal_all(position, entry.seat, self.match.names)
            key = derive_key(self._key, entry.number)
            steps = self._reviewer.decide_in_steps(entry.number, seen, entry.action, key)
            found.append((yield from steps))
            self.done += DECISION_PARTS
            yield
        return found

    def _luck(self) -> Steps[tuple[list[float] | None, list[LuckReview]]]:
        """Each seat's chance before the deal (None if there was no deal), and all luck."""
        rng = SplitMix64(derive_key(self._key, 1 << 40))
        start, found = None, list[LuckReview]()
        if not self._is_practice:
            start, gain = yield from luck_of_the_deal(self.match, rng, JUDGED, self._judge)
            found.append(LuckReview(entry=0, by_seat=gain.by_seat, error=gain.error))
            self.done += DECISION_PARTS
            yield
        for step in self._lucky:
            before, after = map(self.match.position_after, (step.count, step.count + 1))
            how = rng, JUDGED, self._judge, REDRAWN
            gain = yield from luck_in_steps(before, step.entry.action, after, *how)
            number = step.entry.number
            found.append(LuckReview(entry=number, by_seat=gain.by_seat, error=gain.error))
            self.done += self._luck_parts
            yield
        return start, found


def review(
    match: Match,
    *,
    view: ReviewView = "known",
    budget: EvaluationBudget | None = None,
    seat: int | None = None,
    progress: Progress = lambda *_: None,
    stop: Stop | None = None,
) -> GameReview:
    """Review a finished game at once, see `ReviewWork`.

    `progress` gets the parts done and the total. Raises `ReviewStopped` when `stop` is set.
    """
    work = ReviewWork(match, view=view, budget=budget, seat=seat)
    told = 0
    while not work.advance():
        if stop is not None and stop.is_set():
            raise ReviewStopped
        if work.done > told:
            told = work.done
            progress(told, work.total)
    assert work.result is not None
    return work.result


def _graph(
    match: Match, decisions: list[DecisionReview], luck: list[LuckReview], result: list[float]
) -> list[ChancePoint]:
    """The chances after each entry, ending with the result.

    They are those before the next decision with a choice, less what chance brings until then.
    """
    by_entry = {one.entry: one.by_seat for one in luck}
    before = {one.entry: one.before for one in decisions}
    numbers = [0, *(entry.number for entry in match.decisions)]
    points = [ChancePoint(entry=numbers[-1], chances=result)]
    chances = result
    for at in range(len(numbers) - 1, 0, -1):
        number = numbers[at]
        if number in before:
            chances = before[number]
        elif number in by_entry:
            brought = by_entry[number]
            chances = [one - more for one, more in zip(chances, brought, strict=True)]
        told = [min(1.0, max(0.0, chance)) for chance in chances]
        points.append(ChancePoint(entry=numbers[at - 1], chances=told))
    return points[::-1]


def _summed(
    seat: int, start: float, result: float, decisions: list[DecisionReview], luck: list[LuckReview]
) -> SeatReview:
    own = [d for d in decisions if d.seat == seat]
    play = math.fsum(d.cost for d in own)
    given = math.fsum(d.after[seat] - d.before[seat] for d in decisions if d.seat != seat)
    lucky = math.fsum(one.by_seat[seat] for one in luck)
    errors = [d.error for d in decisions] + [one.error for one in luck]
    poor = sorted((d for d in own if d.word in POOR), key=lambda d: -d.cost)
    return SeatReview(
        seat=seat, start=start, result=result, play=play, given=given, luck=lucky,
        rest=result - start + play - given - lucky, rest_error=math.hypot(*errors),
        accuracy=accuracy(play, math.fsum(d.by_lot for d in own)),
        counts={word: sum(d.word == word for d in own) for word in WORDS},
        worst=[d.entry for d in poor[:SHOWN]],
    )  # fmt: skip
