"""Many games at once: each plays exactly as it would alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from spielzug.bots import Greedy, Random
from spielzug.core.errors import OptionError, UsageError
from spielzug.core.events import utility
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.core.rng import new_rng, seed_key, stream
from spielzug.envs import Batch, IllegalAction, unpack
from spielzug.envs.batch import unpack_bits
from spielzug.envs.cpu import FEW, Processor
from spielzug.games import all_games, get_game
from spielzug.lab.play.loops import GREEDY, RANDOM, Keys, Loops, PlayedGames

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
SMALL = "zwergenzugfahrt"
every_game_in_the_second_tier = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.name, marks=() if game.name == SMALL else pytest.mark.slow)
        for game in all_games()
    ],
)
"""The first tier takes the smallest game only."""
SEED = 5


class SingleGame:
    """One game without a batch: dealt and played by `Position`, the bots by `spielzug.bots`."""

    def __init__(self, batch: Batch, number: int, opponents: Sequence[str | None]) -> None:
        key = stream(seed_key("chance", SEED), np.uint64(number))
        self.position: Position = batch.game.deal(batch.seats, key, batch.options)[0]
        self.rng = new_rng(stream(seed_key("bots", SEED), np.uint64(number)))
        self.opponents = opponents
        self.length = 0

    def take(self, action: int) -> None:
        self.position.advance(action)
        self.length += 1

    def go_on(self, forced: bool) -> None:
        """Play until somebody who is no bot has a choice."""
        position = self.position
        while not position.over:
            seen = position.seen(position.actor)
            bot = self.opponents[position.actor]
            if bot == "random":
                self.take(Random(self.rng).choose(seen))
            elif bot == "greedy":
                self.take(Greedy(self.rng).choose(seen))
            elif bot == "policy":
                rules: Any = position.game.rules
                policy = getattr(rules, "policy", rules.greedy)
                self.take(int(policy(seen.facts, seen.hidden, self.rng)))
            elif forced and len(position.legal) == 1:
                self.take(position.legal[0])
            else:
                return


def of_rows(batch: Batch) -> dict[str, Any]:
    """All that a batch shows, copied."""
    names = ("observation", "mask", "actor", "reward", "done", "episode", "length")
    shown = {name: getattr(batch, name).copy() for name in names}
    return shown | {"states": [batch.position(row).digest for row in range(batch.size)]}


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one)


def play_side_by_side(
    batch: Batch, opponents: Sequence[str | None], forced: bool, steps: int
) -> int:
    """Compare every row with its game alone at every step; gives how many games have ended."""
    alone = [SingleGame(batch, row, opponents) for row in range(batch.size)]
    for game in alone:
        game.go_on(forced)
    ended = 0
    for _ in range(steps):
        for row, game in enumerate(alone):
            position = game.position
            seen = position.seen(position.actor)
            assert batch.position(row).digest == position.digest
            assert batch.actor[row] == position.actor
            assert batch.length[row] == game.length
            assert np.array_equal(batch.observation[row], seen.observation)
            legal = np.flatnonzero(unpack(batch.mask[row], batch.n_actions)).tolist()
            assert legal == position.legal
        actions = batch.sample()
        told = batch.step(actions)
        ended += told
        assert told == np.count_nonzero(batch.done)
        for row, game in enumerate(alone):
            game.take(int(actions[row]))
            game.go_on(forced)
            outcome = game.position.outcome
            if outcome is None:
                assert batch.done[row] == 0
                assert not batch.reward[row].any()
                continue
            told_as = 2 if outcome.reason in batch.game.truncations else 1
            assert batch.done[row] == told_as
            expected = [utility(share, batch.seats) for share in outcome.shares]
            assert batch.reward[row].tolist() == np.array(expected, np.float32).tolist()
            alone[row] = SingleGame(batch, int(batch.episode[row]), opponents)
            alone[row].go_on(forced)
    return ended


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("forced", [True, False], ids=["forced", "asked"])
def test_a_game_in_a_batch_is_the_game_alone(game: Game, forced: bool) -> None:
    seats = game.seats[-1]
    limits = {"turn_limit": 3} if "turn_limit" in game.simulation else {}
    batch = Batch(game, 3, seats, limits, seed=SEED, forced=forced)
    ended = play_side_by_side(batch, (None,) * seats, forced, 150)
    assert ended > 0 or not limits


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("bot", ["random", "greedy", "policy"])
def test_bots_do_in_a_batch_what_they_do_alone(game: Game, bot: str) -> None:
    seats = game.seats[0]
    opponents = (bot,) * (seats - 1) + (None,)
    batch = Batch(game, 3, seats, seed=SEED, opponents=opponents)
    play_side_by_side(batch, opponents, True, 40)


@pytest.mark.slow
@every_game
def test_the_numbers_of_the_games_are_those_of_a_simulation(game: Game) -> None:
    """`step_randomly` draws from the bots' luck as `simulate` does, so games end alike."""
    seats, games = game.seats[0], 8
    opponents = (None, *("greedy",) * (seats - 1))
    batch = Batch(game, games, seats, seed=SEED, opponents=opponents, forced=False)
    played = PlayedGames.allocate(1)
    loops, facts = Loops(game), game.facts(batch.options)
    rewards: dict[int, list[float]] = {}
    while not all(number in rewards for number in range(0, games, seats)):
        numbers = batch.episode.copy()
        batch.step_randomly(1)
        for row in np.flatnonzero(batch.done):
            rewards.setdefault(int(numbers[row]), batch.reward[row].tolist())
    policies = [RANDOM] + [GREEDY] * (seats - 1)  # who sits where rotates with the number
    for number in range(0, games, seats):
        loops.play(facts, policies, number, Keys.of(str(SEED)), played)
        expected = [utility(share, seats) for share in played.shares[0, :seats].tolist()]
        assert rewards[number] == np.array(expected, np.float32).tolist()


@pytest.mark.slow
@pytest.mark.compiled
@every_game
def test_any_number_of_threads_plays_the_same(game: Game) -> None:
    batches = [Batch(game, 3 * FEW + 1, seed=SEED, threads=threads) for threads in (1, 2, 3)]
    engines = [batch._engine for batch in batches if isinstance(batch._engine, Processor)]
    assert [engine.threads for engine in engines] == [1, 2, 3]
    for _ in range(3):
        for batch in batches:
            batch.step_randomly(20)
            batch.step(batch.sample())
        first, *others = map(of_rows, batches)
        assert all(same(first, other) for other in others)


@pytest.mark.slow
def test_a_row_does_not_depend_on_the_size_of_the_batch(game_of_trains: Game) -> None:
    small, large = (Batch(game_of_trains, size, seed=SEED) for size in (2, 9))
    for _ in range(30):
        small.step_randomly(1)
        large.step_randomly(1)
        for row in range(2):
            if small.episode[row] == large.episode[row] == row:
                assert np.array_equal(small.observation[row], large.observation[row])


def test_rows_go_on_with_every_nth_game(game_of_trains: Game) -> None:
    batch = Batch(game_of_trains, 4, options={"turn_limit": 2})
    met: list[set[int]] = [set() for _ in range(4)]
    for _ in range(200):
        for row in range(4):
            met[row].add(int(batch.episode[row]))
        batch.step(batch.sample())
    for row in range(4):
        assert sorted(met[row]) == list(range(row, row + 4 * len(met[row]), 4))
        assert len(met[row]) > 2


def test_reset_begins_again(game_of_trains: Game) -> None:
    batch = Batch(game_of_trains, 5, seed=3)
    first = of_rows(batch)
    batch.step_randomly(40)
    later = of_rows(batch)
    assert not same(first, later)
    batch.reset()
    assert same(first, of_rows(batch))
    batch.reset(4)
    assert not same(first, of_rows(batch))
    batch.reset("3")
    assert same(first, of_rows(batch))
    batch.step_randomly(40)
    assert same(later, of_rows(batch))


def test_arrays_are_the_same_for_ever_and_may_be_written_on(game_of_trains: Game) -> None:
    batch, untouched = (Batch(game_of_trains, 4, seed=SEED) for _ in range(2))
    arrays: list[NDArray[np.generic]] = [
        batch.observation, batch.mask, batch.actor, batch.reward, batch.done, batch.episode,
        batch.length,
    ]  # fmt: skip
    for _ in range(60):
        for array in arrays:
            array.fill(7)
        actions = untouched.sample()
        batch.step(actions)
        untouched.step(actions)
        assert same(of_rows(batch), of_rows(untouched))
    assert arrays[0] is batch.observation
    assert all(array.flags.c_contiguous for array in arrays)


# -- the end of a game -----------------------------------------------------------------------------


def test_a_turn_limit_cuts_a_game_off(game_of_trains: Game) -> None:
    batch = Batch(game_of_trains, 2, options={"turn_limit": 1})
    done: set[int] = set()
    for _ in range(80):
        batch.step(batch.sample())
        done |= set(batch.done.tolist())
    assert done == {0, 2}


def test_the_last_observation_is_that_of_who_acted_last(game_of_trains: Game) -> None:
    batch = Batch(game_of_trains, 3, options={"turn_limit": 3}, seed=SEED, keep_last=True)
    plain = Batch(game_of_trains, 3, options={"turn_limit": 3}, seed=SEED)
    assert plain.last_observation is None
    assert batch.last_observation is not None
    ended = 0
    for _ in range(100):
        before = [batch.position(row) for row in range(3)]
        actions = batch.sample()
        batch.step(actions)
        for row in np.flatnonzero(batch.done):
            position, seat = before[row], before[row].actor
            position.advance(int(actions[row]))
            while not position.over:
                position.advance(position.legal[0])
            expected = position.seen(seat).observation
            assert np.array_equal(batch.last_observation[row], expected)
            ended += 1
    assert ended > 3


# -- what is not allowed ---------------------------------------------------------------------------


@pytest.mark.slow
@every_game
def test_an_illegal_action_names_its_row_and_changes_nothing(game: Game) -> None:
    batch = Batch(game, 2 * FEW, seed=SEED, threads=2)
    batch.step_randomly(5)
    before, actions = of_rows(batch), batch.sample()
    row = FEW + 3  # in the second thread's part
    legal = set(batch.position(row).legal)
    actions[row] = next(a for a in range(batch.n_actions) if a not in legal)
    with pytest.raises(IllegalAction, match=f"row {row}: action {actions[row]} ") as error:
        batch.step(actions)
    notation = game.words.notation(int(actions[row]))
    assert f"({notation})" in str(error.value)
    position = batch.position(row)
    assert position.seen(position.actor).why_not(int(actions[row])) in str(error.value)
    assert (error.value.row, error.value.action) == (row, actions[row])
    assert same(before, of_rows(batch))


@pytest.mark.parametrize("action", [-1, 10_000, 2**40])
def test_an_action_that_does_not_exist_is_refused(game_of_trains: Game, action: int) -> None:
    batch = Batch(game_of_trains, 3)
    before, actions = of_rows(batch), batch.sample()
    actions[1] = action
    with pytest.raises(IllegalAction, match=f"row 1: there is no action {action}: use 0 to"):
        batch.step(actions)
    assert same(before, of_rows(batch))


@every_game_in_the_second_tier
def test_with_resign_an_illegal_action_loses_that_game_alone(game: Game) -> None:
    seats = game.seats[-1]
    batch = Batch(game, 4, seats, seed=SEED, on_illegal="resign", keep_last=True)
    good = Batch(game, 4, seats, seed=SEED, on_illegal="resign")
    batch.step_randomly(7)
    good.step_randomly(7)
    actions = good.sample()
    wrong = actions.copy()
    wrong[2] = -1
    seat, seen = int(batch.actor[2]), batch.observation[2].copy()
    assert batch.step(wrong) == 1 + good.step(actions)
    assert batch.done[2] == 3
    assert batch.episode[2] == good.episode[2] + 4
    assert batch.reward[2, seat] == np.float32(-1 / (seats - 1))
    others = np.delete(batch.reward[2], seat)
    assert (others == others[0]).all()
    assert batch.reward[2].sum() == pytest.approx(0, abs=1e-6)
    assert batch.last_observation is not None
    assert np.array_equal(batch.last_observation[2], seen)
    for row in (0, 1, 3):
        assert batch.position(row).digest == good.position(row).digest


def test_actions_of_a_wrong_shape_or_kind_are_refused(game_of_trains: Game) -> None:
    batch = Batch(game_of_trains, 3)
    before = of_rows(batch)
    actions = batch.sample()
    with pytest.raises(UsageError, match=r"shape \(3,\), one for each row, not \(2,\)"):
        batch.step(actions[:2])
    with pytest.raises(UsageError, match=r"not \(3, 1\)"):
        batch.step(actions[:, None])
    for kind in ("float32", "uint64", "bool", "U3"):
        with pytest.raises(UsageError, match=r"whole numbers \(int32 or int64\), not"):
            batch.step(actions.astype(kind))
    ragged: list[Any] = [[0], [0, 1], 2]
    with pytest.raises(UsageError, match="a whole number for each row"):
        batch.step(ragged)
    assert same(before, of_rows(batch))
    batch.step(actions.astype(np.int32))
    batch.step(batch.sample().tolist())


def test_what_does_not_exist_is_refused_with_what_there_is(game_of_trains: Game) -> None:
    with pytest.raises(UsageError, match="there is no game 'chess'; the games are: game_of_trains"):
        Batch("chess", 2)
    with pytest.raises(UsageError, match="a game or its name"):
        Batch(3, 2)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="2 to 4 seats, not 5"):
        Batch(game_of_trains, 2, 5)
    with pytest.raises(UsageError, match="is for 2 to 4 seats, not '2'"):
        Batch(game_of_trains, 2, "2")  # type: ignore[arg-type]
    for size in (0, -1, 2.5, True):
        with pytest.raises(UsageError, match="size must be a whole number from 1 on"):
            Batch(game_of_trains, size)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="threads must be a whole number from 1 on, not 0"):
        Batch(game_of_trains, 2, threads=0)
    with pytest.raises(UsageError, match="device must be one of cpu, cuda, not 'tpu'"):
        Batch(game_of_trains, 2, device="tpu")
    with pytest.raises(UsageError, match="on_illegal must be one of raise, resign, not 'ignore'"):
        Batch(game_of_trains, 2, on_illegal="ignore")
    with pytest.raises(OptionError, match="there is no option 'speed'"):
        Batch(game_of_trains, 2, options={"speed": 1})
    with pytest.raises(UsageError, match="options are given by name"):
        Batch(game_of_trains, 2, options="turn_limit=3")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="options of another game"):
        Batch(game_of_trains, 2, options=get_game("trains").options())
    with pytest.raises(UsageError, match="one entry for each of the 2 seats"):
        Batch(game_of_trains, 2, opponents=[None])
    with pytest.raises(UsageError, match="one entry for each of the 2 seats"):
        Batch(game_of_trains, 2, opponents="greedy")
    with pytest.raises(UsageError, match="no opponent 'casual'; use None .* random, greedy, pol"):
        Batch(game_of_trains, 2, opponents=[None, "casual"])
    with pytest.raises(UsageError, match="leave one to the caller"):
        Batch(game_of_trains, 2, opponents=["greedy", "greedy"])
    with pytest.raises(UsageError, match=r"no opponent \['greedy'\]; use None"):
        Batch(game_of_trains, 2, opponents=[None, ["greedy"]])  # type: ignore[list-item]
    batch = Batch(game_of_trains, 2)
    for row in (2, -1, 0.5, "0", None):
        with pytest.raises(UsageError, match=f"there is no row {row!r}: use 0 to 1"):
            batch.position(row)  # type: ignore[arg-type]


def test_a_seed_that_may_be_another_one_tomorrow_is_refused(game_of_trains: Game) -> None:
    batch = Batch(game_of_trains, 2, seed=np.int64(7))  # type: ignore[arg-type]
    before = of_rows(batch)
    seeds: list[Any] = [object(), 1.5, float("nan"), True, [1], b"x"]
    for seed in seeds:
        with pytest.raises(UsageError, match="seed must be a whole number or a text, not"):
            batch.reset(seed)
        with pytest.raises(UsageError, match="seed must be a whole number or a text, not"):
            Batch(game_of_trains, 2, seed=seed)
    assert same(before, of_rows(batch))
    batch.reset()
    assert same(before, of_rows(batch))


# -- masks -----------------------------------------------------------------------------------------


def test_masks_are_unpacked_alike_in_every_library() -> None:
    rng = np.random.default_rng(1)
    bits = rng.integers(0, 2, (5, 96)).astype(bool)
    words = np.packbits(bits, axis=-1, bitorder="little").view(np.int32)
    assert (words < 0).any()
    assert np.array_equal(unpack(words, 70), bits[:, :70])
    assert np.array_equal(unpack_bits(words, 70, np.arange(32, dtype=np.int32)), bits[:, :70])
    assert np.array_equal(unpack(words[0], 70), bits[0, :70])
    for kind in (np.int64, np.uint32, np.uint64):
        assert np.array_equal(unpack(words.astype(kind), 70), bits[:, :70])
    with pytest.raises(UsageError, match="made of whole numbers, not of float64"):
        unpack(words.astype(float), 70)
    with pytest.raises(UsageError, match="of NumPy, torch, JAX or CuPy .*, not list"):
        unpack(words.tolist(), 70)


# -- modes -----------------------------------------------------------------------------------------

PLAYED = """
import json, sys
from spielzug.envs import Batch
batch = Batch(sys.argv[1], 3, seed=5, opponents=json.loads(sys.argv[2]))
batch.step_randomly(12)
batch.step(batch.sample())
print(json.dumps([
    batch.observation.tolist(), batch.mask.tolist(), batch.actor.tolist(), batch.reward.tolist(),
    batch.length.tolist(), [batch.position(row).digest for row in range(3)],
]))
"""


@pytest.mark.slow
@pytest.mark.compiled
@every_game
def test_plain_rules_play_the_same_batch(game: Game) -> None:
    opponents = json.dumps([None, "greedy", "random", None][: game.seats[0]])
    told = []
    for plain in ("0", "1"):
        path = os.pathsep.join(filter(None, sys.path))
        environment = {**os.environ, "PYTHONPATH": path, "SPIELZUG_PLAIN": plain}
        done = subprocess.run(
            [sys.executable, "-c", PLAYED, game.name, opponents],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]


@pytest.mark.slow
@pytest.mark.compiled
def test_the_loop_of_the_docs_is_not_slowed_down_by_its_policy() -> None:
    """In a game with many actions, against random play inside compiled code; in one run."""
    docs = Path(__file__).parents[2] / "docs" / "environments.md"
    loop = docs.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    begin, body = loop.split("for _ in range(100):\n")
    body = "\n".join(line.strip() for line in body.splitlines() if line.startswith("    "))
    names: dict[str, Any] = {}
    exec(begin.replace("game_of_trains", "zwergenzugfahrt").replace("seats=3", "seats=2"), names)
    batch, code = names["batch"], compile(body, "docs", "exec")

    def seconds(step: Callable[[], object]) -> float:
        """Of the processor, for some steps; the best of three."""
        found = []
        for _ in range(3):
            start = time.process_time()
            for _ in range(150):
                step()
            found.append(time.process_time() - start)
        return min(found)

    drawn = seconds(lambda: batch.step(batch.sample()))
    assert seconds(lambda: exec(code, names)) < 15 * drawn
