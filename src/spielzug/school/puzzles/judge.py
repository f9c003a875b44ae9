"""Decides whether a position is a puzzle, and finds choices that keep a certain win.

Most positions are not puzzles, so cheap tests come first, and doubtful positions are dropped: a
brief search, evaluations of all choices, then ten times the iterations. Only figures of the last
stage are kept; an ending that can be solved exactly is solved instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.bots.hints import likely_reply
from spielzug.bots.names import LEVELS
from spielzug.bots.search.endings import exact_shares
from spielzug.bots.search.engine import SearchNet
from spielzug.bots.search.proofs import (
    advances_without_luck,
    find_winning_line,
    has_no_hidden_info,
)
from spielzug.bots.search.thinker import Budget, Thinker
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Position, Seen
from spielzug.review.choice_value import (
    ChoiceEvaluator,
    ChoiceValue,
    ReviewStopped,
    interval,
    mean_of,
)

FEWEST_CHOICES, MOST_CHOICES = 3, 48
GAP = 0.10  # of the win: what every wrong choice costs at least, beyond the noise
SAME = 0.02  # choices that cost no more are as good
CLEARLY = 1.2  # times the gap: the cost in the brief search must reach it
BRIEF = 2  # the brief search has one of so many iterations of an evaluation
FEWEST_VISITS = 4  # of a choice in the brief search, to be compared
SHALLOW, DEEP = 2, 3  # evaluations of a choice
TIMES = 10  # times the iterations, to confirm
ROUNDING = 1e-9  # choices of a solved ending that differ by less are equal
FEW = 4  # at most one of so many choices may be right
WEAK = LEVELS[1:4]  # levels asked in the first test: what they find is no puzzle
TRUST = 4.0  # degrees of freedom that an evaluation's own variance counts as, as in a review


@dataclass(frozen=True)
class PuzzleCandidate:
    """A position that may be a puzzle."""

    moves: int
    """Moves made before it."""
    position: Position
    certain: bool
    interest: float
    """The candidates of a game are tried in this order, the highest first."""


@dataclass(frozen=True)
class JudgedChoice:
    """The chances after every choice, and which are right."""

    right: frozenset[int]
    chances: dict[int, float]
    exact: bool = False
    """Whether the ending was solved."""
    line: list[tuple[int, int]] = field(default_factory=list)


class Judge:
    """Judges positions of one game."""

    def __init__(self, game: Game, iterations: int, gap: float, net: SearchNet | None) -> None:
        self.game, self.iterations, self.least, self.net = game, iterations, gap, net

    @cached_property
    def _quick(self) -> Thinker:
        return Thinker(self.game, Budget(iterations=max(1, self.iterations // BRIEF)), net=self.net)

    @cached_property
    def _thorough(self) -> Thinker:
        return Thinker(self.game, Budget(iterations=TIMES * self.iterations), net=self.net)

    @cached_property
    def _shallow(self) -> ChoiceEvaluator:
        return ChoiceEvaluator(self.game, self.iterations, self.net)

    @cached_property
    def _deep(self) -> ChoiceEvaluator:
        return ChoiceEvaluator(self.game, TIMES * self.iterations, self.net)

    def find_candidate(
        self, moves: int, position: Position, rng: SplitMix64
    ) -> PuzzleCandidate | None:
        """A first, cheap test of whether the position may be a puzzle."""
        seen = position.seen(position.actor)
        if not FEWEST_CHOICES <= len(seen.legal) <= MOST_CHOICES:
            return None
        line = find_winning_line(seen, rng.next())
        usual = seen.quick_choice("greedy", rng)
        if line:
            found = line[0] == usual
            if found and len(line) == 1:
                return None  # too obvious
            return PuzzleCandidate(
                moves, position.copy(), True, 0.5 + (not found) + 0.2 * len(line)
            )
        thought = self._quick.think(seen, rng.next())
        best, *others = thought.candidates
        known = [c.chance for c in others if c.visits >= FEWEST_VISITS]
        gap = best.chance - max(known, default=best.chance)
        if gap < CLEARLY * self.least:
            return None
        weak = (get_bot(level, SplitMix64(rng.next())) for level in WEAK)
        missed = (best.action != usual) + sum(bot.choose(seen) != best.action for bot in weak)
        if not missed:
            return None  # too easy
        return PuzzleCandidate(moves, position.copy(), False, gap + 0.5 * missed)

    # -- a large gap -----------------------------------------------------------------------------

    def gap(self, seen: Seen, rng: SplitMix64, stop: Stop) -> JudgedChoice | None:
        """The right choices, if every other one is clearly worse."""
        most = max(1, len(seen.legal) // FEW)
        exact = exact_shares(seen)
        if exact is not None:
            return self._exact_gap(exact, most)
        shallow = self._all_looks(self._shallow, SHALLOW, seen, seen.legal, rng, stop)
        means = {a: _mean(looks, seen.seat) for a, looks in shallow.items()}
        order = sorted(means, key=lambda a: -means[a])
        top = means[order[0]]
        if len(order) <= most or top - means[order[most]] < self.least / 2:
            return None
        thought = self._thorough.think(seen, rng.next(), stop=stop)
        if stop.is_set():
            raise ReviewStopped
        if thought.certain:
            return None
        deep: dict[int, list[ChoiceValue]] = {}
        right: set[int] = set()
        for action in order:  # the strongest rivals first: most candidates fail because of one
            deep[action] = self._looks(self._deep, DEEP, seen, action, rng, stop)
            found = self._right(deep, seen.seat)
            if found is None or len(found) > most:
                return None
            right = found
        if thought.action not in right:
            return None
        chances = {a: _rounded_chance(_mean(deep[a], seen.seat)) for a in seen.legal}
        first = next(c for c in thought.candidates if c.action == thought.action)
        reply = likely_reply(seen, first, rng)
        line = [] if reply is None else [(reply.seat, reply.action)]
        return JudgedChoice(frozenset(right), chances, line=line)

    def _exact_gap(self, exact: dict[int, float], most: int) -> JudgedChoice | None:
        """The same for a solved ending."""
        best = max(exact.values())
        right = frozenset(a for a, share in exact.items() if best - share < ROUNDING)
        wrong = [share for a, share in exact.items() if a not in right]
        if len(right) > most or not wrong or best - max(wrong) < self.least:
            return None
        return JudgedChoice(right, _written(exact), exact=True)

    def _right(self, deep: dict[int, list[ChoiceValue]], seat: int) -> set[int] | None:
        """The best and equally good choices; None if one is neither right nor clearly wrong."""
        best = max(deep, key=lambda a: _mean(deep[a], seat))
        right = set()
        for action, looks in deep.items():
            cost, error = _cost(deep[best], looks, seat)
            if cost <= max(SAME, min(error, 2 * SAME)):
                right.add(action)
            elif cost - error < self.least:
                return None
        return right

    # -- a certain win ---------------------------------------------------------------------------

    def win(
        self, seen: Seen, right: frozenset[int], rng: SplitMix64, stop: Stop
    ) -> JudgedChoice | None:
        """The chances of choices that give a certain win away, if all cost much."""
        if not right or len(right) > max(1, len(seen.legal) // FEW):
            return None
        wrong = [action for action in seen.legal if action not in right]
        exact = exact_shares(seen)
        if exact is not None:
            lost = max((exact[action] for action in wrong), default=1.0)
            return JudgedChoice(right, _written(exact), exact=True) if 1.0 - lost >= GAP else None
        shallow = self._all_looks(self._shallow, SHALLOW, seen, wrong, rng, stop)
        if any(_mean(looks, seen.seat) > 1.0 - GAP / 2 for looks in shallow.values()):
            return None
        chances = dict.fromkeys(seen.legal, 1.0)
        for action in wrong:
            looks = self._looks(self._deep, DEEP, seen, action, rng, stop)
            own = [look.chances[seen.seat] for look in looks]
            mean, error = interval(own, mean_of([one.variance for one in looks]), TRUST)
            if 1.0 - mean - error < GAP:
                return None  # it wins nearly as surely
            chances[action] = _rounded_chance(mean)
        return JudgedChoice(right, chances)

    def _all_looks(
        self,
        evaluator: ChoiceEvaluator,
        count: int,
        seen: Seen,
        actions: Iterable[int],
        rng: SplitMix64,
        stop: Stop,
    ) -> dict[int, list[ChoiceValue]]:
        return {a: self._looks(evaluator, count, seen, a, rng, stop) for a in actions}

    def _looks(
        self,
        evaluator: ChoiceEvaluator,
        count: int,
        seen: Seen,
        action: int,
        rng: SplitMix64,
        stop: Stop,
    ) -> list[ChoiceValue]:
        return [evaluator.evaluate(seen, action, rng.next(), stop) for _ in range(count)]


def _mean(looks: Sequence[ChoiceValue], seat: int) -> float:
    return mean_of([look.chances[seat] for look in looks])


def _cost(
    best: Sequence[ChoiceValue], other: Sequence[ChoiceValue], seat: int
) -> tuple[float, float]:
    """What the other costs, and half of its 95 % interval."""
    pairs = list(zip(best, other, strict=True))
    differences = [one.chances[seat] - two.chances[seat] for one, two in pairs]
    within = mean_of([one.variance + two.variance for one, two in pairs])
    return interval(differences, within, TRUST)


def _written(exact: dict[int, float]) -> dict[int, float]:
    """Exact figures, rounded for storage."""
    return {action: round(share, 4) for action, share in exact.items()}


def _rounded_chance(chance: float) -> float:
    """An estimate, rounded for storage: never certain, because it is not proved."""
    return min(0.99, max(0.01, round(chance, 2)))


WORLDS = 4  # deals in which a choice must keep the win during the search
LONGEST = 6  # own choices in a row
MOST_ROWS = 24
MOST_TEXT = 600  # characters of all rows: nobody would look through more

Tree = dict[int, "Tree"]
"""The choices that keep a win, and those that keep it after each."""


def keeps_win(seen: Seen, action: int, rng: SplitMix64, worlds: int = WORLDS) -> bool:
    """Whether the seat still wins for certain after this choice, without luck.

    By its own further choices, or, if nothing is hidden, whatever the others answer.
    """
    for _ in range(worlds):
        world = seen.guess(rng.next())
        if not advances_without_luck(world, action):
            return False
        outcome = world.outcome
        if outcome is not None:
            if outcome.shares[seen.seat] < 1.0:
                return False
        elif world.actor != seen.seat and not has_no_hidden_info(seen):
            return False
        elif not find_winning_line(world.seen(seen.seat), rng.next()):
            return False
    return True


def own_row(position: Position, rng: SplitMix64) -> int:
    """How many choices in a row the seat to act needs before another seat decides; 0: no win."""
    seat, world = position.actor, position.copy()
    for count in range(LONGEST):
        line = find_winning_line(world.seen(seat), rng.next())
        if not line:
            return count
        if len(line) > 1:
            return min(LONGEST, count + len(line))
        world.advance(line[0])
        if world.over or world.actor != seat:
            return count + 1
    return LONGEST


def winning_tree(position: Position, depth: int, rng: SplitMix64, worlds: int = WORLDS) -> Tree:
    """Every choice of the seat to act that keeps the win, `depth` choices deep."""
    seat = position.actor
    seen = position.seen(seat)
    found: Tree = {}
    for action in position.legal:
        if keeps_win(seen, action, rng, worlds):
            after = position.copy()
            after.advance(action)
            ends = after.over or after.actor != seat or depth == 1
            found[action] = {} if ends else winning_tree(after, depth - 1, rng, worlds)
    return found


def _rows(game: Game, position: Position, tree: Tree) -> Iterator[str]:
    alike: dict[tuple[str, ...], list[str]] = {}
    for action, below in tree.items():
        rests: tuple[str, ...] = ("",)
        if below:
            after = position.copy()
            after.advance(action)
            rests = tuple(f" {rest}" for rest in _rows(game, after, below))
        alike.setdefault(rests, []).append(game.words.notation(action))
    forced = len(position.legal) == 1
    for rests, signs in alike.items():
        told = f"[{signs[0]}]" if forced else "|".join(signs)
        yield from (f"{told}{rest}" for rest in rests)


def truncate_tree(tree: Tree, depth: int) -> Tree:
    """The tree cut to `depth` choices."""
    return {
        action: truncate_tree(below, depth - 1) if depth > 1 else {}
        for action, below in tree.items()
    }


def winning_rows(game: Game, position: Position, depth: int, rng: SplitMix64) -> list[str]:
    """The winning rows, as deep as they are few enough to be stored."""
    tree = winning_tree(position, depth, rng)
    for most in range(depth, 0, -1):
        rows = list(_rows(game, position, truncate_tree(tree, most)))
        if most == 1 or (len(rows) <= MOST_ROWS and sum(map(len, rows)) <= MOST_TEXT):
            return rows
    return []
