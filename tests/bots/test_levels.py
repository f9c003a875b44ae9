"""The six levels: higher ones think more and err less. Also custom searches."""

from __future__ import annotations

import itertools
import time

import pytest

from bots.test_search import Clock, decisions
from spielzug.bots import BOTS, DEFAULT_BOT, get_bot
from spielzug.bots.names import LEVELS, GameTerms, net_levels
from spielzug.bots.search.levels import LADDER, SECONDS, Level, Searcher, effort
from spielzug.bots.search.proofs import find_winning_line
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Seen
from spielzug.core.rng import new_rng
from spielzug.games import all_games, get_game

GAMES = list(all_games())


def test_every_level_is_a_bot_and_one_of_them_is_the_usual_one() -> None:
    assert set(LEVELS) < set(BOTS)
    assert DEFAULT_BOT in LEVELS
    assert len(LADDER) == len(SECONDS) == len(LEVELS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_higher_level_thinks_more_and_slips_less(game: Game) -> None:
    """Of those that think in the same way: a thought with a net is worth more than one without.
    Those with one are the highest."""
    with_net = list(net_levels(game))
    assert with_net == list(LEVELS[len(LEVELS) - len(with_net) :])
    ladders = [effort(game, name, False) for name in LEVELS], [effort(game, n) for n in with_net]
    for ladder in ladders:
        for lower, higher in itertools.pairwise(ladder):
            assert higher.iterations >= lower.iterations
            assert higher.slips_in_64 <= lower.slips_in_64
            assert higher != lower
    assert effort(game, LEVELS[-1]).slips_in_64 == 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_level_uses_its_net_unless_it_is_told_not_to(game: Game) -> None:
    terms = GameTerms(game, game.options(), game.seats[0], game.rules_version)
    for name in LEVELS:
        assert Level(name, new_rng(1), with_net=False).net(terms) is None
        assert (Level(name, new_rng(1)).net(terms) is not None) == (name in net_levels(game))


def winning_last_decisions(game: Game) -> list[Seen]:
    """What seats saw that could win at once without luck."""
    return [seen for seen in decisions(game, 40) if find_winning_line(seen, 1)]


@pytest.mark.parametrize("name", ["game_of_trains", "zwergenzugfahrt"])
def test_all_but_the_lowest_always_take_a_win_that_needs_no_luck(name: str) -> None:
    game = get_game(name)
    found = winning_last_decisions(game)
    assert len(found) >= 5
    for seen in found[:8]:
        for level in ("casual", "strong"):
            for key in range(6):
                position, bot = seen.guess(key), get_bot(level, new_rng(key))
                while not position.over and position.actor == seen.seat:
                    position.step(bot.choose(position.seen(seen.seat)))
                if name == "game_of_trains":  # here the whole win lies in the own turn
                    outcome = position.outcome
                    assert outcome is not None
                    assert outcome.shares[seen.seat] == 1.0


def test_a_win_in_sight_holds_against_every_answer() -> None:
    """Where nothing is hidden: after each answer of the rival there is again a certain win."""
    game = get_game("zwergenzugfahrt")
    deep = 0
    for seen in winning_last_decisions(game):
        seat, position = seen.seat, seen.guess(3)
        position.step(find_winning_line(seen, 1)[0])
        if not position.over and position.actor != seat:
            deep += 1
            for answer in position.legal:
                after = position.copy()
                after.step(answer)
                if after.over:
                    outcome = after.outcome
                    assert outcome is not None
                    assert outcome.shares[seat] == 1.0
                else:
                    assert after.actor != seat or find_winning_line(after.seen(seat), 1)
    assert deep > 0


@pytest.mark.parametrize(
    ("text", "iterations", "seconds", "threads", "megabytes"),
    [
        ("search:5000", 5000, None, 1, 64),
        ("search:2s", None, 2.0, 1, 64),
        ("search:500ms+threads=2", None, 0.5, 2, 64),
        ("search:100+1s+memory=16", 100, 1.0, 1, 16),
    ],
)
def test_a_search_of_ones_own(
    text: str, iterations: int | None, seconds: float | None, threads: int, megabytes: int
) -> None:
    bot = get_bot(text)
    assert isinstance(bot, Searcher)
    budget = bot.budget(get_game("game_of_trains"))
    assert (budget.iterations, budget.seconds) == (iterations, seconds)
    assert (budget.threads, budget.memory) == (threads, megabytes << 20)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("search:", "cannot read ''"),
        ("search:fast", "cannot read 'fast'"),
        ("search:0s", "cannot read '0s'"),
        ("search:threads=2", "neither time nor iterations"),
        ("search:threads=2s", "cannot read"),
        ("grandmaster", "there is no bot 'grandmaster'; the bots are: random, greedy, beginner"),
    ],
)
def test_a_name_that_means_nothing_is_refused_with_the_way_out(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as refused:
        get_bot(text)
    assert "search:2s" in str(refused.value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_policy_is_the_quick_player_of_the_search_and_sits_at_no_table(game: Game) -> None:
    game.ready()
    quick = getattr(game.rules, "policy", game.rules.greedy)
    position = game.start(game.seats[0], seed=5)
    for _ in range(30):
        if position.over:
            break
        seen = position.seen(position.actor)
        told = get_bot("policy", new_rng(7)).choose(seen)
        assert told == int(quick(seen.facts, seen.hidden, new_rng(7)))
        position.step(told)
    assert "policy" not in BOTS


@pytest.mark.parametrize("name", [*LEVELS[:3], "search:90"])
def test_a_bot_that_is_continued_in_slices_chooses_the_same(name: str) -> None:
    game = get_game("game_of_trains")
    for key, seen in enumerate(itertools.islice(decisions(game, 1), 4)):
        bot = get_bot(name, SplitMix64(key))
        assert isinstance(bot, Searcher)
        thought = bot.begin(seen)
        while not thought.done:
            thought.continue_for(11)
        assert thought.result().action == get_bot(name, SplitMix64(key)).choose(seen)


def test_a_level_without_a_clock_makes_all_its_iterations_however_slow_the_machine_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, "perf_counter", Clock(60.0))
    game = get_game("game_of_trains")
    seen = next(s for s in decisions(game, 1) if not find_winning_line(s, 1))
    thought = Level("master", SplitMix64(2)).consider(seen)
    assert thought.iterations == effort(game, "master").iterations
