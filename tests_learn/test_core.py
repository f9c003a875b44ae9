"""The parts of training, each checked against an independent result."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from spielzug.bots.net.encoding import Encoding, write_active_rows
from spielzug.bots.net.file import load
from spielzug.bots.net.player import NetEvaluator
from spielzug.core.game import Game
from spielzug.envs import Batch
from spielzug.games import all_games, get_game
from spielzug.learn.model import FULL, PER_E, Model, Sizes, Tensors
from spielzug.learn.plan import TrainingPlan
from spielzug.learn.ppo import MOST_KEPT, Hyperparameters, League, Rollout, compute_advantages
from spielzug.learn.training_run import Training, TrainingRun
from spielzug.learn.training_tables import build_training_rows, rotate_shares

SMALL = Sizes(48, 32, 16)
GAMES = list(all_games())


def observations(game: Game, count: int = 64) -> Any:
    """As they come up in games at random, some steps after the deal."""
    batch = Batch(game, count, game.seats[-1], seed=3)
    found = []
    for steps in (1, 9, 40):
        batch.step_randomly(steps)
        found.append(batch.observation.copy())
    return np.concatenate(found)


@pytest.fixture(scope="module")
def dwarves() -> Training:
    """Die Zwergenzugfahrt after a few updates of both kinds."""
    training = Training(
        get_game("zwergenzugfahrt"),
        size=32,
        hyperparameters=Hyperparameters(rounds=8, part=128),
        sizes=SMALL,
    )
    training.imitate()
    for _ in range(3):
        training.update(0.5)
    return training


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_net_reads_the_same_rows_while_it_learns_and_when_it_plays(game: Game) -> None:
    encoding = Encoding.of(game)
    settings = len(build_training_rows(game)[1])
    model = Model(game, settings, SMALL)
    seen = observations(game)
    setting = torch.arange(len(seen)) % settings
    ones = model.reader(torch.from_numpy(seen), setting)[:, :-1].numpy()
    out = np.zeros(encoding.most, np.int32)
    for row, observed in enumerate(seen):
        wanted = np.zeros(encoding.rows + settings)
        for active_row in out[: write_active_rows(encoding.plan, observed, out)]:
            wanted[active_row] += 1
        wanted[encoding.rows + int(setting[row])] = 1
        assert (ones[row] == wanted).all(), row


def test_whole_numbers_say_what_the_model_says(dwarves: Training, tmp_path: Path) -> None:
    """What the file answers, compiled, is exactly what is worked out slowly, and nearly what the
    model says in floating point."""
    assert dwarves._seen is not None
    tensors, model = dwarves.tensors(), dwarves.averaged_model
    seen, setting = (part[:400] for part in dwarves._seen)
    with torch.no_grad():
        logits, judged = model(seen, setting)
        ones = model.reader(seen, setting)[:, :-1].numpy()
    whole, shares = answers(tensors, ones)
    assert np.abs(whole / PER_E - logits.numpy()).max() < 0.15
    assert np.abs(shares / PER_E - judged.numpy()).max() < 0.15

    course = TrainingRun(TrainingPlan("zwergenzugfahrt"), tmp_path)
    course.training = dwarves
    point = course._point()
    asker = NetEvaluator(load(tmp_path / point.net, dwarves.game).net, dwarves.game)
    position = dwarves.game.start(2, seed=4)
    for _ in range(40):
        now = position.seen(position.actor)
        told = asker.ask(now)
        row = model.reader(torch.from_numpy(now.observation[None].copy()), torch.tensor([0]))
        slowly, _ = answers(tensors, row[:, :-1].numpy())
        assert (told.logits == slowly[0, told.actions]).all()
        position.step(int(told.actions[len(told.actions) // 2]))


def test_seats_are_turned_to_the_one_that_looks_and_back() -> None:
    shares = torch.tensor([[0.1, 0.2, 0.7, 0.0], [0.4, 0.6, 0.0, 0.0]])
    seat, seats = torch.tensor([2, 1]), torch.tensor([3, 2])
    seen = rotate_shares(shares, seat, seats)
    assert seen.tolist() == [pytest.approx(row) for row in ([0.7, 0.1, 0.2, 0], [0.6, 0.4, 0, 0])]
    assert torch.equal(rotate_shares(seen, seat, seats, back=True), shares)


def test_what_a_seat_will_win_comes_from_its_own_next_decisions() -> None:
    """Two seats in turn, worked out by hand: a game that ends, then one that goes on."""

    class Judge:
        """Expects 0.6 for the seat to act, 0.3 for the other, and nobody to win with 0.1."""

        seats = 2

        def __call__(self, seen: Any, setting: Any) -> Any:
            return None, torch.tensor([[0.6, 0.3, 0.1]]).log()

        def judge(self, logits: Any, seats: Any) -> Any:
            return logits

    def column(*values: float) -> Any:
        return torch.tensor(values).reshape(-1, 1)

    tables: Any = types.SimpleNamespace(
        size=1, device="cpu", most_seats=2, seats=torch.tensor([2]), setting=torch.tensor([0]),
        observe=lambda: (torch.zeros(1, 1), None, torch.tensor([1])),
    )  # fmt: skip
    won = torch.zeros(5, 1, 2)
    won[2, 0, 1] = 1.0  # the third decision ends the game, and seat 1 has won
    rollout = Rollout(
        seen=column(0, 1, 2, 3, 4), mask=column(0, 0, 0, 0, 0),
        actor=column(0, 1, 0, 1, 0).long(), action=column(0, 0, 0, 0, 0).long(),
        logp=column(0, 0, 0, 0, 0), value=column(0.1, 0.2, 0.3, 0.4, 0.5), won=won,
        done=column(0, 0, 1, 0, 0).bool(), mine=column(1, 1, 1, 1, 0).bool(),
    )  # fmt: skip
    judge: Any = Judge()
    experience = compute_advantages(judge, tables, rollout, 0.9)
    assert experience.seen.tolist() == [0, 1, 2, 3]  # the last one was not its own decision
    gains = experience.gain.tolist()
    assert gains[2] == pytest.approx(0 - 0.3)  # seat 0 has lost
    assert gains[1] == pytest.approx(1 - 0.2)  # seat 1 had no other decision in that game
    assert gains[0] == pytest.approx(0.3 + 0.9 * (0 - 0.3) - 0.1)
    assert gains[3] == pytest.approx(0.6 - 0.4)  # seat 1 is the next to act
    assert experience.wanted[1].tolist() == pytest.approx([1, 0, 0])  # itself first
    assert experience.wanted[2].tolist() == pytest.approx([0, 1, 0])


def test_an_earlier_self_has_all_seats_but_one_in_a_part_of_the_games(dwarves: Training) -> None:
    league = League(dwarves.model, dwarves.tables, every=4)
    taken = torch.zeros(dwarves.tables.size, dtype=torch.long)
    seen, _, actor = dwarves.tables.observe()
    logits = torch.zeros(dwarves.tables.size, dwarves.model.choices)
    assert league.decide(seen, logits, actor, taken)[1].all()  # there is none yet
    for _ in range(MOST_KEPT + 5):
        league.keep(dwarves.model)
    assert len(league.kept) == MOST_KEPT
    league.draw()
    mine = torch.stack([league.decide(seen, logits, torch.full_like(actor, seat), taken)[1]
                        for seat in range(2)])  # fmt: skip
    others = (~mine).sum(0)
    assert set(others.tolist()) == {0, 1}  # of two seats one, or none
    assert others[league.rows].sum() == len(league.rows) == others.sum()


def test_what_was_learned_is_kept_and_goes_on(dwarves: Training, tmp_path: Path) -> None:
    torch.save(dwarves.state(), tmp_path / "kept.pt")
    again = Training(
        dwarves.game, size=32, hyperparameters=dwarves.hyperparameters, sizes=SMALL, seed=9
    )
    again.load(torch.load(tmp_path / "kept.pt", weights_only=True))
    assert (again.updates, again.decisions, again.games) == (
        dwarves.updates, dwarves.decisions, dwarves.games,
    )  # fmt: skip
    for name, tensor in dwarves.tensors().items():
        assert (again.tensors()[name] == tensor).all(), name
    before, after = dwarves.optimiser.state_dict()["state"], again.optimiser.state_dict()["state"]
    assert all(torch.equal(before[n]["exp_avg"], after[n]["exp_avg"]) for n in before)
    assert len(again.league.kept) == len(dwarves.league.kept)
    dealt = [batch.position(0) for batch in (again.tables.batches[0], dwarves.tables.batches[0])]
    assert dealt[0] != dealt[1]  # new games, not those from the beginning again
    again.update(0.5)
    assert again.updates == dwarves.updates + 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_is_learned_with_all_its_seats(game: Game) -> None:
    training_rows, settings = build_training_rows(game)
    assert {lesson.seats for lesson in training_rows} == set(game.seats)
    assert sum(lesson.share for lesson in training_rows) == pytest.approx(1)
    assert settings[0] == ""  # the usual one comes first
    sizes = Model(game, len(settings)).sizes
    rows = Encoding.of(game).rows + len(settings)
    assert sizes.bytes(rows, game.rules.N_CHOICES, game.seats[-1]) < 2_000_000


def test_who_plays_by_itself_does_not_go_back_to_imitation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is made longer is not at its beginning again."""
    course = TrainingRun(TrainingPlan("zwergenzugfahrt", minutes=1000), tmp_path)
    called: list[str] = []
    monkeypatch.setattr(course.training, "imitate", lambda: called.append("imitate"))
    monkeypatch.setattr(course.training, "update", lambda _: called.append("update"))
    course._learn()
    course.training.updates = 5
    course._learn()
    assert called == ["imitate", "update"]


def answers(
    tensors: Tensors, ones: NDArray[np.generic]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All logits and judgements for rows of ones and zeros, slowly: to compare with the model."""
    wide = {name: array.astype(np.int64) for name, array in tensors.items()}
    inside = _clipped(ones.astype(np.int64) @ wide["table"] + wide["bias1"], wide["mult1"])
    for number in (2, 3):
        total = inside @ wide[f"weight{number}"].T + wide[f"bias{number}"]
        inside = _clipped(total, wide[f"mult{number}"])
    logits, judged = (
        ((inside @ wide[name].T + wide[f"{name}_bias"]) * wide[f"{name}_mult"]) >> 16
        for name in ("policy", "value")
    )
    return logits, judged


def _clipped(total: NDArray[np.int64], factor: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.clip((total * factor) >> 16, 0, FULL)
