"""The search with a net: legal, repeatable, bounded in time, and as strong as its net allows."""

from __future__ import annotations

import itertools
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from bots.planted_net import CARDS, planted
from bots.random_net import random_net
from bots.test_search import Clock, decisions, fresh_process, last_turn_of_the_toy, nth
from expectations import expected_of
from raw_records import acting
from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.bots.hints import advise
from spielzug.bots.names import LEVELS
from spielzug.bots.net.file import Loaded
from spielzug.bots.net.fit import setting_of
from spielzug.bots.net.inference import Net, NetBuffers, ask
from spielzug.bots.search import levels
from spielzug.bots.search.engine import NODE_BYTES, NetStyle, TreeSettings
from spielzug.bots.search.levels import Level, Searcher, effort
from spielzug.bots.search.search_tree import NetTree
from spielzug.bots.search.thinker import Budget, SearchResult, Thinker
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.rng import new_rng, seed_key
from spielzug.games import all_games, get_game
from spielzug.games.game_of_trains.state import (
    ACTIONS,
    DRAW,
    PLACE,
    RESIGN,
)
from toys.toy import KEEP, SOUND_TOY, SWAP

pytestmark = pytest.mark.slow

GAMES = list(all_games())
SMALL = (32, 16, 16)


@pytest.fixture(scope="session")
def nets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Loaded]:
    """A random net for every game."""
    folder = tmp_path_factory.mktemp("nets")
    made = {}
    for game in GAMES:
        (folder / game.name).mkdir()
        made[game.name] = random_net(game, folder / game.name, sizes=SMALL)
    return made


def with_net(
    nets: dict[str, Loaded], game: Game, style: NetStyle | None = None, **budget: Any
) -> Thinker:
    return Thinker(game, Budget(**budget), style, nets[game.name].net)


def tree_of(thinker: Thinker) -> NetTree:
    tree = thinker._trees[0]
    assert isinstance(tree, NetTree)
    return tree


# -- what it owes every game -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_with_any_net_whole_games_are_played_by_the_rules(game: Game, tmp_path: Path) -> None:
    options = game.ready().options(**game.simulation)
    random_net(game, tmp_path, sizes=SMALL, settings=(setting_of(game, options),))
    for seats in (game.seats[0], game.seats[-1]):
        position, _ = game.deal(seats, seed_key("puct", str(seats)), options)
        bot = get_bot(f"search:12+net={tmp_path / 'random-1.safetensors'}", new_rng(1))
        while not position.over:
            position.step(bot.choose(acting(position)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_candidates_are_legal_and_their_chances_are_chances(
    game: Game, nets: dict[str, Loaded]
) -> None:
    thinker = with_net(nets, game, iterations=200)
    for seen in itertools.islice(decisions(game, 3), 0, 60, 6):
        before = seen.hidden.tobytes()
        thought = thinker.think(seen, 5)
        assert seen.hidden.tobytes() == before
        assert {c.action for c in thought.candidates} <= set(seen.legal)
        assert all(0.0 <= c.chance <= 1.0 for c in thought.candidates)
        if not thought.certain:
            assert sum(c.visits for c in thought.candidates) == 200


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_and_iterations_give_the_same_thought(
    game: Game, threads: int, nets: dict[str, Loaded]
) -> None:
    for number in (2, 9):
        seen = nth(game, number)
        one = with_net(nets, game, iterations=300, threads=threads).think(seen, 11)
        kept = with_net(nets, game, iterations=300, threads=threads)
        kept.think(nth(game, 5), 1)  # memory of other thoughts is no matter
        two = kept.think(seen, 11)
        assert one.candidates == two.candidates
        assert one.iterations == 300


def test_other_deals_that_look_the_same_give_the_same_thought() -> None:
    """A seat's estimate comes from its own card alone: it knows nothing else."""
    net = planted(lambda card: card, lambda card: card / 7)
    seen = last_turn_of_the_toy(5)
    thinker = Thinker(SOUND_TOY, Budget(iterations=300), net=net)
    first = thinker.think(seen, 3)
    for key in range(10):
        assert thinker.think(seen.guess(key).seen(1), 3).candidates == first.candidates


def test_a_certain_win_is_found_whatever_the_net_thinks() -> None:
    net = planted(lambda _: 0.01, lambda _: 0.01)
    thought = Thinker(SOUND_TOY, Budget(iterations=10), net=net).think(last_turn_of_the_toy(6), 7)
    assert thought.certain
    assert [(c.action, c.chance) for c in thought.candidates] == [(KEEP, 1.0)]


RECORDED = [game for game in GAMES if expected_of(game.name).net_moves]


@pytest.mark.parametrize("game", RECORDED, ids=lambda g: g.name)
def test_the_same_net_makes_the_same_moves_everywhere(game: Game, nets: dict[str, Loaded]) -> None:
    thinker = with_net(nets, game, NetStyle(), iterations=200)
    found = []
    for number, seen in enumerate(itertools.islice(decisions(game, 3), 4, 40, 6)):
        best = max(thinker.think(seen, number).candidates, key=lambda c: (c.visits, -c.action))
        found.append((best.action, best.visits))
    assert tuple(found) == expected_of(game.name).net_moves


# -- what a net brings -----------------------------------------------------------------------------


def first_turn_of_the_toy(card: int) -> Seen:
    position, _ = SOUND_TOY.ready().deal(2, 1)
    seen = position.seen(0)
    seen.hidden.card[0] = card
    return seen


def right_choices(thinker: Thinker) -> float:
    """How often the better choice is made at the first turn: to keep a high card."""
    cards = [card for card in CARDS if card != 6]  # that one is proven without a thought
    right = [
        (thinker.think(first_turn_of_the_toy(card), key).action == KEEP) == (card > 3)
        for card in cards
        for key in range(30)
    ]
    return sum(right) / len(right)


def test_a_policy_that_knows_makes_the_search_better() -> None:
    few = Budget(iterations=8)
    knows = planted(lambda card: 8.0 if card > 3 else 1 / 8, lambda _: 0.5)
    errs = planted(lambda card: 1 / 8 if card > 3 else 8.0, lambda _: 0.5)
    without = right_choices(Thinker(SOUND_TOY, few))
    assert right_choices(Thinker(SOUND_TOY, few, net=knows)) > max(0.95, without)
    assert right_choices(Thinker(SOUND_TOY, few, net=errs)) < 0.2


def test_a_choice_is_tried_as_its_prior_says_until_results_do() -> None:
    seen, tried = first_turn_of_the_toy(3), []
    for keeping in (20.0, 1.0, 1 / 20):
        net = planted(lambda _, much=keeping: much, lambda _: 0.5)  # type: ignore[misc]
        found = Thinker(SOUND_TOY, Budget(iterations=10), net=net).think(seen, 1).candidates
        tried.append(sum(c.visits for c in found if c.action == KEEP))
    assert tried[0] >= 8
    assert 3 <= tried[1] <= 7
    assert tried[2] <= 2


def test_enough_thought_sees_through_a_net_that_errs() -> None:
    net = planted(lambda card: 1 / 8 if card > 3 else 8.0, lambda card: (6.5 - card) / 6)
    few, many = (Thinker(SOUND_TOY, Budget(iterations=n), net=net) for n in (8, 4_000))
    seen = first_turn_of_the_toy(5)
    assert few.think(seen, 1).action == SWAP
    assert many.think(seen, 1).action == KEEP


@pytest.mark.parametrize("card", range(1, 6))
def test_it_finds_the_chances_that_can_be_counted(card: int) -> None:
    """Keeping wins against the lower ones of five; a fresh card wins half of the time."""
    net = planted(lambda _: 1.0, lambda _: 0.5)
    thinker = Thinker(SOUND_TOY, Budget(iterations=20_000), NetStyle(exploration=100.0), net)
    found = {c.action: c.chance for c in thinker.think(last_turn_of_the_toy(card), 7).candidates}
    assert found[KEEP] == pytest.approx((card - 1) / 5, abs=0.03)
    assert found[SWAP] == pytest.approx(0.5, abs=0.03)


def test_priors_can_be_evened_out() -> None:
    net = planted(lambda _: 20.0, lambda _: 0.5)
    shares = []
    for style in (NetStyle(), NetStyle(spread=0.5), NetStyle(spread=1.0)):
        settings = TreeSettings(style=style, net=net, iterations=10)
        tree = NetTree(SOUND_TOY.ready(), settings, net)
        seen = first_turn_of_the_toy(3)
        tree.set_root(seen.facts_memory, seen.hidden_memory, seen.seat, 1)
        tree.grow(1)
        priors = {int(n.key): int(n.prior) for n in tree.nodes[1:3]}
        shares.append(priors[KEEP] / sum(priors.values()))
    assert shares == pytest.approx([20 / 21, 0.5 * 20 / 21 + 0.25, 0.5], abs=0.01)


@pytest.mark.parametrize("mix", [0.0, 0.25, 1.0])
def test_a_position_is_judged_by_the_net_and_by_the_game(
    mix: float, nets: dict[str, Loaded]
) -> None:
    """With the eyes of the seat that decides there, and as much of either as is asked for."""
    game = get_game("zwergenzugfahrt")
    seen, net = nth(game, 4), nets[game.name].net
    rules: Any = game.rules
    thinker = with_net(nets, game, NetStyle(mix=mix, spread=1.0), iterations=len(seen.legal))
    tree = tree_of(thinker)
    thinker.think(seen, 3)
    judged = 0
    for node in tree.children():
        world = seen.guess(1)
        world.advance(node.action)
        if world.over or len(world.legal) < 2 or node.visits != 1:
            continue
        own, asked = np.zeros(7), np.zeros(7)
        rules.value(world.facts, world.state, own)
        buffers, none = NetBuffers.for_net(net, game), np.zeros(0, np.int32)
        ask(net, world.seen(world.actor).observation, none, 0, buffers, none, asked)
        by_net = asked[(seen.seat - world.actor) % world.seats]
        assert node.value == pytest.approx(by_net + mix * (own[seen.seat] - by_net))
        judged += 1
    assert judged > 1


def test_the_game_judges_when_its_quick_player_has_played_on(nets: dict[str, Loaded]) -> None:
    """To the end, if it is let: then the game is over, and nothing is left to judge."""
    game = get_game("zwergenzugfahrt")
    style = NetStyle(mix=1.0, cutoff=100_000)
    thinker = with_net(nets, game, style, iterations=40)
    thinker.think(nth(game, 4), 3)
    values = [node.value for node in tree_of(thinker).children()]
    assert values
    assert all((2 * value).is_integer() for value in values)


def test_where_the_game_judges_the_net_is_asked_when_somebody_comes_again(
    nets: dict[str, Loaded],
) -> None:
    """Most leaves are visited once: what to try there need not be known."""
    game = get_game("zwergenzugfahrt")
    for mix, grown in ((0.5, True), (1.0, False)):
        thinker = with_net(nets, game, NetStyle(mix=mix, spread=1.0), iterations=2)
        thinker.think(nth(game, 4), 3)
        tree = tree_of(thinker)
        visited = [node.number for node in tree.children()]
        assert visited
        assert any(tree.nodes[number].child for number in visited) == grown


# -- luck that has just been shown -----------------------------------------------------------------


def drawing(game: Game) -> Seen:
    return next(seen for seen in decisions(game, 5) if seen.legal[0] < PLACE)


def after_drawing(thinker: Thinker, seen: Seen) -> list[int]:
    """The keys of the nodes after a draw."""
    thinker.think(seen, 3)
    tree = tree_of(thinker)
    parent = next(node.number for node in tree.children() if node.action == DRAW)
    child, keys = int(tree.nodes[parent].child), []
    while child:
        if tree.nodes[child].visits > 0:
            keys.append(int(tree.nodes[child].key))
        child = int(tree.nodes[child].sibling)
    return keys


@pytest.mark.parametrize("mix", [0.0, 1.0])
def test_where_a_drawn_car_goes_is_not_searched(mix: float, nets: dict[str, Loaded]) -> None:
    """The net or the quick player sees which one it is; the tree still tells the places apart."""
    game = get_game("game_of_trains")
    seen = drawing(game)
    style = NetStyle(settled=(PLACE, RESIGN), mix=mix)
    keys = after_drawing(with_net(nets, game, style, iterations=2_000), seen)
    assert keys
    assert all(PLACE <= key % ACTIONS.count < RESIGN for key in keys)
    if mix == 1.0:
        position, rules = seen.guess(1), cast(Any, game.rules)
        position.advance(DRAW)
        while position.actor != seen.seat or not PLACE <= position.legal[0] < RESIGN:
            position.advance(position.legal[0])
        quick = int(rules.policy(position.facts, position.state, new_rng(1)))
        assert seen.seat * ACTIONS.count + quick in keys


@pytest.mark.parametrize("mix", [0.0, 0.5])
@pytest.mark.parametrize("quick", [False, True])
def test_rivals_can_be_taken_for_quick_players(
    quick: bool, mix: float, nets: dict[str, Loaded]
) -> None:
    game = get_game("zugraub")
    seen = nth(game, 4)
    style = NetStyle(quick_rivals=quick, mix=mix)
    thinker = with_net(nets, game, style, iterations=500)
    used = thinker.think(seen, 1).nodes
    nodes = tree_of(thinker).nodes[1:used]
    deciders = {
        int(node.key) // game.declaration.actions.count for node in nodes if node.visits > 0
    }
    assert (deciders == {seen.actor}) == quick


# -- memory and time -------------------------------------------------------------------------------


def test_the_tree_stays_within_its_memory_and_goes_on_when_full(nets: dict[str, Loaded]) -> None:
    game = get_game("game_of_trains")
    small = with_net(nets, game, iterations=3000, memory=64 * NODE_BYTES)
    assert small.bytes <= 64 * NODE_BYTES
    for style in (NetStyle(), NetStyle(settled=(PLACE, RESIGN))):
        small = with_net(nets, game, style, iterations=3000, memory=64 * NODE_BYTES)
        thought = small.think(nth(game, 4), 1)
        assert thought.nodes <= 64
        assert thought.iterations == 3000
        assert sum(c.visits for c in thought.candidates) == 3000


def test_all_first_choices_have_room_in_any_memory(nets: dict[str, Loaded]) -> None:
    game = get_game("zugraub")
    thinker = with_net(nets, game, iterations=100, memory=1)
    assert thinker.bytes == (game.rules.MAX_LEGAL + 2) * NODE_BYTES
    assert sum(c.visits for c in thinker.think(nth(game, 4), 1).candidates) == 100


def test_time_ends_a_thought(monkeypatch: pytest.MonkeyPatch, nets: dict[str, Loaded]) -> None:
    game = get_game("game_of_trains")
    seen, thinker = nth(game, 4), with_net(nets, game, seconds=1.0)
    monkeypatch.setattr(time, "perf_counter", Clock(0.006))
    thought = thinker.think(seen, 1)
    assert thought.iterations > 0
    assert 0.9 <= thought.seconds <= 1.0


def test_a_thought_can_be_stopped_from_another_thread(nets: dict[str, Loaded]) -> None:
    game = get_game("game_of_trains")
    seen, thinker = nth(game, 4), with_net(nets, game, seconds=600.0)
    stop, thoughts = Stop(), list[SearchResult]()
    thread = threading.Thread(target=lambda: thoughts.append(thinker.think(seen, 1, stop=stop)))
    thread.start()
    time.sleep(0.05)
    stop.set()
    thread.join(300)  # half of what it would think, and plenty to notice
    assert not thread.is_alive()
    assert thoughts[0].action in seen.legal


# -- what is compiled ------------------------------------------------------------------------------


PROBE = """
import json, sys
from pathlib import Path
sys.path[:0] = {paths!r}
from bots.random_net import random_net
from bots.test_search import nth
from spielzug.bots.search.native_search import loops_for
from spielzug.bots.search.search_tree import loops_of
from spielzug.bots.search.thinker import Budget, Thinker
from spielzug.core import jit
from spielzug.games import get_game
game = get_game("game_of_trains")
net = random_net(game, Path({folder!r}), sizes=(32, 16, 16)).net
thought = Thinker(game, Budget(iterations=60), net=net).think(nth(game, 4), 11)
stats = [] if jit.PLAIN else [loop.stats for loop in loops_of(game, *loops_for(game, True))]
json.dump({{
    "candidates": [[c.action, c.visits, c.chance] for c in thought.candidates],
    "misses": sum(sum(s.cache_misses.values()) for s in stats),
    "hits": sum(sum(s.cache_hits.values()) for s in stats),
}}, sys.stdout)
"""


@pytest.mark.compiled
def test_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    fresh_process(PROBE, folder=str(tmp_path))
    second = fresh_process(PROBE, folder=str(tmp_path))
    assert (second["hits"], second["misses"]) == (2, 0)


@pytest.mark.compiled
def test_compiled_or_not_it_thinks_the_same(tmp_path: Path, nets: dict[str, Loaded]) -> None:
    game = get_game("game_of_trains")
    thought = with_net(nets, game, iterations=60).think(nth(game, 4), 11)
    plain = fresh_process(PROBE, {"NUMBA_DISABLE_JIT": "1"}, folder=str(tmp_path))["candidates"]
    assert plain == [[c.action, c.visits, c.chance] for c in thought.candidates]


# -- players ---------------------------------------------------------------------------------------


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch, nets: dict[str, Loaded]) -> dict[str, Loaded]:
    """Pretends that these nets ship with their games."""
    from spielzug.bots.net import player

    made = dict(nets)
    monkeypatch.setattr(player, "_shipped", lambda name: made.get(name, "no net ships"))
    return made


@pytest.fixture
def thought_with(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Budget, Net | None]]:
    """The budget and the net of each search."""
    asked: list[tuple[Budget, Net | None]] = []
    usual = levels.thinker_for

    def thinker_for(game: Game, budget: Budget, net: Net | None = None) -> Thinker:
        asked.append((budget, net))
        return usual(game, Budget(iterations=10), net)

    for module in ("levels", "hints"):
        where = "spielzug.bots.hints" if module == "hints" else "spielzug.bots.search.levels"
        monkeypatch.setattr(f"{where}.thinker_for", thinker_for)
    return asked


def test_levels_and_hints_use_a_net_that_fits(
    shipped: dict[str, Loaded],
    thought_with: list[tuple[Budget, Net | None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those levels that the game names, and the hints with the strongest."""
    game = get_game("zwergenzugfahrt")
    monkeypatch.setattr(game.levels, "LADDER", tuple((n + 1, 0) for n in range(6)))
    monkeypatch.setattr(game.levels, "NET_LEVELS", {"master": (70, 0), "expert": (80, 0)})
    seen, net = nth(game, 4), shipped[game.name].net
    for name in LEVELS:
        get_bot(name, new_rng(1)).choose(seen)
    advise(seen, new_rng(1))
    assert [budget.iterations for budget, _ in thought_with] == [1, 2, 3, 4, 70, 80, 80]
    assert [asked is net for _, asked in thought_with] == [False] * 4 + [True] * 3


def test_a_level_without_its_net_and_a_search_without_the_word_use_none(
    shipped: dict[str, Loaded], thought_with: list[tuple[Budget, Net | None]]
) -> None:
    game = get_game("zwergenzugfahrt")
    for bot in (Level(LEVELS[-1], new_rng(1), with_net=False), get_bot("search:10", new_rng(1))):
        bot.choose(nth(game, 4))
    assert [net for _, net in thought_with] == [None, None]
    assert thought_with[0][0].iterations == effort(game, LEVELS[-1], net=False).iterations


def test_without_a_net_that_fits_a_level_thinks_as_ever(
    shipped: dict[str, Loaded], thought_with: list[tuple[Budget, Net | None]]
) -> None:
    game = get_game("zwergenzugfahrt")
    seen = nth(game, 4)
    old = shipped[game.name].card.model_copy(update={"rules_version": game.rules_version + 1})
    shipped[game.name] = replace(shipped[game.name], card=old)
    level = get_bot("expert", new_rng(1))
    assert isinstance(level, Level)
    level.choose(seen)
    assert thought_with == [(level.budget(game, net=False), None)]
    with pytest.raises(UsageError, match="cannot play here: .* rules version"):
        get_bot("search:10+net", new_rng(1)).choose(seen)


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("search:500+net", None),
        ("search:500+net+threads=2", None),
        ("search:500+net=a+b.net", "a+b.net"),
    ],
)
def test_a_search_of_ones_own_with_a_net(words: str, path: str | None) -> None:
    bot = get_bot(words)
    assert isinstance(bot, Searcher)
    assert bot.budget(get_game("trains")).iterations == 500
    assert (bot._with_net, bot._path) == (True, Path(path) if path else None)


@pytest.mark.parametrize(
    "words", ["search:net", "search:500+nets", "search:500+net=", "search:net=x"]
)
def test_words_that_mean_nothing_are_refused_with_the_way_out(words: str) -> None:
    with pytest.raises(UsageError) as refused:
        get_bot(words)
    assert "+net=FILE" in str(refused.value)
