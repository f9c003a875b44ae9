"""A finished game and a made-up review of it, for quick tests of what uses a review.

The numbers are consistent, and every rating, luck and a certain win occur; what they say about the
game is nonsense.
"""

from __future__ import annotations

from spielzug.bots import get_bot
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.rng import below, new_rng
from spielzug.core.table_values import ReviewView
from spielzug.games import get_game
from spielzug.review.records import (
    FORMAT,
    POOR,
    WORDS,
    ChancePoint,
    DecisionReview,
    EvaluationBudget,
    GameReview,
    LuckReview,
    SeatReview,
)  # fmt: skip

COSTS = {"best": 0.0, "good": 0.01, "inaccuracy": 0.06, "mistake": 0.13, "blunder": 0.3}


def sample_match(game: str = "game_of_trains", seats: int = 0, seed: str = "7") -> Match:
    """A short finished game between quick players that are sometimes careless."""
    found = get_game(game)
    count = seats or (2 if 2 in found.seats else found.seats[0])
    options = found.options(**found.simulation)
    players = [Seat(name, "greedy") for name in ("Ada", "Ben", "Cleo", "Dirk")[:count]]
    match = Match(found, players, SeedLuck(seed), options)
    rng = new_rng(11)
    bots = get_bot("greedy", rng), get_bot("random", rng)
    while not match.over:
        match.play(bots[int(below(rng, 8)) == 0].choose(match.seen(match.actor)))
    return match


def sample_review(match: Match, view: ReviewView = "known") -> GameReview:
    """Numbers that fit together."""
    seats, outcome = len(match.seats), match.outcome
    assert outcome is not None
    start = [1 / seats] * seats
    chances = list(start)
    graph = [ChancePoint(entry=0, chances=chances)]
    decisions: list[DecisionReview] = []
    luck: list[LuckReview] = []
    for count, entry in enumerate(match.decisions):
        before = match.position_after(count)
        legal = before.legal
        if entry.kind == "decision" and len(legal) > 1:
            seat, number = entry.seat, len(decisions)
            word = WORDS[number % len(WORDS)]
            most = min(COSTS[word], chances[seat] / 2)
            after = [c - most if s == seat else c + most / (seats - 1)
                     for s, c in enumerate(chances)]  # fmt: skip
            better = next(a for a in legal if a != entry.action) if most else entry.action
            decisions.append(
                DecisionReview(
                    entry=entry.number, seat=seat, action=entry.action, choices=len(legal),
                    chance=after[seat], best=better, best_chance=chances[seat], cost=most,
                    error=0.02, by_lot=0.2, word=word, certain=number == 4, before=chances,
                    after=after, line=[(seat, better)],
                )
            )  # fmt: skip
            chances = after
        if entry.lucky:
            gain = min(0.05, *chances) * (1 if entry.number % 2 else -1)
            by_seat = [gain if s == 0 else -gain / (seats - 1) for s in range(seats)]
            luck.append(LuckReview(entry=entry.number, by_seat=by_seat, error=0.01))
            chances = [c + g for c, g in zip(chances, by_seat, strict=True)]
        graph.append(ChancePoint(entry=entry.number, chances=chances))
    by_seat_ = [_summed(seat, start[seat], outcome.shares[seat], decisions, luck)
                for seat in range(seats)]  # fmt: skip
    return GameReview(
        format=FORMAT, game=match.game.name, rules_version=match.version, seats=seats, view=view,
        budget=EvaluationBudget(iterations=100, bot="search:100", seed=1), entries=len(match.log),
        start=start, result=list(outcome.shares), graph=graph, decisions=decisions, luck=luck,
        by_seat=by_seat_, seconds=0.1,
    )  # fmt: skip


def _summed(
    seat: int, start: float, result: float, decisions: list[DecisionReview], luck: list[LuckReview]
) -> SeatReview:
    own = [d for d in decisions if d.seat == seat]
    play = sum(d.cost for d in own)
    given = sum(d.after[seat] - d.before[seat] for d in decisions if d.seat != seat)
    lucky = sum(one.by_seat[seat] for one in luck)
    poor = sorted((d for d in own if d.word in POOR), key=lambda d: -d.cost)
    return SeatReview(
        seat=seat, start=start, result=result, play=play, given=given, luck=lucky,
        rest=result - start + play - given - lucky, rest_error=0.2,
        accuracy=max(0.0, 100 - 100 * play / max(1, len(own))),
        counts={word: sum(d.word == word for d in own) for word in WORDS},
        worst=[d.entry for d in poor[:3]],
    )  # fmt: skip
