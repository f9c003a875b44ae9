"""The games that a net learns from: one batch for each combination of seats and options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

import torch
from torch import Tensor

from spielzug.bots.net.fit import setting_of
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.envs import Batch

USUAL_SEATS = 0.4  # of all games have the most measured number of seats; the others share the rest


@dataclass(frozen=True)
class TrainingRows:
    """A kind of game to learn, and its share of all games."""

    options: Options
    setting: int
    """The index among the net's settings."""
    seats: int
    share: float


class GameHyperparameters(TypedDict, total=False):
    """What a game changes of the `Hyperparameters`."""

    rounds: int
    part: int
    epochs: int
    trace: float
    clip: float
    entropy: float
    value: float
    norm: float
    rate: float


class GameLearning(TypedDict, total=False):
    """A game's settings for learning; `bots.net.encoding` reads further ones."""

    seats: int
    """The number of seats that is learned most."""
    deals: dict[str, float]
    """Options, and the share of the games that have them."""
    imitated: float
    hyperparameters: GameHyperparameters


def learning(game: Game) -> GameLearning:
    """The game's own settings for learning (``LEARN``), empty if it has none."""
    said: GameLearning = game.setting("LEARN", GameLearning())
    return said


def build_training_rows(
    game: Game, seats: Sequence[int] = ()
) -> tuple[list[TrainingRows], list[str]]:
    """The kinds of games to learn, by default or with these numbers of seats; and the settings."""
    deals = learning(game).get("deals", {"": 1.0})
    counts = list(seats or game.seats)
    usual = learning(game).get("seats", counts[0])
    settings: list[str] = []
    found = []
    for text, part in deals.items():
        options = game.options(**{**game.simulation, **game.options.read_text(text)})
        setting = setting_of(game, options)
        if setting not in settings:
            settings.append(setting)
        for count in counts:
            try:
                options.check_for_seats(count)
            except UsageError:
                continue
            many = len(counts)
            if many == 1:
                share = 1.0
            elif usual in counts:
                share = USUAL_SEATS if count == usual else (1 - USUAL_SEATS) / (many - 1)
            else:
                share = 1 / many
            found.append(TrainingRows(options, settings.index(setting), count, part * share))
    total = sum(lesson.share for lesson in found)
    return [
        TrainingRows(one.options, one.setting, one.seats, one.share / total) for one in found
    ], settings


class TrainingTables:
    """Games of several kinds side by side, as one set of tensors."""

    def __init__(
        self, game: Game, training_rows: Sequence[TrainingRows], size: int, device: str,
        learner: str,
        seed: int | str, threads: int | None = None,
    ) -> None:  # fmt: skip
        self.game = game
        self.device = learner
        self.batches: list[Batch] = []
        settings, seats = [], []
        for number, lesson in enumerate(training_rows):
            rows = max(1, round(size * lesson.share))
            self.batches.append(
                Batch(
                    game,
                    rows,
                    lesson.seats,
                    lesson.options,
                    device=device,
                    seed=f"{seed} {number}",
                    on_illegal="resign",
                    threads=threads,
                )
            )
            settings += [lesson.setting] * rows
            seats += [lesson.seats] * rows
        self.size = len(seats)
        self.setting = torch.tensor(settings, device=learner)
        self.seats = torch.tensor(seats, device=learner)
        self.most_seats = max(seats)
        self._views = [
            [torch.as_tensor(a, device=device) for a in (b.observation, b.mask, b.actor, b.done)]
            for b in self.batches
        ]
        self._rewards = [torch.as_tensor(b.reward, device=device) for b in self.batches]
        self._ends = [0]
        for batch in self.batches:
            self._ends.append(self._ends[-1] + batch.size)
        self.games = 0

    def _joined(self, part: int) -> Tensor:
        return torch.cat([view[part] for view in self._views]).to(self.device)

    def observe(self) -> tuple[Tensor, Tensor, Tensor]:
        """Observations, masks and seats to act, of all games."""
        return self._joined(0), self._joined(1), self._joined(2).long()

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Take an action in every game; returns what each seat won, and which games ended."""
        for batch, first, last in zip(self.batches, self._ends, self._ends[1:], strict=False):
            chosen = actions[first:last]
            self.games += batch.step(chosen if batch.device == "cuda" else chosen.cpu().numpy())
        done = self._joined(3) != 0
        won = torch.zeros((self.size, self.most_seats), device=self.device)
        for batch, reward, first in zip(self.batches, self._rewards, self._ends, strict=False):
            won[first : first + batch.size, : batch.seats] = reward.to(self.device)
        many = self.seats[:, None].float()
        shares = (won * (many - 1) + 1) / many
        there = torch.arange(self.most_seats, device=self.device) < self.seats[:, None]
        return shares * there, done

    def advice(self, bot: str) -> Tensor:
        """What a bot would do in every game."""
        return torch.cat([torch.as_tensor(batch.advice(bot)) for batch in self.batches]).to(
            self.device
        )


def rotate_shares(shares: Tensor, seat: Tensor, seats: Tensor, back: bool = False) -> Tensor:
    """Shares by seat as one seat sees them, itself first; or back again."""
    place = torch.arange(shares.shape[1], device=shares.device)[None]
    many = seats[:, None]
    other = torch.where(
        place < many, (place - seat[:, None] if back else place + seat[:, None]) % many, place
    )
    return shares.gather(1, other)
