"""OpenSpiel plays our games: its own tests, searches and a learning algorithm run on them."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, tabular_qlearner

from expectations import expected_of
from spielzug.core.chance import chances
from spielzug.core.errors import UsageError
from spielzug.envs import IllegalAction
from spielzug.envs.openspiel import DEFAULTS, KEYS, SpielzugState
from spielzug.games import NAMES, get_game

TABLES = [
    (name, seats)
    for name in NAMES
    for seats in sorted({get_game(name).seats[0], get_game(name).seats[-1]})
]


def load(name: str, **given: Any) -> Any:
    return pyspiel.load_game(f"spielzug_{name}", {"options": expected_of(name).short_game, **given})


def begun(game: Any, deal: int = 0) -> Any:
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


def play(state: Any, seed: int, stop: int = 10_000) -> Any:
    """At random, to the end or for so many moves."""
    lot = random.Random(seed)
    while not state.is_terminal() and stop > 0:
        state.apply_action(lot.choice(state.legal_actions()))
        stop -= 1
    return state


# -- OpenSpiel's own test --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_random_sim_test_passes(name: str, seats: int, chance: str) -> None:
    game = load(name, seats=seats, chance=chance)
    assert game.num_players() == seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_loaded_by_name_alone_and_told_what_it_is(name: str) -> None:
    game, own = pyspiel.load_game(f"spielzug_{name}"), get_game(name)
    assert game.num_players() == own.seats[0]
    assert game.num_distinct_actions() == own.rules.N_CHOICES
    options = own.options(**own.simulation)
    assert game.max_game_length() == own.longest(options, own.seats[0])
    assert game.observation_tensor_size() == own.observation.size
    assert game.information_state_tensor_size() == own.observation.size
    assert (game.max_utility(), game.min_utility()) == (1.0, -1.0 / (own.seats[0] - 1))
    assert dict(game.get_parameters()) == DEFAULTS
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_parameters_come_back_from_the_name_of_a_game() -> None:
    given = {"options": "turn_limit:30 first:2", "seats": 3, "deals": 7, "seed": 5}
    game = pyspiel.load_game("spielzug_game_of_trains", given)
    again = pyspiel.load_game(str(game))
    assert {name: again.get_parameters()[name] for name in given} == given
    assert len(again.new_initial_state().chance_outcomes()) == 7
    assert int(begun(again).position.state.first) == 1
    assert str(begun(again, 3)) == str(begun(game, 3)) != str(begun(load("game_of_trains"), 3))


# -- chance ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_leaves_of_chance_nodes_are_exactly_the_outcomes_of_the_step(name: str) -> None:
    state, lot = begun(load(name)), random.Random(3)
    while True:
        action = lot.choice(state.legal_actions())
        child = state.child(action)
        if child.is_chance_node() and (found := leaves(child, 300)):
            break
        state = child
        while state.is_chance_node():
            state.apply_action(lot.choice(state.legal_actions()))
        assert not state.is_terminal()
    wanted = [(float(p), after.digest) for p, _, after in chances(state.position, action)]
    assert [digest for _, digest in found] == [digest for _, digest in wanted]
    assert [p for p, _ in found] == pytest.approx([p for p, _ in wanted])
    assert sum(p for p, _ in found) == pytest.approx(1.0)


def leaves(state: Any, most: int) -> list[tuple[float, str]]:
    """What can come of a step that waits for luck; nothing if it is more than `most`."""
    found: list[tuple[float, str]] = []
    waiting = [(1.0, state)]
    while waiting:
        chance, here = waiting.pop()
        if not here.is_chance_node():
            found.append((chance, here.position.digest))
            continue
        if len(waiting) + len(found) > most:
            return []
        children = [(chance * p, here.child(digit)) for digit, p in here.chance_outcomes()]
        waiting += reversed(children)
    return found


def test_sampled_luck_is_one_chance_node_a_step_and_differs() -> None:
    state = begun(load("zugraub", chance="sampled"))
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert len(state.chance_outcomes()) == KEYS
    came = {str(state.child(key)) for key in range(KEYS)}
    assert len(came) > 1
    assert not any(state.child(key).is_chance_node() for key in range(KEYS))


def test_no_state_knows_what_will_come() -> None:
    for chance in ("explicit", "sampled"):
        state = play(begun(load("game_of_trains", chance=chance)), 1, 9)
        assert int(state.position.state.rng) == 0


# -- what a player knows ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_observations_are_those_of_the_contract_from_0_to_1(name: str) -> None:
    state = begun(load(name))
    play(state, 2, 30)
    while state.is_chance_node():
        state.apply_action(0)
    layout = get_game(name).observation
    for seat in range(state.num_players()):
        seen = state.position.seen(seat).observation
        tensor = np.array(state.observation_tensor(seat))
        assert tensor.min() >= 0
        assert tensor.max() <= 1
        span = np.maximum(layout.high.astype(int) - layout.low, 1)
        assert np.rint(tensor * span + layout.low).astype(int).tolist() == seen.tolist()
        assert state.information_state_tensor(seat) == state.observation_tensor(seat)
        assert state.observation_string(seat).startswith(f"seat {seat}; ")


def test_an_information_state_remembers_what_was_done() -> None:
    """Two ways to the same position are one observation, but two information states."""
    one, two = (begun(load("zwergenzugfahrt")) for _ in range(2))
    for state, way in ((one, ("d5-c5", "d1-c1", "h5-i5")), (two, ("h5-i5", "d1-c1", "d5-c5"))):
        for text in way:
            state.apply_action(state.string_to_action(text))
    assert one.observation_string(0) == two.observation_string(0)
    assert one.information_state_string(0) != two.information_state_string(0)


@pytest.mark.parametrize("name", NAMES)
def test_who_resamples_sees_no_difference(name: str) -> None:
    state = begun(load(name))
    lot = random.Random(1)
    differed = False
    for _ in range(60):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            seat = state.current_player()
            other = state.resample_from_infostate(seat, random.random)
            assert isinstance(other, SpielzugState)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.legal_actions() == state.legal_actions()
            assert other.history() == state.history()
            differed |= str(other) != str(state)
        state.apply_action(lot.choice(state.legal_actions()))
    assert differed == get_game(name).secrets


def test_what_is_not_allowed_is_refused_before_anything_is_changed() -> None:
    state = load("game_of_trains").new_initial_state()
    with pytest.raises(UsageError, match="chance has the outcomes 0 to 255, not 256"):
        state.apply_action(256)
    state.apply_action(0)
    lot = random.Random(2)
    drawn = 0
    while not state.is_terminal():
        before = str(state), state.history()
        if state.is_chance_node():
            drawn += 1
            with pytest.raises(UsageError, match="chance has the outcomes 0 to"):
                state.apply_action(100_000)
            with pytest.raises(UsageError, match="waits for its luck"):
                state.resample_from_infostate(0, random.random)
        else:
            wrong = next(a for a in range(1000) if a not in state.legal_actions())
            for action in (wrong, 1_000_000):
                with pytest.raises(IllegalAction, match=f"action {action}"):
                    state.apply_action(action)
        assert (str(state), state.history()) == before
        state.apply_action(lot.choice(state.legal_actions()))
    assert drawn
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply_action(0)


def test_a_state_comes_back_from_text_and_pickle_with_what_was_known() -> None:
    game = load("game_of_trains")
    state = play(begun(game), 4, 12)
    _, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for other in (same, pickle.loads(pickle.dumps(state)), state.clone()):
        assert str(other) == str(state)
        assert other.history() == state.history()
        for seat in range(2):
            assert other.information_state_string(seat) == state.information_state_string(seat)
        play(other, 7)
        assert other.returns() == play(state.clone(), 7).returns()
    later = play(pickle.loads(pickle.dumps(state)), 5, 6)
    assert later.information_state_string(0) == play(state, 5, 6).information_state_string(0)


@pytest.mark.parametrize("name", NAMES)
def test_returns_are_utilities(name: str) -> None:
    state = begun(load(name))
    assert state.returns() == [0.0] * state.num_players()
    play(state, 1)
    assert state.is_terminal()
    assert all(-1 <= value <= 1 for value in state.returns())
    if not get_game(name).all_can_lose:
        assert sum(state.returns()) == pytest.approx(0)


# -- its bots and its learners ---------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_its_tree_searches_play_a_game(name: str) -> None:
    game = load(name)
    luck = np.random.RandomState(1)
    evaluator = Judge()
    bots = [mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=luck)] * 2
    if get_game(name).secrets:  # the second search is for games with secrets only
        bots[1] = ismcts.ISMCTSBot(
            game=game, evaluator=evaluator, uct_c=2.0, max_simulations=3, random_state=luck
        )
    state = begun(game, 1)
    for _ in range(40):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(int(luck.choice(state.legal_actions())))
            continue
        action = bots[state.current_player() % 2].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


class Judge(mcts.Evaluator):  # type: ignore[misc]
    """An evaluator that rates every state and action the same."""

    def evaluate(self, state: Any) -> Any:
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            found: list[tuple[int, float]] = state.chance_outcomes()
            return found
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


def test_counterfactual_regret_is_minimised_by_sampling_outcomes() -> None:
    game = load("game_of_trains", options="turn_limit:2")
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(5):
        solver.iteration()
    policy = solver.average_policy()
    state = begun(game, 2)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


def test_an_agent_learns_in_its_environment() -> None:
    environment = rl_environment.Environment(load("zwergenzugfahrt"))
    environment.seed(1)
    agents = [
        tabular_qlearner.QLearner(seat, environment.action_spec()["num_actions"])
        for seat in range(2)
    ]
    for _ in range(2):
        step = environment.reset()
        while not step.last():
            seat = step.observations["current_player"]
            step = environment.step([agents[seat].step(step).action])
        for agent in agents:
            agent.step(step)
        assert sum(step.rewards) == 0


# -- what cannot be asked for ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seats": 9}, "2 to 4 seats, not 9"),
        ({"chance": "none"}, "chance is explicit or sampled, not 'none'"),
        ({"deals": 0}, "deals is the number of deals"),
        ({"options": "turn_limit:0"}, "the option turn_limit ends it"),
        ({"options": "colour:red"}, "colour"),
    ],
)
def test_what_a_game_does_not_have_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        pyspiel.load_game("spielzug_game_of_trains", given)


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(Exception, match="player"):
        pyspiel.load_game("spielzug_game_of_trains", {"players": 3})


def test_a_position_before_the_deal_is_none() -> None:
    with pytest.raises(UsageError, match="nothing is dealt yet"):
        _ = load("zugraub").new_initial_state().position


def test_without_open_spiel_the_error_says_what_to_install() -> None:
    script = "import sys; sys.modules['pyspiel'] = None; import spielzug.envs.openspiel"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "pip install 'spielzug[openspiel]'" in done.stderr
    assert "MissingExtra" in done.stderr  # an ImportError, too, as learners' programs expect it


def test_the_text_of_a_state_is_its_board_and_tells_states_apart() -> None:
    game = pyspiel.load_game("spielzug_zwergenzugfahrt")
    state = game.new_initial_state()
    state.apply_action(0)
    assert str(state).startswith(str(state.position))
    assert "conductor after turn 7" in str(state)
    other = state.clone()
    assert str(other) == str(state)
    texts = {str(state.child(action)) for action in state.legal_actions()}
    assert len(texts) == len(state.legal_actions())


def test_undo_is_refused_with_the_way_out() -> None:
    state = pyspiel.load_game("spielzug_zwergenzugfahrt").new_initial_state()
    state.apply_action(0)
    with pytest.raises(UsageError, match="Keep a clone"):
        state.undo_action(pyspiel.PlayerId.CHANCE, 0)
    assert state.history() == [0]
