"""The search: correct on a solvable game, repeatable, bounded in time, and quick to stop."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from expectations import expected_of
from raw_records import acting
from spielzug.bots import get_bot
from spielzug.bots.clock import Stop, TurnTime
from spielzug.bots.search import proofs
from spielzug.bots.search import thinker as module
from spielzug.bots.search.engine import NODE_BYTES, Style
from spielzug.bots.search.native_search import loops_for
from spielzug.bots.search.search_tree import loops_of
from spielzug.bots.search.thinker import (
    Budget,
    Candidate,
    SearchResult,
    Thinker,
    rank_candidates,
)
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.rng import new_rng, seed_key
from spielzug.games import all_games, get_game
from spielzug.review.choice_value import tree_for
from toys.toy import KEEP, SOUND_TOY, SWAP, TURNS


def decisions(game: Game, games: int, seats: int | None = None) -> Iterator[Seen]:
    """What the seat to act knows where it has a choice, from games of the quick player."""
    options = game.ready().options(**game.simulation)
    for number in range(games):
        key = seed_key("search tests", str(number))
        position, _ = game.deal(seats or game.seats[0], key, options)
        greedy = get_bot("greedy", new_rng(key))
        while not position.over:
            seen = acting(position)
            if len(seen.legal) > 1:
                yield seen
            position.step(greedy.choose(seen))


def nth(game: Game, number: int) -> Seen:
    return next(itertools.islice(decisions(game, 5), number, None))


def last_turn_of_the_toy(card: int) -> Seen:
    """Seat 2 decides last and holds `card`; the other card is one of the five others."""
    position, _ = SOUND_TOY.ready().deal(2, 1)
    for _ in range(TURNS - 1):
        position.step(KEEP)
    seen = position.seen(1)
    seen.hidden.card[1] = card
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("card", range(1, 6))
def test_it_finds_the_chances_that_can_be_counted(card: int) -> None:
    """Keeping wins against the lower ones of five; a fresh card wins half of the time."""
    seen = last_turn_of_the_toy(card)
    thinker = Thinker(SOUND_TOY, Budget(iterations=20_000), Style(exploration=2.0))
    found = {c.action: c.chance for c in thinker.think(seen, 7).candidates}
    assert found[KEEP] == pytest.approx((card - 1) / 5, abs=0.03)
    assert found[SWAP] == pytest.approx(0.5, abs=0.03)


def test_the_highest_card_wins_for_certain() -> None:
    thought = Thinker(SOUND_TOY, Budget(iterations=100)).think(last_turn_of_the_toy(6), 7)
    assert thought.certain
    assert [(c.action, c.chance) for c in thought.candidates] == [(KEEP, 1.0)]


def test_other_deals_that_look_the_same_give_the_same_thought() -> None:
    """A seat's estimate comes from its own card alone: it knows nothing else."""
    seen = last_turn_of_the_toy(5)
    first = Thinker(SOUND_TOY, Budget(iterations=500)).think(seen, 3)
    for key in range(20):
        again = seen.guess(key).seen(1)
        other = Thinker(SOUND_TOY, Budget(iterations=500)).think(again, 3)
        assert other.candidates == first.candidates


def test_where_nothing_is_hidden_all_guesses_are_alike() -> None:
    """Whatever lay in the memory before: a proof then looks through the rivals' answers, too."""
    game = get_game("zwergenzugfahrt")
    seen = nth(game, 4)
    size = game.rules.STATE.itemsize
    found = set()
    for value in range(1, 100):
        trash = [np.full(size, value, np.uint8) for _ in range(4)]
        del trash
        found.add(proofs._without_rng(seen.guess(value)))
    assert len(found) == 1


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_and_iterations_give_the_same_thought(game: Game, threads: int) -> None:
    budget = Budget(iterations=300, threads=threads)
    for number in (2, 9):
        seen = nth(game, number)
        one = Thinker(game, budget).think(seen, 11)
        kept = Thinker(game, budget)
        kept.think(nth(game, 5), 1)  # memory of other thoughts is no matter
        two = kept.think(seen, 11)
        assert one.candidates == two.candidates
        assert one.iterations == 300


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("slices", [[1] * 400, [7] * 60, [250, 1, 300], [400]])
def test_however_a_thought_is_sliced_its_result_is_the_same(
    slices: list[int], threads: int
) -> None:
    game = get_game("game_of_trains")
    seen, thinker = nth(game, 4), Thinker(game, Budget(iterations=300, threads=threads))
    whole = thinker.think(seen, 11)
    thought = thinker.begin(seen, 11)
    done = [thought.continue_for(size) for size in slices]
    assert done[-1]
    assert done == sorted(done)
    assert thought.result() == replace(whole, seconds=0.0)


def test_a_new_thought_ends_the_one_before() -> None:
    game = get_game("game_of_trains")
    thinker = Thinker(game, Budget(iterations=20))
    first, second = thinker.begin(nth(game, 4), 1), thinker.begin(nth(game, 9), 1)
    with pytest.raises(UsageError, match="another thought"):
        first.continue_for(10)
    assert not second.continue_for(10)
    assert second.continue_for(10)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_choice_evaluated_in_slices_has_the_same_chances(game: Game) -> None:
    seen, tree = nth(game, 4), tree_for(game, 60, None)
    traces = []
    for sizes in ([60], [1] * 60, [13, 40, 7]):
        tree.set_root(seen.facts_memory, seen.hidden_memory, seen.seat, 5, seen.legal[0])
        traces.append([shares for size in sizes for shares in tree.grow(size)])
    assert traces[0] == traces[1] == traces[2]
    assert len(traces[0]) == 60


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_candidates_are_legal_and_their_chances_are_chances(game: Game) -> None:
    thinker = Thinker(game, Budget(iterations=200))
    for seen in itertools.islice(decisions(game, 3), 0, 60, 6):
        before = seen.hidden.tobytes()
        thought = thinker.think(seen, 5)
        assert seen.hidden.tobytes() == before
        assert {c.action for c in thought.candidates} <= set(seen.legal)
        assert all(0.0 <= c.chance <= 1.0 for c in thought.candidates)
        if not thought.certain:
            assert sum(c.visits for c in thought.candidates) == 200


# -- progress among equals ---------------------------------------------------------------------


def ranked(*known: tuple[int, float]) -> list[int]:
    """The actions 0, 1, 2 … in the order of preference, from visits and chances."""
    found = [Candidate(n, visits, chance, None, n) for n, (visits, chance) in enumerate(known)]
    return [candidate.action for candidate in rank_candidates(found)]


def test_the_most_visited_choice_comes_first_unless_an_older_one_is_as_good() -> None:
    assert ranked((300, 0.50), (500, 0.56), (400, 0.55)) == [1, 2, 0]
    assert ranked((400, 0.9981), (500, 0.9987), (450, 0.9985)) == [0, 1, 2]
    assert ranked((100, 0.9981), (500, 0.9987), (450, 0.9985)) == [1, 2, 0]  # hardly looked at
    assert ranked((400, 0.0), (500, 0.0), (450, 0.0)) == [0, 1, 2]


def blind(game: Game) -> Game:
    """The game without its evaluation: a playout that is cut off counts as equal for all."""
    kept = {name: rule for name, rule in vars(game.rules).items() if name != "value"}
    rules: Any = SimpleNamespace(**kept)
    return replace(game, own_rules=rules)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_among_equals_the_quick_players_idea_is_taken(game: Game) -> None:
    """It looks for what brings the game on; the search alone would take anything."""
    rules: Any = game.ready().rules
    policy = getattr(rules, "policy", rules.greedy)
    style = replace(Style.of(game), cutoff=0, settled=(0, 0))
    thinker = Thinker(blind(game), Budget(iterations=80), style)
    compared = 0
    for seen in itertools.islice(decisions(game, 3), 3, 80, 7):
        thought = thinker.think(seen, 5)
        if thought.certain or len({c.chance for c in thought.candidates}) > 1:
            continue
        compared += 1
        worlds = [seen.guess(key) for key in range(40)]
        ideas = {int(policy(w.facts, w.state, new_rng(k))) for k, w in enumerate(worlds)}
        assert thought.action in ideas
        assert len(ideas) < len(seen.legal) or len(seen.legal) < 5
    assert compared > 3


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_quick_player_alone_brings_games_to_their_end(game: Game) -> None:
    rules: Any = game.ready().rules
    policy = getattr(rules, "policy", rules.greedy)
    ended = 0
    for number in range(20):
        position, _ = game.deal(game.seats[0], seed_key("progress", str(number)))
        rng, steps = new_rng(number), 0
        while not position.over and steps < 3000:
            position.advance(int(policy(position.facts, acting(position).hidden, rng)))
            steps += 1
        ended += position.over
    assert ended == 20


def test_one_choice_costs_no_thought() -> None:
    game = get_game("zugraub")
    options = game.ready().options(**game.simulation)
    position, _ = game.deal(3, seed_key("search tests", "one"), options)
    greedy = get_bot("greedy", new_rng(1))
    while len(position.legal) != 1:
        position.step(greedy.choose(acting(position)))
    thought = Thinker(game, Budget(iterations=5000)).think(acting(position), 1)
    assert (thought.iterations, thought.nodes) == (0, 0)
    assert [thought.action] == position.legal


def test_the_tree_stays_within_its_memory_and_goes_on_when_full() -> None:
    small = Thinker(SOUND_TOY, Budget(iterations=3000, memory=64 * NODE_BYTES))
    assert small.bytes <= 64 * NODE_BYTES
    game = get_game("game_of_trains")
    small = Thinker(game, Budget(iterations=3000, memory=64 * NODE_BYTES))
    thought = small.think(nth(game, 4), 1)
    assert thought.nodes == 64
    assert thought.iterations == 3000
    assert sum(c.visits for c in thought.candidates) == 3000


@pytest.mark.parametrize("quick", [False, True])
def test_rivals_can_be_taken_for_quick_players(quick: bool) -> None:
    """Then only the own decisions stand in the tree."""
    game = get_game("zugraub")
    seen = nth(game, 4)
    style = Style(cutoff=8, quick_rivals=quick)
    thinker = Thinker(game, Budget(iterations=3000), style)
    thought = thinker.think(seen, 1)
    grown: Any = thinker._trees[0]
    nodes = grown.nodes[1 : thought.nodes]
    deciders = {int(node.key) // game.declaration.actions.count for node in nodes}
    assert (deciders == {seen.actor}) == quick


def test_answers_of_the_quick_player_get_nodes_but_no_choice() -> None:
    """Where a drawn car goes depends on the car, so below the root the quick player places it; the
    tree still tells the places apart, for what comes after depends on them."""
    game = get_game("game_of_trains")
    first, end = Style.of(game).settled
    seen = next(seen for seen in decisions(game, 5) if seen.legal[0] < first)
    thinker = Thinker(game, Budget(iterations=2_000))
    draw = thinker.think(seen, 3).candidates[0]
    grown = thinker._trees[0]
    parent = next(node.number for node in grown.children() if node.action == draw.action)
    places = grown.children(parent)
    assert len(places) > 2
    assert all(first <= node.action < end for node in places)
    # Every visit but the one that made the node went on to one of them.
    assert sum(node.visits for node in places) == draw.visits - 1


def test_two_threads_share_the_memory() -> None:
    game = get_game("game_of_trains")
    both = Thinker(game, Budget(seconds=1.0, memory=1 << 20, threads=2))
    assert both.bytes <= 1 << 20


class Clock:
    """Time that passes only when it is read."""

    def __init__(self, tick: float) -> None:
        self.now, self.tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


def test_time_ends_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("game_of_trains")
    seen, thinker = nth(game, 4), Thinker(game, Budget(seconds=1.0))
    clock = Clock(0.006)  # slower than a chunk should be: chunks get small
    monkeypatch.setattr(time, "perf_counter", clock)
    thought = thinker.think(seen, 1)
    assert thought.iterations > 0
    assert 0.9 <= thought.seconds <= 1.0


class BusyTree:
    """A tree on a busy machine: a millisecond an iteration, and every seventh chunk has to wait."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.chunks = clock, 0

    def grow(self, iterations: int) -> None:
        self.chunks += 1
        self.clock.now += 0.001 * iterations + (0.08 if self.chunks % 7 == 0 else 0.0)


def test_no_chunk_begins_that_would_be_late_after_a_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(0.0)
    monkeypatch.setattr(time, "perf_counter", clock)
    for hundredths in range(50, 250):  # wherever the waits fall
        clock.now, limit = 0.0, hundredths / 100
        tree = BusyTree(clock)
        assert module.run_in_chunks(tree.grow, None, limit, Stop(), lambda _: None) > 0
        assert 0.75 * limit <= clock.now <= 1.01 * limit


def test_no_time_at_all_still_gives_a_legal_choice() -> None:
    game = get_game("game_of_trains")
    seen = nth(game, 4)
    thought = Thinker(game, Budget()).think(seen, 1, seconds=0.0)
    assert thought.action in seen.legal
    assert thought.iterations <= module.FIRST_CHUNK


def test_a_thought_can_be_stopped_from_another_thread() -> None:
    game = get_game("game_of_trains")
    seen, thinker = nth(game, 4), Thinker(game, Budget(seconds=600.0))
    stop, thoughts = Stop(), list[SearchResult]()

    def think() -> None:
        thoughts.append(thinker.think(seen, 1, stop=stop))

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.05)
    stop.set()
    thread.join(300)  # half of what it would think, and plenty to notice
    assert not thread.is_alive()
    assert thoughts[0].action in seen.legal


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["think", "certain_win"])
def test_others_can_run_while_it_thinks(name: str) -> None:
    """The compiled part lets go of the interpreter."""
    game = get_game("zwergenzugfahrt")
    loops = {loop.__name__: loop for loop in loops_of(game, *loops_for(game, net=False))}
    assert loops[name].targetoptions["nogil"] is True


def test_many_small_choices_share_the_time_of_a_turn() -> None:
    clock = TurnTime()
    total = 0.0
    for number in range(200):
        clock.begin(1, number)
        allowed = clock.left(5.0)
        clock.spend(allowed)
        total += allowed
    assert total <= 5.0
    clock.begin(0, 200)
    assert clock.left(5.0) == pytest.approx(2.0)
    clock.begin(0, 205)  # others decided meanwhile: another turn
    assert clock.left(5.0) == pytest.approx(2.0)


PROBE = """
import json, sys
sys.path[:0] = {paths!r}
from bots.test_search import nth
from spielzug.bots.search.native_search import loops_for
from spielzug.bots.search.search_tree import loops_of
from spielzug.bots.search.thinker import Budget, Thinker
from spielzug.core import jit
from spielzug.games import get_game
game = get_game("game_of_trains")
thinker = Thinker(game, Budget(iterations=60))
thought = thinker.think(nth(game, 4), 11)
stats = [] if jit.PLAIN else [loop.stats for loop in loops_of(game, *loops_for(game, False))]
json.dump({{
    "candidates": [[c.action, c.visits, c.chance] for c in thought.candidates],
    "misses": sum(sum(s.cache_misses.values()) for s in stats),
    "hits": sum(sum(s.cache_hits.values()) for s in stats),
}}, sys.stdout)
"""


def fresh_process(
    probe: str = PROBE, extra: Mapping[str, str] | None = None, **values: str
) -> dict[str, object]:
    here = [p for p in sys.path if p]
    done = subprocess.run(
        [sys.executable, "-c", probe.format(paths=here, **values)],
        env={**os.environ, **(extra or {})}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.slow
@pytest.mark.compiled
def test_a_second_start_compiles_nothing() -> None:
    fresh_process()
    second = fresh_process()
    assert (second["hits"], second["misses"]) == (2, 0)


@pytest.mark.slow
@pytest.mark.compiled
def test_compiled_or_not_it_thinks_the_same() -> None:
    game = get_game("game_of_trains")
    thought = Thinker(game, Budget(iterations=60)).think(nth(game, 4), 11)
    plain = fresh_process(extra={"NUMBA_DISABLE_JIT": "1"})["candidates"]
    assert plain == [[c.action, c.visits, c.chance] for c in thought.candidates]


RECORDED = [game for game in all_games() if expected_of(game.name).search_moves]


@pytest.mark.parametrize("game", RECORDED, ids=lambda g: g.name)
def test_however_it_is_called_the_search_makes_the_same_moves(game: Game) -> None:
    rng = np.random.default_rng(1)
    position, _ = game.ready().deal(game.seats[0], 3)
    thinker = Thinker(game, Budget(iterations=450))
    found: list[tuple[int, int]] = []
    moves = expected_of(game.name).search_moves
    while len(found) < len(moves):
        legal = position.legal
        if len(legal) > 3 and rng.random() < 0.5:
            known = thinker.think(acting(position), len(found)).candidates
            best = min(known, key=lambda c: (-c.visits, -c.chance, c.action))
            found.append((best.action, best.visits))
        position.step(legal[rng.integers(len(legal))])
    assert tuple(found) == moves
