"""Net files that are read or rejected, and integer arithmetic that is the same everywhere."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save as to_bytes

from bots.golden_nets import FILE, of_game
from bots.random_net import random_card, random_net, random_tensors
from expectations import games_shipping
from spielzug.bots import get_bot
from spielzug.bots.names import GameTerms, shipped_path
from spielzug.bots.net import NET_FILE
from spielzug.bots.net.encoding import Encoding
from spielzug.bots.net.file import MOST_BYTES, load, read_card, save
from spielzug.bots.net.inference import EXPONENTIAL, UNIT
from spielzug.bots.net.player import (
    NetEvaluator,
    find_fitting_net,
    misfit_error,
    why_not,
)
from spielzug.core.errors import DataError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.position import Position
from spielzug.core.rng import below, new_rng
from spielzug.games import NAMES, get_game
from spielzug.lab.play.simulate import SimulationPlan, simulate
from toys.toy import SOUND_TOY

SMALL = (32, 16, 16)


def positions(game: Game, seats: int, count: int, seed: int) -> list[Position]:
    """Every few positions with a choice, from random games."""
    rng, number = new_rng(seed), 0
    found: list[Position] = []
    while len(found) < count:
        number += 1
        position = game.start(seats, f"nets {seed} {number}")
        while not position.over and len(found) < count:
            legal = position.legal
            if len(legal) > 1 and int(below(rng, 10)) == 0:
                found.append(position.copy())
            position.advance(legal[int(below(rng, len(legal)))])
    return found


# -- the arithmetic, once more, in Python's whole numbers, which have no size ----------------------


def active_rows(game: Game, observed: list[int]) -> list[int]:
    plan = Encoding.of(game).plan
    rows = []
    for i, value in enumerate(observed):
        if value == plan.rest[i]:
            continue
        if plan.is_set[i]:
            rows += [int(plan.first[i]) + bit for bit in range(16) if value >> bit & 1]
        else:
            told = max(0, min(value - int(plan.low[i]), int(plan.last[i])))
            rows.append(int(plan.rows[int(plan.at[i]) + told]))
    for left, right, first in zip(plan.left, plan.right, plan.gap_first, strict=True):
        less, more = observed[left], observed[right]
        if less != plan.rest[left] and more != plan.rest[right]:
            rows.append(int(first) + int(plan.gaps[max(-100, min(100, more - less)) + 100]))
    return [row for row in rows if row >= 0]


def slowly(
    game: Game, tensors: dict[str, Any], position: Position
) -> tuple[list[int], list[float]]:
    """The computation described in docs/nets.md, step by step."""
    t = {name: array.tolist() for name, array in tensors.items()}
    seen = position.seen(position.actor)
    observed = seen.observation.tolist()
    sums = list(t["bias1"])
    setting = len(t["table"]) - 1  # there is only one, which counts always
    for row in [*active_rows(game, observed), setting]:
        sums = [s + w for s, w in zip(sums, t["table"][row], strict=True)]

    def clipped(sums: list[int], mults: list[int]) -> list[int]:
        return [min(max(s * m >> 16, 0), 255) for s, m in zip(sums, mults, strict=True)]

    def weighed(rows: list[list[int]], biases: list[int], values: list[int]) -> list[int]:
        return [
            b + sum(w * v for w, v in zip(row, values, strict=True))
            for row, b in zip(rows, biases, strict=True)
        ]

    a1 = clipped(sums, t["mult1"])
    a2 = clipped(weighed(t["weight2"], t["bias2"], a1), t["mult2"])
    a3 = clipped(weighed(t["weight3"], t["bias3"], a2), t["mult3"])
    every = weighed(t["policy"], t["policy_bias"], a3)
    logits = [every[a] * t["policy_mult"][0] >> 16 for a in seen.legal]
    judged = [v * t["value_mult"][0] >> 16 for v in weighed(t["value"], t["value_bias"], a3)]
    told = [*judged[: position.seats], judged[-1]]
    weights = [
        round(2**20 * math.exp(-(max(told) - j) / 256)) if max(told) - j < 4096 else 0 for j in told
    ]
    return logits, [w / sum(weights) for w in weights[:-1]]


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_those_of_the_slow_reckoning(name: str, tmp_path: Path) -> None:
    game = get_game(name).ready()
    loaded = random_net(game, tmp_path, sizes=SMALL)
    tensors = random_tensors(game, sizes=SMALL)
    asker = NetEvaluator(loaded.net, game)
    for seats in game.seats:
        for position in positions(game, seats, 6, seats):
            answer = asker.ask(position.seen(position.actor))
            logits, shares = slowly(game, tensors, position)
            assert answer.logits.tolist() == logits
            assert answer.shares.tolist() == shares
            assert 0 < sum(shares) < 1  # nobody may win, too


@pytest.mark.slow
@pytest.mark.parametrize("name", games_shipping("net"))
def test_answers_to_golden_games_stay_byte_for_byte(name: str) -> None:
    """A net by lot, and the one that ships: see `golden_nets` for how they are written anew."""
    found, kept = of_game(get_game(name)), json.loads(FILE.read_text())[name]
    assert found == kept, "run `python -m bots.golden_nets` if an observation or a net is new"
    assert found.keys() == {"by lot", "ships"}
    assert all(int(made["positions"]) >= 4 for made in found.values())


def test_the_table_of_the_exponential_hangs_on_no_last_bit() -> None:
    exact = [2**20 * math.exp(-k / UNIT) for k in range(len(EXPONENTIAL))]
    assert all(abs(x - math.floor(x) - 0.5) > 1e-9 for x in exact)
    assert EXPONENTIAL[0] == 2**20
    assert EXPONENTIAL[-1] == 0
    assert np.all(np.diff(EXPONENTIAL) <= 0)


# -- files that are refused ------------------------------------------------------------------------

GAME = get_game("zwergenzugfahrt")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    random_net(GAME, tmp_path, sizes=SMALL)
    return tmp_path / "random-1.safetensors"


def written(path: Path, changes: dict[str, Any], **of_card: Any) -> Path:
    """A file with other tensors or another card, written without any checks."""
    card = json.loads(random_card(GAME, SMALL).model_dump_json())
    tensors = {**random_tensors(GAME, sizes=SMALL), **changes}
    given = {name: array for name, array in tensors.items() if array is not None}
    path.write_bytes(to_bytes(given, {"card": json.dumps({**card, **of_card})}))
    return path


def refusal(path: Path, game: Game = GAME) -> str:
    with pytest.raises(DataError) as caught:
        load(path, game)
    assert path.name in str(caught.value)
    return str(caught.value)


def test_a_file_gives_back_what_was_saved(file: Path) -> None:
    loaded, tensors = load(file, GAME), random_tensors(GAME, sizes=SMALL)
    assert loaded.card == random_card(GAME, SMALL) == read_card(file)
    assert np.array_equal(loaded.net.table[:-1], tensors["table"][:-1])
    assert np.array_equal(loaded.net.policy.weights, tensors["policy"])
    assert not loaded.net.table[-1].any()


def test_the_same_net_is_the_same_file(file: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    again.mkdir()
    random_net(GAME, again, sizes=SMALL)
    assert (again / file.name).read_bytes() == file.read_bytes()
    assert [path.name for path in again.iterdir()] == [file.name]  # nothing half-written is left


def test_a_file_that_is_cut_off_or_changed_is_refused_or_whole(file: Path) -> None:
    data = file.read_bytes()
    for size in (0, 1, 7, 8, 9, 100, len(data) // 2, len(data) - 1):
        file.write_bytes(data[:size])
        assert "not a complete safetensors file" in refusal(file)
    file.write_bytes(data + b"more")
    assert "not a complete safetensors file" in refusal(file)
    rng = np.random.default_rng(1)
    for _ in range(300):  # the head, where everything is said
        broken = bytearray(data)
        broken[int(rng.integers(0, 1600))] = int(rng.integers(0, 256))
        file.write_bytes(broken)
        try:
            load(file, GAME)
        except DataError:
            continue


def test_a_file_that_lies_about_its_size_is_refused(file: Path) -> None:
    data = file.read_bytes()
    for size in (2**63, 2**64 - 1, 2**40, 99_000_000):
        file.write_bytes(size.to_bytes(8, "little") + data[8:])
        assert "not a complete safetensors file" in refusal(file)
    head = json.dumps({"table": {"dtype": "I8", "shape": [2**62, 8], "data_offsets": [0, 8]}})
    file.write_bytes(len(head).to_bytes(8, "little") + head.encode() + bytes(8))
    assert "not a complete safetensors file" in refusal(file)


def test_a_huge_file_a_folder_and_no_file_are_refused(tmp_path: Path) -> None:
    huge = tmp_path / "huge.safetensors"
    with huge.open("wb") as made:
        made.truncate(MOST_BYTES + 1)
    assert "larger than 32 MB" in refusal(huge)
    assert "a folder" in refusal(tmp_path)
    assert "cannot be read" in refusal(tmp_path / "none.safetensors")


def test_a_file_without_a_card_is_no_net(file: Path) -> None:
    file.write_bytes(to_bytes(random_tensors(GAME, sizes=SMALL)))
    assert "without a card" in refusal(file)
    file.write_bytes(to_bytes(random_tensors(GAME, sizes=SMALL), {"card": "[" * 5000}))
    assert "the card is wrong" in refusal(file)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"format": 2}, "format 2"),
        ({"game": "trains"}, "a net for 'trains'"),
        ({"observation": "0123456789ab"}, "Train a new net"),
        ({"sizes": [32, 16]}, "sizes"),
        ({"sizes": [30, 16, 16]}, "multiples of 16"),
        ({"sizes": [0, 16, 16]}, "multiples of 16"),
        ({"sizes": [32, 16, 2**40]}, "at most 4096"),
        ({"sizes": [64, 16, 16]}, "'table' is I8[576, 32]; I8[576, 64] is expected"),
        ({"seats": []}, "seats"),
        ({"strength": [{"against": "greedy"}]}, "strength.0.games"),
        ({"mine": 1}, "mine"),
        ({"made": None}, "made"),
    ],
)
def test_a_wrong_card_is_refused_with_what_is_wrong(
    changes: dict[str, Any], told: str, tmp_path: Path
) -> None:
    assert told in refusal(written(tmp_path / "own.safetensors", {}, **changes))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"policy": None}, "'policy' is missing"),
        ({"more": np.zeros(3, np.int8)}, "'more' is not known"),
        ({"table": np.zeros((576, 32), np.float32)}, "F32[576, 32]; I8[576, 32] is expected"),
        ({"bias2": np.zeros(15, np.int32)}, "I32[15]; I32[16] is expected"),
        ({"value": np.zeros((2, 16), np.int8)}, "I8[2, 16]; I8[3, 16] is expected"),
        ({"bias1": np.full(32, 2**31 - 1, np.int32)}, "'bias1' are too large"),
        ({"bias3": np.full(16, -(2**31), np.int32)}, "'bias3' are too large"),
        ({"policy_mult": np.array([2**31 - 1], np.int32)}, "'policy_mult' is too large"),
        ({"value_mult": np.array([-(2**31)], np.int32)}, "'value_mult' is too large"),
    ],
)
def test_wrong_tensors_are_refused_with_what_is_expected(
    changes: dict[str, Any], told: str, tmp_path: Path
) -> None:
    assert told in refusal(written(tmp_path / "own.safetensors", changes))


def test_what_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    tensors = {**random_tensors(GAME, sizes=SMALL), "bias2": np.zeros(15, np.int32)}
    with pytest.raises(DataError, match="is expected"):
        save(tmp_path / "own.safetensors", tensors, random_card(GAME, SMALL), GAME)
    assert not list(tmp_path.iterdir())


# -- where a net may play --------------------------------------------------------------------------


def test_a_net_is_refused_for_other_rules_seats_and_sets(tmp_path: Path) -> None:
    game = get_game("zugraub").ready(PLAYING)
    usual = game.options(**game.simulation)
    terms = GameTerms(game, usual, 4, game.rules_version)

    def told(stand: GameTerms, **changes: Any) -> str:
        return misfit_error(random_net(game, tmp_path, sizes=SMALL, **changes), stand)

    assert told(terms) == ""
    assert "was trained on rules version 1; this game is played by version 2" in told(
        terms, rules_version=1
    )
    assert "was trained on rules version 2; this game is played by version 1" in told(
        terms._replace(version=1)
    )
    assert "trained with 3, 4 seats; this game has 5" in told(terms._replace(seats=5), seats=(3, 4))
    assert "with the set mine (0123456789ab)" in told(
        terms, set={"name": "mine", "digest": "0123456789ab"}
    )
    assert "a net for zugraub, not for zwergenzugfahrt" in told(
        GameTerms(GAME, GAME.options(), 2, GAME.rules_version)
    )
    position = game.start(4, 1)
    assert told(GameTerms(game, position.options, position.seats, position.version)) == ""


def test_a_game_with_a_set_of_ones_own_has_no_net(file: Path, tmp_path: Path) -> None:
    assert GAME.sets is not None
    text = GAME.sets.shipped_text().replace("name: shipped", "name: mine", 1)
    mine = GAME.sets.add(text, "mine.yaml")
    options = GAME.options(set=mine.number)
    loaded = load(file, GAME)
    assert "trained with the set shipped" in misfit_error(loaded, GameTerms(GAME, options, 2, 1))
    assert not misfit_error(loaded, GameTerms(GAME, GAME.options(), 2, 1))


def test_a_net_of_ones_own_plays_whole_games(file: Path) -> None:
    name = f"{NET_FILE}{file}"
    result = simulate(SimulationPlan.make(GAME, 2, [name, "random"], 6, "nets")).to_json()
    assert result["games"] == 6
    assert not result["stopped"]


def test_a_net_takes_the_best_looking_choice_the_lowest_of_equals(tmp_path: Path) -> None:
    game = GAME.ready(PLAYING)
    flat = {**random_tensors(game, sizes=SMALL), "policy": np.zeros((1409, 16), np.int8)}
    flat["policy_bias"] = np.zeros(1409, np.int32)
    position = next(iter(positions(game, 2, 1, 3)))
    seen, path = position.seen(position.actor), tmp_path / "flat.safetensors"
    save(path, flat, random_card(game, SMALL), game)
    bot = get_bot(f"{NET_FILE}{path}")
    assert bot.choose(seen) == seen.legal[0]
    flat["policy_bias"][seen.legal[-1]] = 70_000
    save(path, flat, random_card(game, SMALL), game)  # the file has changed: it is read again
    assert bot.choose(seen) == seen.legal[-1]


def test_a_net_that_does_not_fit_is_refused_before_the_first_game(file: Path) -> None:
    name = f"{NET_FILE}{file}"
    trains = get_game("trains")
    with pytest.raises(DataError, match="a net for 'zwergenzugfahrt', not for 'trains'"):
        SimulationPlan.make(trains, 2, [name, "random"], 6, "nets")
    with pytest.raises(DataError, match="cannot be read"):
        SimulationPlan.make(trains, 2, [f"{NET_FILE}none.safetensors"], 6, "nets")


def test_a_game_without_a_net_says_so() -> None:
    position = SOUND_TOY.start(2, 1)
    assert find_fitting_net(position) is None
    assert why_not(position) == "no net ships with toy"
    with pytest.raises(UsageError, match="no net ships with toy. The levels can"):
        get_bot("net").choose(position.seen(position.actor))


@pytest.mark.parametrize("name", games_shipping("net"))
def test_the_net_that_ships_is_small_and_fits(name: str) -> None:
    game, path = get_game(name), shipped_path(name)
    assert path is not None
    assert path.stat().st_size <= 2_000_000
    card = load(path, game).card
    assert card.seats == tuple(game.seats)
    assert {row.against for row in card.strength} == {"greedy", "frozen:strong", "frozen:master"}
    for seats in game.seats:
        terms = GameTerms(game, game.options(), seats, game.rules_version)
        assert why_not(terms) == ""
